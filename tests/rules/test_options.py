"""Validation of the options: every mistake is answered with a sentence that says what to write."""

from typing import Any

import pytest
from pydantic import ValidationError

from hearts_bench import Rules
from hearts_bench.errors import ConfigError, HeartsBenchError, RulesError
from hearts_bench.match import Match
from hearts_bench.presets import PRESETS, changed_rules, preset

CLUBS = tuple(f"{rank}C" for rank in "23456789TJQKA")
ALL_BUT_TWO_CARDS = tuple(f"{rank}{suit}" for suit in "CDSH" for rank in "23456789TJQKA" if rank + suit not in "2C 2H")
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "misspelt option": (
        {"queen_break_hearts": True},
        "unknown key 'queen_break_hearts'; did you mean 'queen_breaks_hearts'",
    ),
    "option of no such kind": ({"colour": "red"}, "unknown key 'colour'; there is"),
    "unknown value": ({"moon": "double"}, "moon: .*'add', 'subtract', 'auto', 'choice' or 'none'.*not 'double'"),
    "unknown kitty": ({"kitty_to": "me"}, "kitty_to: .*'nobody', 'first_trick', 'first_penalty' or 'first_heart'"),
    "unknown lead": ({"opening_lead": "2C"}, "opening_lead: .*'lowest_club', 'any_club' or 'left_of_dealer'"),
    "unknown first trick": ({"first_trick_points": "no"}, "first_trick_points: .*'forbid' or 'allow', not 'no'"),
    "unknown penalty hand": (
        {"first_trick_points_only_hand": "all"},
        "first_trick_points_only_hand: .*'any', 'hearts_only' or 'queen_forced'",
    ),
    "unknown sun": ({"sun": "triple"}, "sun: .*'none' or 'double'"),
    "unknown last trick": ({"cancelled_last_trick": "next"}, "cancelled_last_trick: .*'leader' or 'top_pair'"),
    "unknown heart values": ({"heart_values": "two"}, "heart_values: .*'one' or 'face'"),
    "unknown end": ({"end_when": "over"}, "end_when: .*'reached' or 'exceeded'"),
    "unknown ties": ({"ties": "first"}, "ties: .*'share' or 'extra_deal'"),
    "three decks": ({"decks": 3}, "decks: .*1 or 2, not 3"),
    "no truth": ({"must_break_hearts": "perhaps"}, "must_break_hearts: .*valid boolean.*not 'perhaps'"),
    "positive bonus": ({"bonus": 10}, "bonus: .*less than or equal to 0, not 10"),
    "huge bonus": ({"bonus": -101}, "bonus: .*greater than or equal to -100"),
    "positive no-trick bonus": ({"no_trick_bonus": 5}, "no_trick_bonus: .*less than or equal to 0"),
    "negative queen": ({"queen_value": -1}, "queen_value: .*greater than or equal to 0"),
    "no target": ({"target": 0}, "target: .*greater than or equal to 1"),
    "endless target": ({"target": 10**30}, "target: .*less than or equal to 1000000"),
    "endless pass": ({"pass_count": 10**30}, "pass_count: .*less than or equal to 17"),
    "penalty of nothing": ({"extra_penalties": {"AS": 0}}, "extra_penalties.AS: .*greater than or equal to 1"),
    "penalty beyond bounds": ({"extra_penalties": {"AS": 70_000}}, "extra_penalties.AS: .*less than or equal to 1000"),
    "penalty for a heart": (
        {"extra_penalties": {"2H": 3}},
        "extra_penalties: 2H cannot have 3 points; hearts and QS have options of their own",
    ),
    "penalty for the queen": ({"extra_penalties": {"QS": 3}}, "extra_penalties: QS cannot have 3 points"),
    "penalty for no card": ({"extra_penalties": {"1S": 3}}, "extra_penalties: '1S' is no card"),
    "bonus for no card": ({"bonus_card": "1D"}, "bonus_card: '1D' is no card"),
    "one deck for too many": ({"players": 8}, "players and decks clash: 8 players need two decks"),
    "two decks for too few": (
        {"players": 5, "decks": 2},
        "players and decks clash: two decks are for 6 to 11 players",
    ),
    "no hands": (
        {"players": 6, "decks": 2, "removed_cards": ALL_BUT_TWO_CARDS, "kitty_to": "first_trick"},
        "removed_cards and players clash: 4 cards make no hands for 6 players",
    ),
    "too few different cards to pass": (
        {"players": 8, "decks": 2, "pass_count": 8},
        "pass_count and decks clash: 13 cards may hold no 8 different ones",
    ),
    "all clubs in the kitty": (
        {"players": 3, "removed_cards": CLUBS[1:], "kitty_to": "first_trick"},
        "removed_cards and opening_lead clash: no club may be left to lead",
    ),
    "queen forced and kept": (
        {"queen_discard_needs_broken": True, "first_trick_points_only_hand": "queen_forced"},
        "queen_discard_needs_broken and first_trick_points_only_hand clash",
    ),
    "long cycle": ({"pass_cycle": ("left",) * 13}, "pass_cycle has 13 directions; write 1 to 12"),
    "moon with a bonus of nothing": ({"moon_needs_bonus": True}, "moon_needs_bonus and bonus clash"),
    "bonus for a heart": ({"bonus": -10, "bonus_card": "JH"}, "bonus_card and penalty cards clash: JH is a penalty"),
    "bonus for the queen": ({"bonus": -10, "bonus_card": "QS"}, "bonus_card and penalty cards clash: QS"),
    "bonus and penalty": (
        {"bonus": -10, "extra_penalties": {"JD": 5}},
        "bonus_card and penalty cards clash: JD is a penalty card",
    ),
    "sun without a moon": ({"sun": "double", "moon": "none"}, "sun and moon clash: without a moon there is no sun"),
    "too few players": ({"players": 2}, "players: .*3, not 2"),
    "too many players": ({"players": 12}, "players: .*11, not 12"),
    "nothing to pass": ({"pass_count": 0}, "pass_count: .*1, not 0"),
    "no number": ({"players": "many"}, "players: .*not 'many'"),
    "two mistakes": ({"players": 2, "moon": "x"}, "players: .*; moon: "),
    "hands not equal": (
        {"players": 5, "removed_cards": ("2C",)},
        "removed_cards and players clash: 51 cards do not divide among 5 players",
    ),
    "pass exceeds hand": (
        {"players": 7, "pass_count": 8},
        "pass_count and players clash: a hand of 7 cards cannot pass 8",
    ),
    "no club": (
        {"removed_cards": (*CLUBS, "2D", "3D", "4D")},
        "removed_cards and opening_lead clash: no club may be left to lead",
    ),
    "no penalty card": (
        {"removed_cards": (*(f"{rank}H" for rank in "23456789TJQKA"), "QS", "2D", "3D")},
        "no penalty card",
    ),
    "empty cycle": ({"pass_cycle": ()}, r"pass_cycle has 0 directions; write 1 to 12, \[none\] for no pass"),
    "no such direction": (
        {"pass_cycle": ("left", "up")},
        "pass_cycle has 'up'; with 4 players it may have none, left, right, across or an offset from 0 to 3",
    ),
    "a pass to oneself": (
        {"players": 5, "pass_cycle": ("left", 5)},
        "pass_cycle has 5; with 5 players it may have none, left, right or an offset from 0 to 4",
    ),
    "offset too large": ({"pass_cycle": (1, 4)}, "pass_cycle has 4; with 4 players .* from 0 to 3"),
    "negative offset": ({"pass_cycle": (-1,)}, "pass_cycle has -1"),
    "across three": (
        {"players": 3, "pass_cycle": ("across",)},
        "pass_cycle has 'across'; with 3 players it may have none, left, right or an offset from 0 to 2",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_mistake_is_explained(name: str) -> None:
    """Wrong options raise RulesError, naming the option and what it may hold."""
    options, sentence = REFUSED[name]
    with pytest.raises(RulesError, match=sentence):
        Rules(**options)


@pytest.mark.parametrize(("removed", "sentence"), [(("1X",), "'1X' is no card"), (("2C", "2C"), "2C is given twice")])
def test_removed_cards_must_be_cards(removed: tuple[str, ...], sentence: str) -> None:
    """A removed card that does not exist, or that is named twice, is refused in a sentence."""
    with pytest.raises(HeartsBenchError, match=sentence):
        Rules(removed_cards=removed)


def test_removed_cards_are_a_matter_of_rules() -> None:
    """Whatever is wrong with an option, the error is a RulesError, and it names the option."""
    with pytest.raises(RulesError, match="removed_cards"):
        Rules(removed_cards=("1X",))


def test_removed_cards_may_be_written_in_any_way() -> None:
    """Removed cards are sorted and spelt alike, so that equal rules compare equal."""
    assert Rules(players=5, removed_cards=("2d", "2c")) == Rules(players=5, removed_cards=("2C", "2D"))


def test_rules_do_not_change() -> None:
    """Rules are frozen."""
    with pytest.raises(ValidationError, match="frozen"):
        Rules().moon = "none"


def test_unknown_preset() -> None:
    """A misspelt preset is answered with the nearest name."""
    with pytest.raises(RulesError, match="unknown preset 'artcle'; did you mean 'article'"):
        preset("artcle")


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_options_make_the_same_rules_again(name: str) -> None:
    """The options that a preset reports, defaults filled in, build rules that play the same."""
    rules = PRESETS[name].rules
    again = Rules(**rules.options())
    assert again.row.tobytes() == rules.row.tobytes()
    assert again.pass_offsets == rules.pass_offsets


@pytest.mark.parametrize(("players", "offset"), [(players, at) for players in range(3, 8) for at in range(players)])
def test_direction_names(players: int, offset: int) -> None:
    """Every offset has a name that leads back to it, or a description."""
    rules = Rules(players=players)
    name = rules.direction(offset)
    if name != f"{offset} to the left":
        assert Rules(players=players, pass_cycle=(name,)).pass_offsets == (offset,)
    else:
        assert offset not in (0, 1, players - 1)


def test_every_option_is_described() -> None:
    """Each option carries the sentence that documentation and the command line print."""
    assert all(field.description for field in Rules.model_fields.values())


ALLOWED: dict[str, dict[str, Any]] = {
    "no clubs, if anything may be led": {
        "removed_cards": (*CLUBS, "2D", "3D", "4D"),
        "opening_lead": "left_of_dealer",
    },
    "cards set aside": {"players": 5, "removed_cards": ()},
    "a kitty": {"players": 5, "removed_cards": ("2C",), "kitty_to": "first_heart"},
    "a pass that never happens": {"players": 7, "pass_count": 8, "pass_cycle": ("none",)},
    "half a hand of two decks": {"players": 8, "decks": 2, "pass_count": 7},
    "a bonus for a queen that costs nothing": {"bonus": -10, "bonus_card": "QS", "queen_value": 0},
}


@pytest.mark.parametrize("name", ALLOWED)
def test_what_looks_odd_but_can_be_played(name: str) -> None:
    """Options that others might forbid together are allowed where nothing contradicts."""
    rules = Rules(**ALLOWED[name])
    assert rules.hand_size * rules.players + rules.kitty_size == rules.deck.bit_count() * rules.decks


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ((("colour", "red"),), "unknown rule option 'colour'"),
        ((("moons", "add"),), "unknown rule option 'moons'; did you mean 'moon'"),
        ((("moon", "twice"),), "moon: .*'add'.*not 'twice'"),
        ((("removed_cards", "[2C"),), r"removed_cards: '\[2C' is no value that YAML can read"),
        ((("pass_cycle", "left, up"),), "pass_cycle has 'up'"),
    ],
)
def test_mistake_in_a_change_is_explained(changes: tuple[tuple[str, str], ...], sentence: str) -> None:
    """A change of a preset that is unknown, wrong or unreadable is answered with a sentence, too."""
    with pytest.raises(RulesError, match=sentence):
        changed_rules("article", changes)


@pytest.mark.parametrize("text", ["[left, right, none]", "left, right, none", "[1, 2, 0]", "1, 2, 0"])
def test_changes_are_written_as_yaml(text: str) -> None:
    """Lists may be written with or without brackets, directions as names or offsets."""
    assert changed_rules("hearts-3", (("pass_cycle", text),)).pass_offsets == (1, 2, 0)


@pytest.mark.parametrize(
    ("preset", "players", "hint"),
    [
        ("hearts-5", 4, "; for 4 there is .*article.*hearts-4"),
        ("article", 5, "; for 5 there is hearts-5"),
        ("cancellation", 3, "; for 3 there is hearts-3"),
        ("article", 8, "; for 8 there is cancellation"),
        ("article", 9, "not 9$"),
    ],
)
def test_wrong_number_of_strategies(preset: str, players: int, hint: str) -> None:
    """A line-up that does not fill the table is told how many are needed, and which presets it would fit."""
    with pytest.raises(ConfigError, match=hint) as refused:
        Match(("random",) * players, 1, 1, preset=preset)
    needed = PRESETS[preset].rules.players
    assert f"rules {preset}: {needed} strategies are needed, one a seat, not {players}" in str(refused.value)
