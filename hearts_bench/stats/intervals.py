"""Intervals for a mean over boards. The board is the unit: seats and seatings of one deal are dependent."""

from dataclasses import dataclass
from math import sqrt

from scipy.special import stdtrit


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
        return Estimate(ratio / scale, None, "One board gives no interval")
    # In integers, and so times size**2: rounding must not make an interval where there is none.
    spread = size * size * totals[1] - 2 * total * size * products + total * total * sizes[1]
    if spread == 0:
        return Estimate(ratio / scale, None, "All boards gave the same result, which gives no interval")
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
        return Estimate(mean, None, "One board gives no interval")
    spread = boards * squares - total * total
    if spread == 0:
        return Estimate(mean, None, "All boards gave the same result, which gives no interval")
    error = sqrt(spread / (boards - 1)) / boards / scale
    half = float(stdtrit(boards - 1, 0.5 + level / 2)) * error
    return Estimate(mean, (mean - half, mean + half))
