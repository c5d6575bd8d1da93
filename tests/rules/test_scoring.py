"""Scoring: points for the cards taken, and the moon."""

from collections.abc import Sequence
from typing import Any, Literal

import pytest
from numba import types

from hearts_bench import Rules
from hearts_bench._jit import entry
from hearts_bench.cards import card_set, cards_in
from hearts_bench.engine import TABLES, VIEWS
from hearts_bench.errors import IllegalPlayError
from hearts_bench.manual import ManualTable
from hearts_bench.presets import PRESETS
from hearts_bench.table import new_tables, settle
from hearts_bench.view import new_views

from .deals import WHOLE_SUITS

ALL_HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
EVERYTHING = f"{ALL_HEARTS} QS"


@entry(types.void(TABLES, VIEWS))
def settle_tables(tables: Any, views: Any) -> None:
    """Settle tables whose tricks have all been taken."""
    for at in range(len(tables)):
        settle(tables[at], views[at])


def scores_for(rules: Rules, taken: Sequence[str], tricks: Sequence[int] = ()) -> tuple[list[int], int]:
    """Return the scores, and the seat that shot the moon or -1, when the seats have taken these cards and tricks."""
    tables, views = new_tables(1), new_views(1)
    views["rules"], views["players"], views["kitty_taker"] = rules.row, rules.players, -1
    values = rules.row["values"].ravel()
    tables["revoker"] = -1
    tables["tricks"][0, : rules.players] = tricks or 1
    for seat, cards in enumerate(taken):
        views["taken"][0, seat] = card_set(cards)
        views["points"][0, seat] = sum(int(values[card]) for card in cards_in(card_set(cards)))
    settle_tables(tables, views)
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
    assert moon_seat == (-1 if moon == "none" else players - 1)
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
    assert (table.scores, table.tricks) == (scores, [13, 0, 0, 0])
    assert table.moon_seat == (None if moon == "none" else 0)


def test_points_of_the_deck() -> None:
    """Penalty cards that are left out of the deck are worth nothing."""
    assert Rules().payoff_bound == 26
    assert Rules(players=3, removed_cards=("QS",)).payoff_bound == 13


# All tricks go to N, who leads one club after the other: a moon, with every trick.
SUNS: dict[str, tuple[dict[str, Any], list[int]]] = {
    "bonus, add": ({"bonus": -10}, [-10, 26, 26, 26]),
    "bonus, subtract": ({"bonus": -10, "moon": "subtract"}, [-36, 0, 0, 0]),
    "a smaller bonus": ({"bonus": -5}, [-5, 26, 26, 26]),
    "ten of diamonds": ({"bonus": -10, "bonus_card": "TD"}, [-10, 26, 26, 26]),
    "no-trick bonus is not paid": ({"no_trick_bonus": -5}, [0, 26, 26, 26]),
    "no-trick bonus without a moon": ({"no_trick_bonus": -5, "moon": "none"}, [26, -5, -5, -5]),
    "sun, subtract (gnome-hearts)": ({"moon": "subtract", "sun": "double"}, [-52, 0, 0, 0]),
    "sun, add": ({"sun": "double"}, [0, 52, 52, 52]),
    "sun, subtract, bonus (gnome-hearts)": ({"moon": "subtract", "sun": "double", "bonus": -10}, [-62, 0, 0, 0]),
    "automatic in a single deal": ({"moon": "auto"}, [0, 26, 26, 26]),
    "moon with the bonus it needs": ({"bonus": -10, "moon_needs_bonus": True}, [-10, 26, 26, 26]),
}


@pytest.mark.parametrize("name", SUNS)
def test_every_trick(name: str) -> None:
    """The bonus counts on top of a moon, the no-trick bonus is not paid, and a sun doubles where the rules say so."""
    options, scores = SUNS[name]
    table = ManualTable(Rules(**options), WHOLE_SUITS)
    for trick in zip(*(hand.split() for hand in WHOLE_SUITS), strict=True):
        table.play(" ".join(trick))
    assert (table.scores, table.tricks) == (scores, [13, 0, 0, 0])


# Each moon here leaves a trick without points to somebody else.
MOONS: dict[str, tuple[dict[str, Any], list[str], list[int], int]] = {
    "sun rule, but no sun": ({"moon": "subtract", "sun": "double"}, [EVERYTHING, "2C", "", ""], [-26, 0, 0, 0], 0),
    "moon and jack": ({"bonus": -10}, [f"{EVERYTHING} JD", "2C", "", ""], [-10, 26, 26, 26], 0),
    "moon, jack with another": ({"bonus": -10}, [EVERYTHING, "JD", "", ""], [0, 16, 26, 26], 0),
    "moon, jack with another, subtract": (
        {"bonus": -10, "moon": "subtract"},
        [EVERYTHING, "JD", "", ""],
        [-26, -10, 0, 0],
        0,
    ),
    "the jack was needed": (
        {"bonus": -10, "moon_needs_bonus": True},
        [EVERYTHING, "JD", "", ""],
        [26, -10, 0, 0],
        -1,
    ),
    "sixteen points with a bonus are no moon": (
        {"bonus": -10},
        ["", "2H 3H 4H 5H 6H 7H 8H 9H TH", "JH QH KH QS", "AH"],
        [0, 9, 16, 1],
        -1,
    ),
    "scores below zero": (
        {"bonus": -10},
        ["JD 2H 3H 4H", "5H 6H 7H 8H 9H TH JH QH KH AH QS", "", ""],
        [-7, 23, 0, 0],
        -1,
    ),
    "spot moon with the queen": (
        {"heart_values": "face", "queen_value": 25, "moon": "subtract"},
        [EVERYTHING, "2C", "", ""],
        [-129, 0, 0, 0],
        0,
    ),
    "a queen that costs nothing is not needed": ({"queen_value": 0}, [ALL_HEARTS, "QS", "", ""], [0, 13, 13, 13], 0),
    "further penalties are needed": (
        {"extra_penalties": {"AS": 7, "KS": 10}},
        [EVERYTHING, "AS KS", "", ""],
        [26, 17, 0, 0],
        -1,
    ),
    "moon with further penalties": (
        {"extra_penalties": {"AS": 7, "KS": 10}},
        [f"{EVERYTHING} AS KS", "2C", "", ""],
        [0, 43, 43, 43],
        0,
    ),
}


