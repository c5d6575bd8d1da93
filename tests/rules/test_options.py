"""Validation of the options: every mistake is answered with a sentence that says what to write."""

from typing import Any

import pytest
from pydantic import ValidationError

from hearts_bench import Rules
from hearts_bench.errors import HeartsBenchError, RulesError
from hearts_bench.presets import PRESETS, preset

REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "misspelt option": (
        {"queen_break_hearts": True},
        "unknown key 'queen_break_hearts'; did you mean 'queen_breaks_hearts'",
    ),
    "option of no such kind": ({"colour": "red"}, "unknown key 'colour'; there is"),
    "unknown value": ({"moon": "double"}, "moon: .*'add', 'subtract' or 'none'.*not 'double'"),
    "too few players": ({"players": 2}, "players: .*3, not 2"),
    "too many players": ({"players": 8}, "players: .*7, not 8"),
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
        {"removed_cards": (*(f"{rank}C" for rank in "23456789TJQKA"), "2D", "3D", "4D")},
        "removed_cards and opening_lead clash: no club",
    ),
    "no penalty card": (
        {"removed_cards": (*(f"{rank}H" for rank in "23456789TJQKA"), "QS", "2D", "3D")},
        "no penalty card",
    ),
    "empty cycle": ({"pass_cycle": ()}, r"pass_cycle is empty; write \[none\]"),
    "no such direction": (
        {"pass_cycle": ("left", "up")},
        "pass_cycle has 'up'; with 4 players it may have none, left, right, across or an offset from 0 to 3",
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


def test_presets_differ_from_the_article_as_documented() -> None:
    """A preset lists the options that differ from the article's rules, and nothing else."""
    assert PRESETS["article"].differences() == {}
    assert PRESETS["microsoft"].differences() == {}
    assert PRESETS["bicycle"].differences() == {
        "queen_breaks_hearts": (True, False),
        "queen_counts_as_heart_when_leading": (True, False),
    }
    assert set(PRESETS["openspiel"].differences()) == {"queen_breaks_hearts", "pass_cycle"}
