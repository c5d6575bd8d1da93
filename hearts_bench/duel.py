"""A duel: is a new strategy better than an old one, or at least no worse? Both play the same deals.

On every board the new strategy sits in each seat once, against the old one in all others; what the board says is the
new one's mean payoff over these seats. Payoffs of a table of equals sum to zero, so this is the difference between the
two already, and exactly zero where both play alike. The old strategy also plays the board alone: that gives the points
it takes in the seats of the new one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from hearts_bench.chunk import Chunk
from hearts_bench.errors import ConfigError
from hearts_bench.match import Match, boards_for
from hearts_bench.stats.intervals import Estimate, board_interval
from hearts_bench.stats.planning import ExpectedBoards, boards_needed, detectable_difference, expected_boards
from hearts_bench.stats.sequential import LOOK, Expectation, SequentialTest, confidence_sequence, gsprt, margins

Verdict: TypeAlias = Literal["pass", "fail", "inconclusive"]


@dataclass(frozen=True)
class Question:
    """What is tested: that the new strategy is no worse than the old one, or better, by payoff in points per deal.

    `detect` is the loss, or the gain, that shall be found. `alpha` bounds the probability of a pass although the loss
    is that large (or there is no gain), `beta` that of a fail although there is no loss (or the gain is that large). A
    sequential test ends as soon as it is sure; otherwise all boards are played, and only then judged.
    """

    expect: Expectation = "no-worse"
    detect: float = 0.1
    alpha: float = 0.05
    beta: float = 0.05
    sequential: bool = True

    def __post_init__(self) -> None:
        margins(self.expect, self.detect)
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:  # noqa: PLR2004
                msg = f"{name} is the probability of an error, above 0 and below 0.5, not {value:g}"
                raise ConfigError(msg)

    @property
    def margins(self) -> tuple[float, float]:
        """The means between which it decides: (mu0, mu1), in points."""
        return margins(self.expect, self.detect)


@dataclass(frozen=True)
class Outcome:
    """What a duel showed, in points per deal; positive payoffs and gains are in favour of the new strategy.

    `names` are what new and old are called. `payoff` has an interval that is valid although a sequential test chose
    when to stop. `points` are the mean scores of new and old in the same seats, `gain` their difference. `alike` is the
    share of boards that both played with the same result. `detectable` is the difference that a planned duel of as many
    boards finds with the same errors. `worst` is the number of the board that cost the new strategy most. `llr` is what
    a chess engine test would show.
    """

    match: Match
    names: tuple[str, str]
    question: Question
    verdict: Verdict
    boards: int
    payoff: Estimate
    points: tuple[float, float]
    gain: Estimate
    alike: float
    detectable: float | None
    worst: int | None
    llr: float | None

    @property
    def deals(self) -> int:
        """How many deals were played for it."""
        return self.boards * self.match.turns

    @property
    def contradiction(self) -> bool:
        """Whether points and payoff point in opposite directions, one of them surely."""
        sure = any(each.interval and not each.interval[0] <= 0 <= each.interval[1] for each in (self.payoff, self.gain))
        return self.payoff.mean * self.gain.mean < 0 and sure


def duel_match(
    new: str, old: str, boards: int, seed: int, question: Question, *, deals: int | None = None, **options: Any
) -> Match:
    """Return the match that a duel plays: at most `boards` boards, or at least `deals` deals if these are given.

    `options` are further fields of `Match`.

    Raises:
        ConfigError: both strategies are the same, or there are too few boards.

    """
    if new.strip() == old.strip():
        msg = f"new and old are the same strategy, {new}; `hearts-bench selfcheck {new}` shows that it equals itself"
        raise ConfigError(msg)
    if deals is not None and deals < 1:
        msg = f"{deals} deals cannot be played; ask for at least one"
        raise ConfigError(msg)
    if question.sequential and boards < LOOK:
        msg = f"{boards} boards are too few for a sequential test, which looks at its evidence every {LOOK} boards"
        raise ConfigError(msg)
    match = Match((new, old), boards, seed, seatings="duel", drawn=question.sequential, **options)
    return match if deals is None else replace(match, boards=boards_for(match, deals))


@dataclass(frozen=True)
class BoardSums:
    """What boards of a duel say about the strategy in the seats of the new one: exact integers of shape (boards,).

    `payoffs` are sums over these seats of (players - 1) * payoff, `scores` are sums of scores.
    """

    payoffs: npt.NDArray[np.int64]
    scores: npt.NDArray[np.int64]


@dataclass(frozen=True)
class Recorded:
    """An old strategy that is not there to play: what it did against the same opponents, board by board."""

    name: str
    boards: BoardSums


class Duel:
    """Collects the boards of a duel, and answers its question.

    The opponents of the new strategy are the old one or, if what the old one did is `recorded`, somebody else. Then a
    board says by how much the payoffs of both differ, which can be twice as much as a payoff.
    """

    def __init__(self, match: Match, question: Question, recorded: Recorded | None = None) -> None:
        self._match = match
        self._question = question
        self._recorded = recorded
        self._bound = match.rules.payoff_bound * (2 if recorded else 1)
        self._payoffs: list[npt.NDArray[np.float64]] = []
        self._points: list[npt.NDArray[np.float64]] = []
        self._test = self._new_test()

    def _new_test(self) -> SequentialTest:
        question = self._question
        if question.detect >= self._match.rules.payoff_bound:
            msg = (
                f"no two strategies differ by {question.detect:g} points per deal under rules {self._match.rules_name}"
            )
            raise ConfigError(msg)
        return SequentialTest(
            *question.margins,
            bound=self._bound,
            alpha=question.alpha,
            beta=question.beta,
            max_boards=self._match.boards,
        )

    def is_enough(self, chunk: Chunk) -> bool:
        """Take the next boards, and tell whether the question is answered."""
        payoffs, points = board_values(chunk.scores, self._known(chunk))
        self._payoffs.append(payoffs)
        self._points.append(points)
        return self._question.sequential and self._test.add(payoffs) is not None

    def _known(self, chunk: Chunk) -> BoardSums | None:
        if self._recorded is None:
            return None
        first, boards = chunk.first - self._match.first_board, self._recorded.boards
        part = slice(first, first + chunk.boards)
        return BoardSums(boards.payoffs[part], boards.scores[part])

    @property
    def boards(self) -> int:
        """How many boards count: up to the end of a sequential test, else all so far."""
        return self._test.boards if self._question.sequential else sum(map(len, self._payoffs))

    @property
    def payoffs(self) -> npt.NDArray[np.float64]:
        """The new strategy's payoff by board, in points per deal, up to the end of a sequential test."""
        return np.concatenate(self._payoffs)[: self.boards]

    @property
    def spread(self) -> float:
        """The standard deviation of a board, in points per deal."""
        return float(self.payoffs.std(ddof=1)) if len(self.payoffs) > 1 else 0.0

    def outcome(self) -> Outcome:
        """Return what the boards showed; those behind the end of a sequential test do not count."""
        payoffs, spread = self.payoffs, self.spread
        points = np.concatenate(self._points)[: len(payoffs)]
        question = self._question
        sure = confidence_sequence(payoffs, self._bound)
        payoff = sure if question.sequential else board_interval(payoffs)
        return Outcome(
            match=self._match,
            names=(self._match.labels[0], self._recorded.name if self._recorded else self._match.labels[1]),
            question=question,
            verdict=self._verdict(payoffs),
            boards=len(payoffs),
            payoff=payoff,
            points=(float(points[:, 0].mean()), float(points[:, 1].mean())),
            gain=board_interval(points[:, 1] - points[:, 0]),
            alike=float((payoffs == 0).mean()),
            detectable=detectable_difference(spread, len(payoffs), question.alpha, question.beta) if spread else None,
            worst=self._match.first_board + int(payoffs.argmin()) if payoffs.min() < 0 else None,
            llr=gsprt(payoffs, *question.margins),
        )

    def _verdict(self, payoffs: npt.NDArray[np.float64]) -> Verdict:
        question = self._question
        if question.sequential:
            return _WORDS[self._test.verdict or "INCONCLUSIVE"]
        low = self._ends(payoffs, question.alpha)[0]
        high = self._ends(payoffs, question.beta)[1]
        mu0, mu1 = question.margins
        return "pass" if low > mu0 else "fail" if high < mu1 else "inconclusive"

    def _ends(self, payoffs: npt.NDArray[np.float64], error: float) -> tuple[float, float]:
        """Return an interval each end of which is wrong with the probability `error`."""
        level = 1 - 2 * error
        interval = board_interval(payoffs, level).interval
        # Boards that are all equal have no interval of the usual kind, but betting knows what they are worth.
        fallback = confidence_sequence(payoffs, self._bound, level)
        return interval or fallback.interval or (-np.inf, np.inf)


