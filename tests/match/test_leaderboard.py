"""The leaderboard, from made-up results whose ratings are known."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from hearts_bench.chunk import GROUPS, Sum, groups_from, play_chunk
from hearts_bench.leaderboard import Leaderboard, leaderboard
from hearts_bench.match import Match
from hearts_bench.presets import PRESETS
from hearts_bench.runner import Result
from hearts_bench.seatings import Seatings

ABCD = ("random", "duck-low", "article", "patient")


def result_of(match: Match, payoffs: npt.NDArray[np.int64], scores: tuple[int, ...] | None = None) -> Result:
    """Return a result with these payoffs, times players - 1, by board and position, and mean scores by position."""
    result = Result(match, boards=len(payoffs))
    np.add.at(result.groups, np.arange(len(payoffs)) % len(result.groups), payoffs)
    for position in range(len(match.line_up)):
        result.tally[position, Sum.DEALS] = len(payoffs) * match.seats_per_board(position)
        result.tally[position, Sum.SCORE] = (scores or (6,) * 4)[position] * result.tally[position, Sum.DEALS]
    return result


def noisy(boards: int, *means: int, seed: int = 1) -> npt.NDArray[np.int64]:
    """Return payoffs whose means are exactly these, the last one making the sum zero, by board and position."""
    noise = np.random.default_rng(seed).integers(-40, 41, (boards, len(means)))
    values = 12 * (noise - noise.mean(axis=0).round().astype(np.int64))
    values[0] -= values.sum(axis=0)
    values += np.array(means)
    return np.column_stack([values, -values.sum(axis=1)])


def duel(new: str, old: str, first: int, gain: float, boards: int = 400) -> Result:
    """Return a duel in which the new strategy gains so many points per deal."""
    match = Match((new, old), boards, 1, seatings="duel", first_board=first)
    return result_of(match, noisy(boards, round(12 * gain), seed=first))  # four seats, times three


def ratings(board: Leaderboard) -> dict[str, float]:
    """Return the ratings by strategy."""
    return {row.strategy: row.rating.mean for row in board.rows}


@pytest.mark.parametrize("boards", [24, GROUPS, GROUPS + 1, 10_000])
def test_mean_payoffs(boards: int) -> None:
    """However many boards share a group, payoffs are means over boards and seatings."""
    match = Match(ABCD, boards, 1)
    board = leaderboard([result_of(match, noisy(boards, 24, 12, 0))])  # 4 seatings, times 3: 2, 1, 0 and -3 points
    assert [row.strategy for row in board.rows] == list(ABCD)
    assert [row.payoff.mean for row in board.rows] == pytest.approx([2, 1, 0, -3], abs=1e-9)
    for row in board.rows:
        assert row.payoff.interval is not None
        assert row.payoff.interval[0] < row.payoff.mean < row.payoff.interval[1]


def test_duels_of_all_kinds_make_one_scale() -> None:
    """Who never met is compared by way of others; without a common challenger it is no gauntlet."""
    board = leaderboard([duel("random", "duck-low", 0, 2), duel("duck-low", "article", 400, 1)])
    assert ratings(board) == pytest.approx({"random": 5 / 3, "duck-low": -1 / 3, "article": -4 / 3})
    assert all(row.against is None for row in board.rows)


def test_a_duel_and_a_table() -> None:
    """A duel counts for its difference, beside tables."""
    table = result_of(Match(ABCD, 400, 1), noisy(400, 24, 12, 0))
    alone = {"random": 1.5, "duck-low": 0.75, "article": 0, "patient": -2.25}
    assert ratings(leaderboard([table])) == pytest.approx(alone, abs=1e-9)
    agreeing, other = (ratings(leaderboard([table, duel("random", "patient", 400, gain)])) for gain in (3.75, 5))
    assert agreeing == pytest.approx(alone, abs=1e-9)
    assert 3.75 < other["random"] - other["patient"] < 5


def test_the_strongest_opponent_comes_first() -> None:
    """A gauntlet is sorted by what the challenger gains, whatever the order of the file."""
    gains = {"duck-low": 3, "article": -1, "patient": 1}
    board = leaderboard([duel("random", other, 400 * at, gain) for at, (other, gain) in enumerate(gains.items())])
    assert [row.against for row in board.rows] == ["article", "patient", "duck-low"]
    assert [row.payoff.mean for row in board.rows] == pytest.approx([-1, 1, 3])
    assert board.rows[0].payoff == board.rows[0].rating


def test_the_order_of_matches_changes_nothing() -> None:
    """Matches may come in any order: the rows are the same."""
    line_ups = [ABCD, (*ABCD[:3], "herzen"), ("herzen", *ABCD[1:])]
    played = [
        result_of(Match(line_up, 48, 1, first_board=48 * at), noisy(48, 24, 12, 0, seed=at))
        for at, line_up in enumerate(line_ups)
    ]
    first, second = leaderboard(played), leaderboard(played[::-1])
    for one, other in zip(first.rows, second.rows, strict=True):
        assert one.payoff.mean == pytest.approx(other.payoff.mean)
        assert one.payoff.interval == pytest.approx(other.payoff.interval)
        assert replace(one, payoff=other.payoff, rating=other.rating) == other


def test_points_that_say_the_opposite_are_noted() -> None:
    """A strategy that shoots moons can take more points and be the better one: then the notes say so."""
    payoffs = noisy(2000, 24, -12, -12)
    match = Match(ABCD, 2000, 1)
    board = leaderboard([result_of(match, payoffs, scores=(7, 6, 8, 9))])
    assert board.notes[0].startswith("Payoffs put random above duck-low, points per deal the other way round: ")
    assert len(board.notes) == 1
    assert leaderboard([result_of(match, payoffs, scores=(5, 6, 8, 9))]).notes == ()


def test_one_board_and_equal_boards() -> None:
    """They give no intervals, one group for all, and a note."""
    for boards, note in ((1, "One board gives no interval."), (24, "All boards gave the same result")):
        payoffs = np.tile(np.array([[24, 12, 0, -36]]), (boards, 1))
        board = leaderboard([result_of(Match(ABCD, boards, 1), payoffs)])
        assert {row.payoff.interval for row in board.rows} == {None}
        assert {(row.rank, row.group) for row in board.rows} == {((1, 4), "a")}
        assert board.notes[0].startswith(note)


@pytest.mark.compiled
@pytest.mark.parametrize("preset", ["article", "hearts-3", "hearts-5", "omnibus", "cancellation"])
@pytest.mark.parametrize("seatings", ["fixed", "rotate", "balanced", "duel"])
@pytest.mark.parametrize("whole_games", [False, True])
def test_groups_are_those_of_the_recorded_scores(preset: str, seatings: Seatings, whole_games: bool) -> None:
    """What the kernel adds up by group is what scores give that were read back; so runs can be resumed."""
    players = 2 if seatings == "duel" else PRESETS[preset].rules.players
    line_up = (("random", "duck-low", "article") * 3)[:players]
    match = Match(line_up, 30, 4, preset, seatings, first_board=7, whole_games=whole_games)
    chunk = play_chunk(match, 12, 20)
    assert (chunk.groups == groups_from(match, 12, chunk.scores)).all()
    assert (chunk.groups.sum(axis=0) == chunk.tally[:, Sum.PAYOFF]).all()
    assert (chunk.groups.sum(axis=1) == 0).all()
    assert not chunk.groups[[*range(5), *range(25, 30)]].any()
