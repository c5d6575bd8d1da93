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


def test_values_from_a_centre() -> None:
    """Counting from a centre is the same as taking it off every value first."""
    totals, sizes = random_boards(40, 5)
    found = []
    for taken_off, centre in ((0, 2.0), (2, 0.0)):
        cells = Cells((1,))
        cells.add(FIRST, sums_of((totals - taken_off * sizes, sizes)), centre)
        found.append(cells.estimate((0,)))
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].mean == pytest.approx(found[1].mean)
    assert found[0].interval == pytest.approx(found[1].interval)


def test_cells_without_an_interval() -> None:
    """A cell without values has no mean; with one board in some match, or equal boards, it has no interval."""
    cells = Cells((2, 2))
    rows, columns = np.array([0, 0, 1]), np.array([0, 1, 0])
    totals, sizes = np.array([[1, 5, 8], [2, 5, 0], [9, 5, 0]]), np.array([[1, 1, 1], [1, 1, 0], [1, 1, 0]])
    cells.add((rows, columns), sums_of((totals, sizes)), where=np.array([True, True, True]))
    notes = [[found and found.note for found in map(cells.estimate, ((row, 0), (row, 1)))] for row in (0, 1)]
    assert notes == [["", ALL_EQUAL], [ONE_BOARD, None]]
    cells.add((rows, columns), sums_of((totals[:1], sizes[:1])), where=np.array([True, False, False]))
    alone = cells.estimate((0, 0))
    assert alone is not None
    assert (alone.mean, alone.note) == (13 / 4, ONE_BOARD)