_WORDS: Mapping[str, Verdict] = {"PASS": "pass", "FAIL": "fail", "INCONCLUSIVE": "inconclusive"}


def board_sums(scores: npt.NDArray[np.int32]) -> BoardSums:
    """Return what boards of a duel say about the new strategy; `scores` are by board, seating and seat."""
    seats = scores.shape[2]
    new = np.trace(scores, axis1=1, axis2=2, dtype=np.int64)  # in seating s the new strategy sits in seat s
    totals = scores[:, :seats].sum(axis=(1, 2), dtype=np.int64)
    return BoardSums(totals - seats * new, new)


def board_values(
    scores: npt.NDArray[np.int32], old: BoardSums | None = None
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return what boards of a duel say: the new strategy's payoff, and the points of new and old in the same seats.

    Args:
        scores: by board, seating and seat, with the seatings "duel".
        old: what the old strategy did on these boards, if it is not the one that sits in all other seats. Its payoffs
            are taken off those of the new one.

    Returns:
        Payoffs of shape (boards,) and points of shape (boards, 2), both per deal.

    """
    seats = scores.shape[2]
    new = board_sums(scores)
    payoffs = new.payoffs if old is None else new.payoffs - old.payoffs
    others = scores[:, seats].sum(axis=1) if old is None else old.scores
    return payoffs / (seats * (seats - 1)), np.stack([new.scores, others], axis=1) / seats


@dataclass(frozen=True)
class Effort:
    """How many boards it takes to find a difference of `detect` points per deal: planned, and tested as they come."""

    detect: float
    planned: int
    sequential: ExpectedBoards


@dataclass(frozen=True)
class Pilot:
    """What a short duel tells about longer ones.

    `spread` is the standard deviation of a board, in points per deal; `seconds` is how long a board took.
    """

    outcome: Outcome
    spread: float
    seconds: float
    efforts: tuple[Effort, ...]


def pilot(duel: Duel, seconds: float, differences: Sequence[float]) -> Pilot:
    """Return what a duel that took so many seconds tells about finding these differences, in points per deal.

    Raises:
        ConfigError: the boards do not differ, so that they tell nothing about longer duels.

    """
    outcome = duel.outcome()
    question, bound = outcome.question, outcome.match.rules.payoff_bound
    spread = duel.spread
    if spread == 0:
        msg = f"all {outcome.boards} boards of the pilot gave the same result; play more, with --boards"
        raise ConfigError(msg)
    errors = (question.alpha, question.beta)
    efforts = tuple(
        Effort(
            detect=detect,
            planned=boards_needed(spread, detect, *errors),
            sequential=expected_boards(spread, detect, bound=bound, alpha=errors[0], beta=errors[1]),
        )
        for detect in differences
    )
    return Pilot(outcome, spread, seconds / outcome.boards, efforts)
