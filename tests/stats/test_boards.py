"""Board values: payoffs, their sums and bounds in real games, and groups of boards."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_bench.chunk import play_chunk
from hearts_bench.match import Match
from hearts_bench.presets import PRESETS
from hearts_bench.stats.boards import board_payoffs, group_sizes, grouped, payoffs
from hearts_bench.stats.intervals import board_interval

SCORES = st.lists(st.lists(st.integers(-60, 130), min_size=4, max_size=4), min_size=1, max_size=20)


def scores_by_position(match: Match) -> np.ndarray:
    """Play a match; return its scores by board, seating and position in the line-up."""
    scores = play_chunk(match, 0, match.boards).scores
    return np.take_along_axis(scores, np.argsort(match.seatings_of(0, match.boards), axis=2, kind="stable"), axis=2)


@given(SCORES)
def test_payoffs(scores: list[list[int]]) -> None:
    """A payoff is the mean of the others minus one's own score; payoffs of a table sum to zero."""
    values = payoffs(scores)
    for row, found in zip(scores, values, strict=True):
        for seat, own in enumerate(row):
            others = row[:seat] + row[seat + 1 :]
            assert found[seat] == pytest.approx(np.mean(others) - own)
    assert values.sum(axis=-1) == pytest.approx(0, abs=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_payoffs_of_legal_games(preset: str) -> None:
    """Under all presets, payoffs of random legal deals sum to zero and stay within the bound of the rules."""
    match = Match(("random",) * PRESETS[preset].rules.players, 300, seed=5, preset=preset, seatings="fixed")
    values = payoffs(play_chunk(match, 0, match.boards).scores)
    assert values.sum(axis=-1) == pytest.approx(0, abs=1e-9)
    assert np.abs(values).max() <= match.rules.payoff_bound
    assert np.abs(values).max() > match.rules.payoff_bound / 4  # the bound is none that says nothing


@pytest.mark.parametrize("scores", [(0, 26, 26, 26), (26, 0, 0, 0)])
def test_the_bound_is_reached(scores: tuple[int, ...]) -> None:
    """Who shoots the moon, and who takes all points but one trick's, get the largest payoffs there are."""
    assert np.abs(payoffs(scores)).max() == 26


@pytest.mark.compiled
def test_a_duel_is_a_difference_already() -> None:
    """Subtracting what the old strategy gets in the same seats at a table of its own changes nothing."""
    scores = play_chunk(Match(("article", "duck-low"), 200, seed=3, seatings="duel"), 0, 200).scores
    values = payoffs(scores)
    seats = np.arange(4)
    new, old = values[:, seats, seats], values[:, 4, :]
    plain = payoffs(scores[:, :4])[:, seats, seats].mean(axis=1)
    assert np.abs(plain).max() > 1
    assert (new - old).mean(axis=1) == pytest.approx(plain, abs=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["random", "duck-low", "article"])
def test_a_strategy_against_itself_is_exactly_zero(spec: str) -> None:
    """Copies of one strategy get the same cards in turn, so every board is zero, to the last digit."""
    values = board_payoffs(scores_by_position(Match((spec,) * 4, 200, seed=3, seatings="rotate")))
    assert values.shape == (200, 4)
    assert not values.any()
    assert board_interval(values[:, 0]).mean == 0
    assert board_interval(values[:, 0]).interval is None


@pytest.mark.compiled
def test_points_of_equals() -> None:
    """Where all play alike, points per deal are 6.5 and 13 more for every moon."""
    match = Match(("random",) * 4, 4000, seed=1, seatings="fixed")
    chunk = play_chunk(match, 0, match.boards, record=True)
    assert chunk.deals is not None
    moons = np.mean(chunk.deals["moon_seat"] >= 0)
    assert moons > 0
    assert chunk.scores.mean() == pytest.approx(6.5 + 13 * moons)


def test_boards_are_exactly_zero() -> None:
    """Gains in one seating and losses in another, in thirds of a point, leave nothing, not even rounding."""
    scores = np.random.default_rng(1).integers(0, 27, (200, 4))
    turned = np.stack([np.roll(scores, turn, axis=1) for turn in range(4)], axis=1)
    assert payoffs(turned).mean(axis=1).any()
    assert not board_payoffs(turned).any()
    turned[:, 0] += [3, 0, 0, 0]
    assert board_payoffs(turned) == pytest.approx(payoffs(turned).mean(axis=1))


def test_the_deal_is_the_unit_however_often_it_is_played() -> None:
    """Three deals are three boards, though each was played a hundred times (suragnair/alpha-zero-general#337)."""
    scores = np.repeat(np.array([[[0, 26, 0, 0]], [[13, 0, 0, 13]], [[5, 5, 5, 11]]]), 100, axis=1)
    many, few = board_payoffs(scores)[:, 0], board_payoffs(scores[:, :1])[:, 0]
    assert many == pytest.approx(few)
    assert board_interval(many).interval == pytest.approx(board_interval(few).interval)


@given(st.integers(1, 60), st.integers(1, 20))
def test_groups(boards: int, groups: int) -> None:
    """Board i is in group i modulo the number of groups."""
    values = np.arange(2.0 * boards).reshape(boards, 2) ** 2
    sums, sizes = grouped(values, groups)
    assert len(sums) == len(sizes) == min(boards, groups)
    for group in range(len(sums)):
        assert sums[group].tolist() == values[group::groups].sum(axis=0).tolist()
        assert sizes[group] == len(values[group::groups])
    assert group_sizes(boards, groups).tolist() == sizes.tolist()


def test_groups_are_a_copy() -> None:
    """Changing groups changes no boards."""
    values = np.ones(5)
    sums, _ = grouped(values)
    sums[0] = 7
    assert values[0] == 1
