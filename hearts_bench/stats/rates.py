"""Rates: how often something was done that could have been done, where chances of one board depend on each other."""

from collections.abc import Sequence
from dataclasses import dataclass

from scipy.special import betaincinv, stdtrit


@dataclass(frozen=True)
class Rate:
    """How often something was done, of so many chances, and the interval of the share; None if nothing can be said."""

    count: int
    chances: int
    interval: tuple[float, float] | None

    @property
    def share(self) -> float | None:
        """The share of the chances that were taken, None if there was no chance."""
        return self.count / self.chances if self.chances else None


def rate_of(boards: int, counts: Sequence[int], chances: Sequence[int], products: int, level: float = 0.95) -> Rate:
    """Return a share of chances with its Korn-Graubard interval: Clopper and Pearson's, for an effective sample size.

    The effective size is that of independent chances whose share would be as uncertain as this one is over boards,
    and never more than the chances there were. Where all chances or none were taken, boards cannot tell how much their
    chances depend on each other, and every board counts for one chance. Assumes independent, identically distributed
    boards.

    Source: Korn and Graubard, "Confidence intervals for proportions with small expected number of positive counts
    estimated from survey data", Survey Methodology 24, 1998.

    Args:
        boards: number of boards on which there was a chance.
        counts: sums over boards of how often it was done on a board, and of the square of that.
        chances: the same of how often it could have been done.
        products: sum over boards of both multiplied.
        level: confidence of the interval.

    >>> low, high = rate_of(100, (20, 20), (100, 100), 20).interval
    >>> round(low, 3), round(high, 3)
    (0.126, 0.292)

    """
    done, size = counts[0], chances[0]
    if boards < 2:  # noqa: PLR2004 - one board does not tell how boards differ
        return Rate(done, size, None)
    share = done / size
    # In integers, and so times size**2, as in `ratio_interval`.
    spread = size * size * counts[1] - 2 * done * size * products + done * done * chances[1]
    error = spread * boards / (boards - 1) / size**4
    effective = float(boards) if done in {0, size} else share * (1 - share) / error if error else float(size)
    if error:
        upper = 0.5 + level / 2
        effective *= float((stdtrit(size - 1, upper) / stdtrit(boards - 1, upper)) ** 2)
    effective = min(effective, float(size))
    return Rate(done, size, _clopper_pearson(share * effective, effective, level))


def _clopper_pearson(done: float, size: float, level: float) -> tuple[float, float]:
    tail = (1 - level) / 2
    low = float(betaincinv(done, size - done + 1, tail)) if done > 0 else 0.0
    high = float(betaincinv(done + 1, size - done, 1 - tail)) if done < size else 1.0
    return low, high
