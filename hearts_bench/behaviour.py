"""How strategies behave: how often they duck, break hearts, dump the queen or try moons; what each trick costs them.

All of it is observed at the table, from the cards that were played and those that could have been; nothing is asked of
a strategy. Run folders hold scores only, so some boards are played again for it.
"""

import contextlib
import functools
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hearts_bench.block import Block, BoardPlayer
from hearts_bench.chunk import Sum
from hearts_bench.errors import HeartsBenchError
from hearts_bench.match import Match
from hearts_bench.measures import MEASURES, Deals, Flags, Integers, measured
from hearts_bench.origins import pinned
from hearts_bench.presets import changed_rules
from hearts_bench.records import strategy_record
from hearts_bench.registry import make
from hearts_bench.rules import Rules
from hearts_bench.runner import Result
from hearts_bench.stats.intervals import Estimate, ratio_interval
from hearts_bench.stats.rates import Rate, rate_of
from hearts_bench.summaries import labels_of
from hearts_bench.watch import captured_output

# Tables that are in play at the same time.
_TABLES_AT_ONCE = 256
# What a report may spend on playing boards again, and the boards below which a match has nothing to tell.
_SECONDS = 2.0
_MOST_DEALS = 20_000
_FEWEST_BOARDS = 8
# Beside the time that a strategy takes itself: for a decision in compiled code, for one outside, and for a deal.
_NANOSECONDS_COMPILED, _NANOSECONDS_OUTSIDE, _NANOSECONDS_OF_A_DEAL = 200, 15_000, 40_000
_NANOSECONDS_UNKNOWN = 10_000
_NONE = "Behaviour is not shown: no boards can be played again."
_SLOW = (
    "Behaviour is not shown: too few boards can be played again in a few seconds; hearts-bench profile RUN --deals 100 "
    "takes its time."
)


@dataclass(frozen=True)
class Behaviour:
    """What a strategy did at the tables that were looked at, in all its seats there, with 95 % intervals over boards.

    `label` is what reports call it, `deals` counts a deal once for every seat it had in it. `rates` has a rate for each
    of MEASURES, in that order. `points` are the points taken in the first, second, ... trick, per deal: card points,
    before the moon rule. `voids` has for every trick the share of deals in which it began the trick without a card of
    some suit.
    """

    label: str
    spec: str
    boards: int
    deals: int
    rates: Mapping[str, Rate]
    points: tuple[Estimate, ...]
    voids: tuple[Rate, ...]

    @property
    def points_per_deal(self) -> float:
        """The points taken in all tricks of a deal together."""
        return sum(each.mean for each in self.points)


@dataclass(frozen=True)
class Behaviours:
    """The behaviours of all strategies of a run; `notes` say what they rest on.

    There are none if its boards cannot be played again, or would take too long; then a note says why.
    """

    behaviours: tuple[Behaviour, ...]
    notes: tuple[str, ...]


class _Tally:
    """Sums over boards of what some strategies did: integers, so that the order of boards changes nothing.

    The columns are those of MEASURES, then points by trick, then voids by trick.
    """

    def __init__(self, strategies: int, hand_size: int) -> None:
        self._hand_size = hand_size
        columns = len(MEASURES) + 2 * hand_size
        # By strategy and column: sums of what was done, of what could have been, their squares and products, and the
        # number of boards with a chance.
        self.done, self.could, self.done_squared, self.could_squared, self.products, self.boards = np.zeros(
            (6, strategies, columns), np.int64
        )

    def add(self, counts: Mapping[str, Integers]) -> None:
        """Add what `board_counts` says of some boards."""
        done, could = counts["done"], counts["could"]
        self.done += done.sum(axis=0)
        self.could += could.sum(axis=0)
        self.done_squared += (done * done).sum(axis=0)
        self.could_squared += (could * could).sum(axis=0)
        self.products += (done * could).sum(axis=0)
        self.boards += (could > 0).sum(axis=0)

    def behaviour(self, strategy: int, spec: str, label: str) -> Behaviour:
        """Return how a strategy behaved."""
        first, tricks = len(MEASURES), self._hand_size
        points, voids = range(first, first + tricks), range(first + tricks, first + 2 * tricks)
        return Behaviour(
            label=label,
            spec=spec,
            boards=int(self.boards[strategy, points[0]]),
            deals=int(self.could[strategy, points[0]]),
            rates={name: self._rate(strategy, column) for column, name in enumerate(MEASURES)},
            points=tuple(self._mean(strategy, column) for column in points),
            voids=tuple(self._rate(strategy, column) for column in voids),
        )

    def _rate(self, strategy: int, column: int) -> Rate:
        """Return how often it was done, of the chances."""
        sums = self._sums(strategy, column)
        return rate_of(sums[5], (sums[0], sums[2]), (sums[1], sums[3]), sums[4])

    def _mean(self, strategy: int, column: int) -> Estimate:
        """Return how much it was, per chance."""
        sums = self._sums(strategy, column)
        return ratio_interval(sums[5], (sums[0], sums[2]), (sums[1], sums[3]), sums[4], 1)

    def _sums(self, strategy: int, column: int) -> list[int]:
        arrays = (self.done, self.could, self.done_squared, self.could_squared, self.products, self.boards)
        return [int(each[strategy, column]) for each in arrays]


