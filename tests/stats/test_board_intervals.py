"""Intervals from the values of boards."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from hearts_bench.stats.boards import grouped
from hearts_bench.stats.intervals import Estimate, bca_interval, board_interval, running_intervals

BOARDS = st.lists(st.sampled_from([0.0, 0.0, 0.0, 0.1, -1 / 3, 2 / 3, 5, -26, 26]), min_size=1, max_size=40)


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("boards", [2, 3, 30, 1000])
def test_agrees_with_scipy(boards: int, level: float) -> None:
    """Mean and t interval are scipy's."""
    values = np.random.default_rng(boards).normal(1, 3, boards)
    estimate = board_interval(values, level)
    assert estimate.mean == pytest.approx(values.mean())
    assert estimate.interval == pytest.approx(
        stats.t.interval(level, boards - 1, loc=values.mean(), scale=stats.sem(values))
    )
    assert estimate.note == ""


def test_errors_come_from_deals() -> None:
    """Four seatings of two deals are two boards, not eight games (official-stockfish/fishtest#348)."""
    first = board_interval(np.array([[0, 0, 0, 0], [13, 13, 13, 13]]).mean(axis=1))
    assert first.mean == 6.5
    assert first.interval == pytest.approx((6.5 - 6.5 * stats.t.ppf(0.975, 1), 6.5 + 6.5 * stats.t.ppf(0.975, 1)))
    second = board_interval(np.array([[0, 26, 0, 26], [26, 0, 26, 0]]).mean(axis=1))
    assert (second.mean, second.interval) == (13, None)


@pytest.mark.parametrize("interval", [board_interval, bca_interval])
def test_no_interval(interval: type[Estimate]) -> None:
    """One board, or boards that are all equal, have a mean, no interval, and a note (Disservin/fastchess#257)."""
    one = interval([3.25])  # type: ignore[arg-type, call-arg]
    assert (one.mean, one.interval) == (3.25, None)
    assert "One board" in one.note
    for value in (0, 0.1, -26):
        same = interval(np.full(5, value))  # type: ignore[arg-type, call-arg]
        assert (same.mean, same.interval) == (value, None)
        assert "same result" in same.note


@pytest.mark.parametrize(
    ("other", "boards", "is_rough"), [(3, 100, True), (29, 100, True), (30, 100, False), (3, 4, False)]
)
def test_rough_intervals(other: int, boards: int, *, is_rough: bool) -> None:
    """Where hardly any board is not zero, the note says so."""
    values = np.zeros(boards)
    values[:other] = np.arange(1, other + 1)
    estimate = board_interval(values)
    assert estimate.interval is not None
    assert estimate.note == (
        f"Only {other} of {boards} boards are not zero, so the interval is rough" if is_rough else ""
    )


@given(BOARDS)
def test_never_nan(values: list[float]) -> None:
    """Whatever the boards are, there is an interval of finite numbers around the mean, or a note, and no warning."""
    for interval in (board_interval, bca_interval):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            estimate = interval(values)
        assert estimate.mean == pytest.approx(np.mean(values))
        if estimate.interval is None:
            assert estimate.note
        else:
            assert -np.inf < estimate.interval[0] < estimate.mean < estimate.interval[1] < np.inf


def test_bca_agrees_with_scipy() -> None:
    """The BCa interval of a skewed sample is that of scipy's bootstrap, up to the luck of its draws."""
    values = np.random.default_rng(1).exponential(2, 150)
    found = bca_interval(values).interval
    judge = stats.bootstrap((values,), np.mean, n_resamples=50_000, rng=np.random.default_rng(9)).confidence_interval
    assert found == pytest.approx((judge.low, judge.high), abs=0.03 * (judge.high - judge.low))
    assert found == bca_interval(values).interval


def test_bca_of_many_boards_is_taken_over_groups() -> None:
    """Groups of boards give nearly the interval that t gives, where boards are many."""
    values = np.random.default_rng(2).normal(0.1, 1, 12_345)
    assert len(grouped(values)[0]) == 1999
    found, plain = bca_interval(values).interval, board_interval(values).interval
    assert found is not None
    assert plain is not None
    assert found == pytest.approx(plain, abs=0.05 * (plain[1] - plain[0]))


@pytest.mark.parametrize("boards", [10, 100])
def test_coverage(boards: int) -> None:
    """The interval of boards most of which are zero holds the mean about as often as it says."""
    draws = np.random.default_rng(3).normal(0.3, 2, (3000, boards)) * (
        np.random.default_rng(4).random((3000, boards)) < 0.4
    )
    held = 0
    for values in draws:
        interval = board_interval(values).interval
        held += interval is None or interval[0] <= 0.12 <= interval[1]
    assert held / 3000 == pytest.approx(0.955, abs=0.025)


def test_running_intervals() -> None:
    """After each number of boards the interval is that of these boards alone, far from zero, too."""
    values, ends = np.random.default_rng(1).normal(1e4, 3, 500), [2, 3, 40, 500]
    expected = [board_interval(values[:end]).interval for end in ends]
    assert running_intervals(values, ends) == pytest.approx(np.array(expected), abs=1e-6)
