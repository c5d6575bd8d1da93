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
    """Sums over the boards of one match, for each of so many cells: integers, so that no order of boards shows.

    Cells may be those of a table with so many `rows`, one row after another; then each can be compared with its row.
    """

    def __init__(self, cells: int, rows: int = 0) -> None:
        self.boards = 0
        self.occupied = np.zeros(cells, np.int64)  # on how many boards each cell has values
        self._rows = rows
        # Of totals and sizes on a board and, if there are rows, of those of the cell's row; and of their products.
        quantities = 4 if rows else 2
        self._sums = np.zeros((quantities, cells), np.int64)
        self._products = np.zeros((quantities, quantities, cells), np.int64)

    @classmethod
    def of(
        cls, boards: int, sums: tuple[Integers, Integers], squares: tuple[Integers, Integers], products: Integers
    ) -> "BoardSums":
        """Return sums that were made elsewhere: of totals and sizes, of their squares, and of their products.

        Every cell has values on all of the boards.
        """
        made = cls(len(products))
        made.boards = boards
        made.occupied += boards
        made._sums += np.stack(sums)
        made._products += np.array([[squares[0], products], [products, squares[1]]])
        return made

    def add(self, totals: Integers, sizes: Integers) -> None:
        """Add boards: the sum of each cell's values on each board, and their number, of shape (boards, cells)."""
        each = [totals, sizes]
        if self._rows:
            by_row = [part.reshape(len(part), self._rows, -1).sum(axis=2) for part in each]
            each += [np.repeat(part, totals.shape[1] // self._rows, axis=1) for part in by_row]
        quantities = np.stack(each)
        self.boards += len(totals)
        self.occupied += np.count_nonzero(sizes, axis=0)
        self._sums += quantities.sum(axis=1)
        self._products += np.einsum("ibc,jbc->ijc", quantities, quantities)

    @property
    def sizes(self) -> Integers:
        """The number of the values of each cell."""
        return self._sums[1]

    def moments(self, *, from_rows: bool = False) -> tuple[Floats, Floats, Floats, Floats]:
        """Return the total of each cell, and the spread of boards about their mean.

        The spread is that of a board's total, of its total and its size together, and of its size: sums over boards,
        times boards / (boards - 1). With `from_rows` values are counted from the mean of their row; as this is
        estimated from the same boards, what a board adds to it is taken off what it adds to the cell.
        """
        sums, products = self._sums.astype(np.float64), self._products.astype(np.float64)
        parts = np.zeros_like(sums)
        parts[0] = 1
        if from_rows:
            mean, share = sums[2] / np.maximum(sums[3], 1), sums[1] / np.maximum(sums[3], 1)
            parts[1:] = -mean, -share, share * mean
        total, size = (parts * sums).sum(axis=0), sums[1]
        spreads = (
            (np.einsum("ic,ijc,jc->c", parts, products, parts), total**2, products[0, 0]),
            ((parts * products[:, 1]).sum(axis=0), total * size, np.sqrt(products[0, 0] * products[1, 1])),
            (products[1, 1], size**2, products[1, 1]),
        )
        factor = self.boards / max(self.boards - 1, 1)
        spread, together, of_sizes = (
            factor * _less(square, mean_square / self.boards, scale) for square, mean_square, scale in spreads
        )
        return total, spread, together, of_sizes


def _less(square: Floats, mean_square: Floats, scale: Floats) -> Floats:
    """Return the difference, exactly zero where only rounding makes one: there must be no interval then."""
    difference = square - mean_square
    return np.where(np.abs(difference) <= _ROUNDING * scale, 0, difference)


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
        where: npt.NDArray[np.bool_] | None = None,
        *,
        from_rows: bool = False,
    ) -> None:
        """Add the cells of a match, or only some `where` this is true, their values perhaps counted from their rows.

        They are at the places `at` here, each at one of its own.
        """
        chosen = np.ones(len(sums.sizes), np.bool_) if where is None else where
        place = tuple(each[chosen] for each in at)
        total, spread, together, of_sizes = sums.moments(from_rows=from_rows)
        for row, values in enumerate((total, sums.sizes, spread, together, of_sizes)):
            self._sums[row][place] += values[chosen]
        self._degrees[place] += np.maximum(sums.occupied - 1, 0)[chosen]
        self._is_alone[place] |= (sums.occupied == 1)[chosen]

    def estimate(self, at: tuple[int, ...], level: float = 0.95) -> Estimate | None:
        """Return the mean of a cell with its interval, or None if it has no values."""
        total, size, spread, together, of_sizes = (float(row[at]) for row in self._sums)
        if not size:
            return None
        ratio = total / size
        if self._is_alone[at]:
            # A match with a single board says nothing of its error, and spoils that of all others.
            return Estimate(ratio / self._scale, None, ONE_BOARD)
        variance = spread - 2 * ratio * together + ratio**2 * of_sizes
        if variance <= _ROUNDING * (spread + ratio**2 * of_sizes):
            return Estimate(ratio / self._scale, None, ALL_EQUAL)
        half = float(stdtrit(int(self._degrees[at]), 0.5 + level / 2)) * sqrt(variance) / size
        return Estimate(ratio / self._scale, ((ratio - half) / self._scale, (ratio + half) / self._scale))
