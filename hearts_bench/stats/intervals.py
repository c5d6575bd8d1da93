"""Intervals for a mean over boards. The board is the unit: seats and seatings of one deal are dependent."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from hearts_bench.stats.boards import grouped

ONE_BOARD = "One board gives no interval"
ALL_EQUAL = "All boards gave the same result, which gives no interval"
_FEW_BOARDS = 30
_RESAMPLES = 9999
_SEED = 20  # any: the same boards must always give the same interval


@dataclass(frozen=True)
class Estimate:
    """A mean over boards with its interval; `note` says why there can be none, or why it is rough."""

    mean: float
    interval: tuple[float, float] | None
    note: str = ""


def ratio_interval(
    boards: int, totals: tuple[int, int], sizes: tuple[int, int], products: int, scale: int, level: float = 0.95
) -> Estimate:
    """Return a total per unit of size, such as points per deal where games have unlike numbers of deals.

    The ratio of two means over boards; its interval is the t interval of the linearised ratio, x - ratio * n, as in
    Cochran, "Sampling Techniques", chapter 6. Assumes independent, identically distributed boards, and enough of them.

    Args:
        boards: number of boards, at least 1.
        totals: sums over boards of an integer board value x, and of its square.
        sizes: sums over boards of an integer board size n, and of its square.
        products: sum over boards of x * n.
        scale: what a board value is divided by.
        level: confidence of the interval.

    """
    total, size = totals[0], sizes[0]
    ratio = total / size
    if boards == 1:
        return Estimate(ratio / scale, None, ONE_BOARD)
    # In integers, and so times size**2: rounding must not make an interval where there is none.
    spread = size * size * totals[1] - 2 * total * size * products + total * total * sizes[1]
    if spread == 0:
        return Estimate(ratio / scale, None, ALL_EQUAL)
    error = sqrt(spread * boards / (boards - 1)) / (size * size)
    half = float(stdtrit(boards - 1, 0.5 + level / 2)) * error
    return Estimate(ratio / scale, ((ratio - half) / scale, (ratio + half) / scale))


def mean_interval(boards: int, total: int, squares: int, scale: int, level: float = 0.95) -> Estimate:
    """Return the mean per deal and its t interval, mean ± t(boards - 1) * s / sqrt(boards).

    Assumes independent, identically distributed boards. Exact integer sums make the result independent of the order in
    which boards were added.

    Args:
        boards: number of boards, at least 1.
        total: sum over boards of an integer board value.
        squares: sum over boards of its square.
        scale: what a board value is divided by, such as the number of seatings.
        level: confidence of the interval.

    """
    mean = total / (boards * scale)
    if boards == 1:
        return Estimate(mean, None, ONE_BOARD)
    spread = boards * squares - total * total
    if spread == 0:
        return Estimate(mean, None, ALL_EQUAL)
    error = sqrt(spread / (boards - 1)) / boards / scale
    half = float(stdtrit(boards - 1, 0.5 + level / 2)) * error
    return Estimate(mean, (mean - half, mean + half))


def board_interval(values: npt.ArrayLike, level: float = 0.95) -> Estimate:
    """Return the mean of board values and its t interval, for a number of boards that was fixed beforehand.

    Assumes independent, identically distributed boards. Where hardly any board differs from zero the interval is rough,
    and the note says so: a single board, such as one with a moon, may make all the difference. The BCa bootstrap is no
    way out; it misses far more often there, see `bca_interval`.

    Args:
        values: board values of shape (boards,), at least one.
        level: confidence of the interval.

    """
    boards = np.asarray(values, np.float64)
    mean = float(boards.mean())
    if len(boards) == 1:
        return Estimate(mean, None, ONE_BOARD)
    if boards.min() == boards.max():
        return Estimate(float(boards[0]), None, ALL_EQUAL)
    half = float(stdtrit(len(boards) - 1, 0.5 + level / 2)) * float(boards.std(ddof=1)) / sqrt(len(boards))
    other = np.count_nonzero(boards)
    rough = other < min(_FEW_BOARDS, len(boards) / 2)
    note = f"Only {other} of {len(boards)} boards are not zero, so the interval is rough" if rough else ""
    return Estimate(mean, (mean - half, mean + half), note)


def bca_interval(values: npt.ArrayLike, level: float = 0.95) -> Estimate:
    """Return the mean of board values and its BCa bootstrap interval, over groups of boards if there are many.

    For comparison; use `board_interval`. BCa allows for skewness, but not for how little a small sample knows of the
    spread. Of 20 boards of strategies that differ on one board in five, 75 % of the intervals hold the mean, and 98 %
    of the t intervals; see `docs/statistics.md`. The same values give the same interval.

    Source: Efron, "Better bootstrap confidence intervals", JASA 82, 1987; by scipy.

    Args:
        values: board values of shape (boards,), at least one.
        level: confidence of the interval.

    """
    from scipy.stats import bootstrap  # noqa: PLC0415 - takes most of a second, and few need it

    estimate = board_interval(values, level)
    if estimate.interval is None:
        return estimate
    boards = np.asarray(values, np.float64)
    sums, _ = grouped(boards - boards.mean())
    deviations = sums * (len(sums) / len(boards))
    random = np.random.default_rng(_SEED)
    result = bootstrap((deviations,), np.mean, confidence_level=level, n_resamples=_RESAMPLES, batch=1000, rng=random)
    low, high = result.confidence_interval
    return Estimate(estimate.mean, (estimate.mean + float(low), estimate.mean + float(high)), estimate.note)


def running_intervals(values: npt.ArrayLike, ends: Sequence[int], level: float = 0.95) -> npt.NDArray[np.float64]:
    """Return the ends of the t interval that the first boards alone give, for several numbers of them.

    Each interval is for a number of boards that was fixed beforehand: who looks at all of them sees one miss sooner or
    later, see `sequential.confidence_sequences`.

    Args:
        values: board values of shape (boards,).
        ends: numbers of boards, at least 2.
        level: confidence of each interval.

    Returns:
        Lower and upper ends, of shape (ends, 2).

    """
    boards = np.asarray(values, np.float64)
    number = np.asarray(ends)
    centre = boards.mean()
    means = np.cumsum(boards - centre)[number - 1] / number
    squares = np.cumsum((boards - centre) ** 2)[number - 1]
    errors = np.sqrt(np.maximum(squares - number * means**2, 0) / (number - 1) / number)
    half = stdtrit(number - 1, 0.5 + level / 2) * errors
    return np.stack([centre + means - half, centre + means + half], axis=1)
