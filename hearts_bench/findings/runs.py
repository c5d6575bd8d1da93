"""Running means: how figures settled down while boards came in, and what sequential tests saw."""

from collections.abc import Mapping, Sequence
from math import log

import numpy as np

from hearts_bench.duel import Duel, Question
from hearts_bench.findings.model import Evidence, Line, Running
from hearts_bench.match import Match
from hearts_bench.stats.boards import Floats
from hearts_bench.stats.intervals import running_intervals
from hearts_bench.stats.sequential import LOOK, SequentialTest, confidence_sequences

_FEWEST = 2
_POINTS_OF_MEANS = 24
_POINTS_OF_EVIDENCE = 120


class Tracks:
    """Board values of the lines of a chart, board by board: means over the matches in which a line has a part.

    Matches of one schedule are independent, so their boards may be laid side by side, the first ones of all together.
    """

    def __init__(self) -> None:
        self._sums: dict[str, Floats] = {}
        self._matches: dict[str, int] = {}
        self._turns = 0
        self._has_finished = False

    def add(self, match: Match, values: Mapping[str, Floats], *, is_finished: bool) -> None:
        """Add the board values of a match, by line; one that is not finished counts only while none is."""
        if self._has_finished > is_finished or (not is_finished and self._sums):
            return
        if is_finished and not self._has_finished:
            self._sums, self._matches, self._turns, self._has_finished = {}, {}, 0, True
        self._turns += match.turns
        for name, boards in values.items():
            before = self._sums.get(name)
            length = len(boards) if before is None else min(len(boards), len(before))
            self._sums[name] = boards if before is None else before[:length] + boards[:length]
            self._matches[name] = self._matches.get(name, 0) + 1

    def running(self, names: Sequence[str], bound: float | None) -> Running | None:
        """Return the running means of these lines, as far as they are there, or None if there is next to nothing.

        Values are within the bound. If there is None, or lines are means over several matches, which hardly vary and
        yet are bounded no closer, intervals are for numbers of boards fixed beforehand.
        """
        present = [name for name in names if name in self._sums]
        length = min((len(self._sums[name]) for name in present), default=0)
        if length <= _FEWEST:
            return None
        ends = np.unique(np.geomspace(_FEWEST, length, _POINTS_OF_MEANS).round().astype(np.int64)).tolist()
        if max(self._matches[name] for name in present) > 1:
            bound = None
        lines = [_line(name, self._sums[name][:length] / self._matches[name], ends, bound) for name in present]
        deals = tuple(end * self._turns for end in ends)
        return Running(tuple(ends), deals, tuple(lines), is_sequence=bound is not None)


def _line(name: str, values: Floats, ends: list[int], bound: float | None) -> Line:
    means = np.cumsum(values)[np.array(ends) - 1] / ends
    kept = running_intervals(values, ends) if bound is None else confidence_sequences(values, ends, bound)
    return Line(name, tuple(means.tolist()), tuple(kept[:, 0].tolist()), tuple(kept[:, 1].tolist()))


def evidence_of(match: Match, duel: Duel, question: Question) -> Evidence:
    """Return what a sequential test with this question sees of the boards of a duel."""
    payoffs = duel.payoffs
    ends = _ends(_new_test(match, question), payoffs)
    test, trail = _new_test(match, question), []
    for start, end in zip([0, *ends], ends, strict=False):
        test.add(payoffs[start:end])
        trail.append(test.evidence)
    up, down = zip(*trail, strict=True)
    return Evidence(
        names=(match.labels[0], match.labels[1]),
        question=question,
        is_decisive=match.drawn,
        boards=tuple(ends),
        up=up,
        down=down,
        pass_at=log(1 / question.alpha),
        fail_at=log(1 / question.beta),
        outcome=duel.outcome(),
    )


def _new_test(match: Match, question: Question) -> SequentialTest:
    return SequentialTest(*question.margins, bound=match.rules.payoff_bound, alpha=question.alpha, beta=question.beta)


def _ends(test: SequentialTest, payoffs: Floats) -> list[int]:
    """Return some numbers of boards up to where a test ends: multiples of its looks, and the last board."""
    test.add(payoffs)
    looks = np.linspace(0, test.boards // LOOK, _POINTS_OF_EVIDENCE).round().astype(np.int64)[1:]
    return sorted({*(LOOK * looks[looks > 0]).tolist(), test.boards})
