"""Intervals that hold together, ranks and groups."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from hearts_bench.stats.boards import Floats
from hearts_bench.stats.intervals import board_interval
from hearts_bench.stats.simultaneous import (
    better,
    contributions_of,
    groups,
    rank_ranges,
    resampled,
    separated,
    simultaneous_intervals,
)


def halves(values: Floats, level: float = 0.95) -> Floats:
    """Return half the widths of simultaneous intervals."""
    intervals = [each.interval for each in simultaneous_intervals(values, level)]
    return np.array([(each[1] - each[0]) / 2 for each in intervals if each is not None])


@pytest.mark.parametrize("boards", [2, 3, 5, 20, 500, 5000])
def test_one_column_has_its_t_interval(boards: int) -> None:
    """One strategy alone has nearly the t interval, with few boards and with many."""
    values = np.random.default_rng(boards).normal(2, 3, (boards, 1))
    found, expected = simultaneous_intervals(values)[0], board_interval(values[:, 0])
    assert found.mean == pytest.approx(expected.mean)
    assert found.interval is not None
    assert expected.interval is not None
    width = expected.interval[1] - expected.interval[0]
    assert found.interval == pytest.approx(expected.interval, abs=0.04 * width)


@pytest.mark.parametrize("columns", [2, 6])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_independent_columns_have_sidak_intervals(columns: int, level: float) -> None:
    """The intervals of independent columns are those of Sidak."""
    values = np.random.default_rng(columns).normal(0, [[1, 2, 3, 1, 2, 3][:columns]], (500, columns))
    critical = stats.norm.ppf((1 + level ** (1 / columns)) / 2)
    assert halves(values, level) / stats.sem(values) == pytest.approx(critical, rel=0.04)


@pytest.mark.parametrize("columns", [3, 8])
def test_differences_are_separated_as_tukey_does(columns: int) -> None:
    """Of equal, independent columns, differences need the studentized range to be separated."""
    values = np.random.default_rng(columns).normal(0, 1, (500, columns))
    _, contributions = contributions_of(values)
    needed = stats.studentized_range.ppf(0.95, columns, np.inf) / np.sqrt(500)
    draws = resampled(contributions)
    for factor, is_separated in ((0.93, False), (1.07, True)):
        means = np.zeros(columns)
        means[0] = factor * needed
        found = separated(means, contributions, draws, 0.95)
        assert found[0, 1:].all() == is_separated
        assert not found[1:].any()


@pytest.mark.parametrize("boards", [6, 40])
def test_they_hold_together(boards: int) -> None:
    """All intervals hold, and nothing is separated wrongly, in about 95 of 100 samples of dependent columns."""
    random = np.random.default_rng(5)
    held = together = 0
    for _ in range(150):
        values = random.normal(0, 1, (boards, 4)) @ (np.eye(4) + 0.3)
        intervals = simultaneous_intervals(values)
        held += all(each.interval and each.interval[0] <= 0 <= each.interval[1] for each in intervals)
        together += not better(values).any()
    assert held / 150 == pytest.approx(0.95, abs=0.05)
    assert together / 150 == pytest.approx(0.95, abs=0.05)


def test_groups_of_boards_change_little() -> None:
    """Where boards are many, groups of them stand for them."""
    values = np.random.default_rng(6).normal([1, 0, -1], [1, 2, 1], (40_000, 3))
    found = simultaneous_intervals(values)
    assert [each.mean for each in found] == pytest.approx(values.mean(axis=0))
    ratios = halves(values) / stats.sem(values)
    assert ratios == pytest.approx(ratios.mean(), rel=0.06)
    assert ratios.mean() == pytest.approx(stats.norm.ppf((1 + 0.95 ** (1 / 3)) / 2), rel=0.05)


def test_the_order_of_strategies_changes_nothing() -> None:
    """Every strategy has the same interval wherever it is listed."""
    values = np.random.default_rng(7).normal(0, 1, (60, 5))
    order = [3, 0, 4, 2, 1]
    first, second = simultaneous_intervals(values), simultaneous_intervals(values[:, order])
    for place, strategy in enumerate(order):
        assert second[place].interval == pytest.approx(first[strategy].interval)
    assert first == simultaneous_intervals(values)


def test_columns_without_variance() -> None:
    """A column that is always the same has no interval; it does not disturb the others, and separates nothing."""
    values = np.random.default_rng(8).normal(0, 1, (50, 4))
    values[:, 1] = 0.1
    values[:, 3] = values[:, 2] + 0.1
    found = simultaneous_intervals(values)
    assert [each.interval is None for each in found] == [False, True, False, False]
    assert "same result" in found[1].note
    assert not better(values)[2, 3]
    assert not better(values)[3, 2]
    assert found[0].interval == pytest.approx(simultaneous_intervals(values[:, [0, 2, 3]])[0].interval)
    equal = simultaneous_intervals(np.full((2500, 3), 0.1))
    assert all(each.interval is None and each.mean == pytest.approx(0.1) for each in equal)
    assert not better(np.full((2500, 3), 0.1) * [1, 2, 3]).any()


def test_one_board() -> None:
    """One board has no intervals and separates nothing."""
    found = simultaneous_intervals([[1.0, 2.0]])
    assert [(each.mean, each.interval) for each in found] == [(1, None), (2, None)]
    assert "One board" in found[0].note
    assert not better([[1.0, 2.0]]).any()


def test_ranks_and_groups_of_clear_cases() -> None:
    """Strategies far apart have one rank and a group each; equal ones share both."""
    values = np.random.default_rng(9).normal([0, 5, 0, -5], 1, (200, 4))
    is_better = better(values)
    assert rank_ranges(is_better) == [(2, 3), (1, 1), (2, 3), (4, 4)]
    assert groups(is_better, values.mean(axis=0)) == ["b", "a", "b", "c"]


@given(st.integers(1, 7), st.randoms(use_true_random=False))
def test_groups_say_who_cannot_be_separated(strategies: int, random: object) -> None:
    """Two strategies share a letter exactly if neither is better, however the pairs lie; no letter is superfluous."""
    chance = random.random  # type: ignore[attr-defined]
    is_better = np.triu([[chance() < 0.5 for _ in range(strategies)] for _ in range(strategies)], 1)
    letters = groups(is_better, -np.arange(strategies))
    for first in range(strategies):
        for second in range(strategies):
            shared = set(letters[first]) & set(letters[second])
            assert bool(shared) == (not is_better[first, second] and not is_better[second, first])
    members = {letter: {at for at in range(strategies) if letter in letters[at]} for letter in set("".join(letters))}
    assert not any(one < other for one in members.values() for other in members.values())
    assert letters[0].startswith("a")
    assert "".join(sorted(members)) == "abcdefghijklmnopqrstuvwxyz"[: len(members)]


@given(st.integers(1, 7), st.randoms(use_true_random=False))
def test_rank_ranges_hold_all_orders_that_are_possible(strategies: int, random: object) -> None:
    """The true rank is within the range if what is called better is."""
    chance = random.random  # type: ignore[attr-defined]
    is_better = np.triu([[chance() < 0.5 for _ in range(strategies)] for _ in range(strategies)], 1)
    for rank, (best, worst) in enumerate(rank_ranges(is_better), start=1):
        assert 1 <= best <= rank <= worst <= strategies
