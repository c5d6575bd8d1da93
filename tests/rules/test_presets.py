"""What each preset plays: the options in which it differs from the article's rules, as its source has them."""

from typing import Any

import pytest

from hearts_bench import Rules
from hearts_bench.presets import PRESETS, changed_rules, differences

BULGARIAN = {"queen_breaks_hearts": True, "moon": "choice"}
TWO_WAYS = {"pass_cycle": ["left", "right"]}
# Not only what differs: a preset that differs in anything else is wrong, too.
DIFFERENCES: dict[str, dict[str, Any]] = {
    "article": {},
    "bicycle": {"queen_breaks_hearts": True, "queen_counts_as_heart_when_leading": True},
    "black-maria": {
        "opening_lead": "left_of_dealer",
        "first_trick_points": "allow",
        "must_break_hearts": False,
        "moon": "none",
        "pass_cycle": ["right"],
        "extra_penalties": {"AS": 7, "KS": 10},
    },
    "cancellation": {
        "players": 8,
        "decks": 2,
        "kitty_to": "first_trick",
        "pass_cycle": ["none"],
        "opening_lead": "left_of_dealer",
        "first_trick_points": "allow",
        "queen_breaks_hearts": True,
        "moon": "none",
    },
    "classic": {"opening_lead": "left_of_dealer", "first_trick_points": "allow"},
    "gnome": {"moon": "subtract", "sun": "double"},
    "hearts-3": BULGARIAN | TWO_WAYS | {"players": 3, "removed_cards": ["2D"]},
    "hearts-4": BULGARIAN,
    "hearts-5": BULGARIAN | TWO_WAYS | {"players": 5, "removed_cards": ["2C", "2D"]},
    "hearts-6": BULGARIAN | TWO_WAYS | {"players": 6, "removed_cards": ["3C", "4C", "2D", "3D"]},
    "hearts-7": BULGARIAN | TWO_WAYS | {"players": 7, "removed_cards": ["3C", "2D", "3D"]},
    "herzen": {"queen_breaks_hearts": True, "queen_counts_as_heart_when_leading": True, "moon": "choice"},
    "microsoft": {},
    "omnibus": BULGARIAN | {"bonus": -10},
    "openspiel": {"queen_breaks_hearts": True, "pass_cycle": ["none", "left", "across", "right"]},
    "spot": {"heart_values": "face", "queen_value": 25, "moon": "subtract", "sun": "double", "target": 500},
    "tag": {"first_trick_points": "allow", "target": 50},
    "xinxin": {
        "opening_lead": "any_club",
        "first_trick_points_only_hand": "hearts_only",
        "queen_breaks_hearts": True,
    },
}


def test_all_presets_are_here() -> None:
    """Every preset is described below."""
    assert set(PRESETS) == set(DIFFERENCES)


@pytest.mark.parametrize("name", DIFFERENCES)
def test_preset_differs_from_the_article(name: str) -> None:
    """A preset differs from the article's rules in what its source says, and in nothing else."""
    found = differences(PRESETS[name].rules, PRESETS["article"].rules)
    assert {option: mine for option, (mine, _) in found.items()} == DIFFERENCES[name]


def test_the_article() -> None:
    """The article's rules, which are the defaults, option by option."""
    rules = PRESETS["article"].rules
    assert rules == Rules()
    assert (rules.players, rules.decks, rules.hand_size, rules.kitty_size) == (4, 1, 13, 0)
    assert (rules.pass_count, rules.pass_offsets) == (3, (1, 3, 2, 0))
    assert (rules.opening_lead, rules.first_trick_points, rules.first_trick_points_only_hand) == (
        "lowest_club",
        "forbid",
        "any",
    )
    assert (rules.must_break_hearts, rules.queen_breaks_hearts) == (True, False)
    assert (rules.moon, rules.sun, rules.bonus, rules.no_trick_bonus) == ("add", "none", 0, 0)
    assert (rules.heart_values, rules.queen_value, rules.extra_penalties) == ("one", 13, {})
    assert (rules.target, rules.end_when, rules.ties) == (100, "reached", "share")


@pytest.mark.parametrize(("name", "hand_size"), [("hearts-3", 17), ("hearts-5", 10), ("hearts-6", 8), ("hearts-7", 7)])
def test_hands_of_other_tables(name: str, hand_size: int) -> None:
    """With other than four players low clubs and diamonds are left out, so that hands are equal, with 26 points."""
    rules = PRESETS[name].rules
    assert (rules.hand_size, rules.kitty_size, rules.payoff_bound) == (hand_size, 0, 26)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_everybody_passes_three(name: str) -> None:
    """All presets pass three cards, where they pass."""
    assert PRESETS[name].rules.pass_count == 3


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_source_is_named(name: str) -> None:
    """Every preset says in a sentence whose rules it has."""
    assert PRESETS[name].source.endswith(".")


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_no_change_is_no_change(name: str) -> None:
    """A preset with a change back to its own value is the preset; another change makes the one difference."""
    rules = PRESETS[name].rules
    assert changed_rules(name) == rules
    assert changed_rules(name, (("moon", rules.moon),)).row.tobytes() == rules.row.tobytes()
    assert differences(changed_rules(name, (("target", "77"),)), rules) == {"target": (77, rules.target)}
