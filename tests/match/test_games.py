"""Whole games: deal after deal to the target, won by the lowest total."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hearts_bench.block import MOST_DEALS
from hearts_bench.chunk import WIN, Sum, play_chunk
from hearts_bench.match import Match
from hearts_bench.played import outcome
from hearts_bench.presets import PRESETS
from hearts_bench.replaying import replay
from hearts_bench.runner import chunks, play
from hearts_bench.stats.summary import summarise

pytestmark = pytest.mark.compiled
FOUR = ("random", "duck-low", "spade-flushing", "article")


def game(line_up: tuple[str, ...] = FOUR, boards: int = 20, *, preset: str = "article", **options: Any) -> Match:
    """Return a match of games."""
    return Match(line_up, boards, 3, preset, whole_games=True, **options)


def recorded(match: Match) -> dict[str, np.ndarray]:
    """Return the recorded games of a match."""
    deals = play_chunk(match, match.first_board, match.boards, record=True).deals
    assert deals is not None
    return deals


def totals_of(games: dict[str, np.ndarray], players: int = 4) -> np.ndarray:
    """Return the final totals, a row for each game."""
    return np.column_stack([games[f"total_{seat}"] for seat in range(players)])


def test_the_columns() -> None:
    """A game is a row: how many deals it had, and by seat the strategy, total, moons and queens."""
    games = recorded(game())
    by_seat = [f"{name}_{seat}" for seat in range(4) for name in ("strategy", "total", "moons", "queens")]
    assert list(games) == ["board", "seating", "deals", *by_seat]
    assert len(games["board"]) == 80
    # One queen of spades in every deal.
    assert np.array_equal(sum(games[f"queens_{seat}"] for seat in range(4)), games["deals"])
    # 26 points a deal, and 52 more with a moon.
    moons = sum(games[f"moons_{seat}"] for seat in range(4))
    assert np.array_equal(totals_of(games).sum(axis=1), 26 * games["deals"] + 52 * moons)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_tally_is_the_sum_of_the_games(preset: str) -> None:
    """Wins, placements, totals and products, added up from recorded games in plain Python, are those of the tally."""
    players = PRESETS[preset].rules.players
    line_up = (FOUR * 2)[:players]
    match = game(line_up, 6, preset=preset)
    chunk = play_chunk(match, 0, 6, record=True)
    games = chunk.deals
    assert games is not None
    totals = totals_of(games, players).tolist()
    seated = np.column_stack([games[f"strategy_{seat}"] for seat in range(players)]).tolist()
    for position in range(players):
        sums = np.zeros((6, 5), dtype=object)
        for row, total in enumerate(totals):
            own = total[seated[row].index(position)]
            better, equal = sum(each < own for each in total), sum(each == own for each in total)
            win = 0 if better else WIN // equal
            place = 2 * better + 1 + equal  # twice the mean of the places that equals share
            payoff = sum(total) - players * own
            sums[row // players] += np.array([own, payoff, int(games["deals"][row]), win, place], dtype=object)
        tally = chunk.tally[position]
        for at, column in enumerate((Sum.SCORE, Sum.PAYOFF, Sum.DEALS, Sum.WINS, Sum.PLACES)):
            assert tally[column] == sums[:, at].sum()
            assert tally[column + 1] == (sums[:, at] ** 2).sum()
        assert tally[Sum.SCORE_DEALS] == (sums[:, 0] * sums[:, 2]).sum()
        assert tally[Sum.PAYOFF_DEALS] == (sums[:, 1] * sums[:, 2]).sum()


@pytest.mark.parametrize("preset", ["article", "hearts-3", "hearts-5", "hearts-7", "cancellation", "spot"])
def test_wins_add_up(preset: str) -> None:
    """Over a line-up win rates add up to 1, placements average (n + 1) / 2, and payoffs cancel."""
    players = PRESETS[preset].rules.players
    match = game((FOUR * 2)[:players], 30, preset=preset)
    result = play(match, jobs=1)
    rows = summarise(result.tally, 30, [players] * players, players, whole_games=True)
    assert sum(row.win_rate.mean for row in rows if row.win_rate) == pytest.approx(1)
    assert np.mean([row.placement.mean for row in rows if row.placement]) == pytest.approx((players + 1) / 2)
    assert sum(row.payoff.mean for row in rows) == pytest.approx(0)
    assert all(row.win_rate and 0 <= row.win_rate.mean <= 1 for row in rows)
    assert all(row.placement and 1 <= row.placement.mean <= players for row in rows)
    assert {row.deals for row in rows} == {int(result.tally[0, Sum.DEALS])}


@pytest.mark.parametrize(
    ("preset", "strategy"), [("article", "article"), ("article", "random"), ("hearts-5", "random")]
)
def test_copies_win_equally_often(preset: str, strategy: str) -> None:
    """Copies of one strategy come to the same sums on every board, for each plays each seat once."""
    players = PRESETS[preset].rules.players
    match = game((strategy,) * players, 30, preset=preset)
    games = recorded(match)
    sums = np.zeros((30, players), np.int64)
    for seat in range(players):
        np.add.at(sums, (games["board"], games[f"strategy_{seat}"]), games[f"total_{seat}"])
    assert (sums == sums[:, :1]).all()
    tally = play(match, jobs=1).tally[:, : Sum.DECISIONS]
    assert (tally == tally[0]).all()
    assert tally[0, Sum.WINS] * players == WIN * match.deals


@pytest.mark.parametrize(
    "line_up",
    [
        FOUR,
        ("random", "patient", "article", "opportunist"),
        pytest.param(("random", "patient", "article", "monte-carlo:worlds=1"), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_workers_and_chunks_change_nothing(line_up: tuple[str, ...]) -> None:
    """One worker or several, one chunk or many: the same tally and the same games."""
    boards = 200 if line_up == FOUR else 6
    match = game(line_up, boards)
    whole = play_chunk(match, 0, boards, record=True)
    assert whole.deals is not None
    ends = [0, 1, 4, boards]
    cut = [play_chunk(match, low, high - low, record=True) for low, high in pairwise(ends)]
    jobs = [list(chunks(match, jobs=number, backend="threads", record=True)) for number in (1, 2, 3)]
    for parts in (cut, *jobs):
        tally = np.sum([part.tally for part in parts], axis=0)
        assert (tally[:, : Sum.DECISIONS] == whole.tally[:, : Sum.DECISIONS]).all()
        for name, values in whole.deals.items():
            assert (np.concatenate([part.deals[name] for part in parts if part.deals]) == values).all()


@pytest.mark.parametrize(
    ("changes", "is_over"),
    [
        ((), lambda total: max(total) >= 100),
        ((("target", "26"),), lambda total: max(total) >= 26),
        ((("target", "26"), ("end_when", "exceeded")), lambda total: max(total) > 26),
        ((("target", "26"), ("ties", "extra_deal")), lambda total: max(total) >= 26 and total.count(min(total)) == 1),
    ],
    ids=["100", "26", "more than 26", "no ties"],
)
def test_the_end_of_a_game(changes: tuple[tuple[str, str], ...], is_over: Any) -> None:
    """A game ends after the deal that brings a total to the target, and not before, as replays of its deals show."""
    match = game(boards=8, changes=changes)
    games = recorded(match)
    for row, total in enumerate(totals_of(games).tolist()):
        board, seating, deals = row // 4, row % 4, int(games["deals"][row])
        assert is_over(total)
        running = [0, 0, 0, 0]
        for deal in range(deals):
            assert not is_over(running)
            replayed = replay(match, board, seating, deal)
            found = outcome(replayed)
            assert replayed.number == deal
            assert replayed.totals == tuple(running)
            assert found.scores is not None
            running = [before + score for before, score in zip(running, found.scores, strict=True)]
            assert found.totals == tuple(running)
        assert running == total


@pytest.mark.parametrize("target", [1, 26])
def test_games_of_one_or_two_deals_have_ties(target: int) -> None:
    """Short games end with shared wins, which count in part."""
    match = game(("random",) * 4, 100, changes=(("target", str(target)),), seatings="fixed")
    totals = totals_of(recorded(match))
    lowest = (totals == totals.min(axis=1, keepdims=True)).sum(axis=1)
    assert (lowest > 1).any()
    wins = play(match, jobs=1).tally[:, Sum.WINS]
    shares = ((totals == totals.min(axis=1, keepdims=True)) * (WIN // lowest)[:, np.newaxis]).sum(axis=0)
    assert wins.tolist() == shares.tolist()


def test_a_game_without_end_is_stopped() -> None:
    """Where no total ever reaches the target, a game is stopped after two hundred deals, and the lowest total wins."""
    match = game(boards=2, changes=(("target", "1000000"),))
    games = recorded(match)
    assert (games["deals"] == MOST_DEALS).all()
    assert play(match, jobs=1).tally[:, Sum.WINS].sum() == WIN * match.deals


def test_the_first_deal_is_that_of_the_board() -> None:
    """A game begins with the deal that the board is by itself, passed in the cycle's first direction."""
    single, whole = Match(FOUR, 9, 3, seatings="rotate"), game(boards=9, seatings="rotate")
    for board in (0, 4, 8):  # where single boards pass to the left, too
        one, first = replay(single, board), replay(whole, board)
        assert (one.dealt, one.passed, one.plays) == (first.dealt, first.passed, first.plays)
    assert replay(single, 1).dealt == replay(whole, 1).dealt


