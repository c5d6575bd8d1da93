"""Intervals for a mean over boards. The board is the unit: seats and seatings of one deal are dependent."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from hearts_bench.stats.boards import grouped

ONE_BOARD = "One board gives no interval"
ALL_EQUAL = "All boards gave the same result, which gives no interval"
# With fewer boards, or with more zeros among them, the mean is too skewed for a t interval.
_FEW_BOARDS = 200
_MANY_ZEROS = 0.8
_RESAMPLES = 9999
_SEED = 20  # any: the same boards must always give the same interval


@dataclass(frozen=True)
class Estimate:
    """A mean over boards with its interval; None, with the reason in `note`, where there can be none."""

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
    """Return the mean of board values and its interval, for a number of boards that was fixed beforehand.

    The t interval; below 200 boards, or where over 80 % of the values are exactly zero, the BCa bootstrap interval
    (Efron, "Better bootstrap confidence intervals", JASA 82, 1987), over groups of boards if there are many. Assumes
    independent, identically distributed boards. The same values in the same order give the same interval.

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
    if len(boards) < _FEW_BOARDS or np.mean(boards == 0) > _MANY_ZEROS:
        return Estimate(mean, _bca_interval(boards, mean, level))
    half = float(stdtrit(len(boards) - 1, 0.5 + level / 2)) * float(boards.std(ddof=1)) / sqrt(len(boards))
    return Estimate(mean, (mean - half, mean + half))


def _bca_interval(boards: npt.NDArray[np.float64], mean: float, level: float) -> tuple[float, float]:
    from scipy.stats import bootstrap  # noqa: PLC0415 - takes most of a second, and few need it

    sums, _ = grouped(boards - mean)
    deviations = sums * (len(sums) / len(boards))
    result = bootstrap(
        (deviations,),
        np.mean,
        confidence_level=level,
        n_resamples=_RESAMPLES,
        batch=1000,
        vectorized=True,
        rng=np.random.default_rng(_SEED),
    ).confidence_interval
    low, high = mean + float(result.low), mean + float(result.high)
    return low, high
