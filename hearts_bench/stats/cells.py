"""Means by cell, such as strategy and seat, over the boards of several matches that played on boards of their own.

A board may add several values to a cell, or none. So the mean of a cell is a ratio, of the sum of its values to their
number, and its error comes from how boards differ, match by match: the combined ratio estimator of stratified samples
(Cochran, "Sampling Techniques", chapters 5 and 6), with boards as units and matches as strata. Assumes independent
boards, identically distributed within each match, and enough of them.
"""

from math import sqrt
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from hearts_bench.stats.boards import Floats
from hearts_bench.stats.intervals import ALL_EQUAL, ONE_BOARD, Estimate

Integers: TypeAlias = npt.NDArray[np.int64]

_ROUNDING = 1e-12  # relative: what is smaller is taken for zero


class BoardSums:
    """Sums over the boards of one match, for each of so many cells: integers, so that no order of boards shows."""

    def __init__(self, cells: int) -> None:
        self.boards = 0
        self._sums = np.zeros((6, cells), np.int64)

    @classmethod
    def of(
        cls, boards: int, sums: tuple[Integers, Integers], squares: tuple[Integers, Integers], products: Integers
    ) -> "BoardSums":
        """Return sums that were made elsewhere: of totals and sizes, of their squares, and of their products.

        Every cell has values on all of the boards.
        """
        made = cls(len(products))
        made.boards = boards
        occupied = np.full(len(products), boards, np.int64)
        made._sums[:] = np.stack([*sums, squares[0], products, squares[1], occupied])
        return made

    def add(self, totals: Integers, sizes: Integers) -> None:
        """Add boards: the sum of each cell's values on each board, and their number, of shape (boards, cells)."""
        self.boards += len(totals)
        products = ((totals, None), (sizes, None), (totals, totals), (totals, sizes), (sizes, sizes))
        for row, (one, other) in enumerate(products):
            self._sums[row] += one.sum(axis=0) if other is None else np.einsum("ij,ij->j", one, other)
        self._sums[5] += np.count_nonzero(sizes, axis=0)

    @property
    def totals(self) -> Integers:
        """The sum of the values of each cell."""
        return self._sums[0]

    @property
    def sizes(self) -> Integers:
        """The number of the values of each cell."""
        return self._sums[1]

    @property
    def occupied(self) -> Integers:
        """On how many boards each cell has values."""
        return self._sums[5]

    def moments(self, centre: Floats | float = 0.0) -> tuple[Floats, Floats, Floats, Floats]:
        """Return the totals, and the spread of boards about their mean, when values are counted from a centre.

        The spread is that of a board's total, of its total and its size together, and of its size: sums over boards,
        times boards / (boards - 1).
        """
        total, size, squares, products, size_squares = self._sums[:5].astype(np.float64)
        squares = squares - 2 * centre * products + centre**2 * size_squares
        products = products - centre * size_squares
        total = total - centre * size
        factor = self.boards / max(self.boards - 1, 1)
        return (
            total,
            factor * _less(squares, total**2 / self.boards),
            factor * _less(products, total * size / self.boards),
            factor * _less(size_squares, size**2 / self.boards),
        )


def _less(square: Floats, mean_square: Floats) -> Floats:
    """Return the difference, exactly zero where only rounding makes one: there must be no interval then."""
    difference = square - mean_square
    return np.where(np.abs(difference) <= _ROUNDING * np.abs(square), 0, difference)


class Cells:
    """Collects the cells of several matches; `scale` is what values are divided by."""

    def __init__(self, shape: tuple[int, ...], scale: int = 1) -> None:
        self._scale = scale
        self._sums = np.zeros((5, *shape))
        self._degrees = np.zeros(shape, np.int64)
        self._is_alone = np.zeros(shape, np.bool_)

    def add(
        self,
        at: tuple[Integers, ...],
        sums: BoardSums,
        centre: Floats | float = 0.0,
        where: npt.NDArray[np.bool_] | None = None,
    ) -> None:
        """Add the cells of a match, or only some `where` this is true.

        They are at the places `at` here, each at one of its own; their values are counted from a centre.
        """
        chosen = np.ones(len(sums.sizes), np.bool_) if where is None else where
        place = tuple(each[chosen] for each in at)
        total, spread, together, size_spread = sums.moments(centre)
        for row, values in enumerate((total, sums.sizes, spread, together, size_spread)):
            self._sums[row][place] += values[chosen]
        self._degrees[place] += np.maximum(sums.occupied - 1, 0)[chosen]
        self._is_alone[place] |= (sums.occupied == 1)[chosen]

    def estimate(self, at: tuple[int, ...], level: float = 0.95) -> Estimate | None:
        """Return the mean of a cell with its interval, or None if it has no values."""
        total, size, spread, together, size_spread = (float(row[at]) for row in self._sums)
        if not size:
            return None
        ratio = total / size
        if self._is_alone[at]:
            # A match with a single board says nothing of its error, and spoils that of all others.
            return Estimate(ratio / self._scale, None, ONE_BOARD)
        variance = spread - 2 * ratio * together + ratio**2 * size_spread
        if variance <= _ROUNDING * (spread + ratio**2 * size_spread):
            return Estimate(ratio / self._scale, None, ALL_EQUAL)
        half = float(stdtrit(int(self._degrees[at]), 0.5 + level / 2)) * sqrt(variance) / size
        return Estimate(ratio / self._scale, ((ratio - half) / self._scale, (ratio + half) / self._scale))