def test_passing_goes_round_within_a_game() -> None:
    """Deal by deal the direction of the pass changes, from the cycle's start on, and no deal comes twice."""
    match = game(boards=3)
    for board in range(3):
        replays = [replay(match, board, 0, deal) for deal in range(int(recorded(match)["deals"][4 * board]))]
        assert [each.pass_offset for each in replays] == [(1, 3, 2, 0)[deal % 4] for deal in range(len(replays))]
        assert len({str(each.dealt) for each in replays}) == len(replays)


PLAIN = '''
from hearts_bench import Strategy, register
from hearts_bench_strategies.random_play import Random

@register("random")
class Copy(Strategy):
    """Random in Python."""
    choose_pass = Random.choose_pass
    play = Random.play
'''


def test_python_and_compiled_play_the_same_games(tmp_path: Path) -> None:
    """A Python copy under the same name plays the very games of the compiled strategy."""
    (tmp_path / "copy.py").write_text(PLAIN, encoding="utf-8")
    compiled = recorded(game(("random", "article", "random", "duck-low"), 3))
    for line_up in ((f"{tmp_path / 'copy.py'}:Copy", "article", "random", "duck-low"),):
        mixed = recorded(game(line_up, 3))
        assert all((mixed[name] == compiled[name]).all() for name in compiled)


def test_a_python_strategy_is_made_anew_for_every_deal(tmp_path: Path) -> None:
    """What it keeps on `self` lasts one deal, in games as well; deal number and totals it can see."""
    (tmp_path / "counting.py").write_text(
        '''
from hearts_bench import Strategy
from hearts_bench.cards import cards_in

class Counting(Strategy):
    """Counts its decisions."""
    def choose_pass(self, view):
        assert not hasattr(self, "decisions")
        return cards_in(view.hand)[:3]

    def play(self, view):
        self.decisions = getattr(self, "decisions", 0) + 1
        assert self.decisions == view.tricks_played + 1
        assert (sum(view.totals[:4]) == 0) == (view.deal_number == 0)
        assert sum(view.totals[:4]) % 26 == 0
        assert max(view.totals[:4]) < 100
        return cards_in(view.legal)[0]
''',
        encoding="utf-8",
    )
    assert play(game((f"{tmp_path / 'counting.py'}:Counting",) * 4, 3), jobs=1).boards == 3
