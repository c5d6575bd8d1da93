"""Where two strategies differ on the same deals: their first different decisions, what came of them, the worst boards.

As in a duel, the one strategy sits in each seat once, with the other in all others; what the other does in that seat is
seen at a table of its own. As long as both decide alike, nothing at the two tables differs, so the first difference is
a choice of theirs in the same situation.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from hearts_bench.block import Block, BoardPlayer
from hearts_bench.cards import SUIT_SIZE, CardSet, suit_cards
from hearts_bench.chunk import Chunk
from hearts_bench.decisions import Records, decisions_of
from hearts_bench.match import Match
from hearts_bench.measures import Flags, Integers
from hearts_bench.rules import Rules
from hearts_bench.stats.boards import Floats
from hearts_bench.stats.intervals import Estimate, board_interval

COSTLIEST = 10


class Kind(IntEnum):
    """What the first different decision of two deals was about; SCORE if all cards were the same."""

    NONE = -1
    PASS = 0
    LEAD = 1
    FOLLOW = 2
    DISCARD = 3
    SCORE = 4  # a moon was scored another way, or somebody revoked


# The first different decision of two deals: what it was about, in which trick (0 for the first) and by whom; the cards
# to choose from, and the card sets that the one and the other chose. Where boards are games, in which deal.
DIFFERENCE = np.dtype([(name, "i8") for name in ("kind", "trick", "seat", "legal", "one", "other", "deal")])


@dataclass(frozen=True)
class First:
    """The first different decision of two deals: in which trick, counted from 1, the cards to choose from, the choices.

    Of a pass, the trick is None, and there are several cards; of scores, nothing but the seat is known. `deal` counts
    from 0 where boards are games.
    """

    kind: Kind
    trick: int | None
    seat: int
    legal: CardSet
    one: CardSet
    other: CardSet
    deal: int


@dataclass(frozen=True)
class Group:
    """Deals whose first difference was of the same kind and in the same trick: how many, and what they gave.

    `gain` is their part of the whole gain, in points per deal of all deals.
    """

    kind: Kind
    trick: int | None
    deals: int
    gain: float


@dataclass(frozen=True)
class Bin:
    """How many boards had a gain in points per deal above `low`, up to `high`; losses are from `low`, below `high`."""

    low: float
    high: float
    boards: int


@dataclass(frozen=True)
class Costly:
    """A board that cost the one strategy much: its gain, the seating that cost most, and the commands that show both.

    `first` is None if the deals cannot be played again; then there are no commands either.
    """

    board: int
    seating: int
    gain: float
    first: First | None
    commands: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    """How two strategies, or two runs, differ on the same boards. Gains are in favour of the one, in points per deal.

    A deal is one in which the one took the place of the other. `firsts` is empty if no deals could be played again.
    """

    names: tuple[str, str]
    rules_name: str
    players: int
    seed: int
    boards: int
    deals: int
    boards_different: int
    deals_different: int
    gain: Estimate
    firsts: tuple[Group, ...]
    histogram: tuple[Bin, ...]
    costliest: tuple[Costly, ...]
    notes: tuple[str, ...] = ()


def first_differences(one: Block, rows: Integers, other: Block, other_rows: Integers) -> Records:
    """Return the first different decision of pairs of finished deals, as records of DIFFERENCE.

    Each pair is a row of one block and a row of the other: the same deal, by the same rules.
    """
    found = np.zeros(len(rows), DIFFERENCE)
    found["kind"] = Kind.NONE
    _compare_scores(found, one.tables[rows], other.tables[other_rows])
    _compare_plays(found, one, rows, other, other_rows)
    _compare_passes(found, one.tables[rows], other.tables[other_rows])
    return found


def _compare_scores(found: Records, one: Records, other: Records) -> None:
    differ = (one["score_sums"] != other["score_sums"]).any(axis=1)
    found["kind"][differ] = Kind.SCORE
    found["seat"][differ] = other["moon_seat"][differ]


def _compare_passes(found: Records, one: Records, other: Records) -> None:
    differ = one["passed"] != other["passed"]
    rows = np.flatnonzero(differ.any(axis=1))
    seats = differ[rows].argmax(axis=1)
    found["kind"][rows] = Kind.PASS
    found["trick"][rows] = 0
    found["seat"][rows] = seats
    found["legal"][rows] = other["dealt"][rows, seats]
    found["one"][rows] = one["passed"][rows, seats]
    found["other"][rows] = other["passed"][rows, seats]


def _compare_plays(found: Records, one: Block, rows: Integers, other: Block, other_rows: Integers) -> None:
    rules = one.match.rules
    cards = one.views["plays"][rows, : rules.hand_size * rules.players]
    differ = cards != other.views["plays"][other_rows, : rules.hand_size * rules.players]
    pairs = np.flatnonzero(differ.any(axis=1))
    if not pairs.size:
        return
    at = differ[pairs].argmax(axis=1)
    again = other_rows[pairs]
    decisions, _ = decisions_of(rules, other.tables[again], other.views[again])
    decision = decisions.reshape(len(pairs), -1)[np.arange(len(pairs)), at]
    led = decision["led_suit"]
    follows = decision["legal"] & (suit_cards(0) << SUIT_SIZE * np.maximum(led, 0)) != 0
    found["kind"][pairs] = np.where(led < 0, Kind.LEAD, np.where(follows, Kind.FOLLOW, Kind.DISCARD))
    found["trick"][pairs] = at // rules.players
    found["seat"][pairs] = decision["seat"]
    found["legal"][pairs] = decision["legal"]
    found["one"][pairs] = 1 << cards[pairs, at].astype(np.int64)
    found["other"][pairs] = 1 << decision["card"]


def duel_columns(block: Block) -> dict[str, npt.NDArray[Any]]:
    """Return what the boards of a duel say about the difference, to be recorded in chunks.

    Returns:
        `gain`, by board and seat of the first strategy: its payoff there less the other's, times (players - 1); and
        `first`, records of DIFFERENCE, of the same shape.

    """
    players = block.match.rules.players
    rows = np.arange(len(block.tables)).reshape(-1, players + 1)
    one, other = rows[:, :players].reshape(-1), np.repeat(rows[:, players], players)
    scores = block.tables["score_sums"][:, :players]
    payoffs = scores.sum(axis=1, keepdims=True) - players * scores
    seats = np.tile(np.arange(players), len(rows))
    gain = payoffs[one, seats] - payoffs[other, seats]
    first = first_differences(block, one, block, other)
    return {"gain": gain.reshape(-1, players), "first": first.reshape(-1, players)}


class Comparison:
    """Adds up in how far boards differ, in board order.

    A gain is the mean of so many `seats`, those of all deals of a board together.
    """

    def __init__(self, rules: Rules, seats: int) -> None:
        self._scale = seats * (rules.players - 1)
        self._sums: list[Integers] = []
        self._boards_different = self._deals = self._deals_different = 0
        # By kind and trick: how many deals, and the sum of their gains.
        self._groups = np.zeros((2, len(Kind) - 1, rules.hand_size), np.int64)
        self._worst: list[tuple[int, int, int]] = []

    def add(self, first_board: int, gains: Integers, differs: Flags) -> None:
        """Take consecutive boards: by board and deal the gains, and whether the deals differ.

        Gains are whole: in points, times (players - 1), added up over the seats of a deal.
        """
        sums = gains.sum(axis=1)
        self._sums.append(sums)
        self._deals += gains.size
        self._deals_different += int(differs.sum())
        self._boards_different += int(differs.any(axis=1).sum())
        lowest = np.argsort(sums, kind="stable")[:COSTLIEST]
        lowest = lowest[sums[lowest] < 0]
        dearest = gains[lowest].argmin(axis=1)
        self._worst += zip(sums[lowest].tolist(), (first_board + lowest).tolist(), dearest.tolist(), strict=True)
        self._worst = sorted(self._worst)[:COSTLIEST]

    def add_firsts(self, gains: Integers, firsts: Records) -> None:
        """Take the first differences of some deals, and their gains as in `add`."""
        differs = firsts["kind"] != Kind.NONE
        at = (firsts["kind"][differs], firsts["trick"][differs])
        np.add.at(self._groups[0], at, 1)
        np.add.at(self._groups[1], at, gains[differs])

    @property
    def worst(self) -> list[tuple[int, int]]:
        """The costliest boards, each with the seating that cost most; the costliest first."""
        return [(board, seating) for _, board, seating in self._worst]

    def outcome(
        self,
        names: tuple[str, str],
        match: Match,
        look: Callable[[int, int], tuple[First | None, tuple[str, ...]]],
        notes: tuple[str, ...] = (),
    ) -> Difference:
        """Return what the boards showed.

        `look` gives the first difference of a board in a seating, and the commands that show it, as in `Costly`.
        """
        sums = np.concatenate(self._sums)
        return Difference(
            names=names,
            rules_name=match.rules_name,
            players=match.rules.players,
            seed=match.seed,
            boards=len(sums),
            deals=self._deals,
            boards_different=self._boards_different,
            deals_different=self._deals_different,
            gain=board_interval(sums / self._scale),
            firsts=self._firsts(len(sums)),
            histogram=_histogram(sums / self._scale),
            costliest=tuple(
                Costly(board, seating, total / self._scale, *look(board, seating))
                for total, board, seating in self._worst
            ),
            notes=notes,
        )

    def _firsts(self, boards: int) -> tuple[Group, ...]:
        numbers, gains = self._groups
        return tuple(
            Group(
                kind=Kind(kind),
                trick=None if kind in {Kind.PASS, Kind.SCORE} else trick + 1,
                deals=int(numbers[kind, trick]),
                gain=float(gains[kind, trick] / (boards * self._scale)),
            )
            for kind, trick in np.argwhere(numbers).tolist()
        )


def first_of(record: Any) -> First | None:
    """Return a record of DIFFERENCE as a value, None if nothing is different."""
    if record["kind"] == Kind.NONE:
        return None
    kind = Kind(int(record["kind"]))
    rest = (int(record[name]) for name in ("legal", "one", "other", "deal"))
    trick = None if kind in {Kind.PASS, Kind.SCORE} else int(record["trick"]) + 1
    return First(kind, trick, int(record["seat"]), *rest)


def _histogram(gains: Floats) -> tuple[Bin, ...]:
    """Return how many boards had which gain, in bins that double in width, from the greatest loss to the greatest gain.

    Boards without a gain have a bin of their own, and bins at the ends that would be empty are left out.
    """
    size = max(0, math.ceil(math.log2(max(float(np.abs(gains).max()), 1.0))))
    edges = [0.0, *(2.0**power for power in range(size + 1))]
    ups = list(pairwise(edges))
    bins = [Bin(-high, 0.0 - low, int(((gains < -low) & (gains >= -high)).sum())) for low, high in reversed(ups)]
    bins.append(Bin(0.0, 0.0, int((gains == 0).sum())))
    bins += [Bin(low, high, int(((gains > low) & (gains <= high)).sum())) for low, high in ups]
    used = [at for at, each in enumerate(bins) if each.boards]
    return tuple(bins[used[0] : used[-1] + 1])


class DuelComparison:
    """Compares the two strategies of a duel on the boards that chunks bring, which recorded `duel_columns` of them.

    `names` are what the two are called.
    """

    def __init__(self, match: Match, names: tuple[str, str]) -> None:
        self._match = match
        self._names = names
        self._comparison = Comparison(match.rules, match.rules.players)

    def add(self, chunk: Chunk) -> None:
        """Take the boards of a chunk."""
        gains, firsts = (chunk.deals or {})["gain"], (chunk.deals or {})["first"]
        self._comparison.add(chunk.first, gains, firsts["kind"] != Kind.NONE)
        self._comparison.add_firsts(gains, firsts)

    def outcome(self) -> Difference:
        """Return what the boards showed; the costliest ones are played once more."""
        return self._comparison.outcome(self._names, self._match, self._look)

    def _look(self, board: int, seating: int) -> tuple[First | None, tuple[str, ...]]:
        match = self._match
        block = BoardPlayer(match, 1).play(board, 1)
        commands = match.replay_command(board, seating), match.replay_command(board, match.turns - 1)
        return first_of(duel_columns(block)["first"][0, seating]), commands
