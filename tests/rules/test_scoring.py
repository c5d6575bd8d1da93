"""Scoring: points for the cards taken, and the moon."""

from typing import Any

import numba
import pytest
from numba import types

from hearts_bench import Rules
from hearts_bench._jit import entry
from hearts_bench.cards import card_set, cards_in
from hearts_bench.manual import ManualTable
from hearts_bench.scoring import score
from hearts_bench.table import TABLE, new_tables
from hearts_bench.view import VIEW, new_views

from .deals import WHOLE_SUITS

ALL_HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
EVERYTHING = f"{ALL_HEARTS} QS"


@entry(types.void(types.Array(numba.from_dtype(TABLE), 1, "C"), types.Array(numba.from_dtype(VIEW), 1, "C")))
def score_tables(tables: Any, views: Any) -> None:
    """Score tables whose tricks have all been taken."""
    for at in range(len(tables)):
        score(tables[at], views[at])


def scores_for(rules: Rules, taken: list[str]) -> tuple[list[int], int]:
    """Return the scores, and the seat that shot the moon or -1, when the seats have taken these cards."""
    tables, views = new_tables(1), new_views(1)
    views["rules"], views["players"] = rules.row, rules.players
    values = rules.row["values"].ravel()
    tables["moon_seat"] = -1
    for seat, cards in enumerate(taken):
        views["taken"][0, seat] = card_set(cards)
        views["points"][0, seat] = sum(int(values[card]) for card in cards_in(card_set(cards)))
    score_tables(tables, views)
    return tables["scores"][0, : rules.players].tolist(), int(tables["moon_seat"][0])


# The first two are test vectors for Microsoft Hearts from codegolf.stackexchange.com/questions/99716.
TAKEN: dict[str, tuple[list[str], list[int], int]] = {
    "plain deal": (["2H 7H 8H AH", "3H 4H", "", "5H 6H 9H TH JH QH KH QS"], [4, 2, 0, 20], -1),
    "moon": ([EVERYTHING, "", "", ""], [0, 26, 26, 26], 0),
    "sixteen points are no moon (t_games#436)": (
        ["", "2H 3H 4H 5H 6H 7H 8H 9H TH", "JH QH KH QS", "AH"],
        [0, 9, 16, 1],
        -1,
    ),
    "all hearts are no moon": ([ALL_HEARTS, "QS", "", ""], [13, 13, 0, 0], -1),
    "all but a heart is no moon": ([EVERYTHING.replace("2H ", ""), "", "2H", ""], [25, 0, 1, 0], -1),
    "other cards do not matter": (["2C 3C 4C 5C", f"{EVERYTHING} AS KS", "", ""], [26, 0, 26, 26], 1),
}


@pytest.mark.parametrize("name", TAKEN)
def test_scores_of_cards_taken(name: str) -> None:
    """Hearts cost 1, the queen of spades 13; a moon is all penalty cards in one seat's tricks, whatever the sum."""
    taken, scores, moon_seat = TAKEN[name]
    assert scores_for(Rules(), taken) == (scores, moon_seat)


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("moon", ["add", "subtract", "none"])
def test_totals_of_a_moon(players: int, moon: str) -> None:
    """A moon adds 26 to each other seat, takes 26 off the shooter's, or counts as it lies."""
    scores, moon_seat = scores_for(Rules(players=players, moon=moon), [""] * (players - 1) + [EVERYTHING])
    assert moon_seat == players - 1
    assert (
        scores
        == {
            "add": [26] * (players - 1) + [0],
            "subtract": [0] * (players - 1) + [-26],
            "none": [0] * (players - 1) + [26],
        }[moon]
    )


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("moon", ["add", "subtract", "none"])
def test_totals_without_a_moon(players: int, moon: str) -> None:
    """Without a moon a deal's scores add up to 26 for every number of players."""
    scores, moon_seat = scores_for(Rules(players=players, moon=moon), ["QS", ALL_HEARTS] + [""] * (players - 2))
    assert moon_seat == -1
    assert sum(scores) == 26


def test_moon_with_a_heart_left_out() -> None:
    """With a heart out of the deck a moon is the other thirteen penalty cards and is worth 25."""
    rules = Rules(players=6, removed_cards=("2C", "2D", "2H", "2S"))
    taken = [EVERYTHING.replace("2H ", ""), "", "", "", "", ""]
    assert scores_for(rules, taken) == ([0, 25, 25, 25, 25, 25], 0)


@pytest.mark.parametrize(
    ("moon", "scores"), [("add", [0, 26, 26, 26]), ("subtract", [-26, 0, 0, 0]), ("none", [26, 0, 0, 0])]
)
def test_moon_played_out(moon: str, scores: list[int]) -> None:
    """Thirteen clubs take every trick; points count as they lie until the deal is over."""
    table = ManualTable(Rules(moon=moon), WHOLE_SUITS)
    tricks = [" ".join(cards) for cards in zip(*(hand.split() for hand in WHOLE_SUITS), strict=True)]
    for at, trick in enumerate(tricks):
        assert table.scores is None
        assert table.points == [at + 13 * (at > 10), 0, 0, 0]
        table.play(trick)
    assert table.is_over
    assert table.to_act is None
    assert (table.scores, table.moon_seat, table.tricks) == (scores, 0, [13, 0, 0, 0])


def test_points_of_the_deck() -> None:
    """Penalty cards that are left out of the deck are worth nothing."""
    assert Rules().payoff_bound == 26
    assert Rules(players=3, removed_cards=("QS",)).payoff_bound == 13
