"""Means and intervals over boards."""

import numpy as np
import pytest
from scipy import stats

from hearts_bench.chunk import Sum
from hearts_bench.stats.intervals import mean_interval
from hearts_bench.stats.summary import summarise


def sums(values: np.ndarray) -> tuple[int, int, int]:
    """Return number, sum and sum of squares of integers, exactly."""
    numbers = values.tolist()
    return len(numbers), sum(numbers), sum(each * each for each in numbers)


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("scale", [1, 4, 72])
@pytest.mark.parametrize("boards", [2, 3, 30, 1000])
def test_agrees_with_scipy(boards: int, scale: int, level: float) -> None:
    """Mean and t interval are those that scipy computes from the values themselves."""
    values = np.random.default_rng(boards).integers(-104, 105, boards)
    estimate = mean_interval(*sums(values), scale, level)
    scaled = values / scale
    expected = stats.t.interval(level, boards - 1, loc=scaled.mean(), scale=stats.sem(scaled))
    assert estimate.mean == pytest.approx(scaled.mean())
    assert estimate.interval == pytest.approx(expected)
    assert estimate.note == ""


def test_sums_do_not_lose_digits() -> None:
    """A small spread around a large mean is not lost in rounding, as it is with sums of floats."""
    values = np.array([10**9, 10**9 + 1] * 500)
    estimate = mean_interval(*sums(values), 1)
    assert estimate.interval is not None
    low, high = estimate.interval
    assert (high - low) / 2 == pytest.approx(
        stats.t.ppf(0.975, 999) * np.std(values - 10**9, ddof=1) / np.sqrt(1000), rel=1e-5
    )


def test_one_board() -> None:
    """One board has a mean, no interval, and a note that says why."""
    estimate = mean_interval(1, 13, 169, 4)
    assert (estimate.mean, estimate.interval) == (3.25, None)
    assert "One board" in estimate.note


@pytest.mark.parametrize("value", [0, 26, -3])
def test_equal_boards(value: int) -> None:
    """Boards that all gave the same have no interval: no claim of certainty, no NaN (Disservin/fastchess#257)."""
    estimate = mean_interval(5, 5 * value, 5 * value * value, 4)
    assert (estimate.mean, estimate.interval) == (value / 4, None)
    assert "same result" in estimate.note


def test_the_board_is_the_unit() -> None:
    """Seatings of one deal belong together: the error comes from board sums (official-stockfish/fishtest#348)."""
    first = mean_interval(2, 0 + 52, 52**2, 4)
    assert first.mean == 6.5
    assert first.interval == pytest.approx((6.5 - 6.5 * stats.t.ppf(0.975, 1), 6.5 + 6.5 * stats.t.ppf(0.975, 1)))
    second = mean_interval(2, 52 + 52, 2 * 52**2, 4)
    assert (second.mean, second.interval) == (13, None)


@pytest.mark.parametrize("boards", [5, 20, 100])
def test_coverage(boards: int) -> None:
    """The interval holds the true mean in about 95 of 100 samples, small ones included."""
    draws = np.rint(np.random.default_rng(1).normal(300, 1000, (4000, boards))).astype(np.int64)
    held = 0
    for values in draws:
        estimate = mean_interval(*sums(values), 4)
        assert estimate.interval is not None
        held += estimate.interval[0] <= 75 <= estimate.interval[1]
    assert held / 4000 == pytest.approx(0.95, abs=0.012)


def test_summaries() -> None:
    """Every row of a tally becomes a summary per deal: points and payoff with intervals, counts as they are."""
    tally = np.zeros((4, len(Sum)), np.int64)
    # Two boards in four seatings; the first position scored 20 and 60 in all, with payoffs of +24 and -136 times three.
    tally[0] = [80, 20**2 + 60**2, -112, 24**2 + 136**2, 1, 2, 3, 4, 10, 5_000]
    tally[1, Sum.SCORE], tally[1, Sum.SCORE_SQUARED] = 8, 32
    first, second = summarise(tally, 2, 4)[:2]
    assert (first.deals, first.moons_made, first.moons_conceded, first.queens, first.clean) == (8, 1, 2, 3, 4)
    assert first.points.mean == 10
    assert first.points.interval == pytest.approx(stats.t.interval(0.95, 1, loc=10, scale=stats.sem([5, 15])))
    assert first.payoff.mean == pytest.approx(-14 / 3)
    assert first.payoff.interval == pytest.approx(stats.t.interval(0.95, 1, loc=-14 / 3, scale=stats.sem([2, -34 / 3])))
    assert first.ms_per_decision == pytest.approx(0.0005)
    assert (second.points.mean, second.points.interval, second.ms_per_decision) == (1, None, None)
