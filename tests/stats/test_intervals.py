"""Means and intervals over boards."""

import numpy as np
import pytest
from scipy import stats

from hearts_bench.chunk import WIN, Sum
from hearts_bench.stats.intervals import mean_interval, ratio_interval
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
    tally = np.zeros((2, len(Sum)), np.int64)
    # Two boards in four seatings; the first position scored 20 and 60 in all, with payoffs of +24 and -136 times three.
    row = {
        Sum.SCORE: 80,
        Sum.SCORE_SQUARED: 20**2 + 60**2,
        Sum.PAYOFF: -112,
        Sum.PAYOFF_SQUARED: 24**2 + 136**2,
        Sum.DEALS: 8,
        Sum.MOONS_MADE: 1,
        Sum.MOONS_CONCEDED: 2,
        Sum.QUEENS: 3,
        Sum.CLEAN: 4,
        Sum.REVOKES: 5,
        Sum.DECISIONS: 10,
        Sum.NANOSECONDS: 5_000,
    }
    tally[0, list(row)] = list(row.values())
    tally[1, [Sum.SCORE, Sum.SCORE_SQUARED, Sum.DEALS]] = 8, 32, 8
    first, second = summarise(tally, 2, [4, 4], 4, whole_games=False)
    assert (first.deals, first.moons_made, first.moons_conceded, first.queens) == (8, 1, 2, 3)
    assert (first.clean, first.revokes, first.win_rate, first.placement) == (4, 5, None, None)
    assert first.points.mean == 10
    assert first.points.interval == pytest.approx(stats.t.interval(0.95, 1, loc=10, scale=stats.sem([5, 15])))
    assert first.payoff.mean == pytest.approx(-14 / 3)
    assert first.payoff.interval == pytest.approx(stats.t.interval(0.95, 1, loc=-14 / 3, scale=stats.sem([2, -34 / 3])))
    assert first.ms_per_decision == pytest.approx(0.0005)
    assert (second.points.mean, second.points.interval, second.ms_per_decision) == (1, None, None)


def ratio_sums(values: np.ndarray, sizes: np.ndarray) -> tuple[int, tuple[int, int], tuple[int, int], int]:
    """Return what `ratio_interval` wants to know of board values and sizes, exactly."""
    number, total, squares = sums(values)
    _, size, size_squares = sums(sizes)
    products = sum(x * n for x, n in zip(values.tolist(), sizes.tolist(), strict=True))
    return number, (total, squares), (size, size_squares), products


def games(random: np.random.Generator, boards: int) -> tuple[np.ndarray, np.ndarray]:
    """Return made-up totals of games, and their numbers of deals, which go together."""
    deals = random.poisson(8, boards) + 2
    return random.poisson(5 * deals) - 13 * (random.random(boards) < 0.1), deals


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("scale", [1, 3])
@pytest.mark.parametrize("boards", [2, 3, 30, 1000])
def test_a_ratio_agrees_with_its_linearisation(boards: int, scale: int, level: float) -> None:
    """The interval of a ratio is the t interval of what is left of each board beyond ratio times size."""
    values, sizes = games(np.random.default_rng(boards), boards)
    estimate = ratio_interval(*ratio_sums(values, sizes), scale, level)
    ratio = values.sum() / sizes.sum()
    left = (values - ratio * sizes) / sizes.mean()
    half = stats.t.ppf(0.5 + level / 2, boards - 1) * stats.sem(left)
    assert estimate.mean == pytest.approx(ratio / scale)
    assert estimate.interval == pytest.approx(((ratio - half) / scale, (ratio + half) / scale))


@pytest.mark.parametrize("seed", range(5))
def test_a_ratio_agrees_with_the_jackknife(seed: int) -> None:
    """Leaving out one board after another gives nearly the same standard error."""
    values, sizes = games(np.random.default_rng(seed), 500)
    estimate = ratio_interval(*ratio_sums(values, sizes), 1)
    without = (values.sum() - values) / (sizes.sum() - sizes)
    error = np.sqrt(499 / 500 * ((without - without.mean()) ** 2).sum())
    assert estimate.interval is not None
    half = (estimate.interval[1] - estimate.interval[0]) / 2
    assert half / stats.t.ppf(0.975, 499) == pytest.approx(error, rel=0.01)