def board_counts(block: Block, specs: Sequence[str]) -> dict[str, Integers]:
    """Return what some strategies did on the boards of a block, by board, strategy and column, and could have done.

    Recorded in chunks, this is what a behaviour is made from.
    """
    players, turns = block.match.rules.players, block.match.turns
    names = np.array([specs.index(spec) if spec in specs else -1 for spec in block.match.line_up])
    seated = names[block.tables["strategies"][:, :players]].reshape(-1, turns * players)
    is_his = (seated[:, None] == np.arange(len(specs))[:, None]).astype(np.int64)
    done, could = (is_his @ each.reshape(*seated.shape, -1) for each in _columns(Deals.of(block)))
    return {"done": done, "could": could}


def _columns(deals: Deals) -> tuple[Integers, Integers]:
    """Return what was done and what could have been as integers by table, seat and column."""
    pairs = [tuple(_by_deal(each) for each in pair) for pair in measured(deals).values()]
    done, could = (np.stack(each, axis=2) for each in zip(*pairs, strict=True))
    points, voids = (each.swapaxes(1, 2).astype(np.int64) for each in (deals.taken("points"), deals.voids))
    always = np.ones_like(points)
    return np.concatenate([done, points, voids], axis=2), np.concatenate([could, always, always], axis=2)


def _by_deal(flags: Flags) -> Integers:
    """Return how often something was so, by table and seat."""
    return np.asarray(flags.sum(axis=1) if flags.ndim == 3 else flags, np.int64)  # noqa: PLR2004


