"""The named rules: whose they are, and how they differ from the article's."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

import yaml

from hearts_bench.errors import RulesError
from hearts_bench.messages import unknown_name
from hearts_bench.rules import Rules


@dataclass(frozen=True)
class Preset:
    """A named set of rules and where it comes from."""

    name: str
    rules: Rules
    source: str


_BULGARIAN: dict[str, Any] = {"queen_breaks_hearts": True, "moon": "choice"}
_BULGARIAN_PAGE = "A Bulgarian rules page for three to seven players"
_PRESETS = (
    Preset("article", Rules(), "The article about a browser game whose experiment this project reproduces."),
    Preset(
        "bicycle",
        Rules(queen_breaks_hearts=True, queen_counts_as_heart_when_leading=True),
        "Bicycle's rules page and the texts copied from it.",
    ),
    Preset(
        "black-maria",
        Rules(
            opening_lead="left_of_dealer",
            first_trick_points="allow",
            must_break_hearts=False,
            moon="none",
            pass_cycle=("right",),
            extra_penalties={"AS": 7, "KS": 10},
        ),
        "Black Maria as Wikipedia and several rules pages tell it; 43 points a deal.",
    ),
    Preset(
        "cancellation",
        Rules(
            players=8,
            decks=2,
            kitty_to="first_trick",
            pass_cycle=("none",),
            opening_lead="left_of_dealer",
            first_trick_points="allow",
            queen_breaks_hearts=True,
            moon="none",
        ),
        "Cancellation Hearts by Bicycle: two packs, equal cards of a trick cancel. No source gives a moon its points.",
    ),
    Preset(
        "classic",
        Rules(opening_lead="left_of_dealer", first_trick_points="allow"),
        "A Swedish how-to; what it lists as variations is left out.",
    ),
    Preset(
        "gnome",
        Rules(moon="subtract", sun="double"),
        "The help of gnome-hearts 0.3.1: moon -26, and -52 with every trick.",
    ),
    *(
        Preset(f"hearts-{players}", Rules(players=players, **_BULGARIAN), f"{_BULGARIAN_PAGE}.")
        for players in range(3, 8)
    ),
    Preset(
        "herzen",
        Rules(queen_breaks_hearts=True, queen_counts_as_heart_when_leading=True, moon="choice"),
        "A German rules page. It states no exception to the ban on points in the first trick.",
    ),
    Preset("microsoft", Rules(), "The help of Microsoft Hearts and observations of the Windows 95 program."),
    Preset("omnibus", Rules(bonus=-10, **_BULGARIAN), f"{_BULGARIAN_PAGE}: the variant with J♦ as -10."),
    Preset(
        "openspiel",
        Rules(queen_breaks_hearts=True, pass_cycle=("none", "left", "across", "right")),
        "OpenSpiel's defaults. It draws the pass direction by chance; here each comes equally often.",
    ),
    Preset(
        "spot",
        Rules(heart_values="face", queen_value=25, moon="subtract", sun="double", target=500),
        "Spot Hearts in the help of gnome-hearts 0.3.1: 129 points a deal, game 500.",
    ),
    Preset(
        "tag",
        Rules(first_trick_points="allow", target=50),
        "The Hearts of the TabletopGames framework, read in its source.",
    ),
    Preset(
        "xinxin",
        Rules(opening_lead="any_club", first_trick_points_only_hand="hearts_only", queen_breaks_hearts=True),
        "The program xinxin as its main.cpp sets it up, read in its source.",
    ),
)
PRESETS: Mapping[str, Preset] = MappingProxyType({preset.name: preset for preset in _PRESETS})


def preset(name: str) -> Preset:
    """Return the preset of this name.

    Raises:
        RulesError: there is none; the message names the nearest.

    """
    if name not in PRESETS:
        raise RulesError(unknown_name("preset", name, PRESETS))
    return PRESETS[name]


def _value(option: str, text: str) -> Any:
    try:
        value = yaml.safe_load(text)
    except yaml.YAMLError as error:
        msg = f"{option}: {text!r} is no value that YAML can read"
        raise RulesError(msg) from error
    if option in {"removed_cards", "pass_cycle"} and not isinstance(value, list):  # "left, right" needs no brackets
        return [yaml.safe_load(part) for part in text.split(",")]
    return value


@cache
def changed_rules(name: str, changes: tuple[tuple[str, str], ...] = ()) -> Rules:
    """Return a preset's rules with some options changed; values are texts, as in YAML: "choice", "[left, right]".

    Raises:
        RulesError: preset, option or value is unknown, or the options contradict each other.

    """
    options = preset(name).rules.model_dump(exclude_unset=True)
    for option, text in changes:
        if option not in Rules.model_fields:
            raise RulesError(unknown_name("rule option", option, Rules.model_fields))
        options[option] = _value(option, text)
    return Rules(**options)


def rules_name(name: str, changes: tuple[tuple[str, str], ...]) -> str:
    """Return what a preset with changes is called: "article" or "article, moon=choice"."""
    return ", ".join([name, *(f"{option}={text}" for option, text in changes)])


def differences(one: Rules, other: Rules) -> dict[str, tuple[Any, Any]]:
    """Return the options in which two sets of rules differ, each as (the one's value, the other's)."""
    mine, theirs = one.options(), other.options()
    return {name: (mine[name], theirs[name]) for name in mine if mine[name] != theirs[name]}
