"""Ratings from schedules, complete or not, and from placements."""

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from scipy.optimize import minimize

from hearts_bench.errors import ConfigError
from hearts_bench.stats.boards import Floats, grouped, payoffs
from hearts_bench.stats.ratings import MatchPayoffs, Ratings, placement_ratings, rate, shared_wins
from hearts_bench.stats.simultaneous import better, simultaneous_intervals

SKILL = np.array([2.0, 1.0, 0.5, 0.0, -1.5, -2.0])
LABELS = "ABCDEF"
INCOMPLETE = [(0, 1, 2, 3), (0, 4, 4, 4), (3, 4, 5, 0), (1, 1, 5, 2)]


def played(
    line_ups: Sequence[tuple[int, ...]], boards: int = 50, noise: float = 3.0, seed: int = 1
) -> list[MatchPayoffs]:
    """Return made-up matches by the model, with some noise and numbers of boards that differ."""
    random = np.random.default_rng(seed)
    return [
        MatchPayoffs(line_up, payoffs(-SKILL[list(line_up)] + random.normal(0, noise, (boards + at, len(line_up)))))
        for at, line_up in enumerate(line_ups)
    ]


def ratings_of(result: Ratings) -> Floats:
    """Return the ratings without their intervals."""
    return np.array([each.mean for each in result.ratings])


def test_they_are_least_squares_over_all_boards() -> None:
    """numpy's least squares, with a row for every board and position, gives the same ratings."""
    matches = played(INCOMPLETE)
    rows, values = [], []
    for match in matches:
        for board in match.sums:
            for position, payoff in enumerate(board):
                row = np.zeros(6)
                for other, strategy in enumerate(match.strategies):
                    row[strategy] += 1 if other == position else -1 / 3
                rows.append(row)
                values.append(payoff)
    expected = np.linalg.lstsq(np.array(rows), np.array(values))[0]
    found = ratings_of(rate(matches, LABELS))
    assert found == pytest.approx(expected - expected.mean())
    assert found.sum() == pytest.approx(0, abs=1e-12)


def test_they_find_the_truth() -> None:
    """Without noise the ratings are those that the results were made from; without variance there is no interval."""
    result = rate(played(INCOMPLETE, noise=0), LABELS)
    assert ratings_of(result) == pytest.approx(SKILL - SKILL.mean())
    assert all(each.interval is None and "same result" in each.note for each in result.ratings)
    assert not result.is_better.any()


def test_a_complete_table_is_rated_by_mean_payoffs() -> None:
    """If all meet in one match, payoffs against all others are mean payoffs, with their simultaneous intervals."""
    match = played([(0, 1, 2, 3)])[0]
    result = rate([match], LABELS[:4])
    expected = simultaneous_intervals(match.sums)
    for found, one in zip(result.payoffs, expected, strict=True):
        assert found.mean == pytest.approx(one.mean)
        assert found.interval == pytest.approx(one.interval)
    assert (result.is_better == better(match.sums)).all()


def test_a_round_robin_is_rated_by_mean_payoffs() -> None:
    """If all meet equally often, payoffs against all others are mean payoffs too."""
    matches = [
        MatchPayoffs(each.strategies, each.sums[:50]) for each in played(list(itertools.combinations(range(6), 4)))
    ]
    sums, times = np.zeros(6), np.zeros(6)
    for match in matches:
        for position, strategy in enumerate(match.strategies):
            sums[strategy] += match.sums[:, position].sum()
            times[strategy] += 50
    assert [each.mean for each in rate(matches, LABELS).payoffs] == pytest.approx(sums / times)


@pytest.mark.parametrize("line_up", [(0, 1, 1, 1), (0, 0, 1, 1), (1, 0, 1)])
def test_the_difference_of_two_is_the_difference_of_points(line_up: tuple[int, ...]) -> None:
    """Two ratings differ by how many points fewer the one takes per seat."""
    random = np.random.default_rng(2)
    scores = random.integers(0, 27, (40, len(line_up)))
    seats = np.array(line_up)
    first, second = rate([MatchPayoffs(line_up, payoffs(scores))], "AB").ratings
    assert first.mean - second.mean == pytest.approx(scores[:, seats == 1].mean() - scores[:, seats == 0].mean())


def test_groups_stand_for_boards() -> None:
    """Sums over groups give the same ratings as single boards, with nearly the same intervals."""
    matches = played(INCOMPLETE, boards=2500)
    sums = [MatchPayoffs(each.strategies, *grouped(each.sums, 997)) for each in matches]
    one, other = rate(matches, LABELS), rate(sums, LABELS)
    assert ratings_of(other) == pytest.approx(ratings_of(one))
    for first, second in zip(one.ratings, other.ratings, strict=True):
        assert first.interval is not None
        assert second.interval == pytest.approx(first.interval, abs=0.1 * (first.interval[1] - first.interval[0]))
    assert other.groups == one.groups == ["a", "b", "c", "d", "e", "f"]
    assert other.ranks == [(rank, rank) for rank in range(1, 7)]