@pytest.mark.parametrize("name", MOONS)
def test_moons_and_bonuses(name: str) -> None:
    """A moon is all penalty cards in play, whatever they cost; the bonus card is on top, and needed only by option."""
    options, taken, scores, moon_seat = MOONS[name]
    assert scores_for(Rules(**options), taken) == (scores, moon_seat)


@pytest.mark.parametrize(("queen", "second"), [(25, 35), (13, 23), (50, 60), (0, 10)])
def test_spot_hearts(queen: int, second: int) -> None:
    """In Spot Hearts a heart counts its face: jack 11, queen 12, king 13, ace 14; the queen of spades by house."""
    rules = Rules(heart_values="face", queen_value=queen)
    taken = ["AH KH 2H", "QS TH", "3H 4H 5H 6H 7H 8H 9H JH QH", ""]
    assert scores_for(rules, taken) == ([29, second, 65, 0], -1)
    assert rules.payoff_bound == 104 + queen


def test_spot_preset() -> None:
    """As gnome-hearts has it: 129 points, a moon of -129, a sun of -258, games to 500."""
    rules = PRESETS["spot"].rules
    assert scores_for(rules, [EVERYTHING, "2C", "", ""]) == ([-129, 0, 0, 0], 0)
    assert scores_for(rules, [EVERYTHING, "", "", ""]) == ([-258, 0, 0, 0], 0)
    assert rules.target == 500


def test_black_maria() -> None:
    """In Black Maria the ace of spades costs 7, the king 10; together with all others 43, and no moon wipes it out."""
    rules = PRESETS["black-maria"].rules
    taken = ["AS KS QS", "2H 3H", "4H 5H 6H 7H 8H 9H TH JH QH KH AH", ""]
    assert scores_for(rules, taken) == ([30, 2, 11, 0], -1)
    assert scores_for(rules, [f"{EVERYTHING} AS KS", "", "", ""]) == ([43, 0, 0, 0], -1)


@pytest.mark.parametrize(("players", "worth"), [(3, 43), (4, 43), (5, 43), (6, 42)])
def test_black_maria_with_others(players: int, worth: int) -> None:
    """With six players all twos go, a heart among them: then there are 42 points."""
    removed = "2C 2D 2H 2S".split() if players == 6 else None
    rules = Rules(players=players, removed_cards=removed, extra_penalties={"AS": 7, "KS": 10}, moon="none")
    assert rules.payoff_bound == worth


@pytest.mark.parametrize(("tricks", "scores"), [([5, 8, 0, 0], [13, 13, -5, -5]), ([4, 4, 4, 1], [13, 13, 0, 0])])
def test_no_trick_bonus(tricks: list[int], scores: list[int]) -> None:
    """Who takes no trick at all is paid; who takes one without points is not."""
    assert scores_for(Rules(no_trick_bonus=-5), [ALL_HEARTS, "QS", "", ""], tricks) == (scores, -1)


@pytest.mark.parametrize("bonus_card", ["JD", "TD"])
@pytest.mark.parametrize("holder", [0, 2])
def test_bonus_card_goes_to_its_taker(bonus_card: str, holder: int) -> None:
    """The bonus card is worth -10 to whoever takes it, be it the jack or the ten of diamonds."""
    taken = [ALL_HEARTS, "QS", "", "JD TD".replace(bonus_card, "")]
    taken[holder] += f" {bonus_card}"
    scores = [13, 13, 0, 0]
    scores[holder] -= 10
    assert scores_for(Rules(bonus=-10, bonus_card=bonus_card), taken) == (scores, -1)


@pytest.mark.parametrize(
    ("choice", "scores"), [("add", [0, 26, 26, 26]), ("subtract", [-26, 0, 0, 0]), ("auto", [0, 26, 26, 26])]
)
def test_shooter_chooses(choice: Literal["add", "subtract", "auto"], scores: list[int]) -> None:
    """With `choice` the deal waits for the shooter, whose word counts."""
    table = ManualTable(Rules(moon="choice"), WHOLE_SUITS)
    for trick in zip(*(hand.split() for hand in WHOLE_SUITS), strict=True):
        table.play(" ".join(trick))
    assert (table.is_choosing, table.to_act, table.scores) == (True, 0, None)
    table.choose_moon(choice)
    assert (table.is_over, table.scores) == (True, scores)


def test_nobody_chooses_without_a_moon() -> None:
    """Without a moon there is nothing to choose, and the deal is over."""
    table = ManualTable(Rules(moon="choice"), WHOLE_SUITS)
    with pytest.raises(IllegalPlayError, match="nobody has a moon"):
        table.choose_moon("add")
    assert scores_for(Rules(moon="choice"), [ALL_HEARTS, "QS", "", ""]) == ([13, 13, 0, 0], -1)