def observed(matches: Sequence[tuple[Match, int]], labels: Mapping[str, str]) -> tuple[Behaviour, ...]:
    """Play the first boards of some matches, so many of each, and return how their strategies behave.

    All matches have the same rules. `labels` are what reports call the strategies, by spec, in the order of the result.
    Of games, the first deals are looked at.

    Raises:
        StrategyFault: a strategy misbehaved.

    """
    seen = Observer(labels, matches[0][0].rules)
    for match, boards in matches:
        at_once = max(1, _TABLES_AT_ONCE // match.turns)
        # What Python strategies print was said when the match was played.
        with contextlib.nullcontext() if match.is_compiled else captured_output(io.StringIO()):
            player = BoardPlayer(match, min(at_once, boards), 1)
            for first in range(0, boards, at_once):
                block = player.play(match.first_board + first, min(at_once, boards - first))
                if block.faults:
                    raise block.faults[min(block.faults)]
                seen.add(seen.record(block))
    return seen.behaviours


class Observer:
    """Sees how the strategies behave that `labels` names, by spec, whoever plays the boards, under these rules."""

    def __init__(self, labels: Mapping[str, str], rules: Rules) -> None:
        self._labels = labels
        self._tally = _Tally(len(labels), rules.hand_size)
        # What chunks shall record, to be given to `add`.
        self.record = functools.partial(board_counts, specs=tuple(labels))

    def add(self, counts: Mapping[str, Integers]) -> None:
        """Take what was recorded of some boards."""
        self._tally.add(counts)

    @property
    def behaviours(self) -> tuple[Behaviour, ...]:
        """How the strategies behaved on all boards so far."""
        return tuple(self._tally.behaviour(number, *names) for number, names in enumerate(self._labels.items()))


@dataclass(frozen=True)
class Choice:
    """Which boards of a run are played again to see its strategies behave: matches, and how many first boards of each.

    `labels` has the labels of the strategies that are seen there, by spec; `notes` are those of `Behaviours`.
    """

    matches: tuple[tuple[Match, int], ...]
    labels: Mapping[str, str]
    notes: tuple[str, ...]


def behaviours(results: Sequence[Result], strategies: Mapping[str, Any]) -> Behaviours:
    """Return how the strategies of a run behave, as far as its boards can be played again in a few seconds.

    `results` and `strategies` are as for `chosen`.

    Raises:
        StrategyFault: a strategy misbehaved, which it had not done before.

    """
    choice = chosen(results, strategies)
    return Behaviours(observed(choice.matches, choice.labels) if choice.matches else (), choice.notes)


def chosen(results: Sequence[Result], strategies: Mapping[str, Any], *, deals: int | None = None) -> Choice:
    """Choose which boards of a run to play again.

    As many as take a few seconds by the times on record, or as give so many `deals`: the same run folder always gives
    the same boards. Matches with a strategy whose source, or hearts_bench itself, has changed since are left out.

    Args:
        results: what a run folder holds of each match.
        strategies: what its manifest says of each strategy, by spec.
        deals: how many deals are played again, all matches together.

    """
    played = [result for result in results if result.boards]
    labels = labels_of([result.match for result in played])
    changed = {spec: reason for spec in labels if (reason := why_changed(spec, strategies))}
    same = [result for result in played if not changed.keys() & set(result.match.line_up)]
    matches = _shares(same, deals)
    seen = {spec for match, _ in matches for spec in match.line_up}
    notes = _notes_on_changed({labels[spec]: reason for spec, reason in changed.items()})
    notes += _notes(matches, len(results)) if matches else [_SLOW if same else _NONE]
    return Choice(matches, {spec: label for spec, label in labels.items() if spec in seen}, tuple(notes))


def _notes_on_changed(reasons: Mapping[str, str]) -> list[str]:
    """Return which strategies could not be looked at, and why, each reason once; `reasons` are by label."""
    by_reason: dict[str, list[str]] = {}
    for label, reason in reasons.items():
        by_reason.setdefault(reason, []).append(label)
    return [f"{', '.join(labels)} could not be looked at: {reason}." for reason, labels in by_reason.items()]


def why_changed(spec: str, strategies: Mapping[str, Any]) -> str:
    """Return why a strategy is not what a manifest's record of strategies says, an empty text if it still is."""
    try:
        now = strategy_record(make(spec))
    except HeartsBenchError as error:
        return str(error)
    before = strategies.get(spec, {})
    is_same = now["source_digest"] == before.get("source_digest")
    return "" if is_same else "its source, or hearts-bench, has changed since"


def _shares(results: Sequence[Result], deals: int | None) -> tuple[tuple[Match, int], ...]:
    """Return how many first boards of which matches are played again.

    They are as many of each: some tables are harder than others, so that other shares would give other means. If there
    is time for too few, the slowest match is left out.
    """
    while results:
        turns = sum(result.match.turns for result in results)
        if deals is not None:
            boards, fewest = -(-deals // turns), 1
        else:
            boards = min(int(_SECONDS * 1e9) // sum(map(nanoseconds_per_board, results)), _MOST_DEALS // turns)
            block = max(result.match.block for result in results)
            boards = boards // block * block or boards
            fewest = min(_FEWEST_BOARDS, *(result.boards for result in results))
        if boards >= fewest:
            return tuple((result.match, min(result.boards, boards)) for result in results)
        slowest = max(range(len(results)), key=lambda at: nanoseconds_per_board(results[at]))
        results = [*results[:slowest], *results[slowest + 1 :]]
    return ()


def nanoseconds_per_board(result: Result) -> int:
    """Return how long it takes to play a board of a result again, by the times on record; of a game, its first deal.

    Times of decisions are rounded up to powers of ten, so that it hardly ever matters how busy the machine was.
    """
    match = result.match
    cost = _NANOSECONDS_OF_A_DEAL * match.turns
    for position, entrant in enumerate(match.entrants):
        timed, took = (int(result.tally[position, column]) for column in (Sum.DECISIONS, Sum.NANOSECONDS))
        own = _rounded_up(took // timed) if timed else _NANOSECONDS_UNKNOWN
        own += _NANOSECONDS_OUTSIDE if entrant.is_asked_outside else _NANOSECONDS_COMPILED
        cost += own * (match.rules.hand_size + 1) * match.seats_per_board(position)
    return cost


def _rounded_up(nanoseconds: int) -> int:
    """Return a time as a power of ten, a microsecond at least: the same match played again shall have the same time."""
    return int(max(1000, 10 ** len(str(nanoseconds - 1))))


def _notes(choice: Sequence[tuple[Match, int]], matches: int) -> list[str]:
    numbers = [number for _, number in choice]
    amount = f"{min(numbers):,}" if min(numbers) == max(numbers) else f"{min(numbers):,} to {max(numbers):,}"
    some = f"of {len(choice)} of the {matches} matches"
    of = "" if matches == 1 else "of each match" if len(choice) == matches else some
    games = ", only their first deals" if choice[0][0].whole_games else ""
    return [f"Seen on the first {amount} boards {of}".rstrip() + f", played again{games}."]


def field_matches(strategies: Sequence[str], against: str, deals: int, seed: int, **options: Any) -> list[Match]:
    """Return one match for each strategy, which sits in each seat once with copies of `against` in all others.

    All play the same boards, at least so many deals. `against` itself has all seats at once. `options` are further
    fields of `Match`.

    Raises:
        ConfigError: there is no deal, or a strategy cannot be made.

    """
    players = changed_rules(options.get("preset", "article"), options.get("changes", ())).players
    matches = []
    for spec in strategies:
        seatings = "fixed" if pinned(spec) == pinned(against) else "rotate"
        match = Match((spec, *[against] * (players - 1)), 1, seed, seatings=seatings, **options)  # type: ignore[arg-type]
        blocks = -(-deals // (players * match.block))  # all pass directions come equally often
        matches.append(replace(match, boards=blocks * match.block))
    return matches
