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
