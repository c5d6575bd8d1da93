"""Sequential tests and confidence sequences by betting: valid at every stopping time, whatever the variance.

A bettor wins nothing where there is nothing to know: if the mean of the boards is at most mu, whoever bets on larger
values, on each board a share of the wealth that is chosen from past boards only, multiplies it by 1/alpha with
probability alpha at most, at whatever time (Ville's inequality). So wealth is evidence. Boards have to be bounded and
have the same mean given the past; their variance, and how many are zero, do not matter (Waudby-Smith and Ramdas,
"Estimating means of bounded random variables by betting", JRSS B 86, 2024).

Boards must come in the order of their numbers, never in that in which they were finished: those that are played fast
may be of another kind than those that are played slowly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from hearts_bench.errors import ConfigError
from hearts_bench.stats.boards import Floats
from hearts_bench.stats.intervals import Estimate

Verdict: TypeAlias = Literal["PASS", "FAIL", "INCONCLUSIVE"]
Expectation: TypeAlias = Literal["no-worse", "better"]

LOOK = 24  # boards between looks
_PIECE = 8192  # boards at a time, to bound memory
_GSPRT_BURN_IN = 200  # boards that are not zero


@dataclass(frozen=True)
class Betting:
    """How much is bet. These numbers decide how soon evidence comes, never whether it is valid.

    `prior_boards` (k) and `prior_sd` (s0, in points) stand in for the variance while there are few boards; `cap` (c) is
    the largest share of the wealth that one board can lose.
    """

    prior_boards: float = 20
    prior_sd: float = 2
    cap: float = 0.9


_BETTING = Betting()


def margins(expect: Expectation, detect: float) -> tuple[float, float]:
    """Return (mu0, mu1) of a test: PASS says that the mean is above mu0, FAIL that it is below mu1.

    Args:
        expect: "no-worse" looks for a loss of `detect`: (-detect, 0). "better" looks for a gain: (0, detect).
        detect: the difference that is to be found, in points, above 0. Means in between get either verdict.

    Raises:
        ConfigError: an unknown expectation, or a difference that is not above 0.

    >>> margins("no-worse", 0.1)
    (-0.1, 0.0)

    """
    if not 0 < detect < inf:
        msg = f"the difference to detect must be above 0 points, not {detect:g}"
        raise ConfigError(msg)
    if expect not in {"no-worse", "better"}:
        msg = f"unknown expectation {expect!r}; there is no-worse, better"
        raise ConfigError(msg)
    return (-detect, 0.0) if expect == "no-worse" else (0.0, detect)


class _Past:
    """Number, sum and sum of squares of past boards.

    np.cumsum adds in order, so all that is made of these sums has the same bits for any chunks.
    """

    def __init__(self, betting: Betting) -> None:
        self._weight = betting.prior_boards
        self._prior = betting.prior_boards * betting.prior_sd**2
        self.boards, self.total, self._squares = 0, 0.0, 0.0

    def add(self, values: Floats) -> None:
        """Take boards in."""
        self.boards += len(values)
        self.total = float(_carried(self.total, values)[-1])
        self._squares = float(_carried(self._squares, values**2)[-1])

    def variances(self, values: Floats) -> Floats:
        """Return for each of the next boards the variance that is foreseen from the boards before it."""
        boards = self.boards + np.arange(len(values))
        totals = _carried(self.total, values)[:-1]
        squares = _carried(self._squares, values**2)[:-1]
        spread = np.maximum(squares - totals**2 / np.maximum(boards, 1), 0)
        foreseen: Floats = (self._prior + spread) / (self._weight + boards)
        return foreseen


def _carried(start: float, values: Floats) -> Floats:
    """Return the sums before each value and after all of them: one more than there are values."""
    return np.cumsum(np.concatenate([[start], values]))


class SequentialTest:
    """Tests whether the mean of boards is above `mu0` or below `mu1`, and ends as soon as boards tell.

    P(PASS) <= alpha for every mean <= mu0, and P(FAIL) <= beta for every mean >= mu1, for any distribution of boards
    within the bound. Verdicts are looked for after every `look` boards and at `max_boards`, PASS first; a test that has
    none by then is INCONCLUSIVE. Boards after the verdict are ignored. Bets are (mu1 - mu0) / variance, which makes
    wealth grow fastest where differences are small.
    """

    def __init__(
        self,
        mu0: float,
        mu1: float,
        *,
        bound: float,
        alpha: float = 0.05,
        beta: float = 0.05,
        max_boards: int | None = None,
        look: int = LOOK,
        betting: Betting = _BETTING,
    ) -> None:
        """Prepare a test.

        Args:
            mu0: PASS says that the mean is above this, in points.
            mu1: FAIL says that it is below this, in points.
            bound: largest size of a board value, in points; for payoffs `Rules.payoff_bound`.
            alpha: probability of a wrong PASS.
            beta: probability of a wrong FAIL.
            max_boards: number of boards to stop at without a verdict, if any.
            look: boards between looks.
            betting: how much is bet.

        Raises:
            ConfigError: the numbers make no test.

        """
        if not -bound < mu0 < mu1 < bound:
            msg = f"the margins {mu0:g} and {mu1:g} must be in this order, and within the bound of {bound:g} points"
            raise ConfigError(msg)
        if not (0 < alpha < 1 and 0 < beta < 1):
            msg = f"error probabilities must be between 0 and 1, not {alpha:g} and {beta:g}"
            raise ConfigError(msg)
        if look < 1 or (max_boards is not None and max_boards < 1):
            msg = "a sequential test needs at least one board, and at least one board between looks"
            raise ConfigError(msg)
        self.mu0, self.mu1, self.bound = mu0, mu1, bound
        self.alpha, self.beta, self.max_boards = alpha, beta, max_boards
        self._look = look
        self._caps = betting.cap / (bound + mu0), betting.cap / (bound - mu1)
        self._past = _Past(betting)
        self._up, self._down = 0.0, 0.0
        self._verdict: Verdict | None = None

    @property
    def verdict(self) -> Verdict | None:
        """The verdict; None while there is none."""
        return self._verdict

    @property
    def boards(self) -> int:
        """Number of boards that were looked at."""
        return self._past.boards

    @property
    def mean(self) -> float | None:
        """Mean of these boards, in points. After a verdict it is biased: boards ran out while it was extreme."""
        return self._past.total / self._past.boards if self._past.boards else None

    @property
    def evidence(self) -> tuple[float, float]:
        """Logarithms of the wealth for PASS and for FAIL, which need ln(1 / alpha) and ln(1 / beta)."""
        return self._up, self._down

    def add(self, values: npt.ArrayLike) -> Verdict | None:
        """Look at the next boards, in the order of their numbers, and return the verdict so far.

        Args:
            values: board values in points of shape (boards,). Chunks of any size give the same result.

        Raises:
            ValueError: a value is beyond the bound, so the test would not be valid.

        """
        boards = np.asarray(values, np.float64)
        for start in range(0, len(boards), _PIECE):
            if self._verdict is None:
                self._add(boards[start : start + _PIECE])
        return self._verdict

    def _add(self, values: Floats) -> None:
        with np.errstate(divide="ignore", invalid="ignore"):
            up, down = self._evidence_after(values)
        boards = self.boards + 1 + np.arange(len(values))
        passed, failed = up >= log(1 / self.alpha), down >= log(1 / self.beta)
        over = boards == self.max_boards
        ends = np.flatnonzero(((boards % self._look == 0) & (passed | failed)) | over)
        used = int(ends[0]) + 1 if ends.size else len(values)
        # Only now: boards behind the verdict are ignored, whether or not they come in the same chunk.
        _check_bound(values[:used], self.bound)
        self._past.add(values[:used])
        self._up, self._down = float(up[used - 1]), float(down[used - 1])
        if ends.size:
            self._verdict = "PASS" if passed[used - 1] else "FAIL" if failed[used - 1] else "INCONCLUSIVE"

    def _evidence_after(self, values: Floats) -> tuple[Floats, Floats]:
        """Return the evidence for PASS and for FAIL after each of the next boards."""
        bets = (self.mu1 - self.mu0) / self._past.variances(values)
        up = _carried(self._up, np.log1p(np.minimum(bets, self._caps[0]) * (values - self.mu0)))[1:]
        down = _carried(self._down, np.log1p(-np.minimum(bets, self._caps[1]) * (values - self.mu1)))[1:]
        return up, down


def _check_bound(values: Floats, bound: float) -> None:
    if not np.all(np.abs(values) <= bound):
        msg = f"a board value is beyond the bound of {bound:g} points"
        raise ValueError(msg)


def confidence_sequence(
    values: npt.ArrayLike, bound: float, level: float = 0.95, betting: Betting = _BETTING
) -> Estimate:
    """Return the mean of all boards so far, with an interval that is valid whenever and why ever one stopped.

    All means are kept against which neither a bettor on larger nor one on smaller values has made 2 / alpha of the
    stake, alpha = 1 - level. Both bet sqrt(2 ln(2 / alpha) / (v * i * ln(1 + i))) on board i, v being the variance
    foreseen from past boards, up to the cap. The wealth of the one falls and that of the other rises with the mean bet
    against, so the means kept are an interval, whose ends are found by bisection rather than on a grid.

    Source: the predictable plug-in bets and the hedged capital of Waudby-Smith and Ramdas (see above), sections 3, 4.

    Args:
        values: board values in points of shape (boards,), at least one, in the order of their numbers.
        bound: largest size of a board value, in points.
        level: probability that the intervals hold the mean at all times together.
        betting: how much is bet.

    Raises:
        ValueError: a value is beyond the bound.

    """
    boards = np.asarray(values, np.float64)
    _check_bound(boards, bound)
    bets = _estimation_bets(boards, level, betting)
    low = _lowest_kept(boards, bets, bound, level, betting.cap)
    high = -_lowest_kept(-boards, bets, bound, level, betting.cap)
    return Estimate(float(boards.mean()), (low, high))


def confidence_sequences(
    values: npt.ArrayLike, ends: Sequence[int], bound: float, level: float = 0.95, betting: Betting = _BETTING
) -> Floats:
    """Return the confidence sequence of `confidence_sequence` after several numbers of boards, to 1e-6 points.

    Args:
        values: board values in points of shape (boards,), in the order of their numbers.
        ends: numbers of boards, ascending, at least 1.
        bound: largest size of a board value, in points.
        level: probability that the intervals hold the mean at all times together.
        betting: how much is bet.

    Returns:
        Lower and upper ends, of shape (ends, 2).

    Raises:
        ValueError: a value is beyond the bound.

    """
    boards = np.asarray(values, np.float64)
    _check_bound(boards, bound)
    bets = _estimation_bets(boards, level, betting)
    kept = np.empty((len(ends), 2))
    width = bound
    for at, end in enumerate(ends):
        mean = float(boards[:end].mean())
        low = _lowest_kept(boards[:end], bets[:end], bound, level, betting.cap, (mean - 2 * width, mean))
        high = -_lowest_kept(-boards[:end], bets[:end], bound, level, betting.cap, (-mean - 2 * width, -mean))
        kept[at] = low, high
        width = max(mean - low, high - mean)
    return kept


def _estimation_bets(boards: Floats, level: float, betting: Betting) -> Floats:
    """Return what is bet on a point on each board, before the cap."""
    number = 1 + np.arange(len(boards))
    stakes = 2 * log(2 / (1 - level))
    bets: Floats = np.sqrt(stakes / (_Past(betting).variances(boards) * number * np.log1p(number)))
    return bets


def _lowest_kept(
    values: Floats,
    bets: Floats,
    bound: float,
    level: float,
    cap: float,
    near: tuple[float, float] | None = None,
) -> float:
    """Return the lowest mean that is kept, to 1e-9 points; or to 1e-6 if it lies `near`, between these means."""
    from scipy.optimize import brentq  # noqa: PLC0415 - takes a quarter of a second

    def excess(mean: float) -> float:
        most = cap / (bound + mean) if mean > -bound else inf
        return float(np.log1p(np.minimum(bets, most) * (values - mean)).sum()) - log(2 / (1 - level))

    if near is not None and near[0] > -bound and excess(near[0]) > 0 >= excess(near[1]):
        return float(brentq(excess, *near, xtol=1e-6))
    return -bound if excess(-bound) <= 0 else float(brentq(excess, -bound, bound, xtol=1e-9))


def gsprt(values: npt.ArrayLike, mu0: float, mu1: float) -> float | None:
    """Return the log likelihood ratio of means mu1 and mu0 as chess engine tests show it, for display only.

    The normal approximation n (mu1 - mu0) (mean - (mu0 + mu1) / 2) / s**2 of the generalized sequential probability
    ratio test, with the variance seen so far. As a decision it is wrong here: see `docs/statistics.md`.

    Source: Van den Bergh, "A practical introduction to the GSPRT", 2019.

    Args:
        values: board values in points of shape (boards,).
        mu0: mean under the null hypothesis, in points.
        mu1: mean under the alternative, in points.

    Returns:
        The ratio; None before 200 boards that are not zero, when the variance is hardly known.

    """
    boards = np.asarray(values, np.float64)
    if np.count_nonzero(boards) < _GSPRT_BURN_IN or boards.min() == boards.max():
        return None
    middle = (mu0 + mu1) / 2
    return float(len(boards) * (mu1 - mu0) * (boards.mean() - middle) / boards.var(ddof=1))
