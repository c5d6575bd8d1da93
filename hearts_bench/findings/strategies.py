"""What each strategy did in all matches together: points and payoffs, their distribution and where they come from."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from hearts_bench.chunk import WIN, Sum
from hearts_bench.findings.model import ORIGINS, Distribution, Origin, OriginKind, StrategyFindings
from hearts_bench.findings.origins import MOON_KINDS, knows_moons, origins_of
from hearts_bench.findings.tally import MatchTally
from hearts_bench.match import Match
from hearts_bench.runner import Result
from hearts_bench.shards import Shard
from hearts_bench.stats.cells import BoardSums, Cells

Integers = npt.NDArray[np.int64]

_KINDS = 3  # of deals: without a moon, with one's own, with somebody else's


class StrategyTotals:
    """Collects what strategies did; `specs` are all of a run, which have numbers here in that order."""

    def __init__(self, specs: Sequence[str], players: int) -> None:
        self._specs = list(specs)
        self._scores: Counter[tuple[int, int, int]] = Counter()  # by strategy, kind of deal and score
        self._origins: defaultdict[OriginKind, Integers] = defaultdict(lambda: np.zeros(len(specs), np.int64))
        self._moons = np.zeros(len(specs), np.int64)  # what moons are worth in payoff, times (players - 1)
        self._tally = np.zeros((len(specs), len(Sum)), np.int64)
        self._wins = Cells((len(specs),), WIN)
        self._points, self._payoffs = Cells((len(specs),)), Cells((len(specs),), players - 1)

    def add(self, shard: Shard, numbers: Integers) -> None:
        """Add the boards of a shard; `numbers` says who sat in each seat, by deal."""
        self._count(shard, numbers)
        parts = origins_of(shard)
        for kind, points in parts.items():
            self._origins[kind] += self._by_strategy(numbers, points)
        moons: Any = sum(points for kind, points in parts.items() if kind in MOON_KINDS)
        if np.ndim(moons):
            players = shard.match.rules.players
            self._moons += self._by_strategy(numbers, moons.sum(axis=1, keepdims=True) - players * moons)

    def _by_strategy(self, numbers: Integers, values: Integers) -> Integers:
        return np.bincount(numbers.ravel(), values.ravel(), len(self._specs)).astype(np.int64)

    def _count(self, shard: Shard, numbers: Integers) -> None:
        is_games = shard.match.whole_games
        scores = shard.by_seat("total" if is_games else "score").astype(np.int64)
        kinds = np.zeros_like(scores) if is_games else _kinds(shard)
        lowest, span = int(scores.min()), int(np.ptp(scores)) + 1
        key = (numbers * _KINDS + kinds) * span + scores - lowest
        counts = np.bincount(key.ravel())
        for at in np.flatnonzero(counts).tolist():
            strategy, rest = divmod(at, _KINDS * span)
            kind, score = divmod(rest, span)
            self._scores[strategy, kind, score + lowest] += int(counts[at])

    def add_match(self, result: Result, tally: MatchTally) -> None:
        """Add a match whose shards have all been added."""
        at = np.array([self._specs.index(spec) for spec in tally.specs])
        self._points.add((at,), tally.points)
        self._payoffs.add((at,), tally.payoffs)
        for position, spec in enumerate(result.match.line_up):
            number = self._specs.index(spec)
            self._tally[number] += result.tally[position]
            if result.match.whole_games:
                self._wins.add((np.array([number]),), _wins(result, position))

    def findings(self, labels: Mapping[str, str], kinds: Mapping[str, str], match: Match) -> list[StrategyFindings]:
        """Return what the strategies did that have played, by spec; `match` is any, for rules and whether it is games.

        `labels` and `kinds` say what the specs are called, and how they run.
        """
        found = [
            self._findings(at, spec, labels[spec], kinds.get(spec, ""), match) for at, spec in enumerate(self._specs)
        ]
        return [each for each in found if each is not None]

    def _findings(self, at: int, spec: str, label: str, kind: str, match: Match) -> StrategyFindings | None:
        points, payoff = self._points.estimate((at,)), self._payoffs.estimate((at,))
        if points is None or payoff is None:
            return None
        row = [int(number) for number in self._tally[at]]
        deals, rules = row[Sum.DEALS], match.rules
        knows = not match.whole_games or knows_moons(rules)
        return StrategyFindings(
            label=label,
            spec=spec,
            kind=kind,
            deals=deals,
            points=points,
            payoff=payoff,
            moons_made=row[Sum.MOONS_MADE],
            moons_conceded=row[Sum.MOONS_CONCEDED],
            queens=row[Sum.QUEENS],
            clean=row[Sum.CLEAN],
            revokes=row[Sum.REVOKES],
            ms_per_decision=row[Sum.NANOSECONDS] / row[Sum.DECISIONS] / 1e6 if row[Sum.DECISIONS] else None,
            win_rate=self._wins.estimate((at,)),
            moon_payoff=float(self._moons[at]) / (rules.players - 1) / deals if knows else None,
            distribution=self._distribution(at),
            origins=tuple(
                Origin(kind, float(self._origins[kind][at]) / deals) for kind in ORIGINS if kind in self._origins
            ),
        )

    def _distribution(self, at: int) -> Distribution:
        scores = sorted({score for strategy, _, score in self._scores if strategy == at})
        plain, made, conceded = (tuple(self._scores[at, kind, score] for score in scores) for kind in range(_KINDS))
        return Distribution(tuple(scores), plain, made, conceded)


def _wins(result: Result, position: int) -> BoardSums:
    """Return the wins of a position, in parts of WIN, and its games, board by board."""
    row, seats = result.tally[position], result.match.seats_per_board(position)
    games, squares = np.array([[seats], [seats**2]]) * result.boards
    sums = row[[Sum.WINS]], games
    return BoardSums.of(result.boards, sums, (row[[Sum.WINS_SQUARED]], squares), seats * row[[Sum.WINS]])


def _kinds(shard: Shard) -> Integers:
    moon = shard.columns["moon_seat"].astype(np.int64)[:, np.newaxis]
    seats = np.arange(shard.match.rules.players)
    return np.where(moon < 0, 0, np.where(moon == seats, 1, 2))