def test_a_ratio_of_equal_sizes_is_a_mean() -> None:
    """Where all games have as many deals, points per deal and their interval are those of single deals."""
    values = np.random.default_rng(1).integers(-50, 100, 40)
    ratio = ratio_interval(*ratio_sums(values, np.full(40, 7)), 3)
    mean = mean_interval(*sums(values), 7 * 3)
    assert ratio.mean == pytest.approx(mean.mean)
    assert ratio.interval == pytest.approx(mean.interval)


@pytest.mark.parametrize(("boards", "slack"), [(20, 0.025), (100, 0.012)])
def test_coverage_of_a_ratio(boards: int, slack: float) -> None:
    """The interval holds the true ratio in about 95 of 100 samples; a little fewer if there are few boards."""
    random = np.random.default_rng(2)
    held = 0
    for _ in range(3000):
        deals = random.poisson(8, boards) + 2
        values = random.poisson(5 * deals)
        estimate = ratio_interval(*ratio_sums(values, deals), 1)
        assert estimate.interval is not None
        held += estimate.interval[0] <= 5 <= estimate.interval[1]
    assert held / 3000 == pytest.approx(0.95, abs=slack)


def test_ratios_without_interval() -> None:
    """One board, or boards that all have the same ratio, have no interval and a note that says why."""
    one = ratio_interval(1, (26, 26**2), (4, 16), 26 * 4, 1)
    assert (one.mean, one.interval) == (6.5, None)
    assert "One board" in one.note
    for sizes in (np.array([2, 3, 7, 9]), np.array([1, 1, 1])):
        for per_deal in (0, 3, 13):
            same = ratio_interval(*ratio_sums(per_deal * sizes, sizes), 1)
            assert (same.mean, same.interval) == (per_deal, None)
            assert "same result" in same.note


@pytest.mark.parametrize(("value", "size"), [(1, 3), (13, 7), (26, 12), (10**6, 7 * 10**4 + 1)])
def test_rounding_makes_no_interval(value: int, size: int) -> None:
    """Boards that are all equal have no interval, even where their ratio is no binary fraction."""
    for boards in (2, 3, 1000):
        estimate = ratio_interval(*ratio_sums(np.full(boards, value), np.full(boards, size)), 3)
        assert estimate.interval is None


def test_summaries_of_games() -> None:
    """Points and payoff are per deal, wins and placements per game."""
    tally = np.zeros((2, len(Sum)), np.int64)
    # Two boards in two seatings: totals 30 and 90 in 4 and 8 deals; two wins and a shared one, places 1, 1, 1.5, 2.
    row = {
        Sum.SCORE: 120,
        Sum.SCORE_SQUARED: 30**2 + 90**2,
        Sum.PAYOFF: -12,
        Sum.PAYOFF_SQUARED: 4**2 + 16**2,
        Sum.DEALS: 12,
        Sum.DEALS_SQUARED: 4**2 + 8**2,
        Sum.SCORE_DEALS: 30 * 4 + 90 * 8,
        Sum.PAYOFF_DEALS: 4 * 4 - 16 * 8,
        Sum.WINS: 5 * WIN // 2,
        Sum.WINS_SQUARED: (2 * WIN) ** 2 + (WIN // 2) ** 2,
        Sum.PLACES: 4 + 7,
        Sum.PLACES_SQUARED: 4**2 + 7**2,
    }
    tally[0, list(row)] = list(row.values())
    tally[1, Sum.DEALS] = 12
    summary = summarise(tally, 2, [2, 2], 2, whole_games=True)[0]
    assert (summary.deals, summary.points.mean, summary.payoff.mean) == (12, 10, -1)
    left = np.array([30 - 10 * 4, 90 - 10 * 8]) / 6
    half = stats.t.ppf(0.975, 1) * stats.sem(left)
    assert summary.points.interval == pytest.approx((10 - half, 10 + half))
    assert summary.win_rate is not None
    assert summary.placement is not None
    assert summary.win_rate.mean == pytest.approx(2.5 / 4)
    assert summary.win_rate.interval == pytest.approx(
        stats.t.interval(0.95, 1, loc=2.5 / 4, scale=stats.sem([2 / 2, 0.5 / 2]))
    )
    assert summary.placement.mean == pytest.approx((1 + 1 + 1.5 + 2) / 4)
    assert summary.placement.interval == pytest.approx(
        stats.t.interval(0.95, 1, loc=5.5 / 4, scale=stats.sem([2 / 2, 3.5 / 2]))
    )