def test_matches_come_in_any_order() -> None:
    """The order of matches changes nothing."""
    matches = played(INCOMPLETE)
    one, other = rate(matches, LABELS), rate(matches[::-1], LABELS)
    for first, second in zip(one.ratings, other.ratings, strict=True):
        assert second.mean == pytest.approx(first.mean)
        assert second.interval == pytest.approx(first.interval)
    assert one.ranks == other.ranks


def test_draws_spread_as_the_ratings_do() -> None:
    """Bootstrap ratings have about the means and standard deviations that many schedules have."""
    many = np.array([ratings_of(rate(played(INCOMPLETE, seed=seed), LABELS)) for seed in range(60)])
    draws = rate(played(INCOMPLETE), LABELS).draws
    assert draws.std(axis=0) == pytest.approx(many.std(axis=0), rel=0.25)
    assert draws.mean(axis=0) == pytest.approx(ratings_of(rate(played(INCOMPLETE), LABELS)), abs=0.05)


def test_matches_on_the_same_deals_are_not_taken_for_independent() -> None:
    """A match that was entered twice does not make ratings surer, as it would if its boards were drawn apart."""
    match = played([(0, 1, 2, 3)])[0]
    once, twice = rate([match], "ABCD").ratings, rate([match, match], "ABCD").ratings
    for one, two in zip(once, twice, strict=True):
        assert two.interval == pytest.approx(one.interval)


def test_strategies_that_never_met_cannot_be_rated() -> None:
    """The error names who is cut off from whom."""
    with pytest.raises(ConfigError, match=r"cannot be rated together: A, B, C; D, E; F"):
        rate(played([(0, 1, 2, 0), (3, 4, 3, 4), (1, 2, 2, 2)]), LABELS)
    with pytest.raises(ConfigError, match="at least two strategies"):
        rate([MatchPayoffs((0, 0), np.zeros((3, 2)))], "A")


def test_a_single_board_has_no_interval() -> None:
    """One match on a single board leaves everything open."""
    result = rate(played([(0, 1, 2, 3)], boards=1), "ABCD")
    assert all(each.interval is None and "One board" in each.note for each in result.payoffs)
    assert result.groups == ["a"] * 4


@pytest.mark.parametrize("scores", [(30, 30, 30, 30), (10, 25, 25, 100)])
def test_ties_are_shared_whatever_the_order(scores: tuple[int, ...]) -> None:
    """Equal places give equal ratings, in all orders of players (sublee/trueskill#13, vivekjoshy/openskill.py#155)."""
    seen = set()
    for order in itertools.permutations(range(4)):
        wins = shared_wins(order, [[scores[player] for player in order]], 4)
        seen.add(tuple(placement_ratings(wins).tolist()))
        by_order = placement_ratings(shared_wins(range(4), [[scores[player] for player in order]], 4)).tolist()
        assert sorted(by_order) == sorted(next(iter(seen)))
    assert len(seen) == 1
    ratings = dict(zip(scores, next(iter(seen)), strict=False))
    assert len(set(next(iter(seen)))) == len(set(scores))
    assert sorted(ratings, key=lambda score: -ratings[score]) == sorted(ratings)
    assert sum(next(iter(seen))) == pytest.approx(0, abs=1e-5)


def test_the_order_of_results_changes_nothing() -> None:
    """Ratings are fitted to all results at once."""
    random = np.random.default_rng(3)
    places = random.integers(0, 100, (60, 4)) + np.array([0, 10, 20, 30])
    one = placement_ratings(shared_wins((0, 1, 2, 3), places, 4))
    other = placement_ratings(shared_wins((0, 1, 2, 3), places[::-1], 4))
    in_parts = placement_ratings(shared_wins((0, 1, 2, 3), places[:7], 4) + shared_wins((0, 1, 2, 3), places[7:], 4))
    assert one.tolist() == other.tolist() == in_parts.tolist()
    assert (np.diff(one) < 0).all()


def test_shared_wins() -> None:
    """A win counts one, a tie a half for each; copies of one strategy do not count against each other."""
    wins = shared_wins((0, 1, 1, 2), [[5, 7, 5, 9]], 3)
    assert wins.tolist() == [[0, 1.5, 1], [0.5, 0, 2], [0, 0, 0]]


def test_placement_ratings_are_most_likely() -> None:
    """scipy's optimizer finds the same ratings; ten times as many points are 400 more."""
    wins = np.array([[0, 30, 9.5], [10, 0, 12], [0.5, 8, 0]])
    table = wins + 0.5

    def loss(strengths: Floats) -> float:
        differences = strengths[:, np.newaxis] - strengths
        return float(np.sum(table * np.log1p(np.exp(-differences)))) + float(strengths.sum() ** 2)

    expected = minimize(loss, np.zeros(3), tol=1e-10).x * 400 / np.log(10)
    assert placement_ratings(wins) == pytest.approx(expected - expected.mean(), abs=0.05)
    two = placement_ratings([[0, 99.5], [9.5, 0]])
    assert two[0] - two[1] == pytest.approx(400)


def test_placement_ratings_stay_finite() -> None:
    """Who loses a million times without a win has a rating, if a low one."""
    ratings = placement_ratings(np.triu(np.full((4, 4), 1e6), 1))
    assert np.isfinite(ratings).all()
    assert (np.diff(ratings) < -1000).all()
