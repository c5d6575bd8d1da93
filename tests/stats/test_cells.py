"""Means by cell over the boards of several matches, checked with the formulas of the textbook."""

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import t

from hearts_bench.stats.cells import BoardSums, Cells
from hearts_bench.stats.intervals import ALL_EQUAL, ONE_BOARD, mean_interval, ratio_interval

Integers = npt.NDArray[np.int64]
FIRST = (np.array([0]),)


def sums_of(*boards: tuple[Integers, Integers]) -> BoardSums:
    """Return sums of totals and sizes by board and cell, added piece by piece."""
    sums = BoardSums(boards[0][0].shape[1])
    for totals, sizes in boards:
        sums.add(totals, sizes)
    return sums


def random_boards(boards: int, seed: int, *, least: int = 1, most: int = 4) -> tuple[Integers, Integers]:
    """Return totals and sizes of one cell."""
    random = np.random.default_rng(seed)
    sizes = random.integers(least, most + 1, (boards, 1))
    return random.integers(-20, 21, (boards, 1)) * sizes + 3 * sizes, sizes


def test_equally_many_values_on_every_board() -> None:
    """Then the mean is an ordinary one, in whatever pieces the boards come."""
    totals, _ = random_boards(40, 1)
    sizes = np.full_like(totals, 4)
    cells = Cells((1,), scale=3)
    cells.add(FIRST, sums_of((totals[:7], sizes[:7]), (totals[7:], sizes[7:])))
    expected = mean_interval(40, int(totals.sum()), int((totals**2).sum()), 12)
    found = cells.estimate((0,))
    assert found is not None
    assert found.mean == pytest.approx(expected.mean)
    assert found.interval == pytest.approx(expected.interval)


def test_one_match_with_unlike_boards() -> None:
    """Then it is a ratio."""
    totals, sizes = random_boards(40, 2)
    cells = Cells((1,))
    cells.add(FIRST, sums_of((totals, sizes)))
    pairs = [(int(each.sum()), int((each**2).sum())) for each in (totals, sizes)]
    expected = ratio_interval(40, pairs[0], pairs[1], int((totals * sizes).sum()), 1)
    found = cells.estimate((0,))
    assert found is not None
    assert found.mean == pytest.approx(expected.mean)
    assert found.interval == pytest.approx(expected.interval)


def test_matches_are_strata() -> None:
    """Differences between matches are no error: boards vary about the mean of their match only."""
    matches = [random_boards(30, 3), random_boards(50, 4)]
    matches[1] = (matches[1][0] + 100 * matches[1][1], matches[1][1])
    cells = Cells((1,))
    for match in matches:
        cells.add(FIRST, sums_of(match))
    total, size = (sum(int(match[at].sum()) for match in matches) for at in (0, 1))
    ratio = total / size
    variance = 0.0
    for totals, sizes in matches:
        errors = totals - ratio * sizes
        variance += len(errors) * errors.var(ddof=1)
    half = t.ppf(0.975, 78) * np.sqrt(variance) / size
    found = cells.estimate((0,))
    assert found is not None
    assert found.mean == pytest.approx(ratio)
    assert found.interval == pytest.approx((ratio - half, ratio + half))


def test_values_from_the_mean_of_their_row() -> None:
    """The error of a difference from a mean to which the cell belongs is that of the linearised difference.

    Rows are cut from one table of random values; what two cells of a row have in common on a board cancels.
    """
    random = np.random.default_rng(5)
    sizes = random.integers(0, 3, (60, 6))
    totals = sizes * (random.integers(-9, 10, (60, 6)) + random.integers(-30, 31, (60, 1)))
    sums = BoardSums(6, rows=2)
    sums.add(totals[:25], sizes[:25])
    sums.add(totals[25:], sizes[25:])
    cells = Cells((2, 3))
    cells.add((np.repeat([0, 1], 3), np.tile([0, 1, 2], 2)), sums, from_rows=True)
    for cell in range(6):
        row = slice(3 * (cell // 3), 3 * (cell // 3) + 3)
        y, n, row_y, row_n = totals[:, cell], sizes[:, cell], totals[:, row].sum(axis=1), sizes[:, row].sum(axis=1)
        mean, row_mean = y.sum() / n.sum(), row_y.sum() / row_n.sum()
        errors = (y - mean * n) / n.sum() - (row_y - row_mean * row_n) / row_n.sum()
        half = t.ppf(0.975, np.count_nonzero(n) - 1) * np.sqrt(60 * errors.var(ddof=1))
        found = cells.estimate((cell // 3, cell % 3))
        assert found is not None
        assert found.mean == pytest.approx(mean - row_mean)
        assert found.interval == pytest.approx((found.mean - half, found.mean + half))


def test_cells_without_an_interval() -> None:
    """A cell without values has no mean; with one board in some match, or equal boards, it has no interval."""
    cells = Cells((2, 2))
    rows, columns = np.array([0, 0, 1]), np.array([0, 1, 0])
    totals, sizes = np.array([[1, 5, 8], [2, 5, 0], [9, 5, 0]]), np.array([[1, 1, 1], [1, 1, 0], [1, 1, 0]])
    cells.add((rows, columns), sums_of((totals, sizes)), np.array([True, True, True]))
    notes = [[found and found.note for found in map(cells.estimate, ((row, 0), (row, 1)))] for row in (0, 1)]
    assert notes == [["", ALL_EQUAL], [ONE_BOARD, None]]
    cells.add((rows, columns), sums_of((totals[:1], sizes[:1])), np.array([True, False, False]))
    alone = cells.estimate((0, 0))
    assert alone is not None
    assert (alone.mean, alone.note) == (13 / 4, ONE_BOARD)
