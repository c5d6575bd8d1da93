"""`--rule`, `--rules FILE` and `rules diff`: changed options, what is refused, and how it is said."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hearts_bench.presets import PRESETS, differences
from hearts_bench.rules import Rules

from .program import Said, invoke, results

RANDOM = ("random",) * 4


def shown(*arguments: object) -> dict[str, Any]:
    """Return the options of rules as `rules show` gives them."""
    document: dict[str, Any] = invoke("rules", "show", *arguments, "--json").document
    return document


@pytest.mark.parametrize(
    ("change", "option", "value"),
    [
        ("moon=choice", "moon", "choice"),
        ("pass_cycle=left,right", "pass_cycle", ["left", "right"]),
        ("pass_cycle=left, right", "pass_cycle", ["left", "right"]),
        ("pass_cycle=[left, right]", "pass_cycle", ["left", "right"]),
        ("pass_cycle=none", "pass_cycle", ["none"]),
        ("pass_cycle=[none]", "pass_cycle", ["none"]),
        ("pass_cycle=1,2", "pass_cycle", ["left", "across"]),
        ("pass_cycle=2", "pass_cycle", ["across"]),
        ("extra_penalties={AS: 7}", "extra_penalties", {"AS": 7}),
        ("extra_penalties={AS: 7, KS: 10}", "extra_penalties", {"AS": 7, "KS": 10}),
        ("extra_penalties={}", "extra_penalties", {}),
        ("removed_cards=2C,2D,2S,3D", "removed_cards", ["2C", "2D", "3D", "2S"]),
        ("removed_cards=[2C, 2D, 2S, 3D]", "removed_cards", ["2C", "2D", "3D", "2S"]),
        ("must_break_hearts=no", "must_break_hearts", False),
        ("must_break_hearts=false", "must_break_hearts", False),
        ("queen_breaks_hearts=yes", "queen_breaks_hearts", True),
        ("target=50", "target", 50),
        ("bonus=-10", "bonus", -10),
        ("pass_count=4", "pass_count", 4),
        ("end_when=exceeded", "end_when", "exceeded"),
    ],
)
def test_a_changed_option(change: str, option: str, value: object) -> None:
    """A value is written as in YAML, a list also without brackets; every other option stays."""
    document = shown("article", "--rule", change)
    assert document["name"] == f"article, {change}"
    assert document["options"] == {**shown("article")["options"], option: value}
    found = document["differences"].get(option, {"here": Rules().options()[option]})
    assert found["here"] == value


def test_several_changes() -> None:
    """--rule can be given again; the last word counts."""
    options = ("--rule", "moon=auto", "--rule", "target=50", "--rule", "moon=choice")
    document = shown("bicycle", *options)
    assert (document["options"]["moon"], document["options"]["target"]) == ("choice", 50)
    assert document["options"]["queen_breaks_hearts"] is True


def test_show_as_text() -> None:
    """The text names preset and changes, and says how they differ from the article's rules."""
    said = invoke("rules", "show", "article", "--rule", "moon=subtract", "--rule", "pass_cycle=left,right")
    assert said.out.startswith("article, moon=subtract, pass_cycle=left,right: ")
    assert "Differs from article: moon is subtract, there add." in said.out
    assert "Differs from article: pass_cycle is left, right, there left, right, across, none." in said.out
    assert said.out.count("Differs from article: ") == 2


def test_a_match_plays_by_the_changed_rules() -> None:
    """The change is in the name of the rules, and in the results."""
    arguments = ("match", *RANDOM, "--deals", 40, "--seed", 1, "--json", "--rule", "moon=none")
    for change, points in (("queen_value=13", 26), ("extra_penalties={AS: 7}", 33), ("heart_values=face", 117)):
        document = invoke(*arguments, "--rule", change).document
        assert document["rules"] == f"article, moon=none, {change}"
        assert sum(row["points_per_deal"] for row in document["strategies"]) == pytest.approx(points)


def test_a_change_that_changes_nothing() -> None:
    """Saying what is so anyway gives the same deals."""
    arguments = ("match", *RANDOM, "--deals", 40, "--seed", 1, "--json")
    plain, same = invoke(*arguments).document, invoke(*arguments, "--rule", "moon=add").document
    assert results(same)["strategies"] == results(plain)["strategies"]


WRONG = {
    "unknown option": (["moom=add"], "unknown rule option 'moom'; did you mean 'moon'?"),
    "unknown option, none near": (["xyzzy=1"], "unknown rule option 'xyzzy'; there is bonus, bonus_card, cancelled"),
    "unknown value": (["moon=sub"], "moon: input should be 'add', 'subtract', 'auto', 'choice' or 'none', not 'sub'"),
    "no value": (["moon"], "--rule 'moon' is no change of rules: write option=value"),
    "no option": (["=add"], "is no change of rules: write option=value"),
    "empty value": (["moon="], "moon: input should be 'add'"),
    "no number": (["target=many"], "target: input should be a valid integer"),
    "too small": (["target=0"], "target: input should be greater than or equal to 1, not 0"),
    "too many players": (["players=12"], "players: input should be less than or equal to 11, not 12"),
    "wrong direction": (["pass_cycle=left,up"], "pass_cycle has 'up'; with 4 players it may have none, left, right"),
    "no across of five": (["players=5", "pass_cycle=across"], "with 5 players it may have none, left, right or"),
    "offset too large": (["pass_cycle=4"], "pass_cycle has 4; with 4 players it may have"),
    "no such card": (["removed_cards=1X"], "removed_cards: '1X' is no card"),
    "no such bonus card": (["bonus_card=1X"], "bonus_card: '1X' is no card"),
    "penalty for a heart": (["extra_penalties={AH: 7}"], "hearts and QS have options of their own"),
    "penalty below zero": (["extra_penalties={AS: -7}"], "extra_penalties"),
    "no mapping": (["extra_penalties=AS"], "extra_penalties: input should be a valid dictionary, not 'AS'"),
    "no YAML": (["moon=["], "moon: '[' is no value that YAML can read"),
    "sun without moon": (["moon=none", "sun=double"], "sun and moon clash: without a moon there is no sun"),
    "eight with one deck": (["players=8"], "players and decks clash: 8 players need two decks"),
    "four with two decks": (["decks=2"], "players and decks clash: two decks are for 6 to 11 players"),
    "uneven hands": (["removed_cards=2C"], "removed_cards and players clash: 51 cards do not divide among 4 players"),
    "no bonus": (["moon_needs_bonus=yes"], "moon_needs_bonus and bonus clash"),
    "bonus is a penalty": (["bonus=-5", "bonus_card=QS"], "bonus_card and penalty cards clash: QS is a penalty card"),
    "passing too much": (["pass_count=14"], "pass_count and players clash: a hand of 13 cards cannot pass 14"),
}


@pytest.mark.parametrize(("changes", "sentence"), WRONG.values(), ids=WRONG)
def test_refused(changes: list[str], sentence: str) -> None:
    """A wrong option suggests the near name, a wrong value lists the legal ones, and options that clash are named."""
    options = [part for change in changes for part in ("--rule", change)]
    for command in (("match", *RANDOM, "--deals", 4), ("replay", *RANDOM), ("rules", "show", "article")):
        said = invoke(*command, *options)
        assert (said.code, said.out) == (2, "")
        assert sentence in said.words
        assert "Traceback" not in said.err


@pytest.mark.parametrize(
    ("line_up", "rules", "sentence"),
    [
        (
            ("random",) * 3,
            "article",
            "rules article: 4 strategies are needed, one a seat, not 3; for 3 there is hearts-3",
        ),
        (("random",) * 5, "article", "4 strategies are needed, one a seat, not 5; for 5 there is hearts-5"),
        (("random",) * 8, "hearts-7", "7 strategies are needed, one a seat, not 8; for 8 there is cancellation"),
        (("random",) * 4, "hearts-3", "3 strategies are needed, one a seat, not 4; for 4 there is article, bicycle"),
        (("random",) * 2, "article", "4 strategies are needed, one a seat, not 2"),
    ],
)
def test_a_table_of_another_size(line_up: tuple[str, ...], rules: str, sentence: str) -> None:
    """Who brings too few or too many strategies learns which presets are for so many."""
    for command in ("match", "replay"):
        said = invoke(command, *line_up, "--rules", rules)
        assert (said.code, said.out) == (2, "")
        assert sentence in said.words


def test_every_order_of_eight_is_too_many() -> None:
    """40320 seatings of one board are refused; balanced ones are named as the way out."""
    said = invoke("match", *RANDOM * 2, "--rules", "cancellation", "--seatings", "all")
    assert (said.code, said.out) == (2, "")
    assert "seatings 'all' for 8 players are too many; choose balanced" in said.words
    assert invoke("match", *RANDOM * 2, "--rules", "cancellation", "--deals", 8, "--seed", 1).code == 0


FILE = """\
preset: bicycle
moon: choice
pass_cycle: [left, none]
extra_penalties: {AS: 7}
"""


def test_rules_from_a_file(tmp_path: Path) -> None:
    """A YAML file names a preset and the options that differ; --rule changes it further."""
    path = tmp_path / "house.yaml"
    path.write_text(FILE)
    expected = Rules(
        queen_breaks_hearts=True,
        queen_counts_as_heart_when_leading=True,
        moon="choice",
        pass_cycle=("left", "none"),
        extra_penalties={"AS": 7},
    )
    assert shown(path)["options"] == expected.options()
    assert shown(path, "--rule", "target=50")["options"] == expected.options() | {"target": 50}
    said = invoke("match", *RANDOM, "--rules", path, "--deals", 40, "--seed", 1, "--json")
    assert said.code == 0
    assert said.document["rules"].startswith("bicycle, moon=choice, pass_cycle=")
    named = ("--rules", "bicycle", "--rule", "moon=choice", "--rule", "pass_cycle=left,none")
    by_hand = invoke(
        "match", *RANDOM, *named, "--rule", "extra_penalties={AS: 7}", "--deals", 40, "--seed", 1, "--json"
    )
    assert results(by_hand.document)["strategies"] == results(said.document)["strategies"]
    assert invoke("replay", *RANDOM, "--rules", path, "--board", 1, "--seed", 1, "--json").document["pass_offset"] == 0


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("preset: bycicle\n", "unknown preset 'bycicle'; did you mean 'bicycle'?"),
        ("presets: bicycle\n", "unknown rule option 'presets'"),
        ("moom: add\n", "unknown rule option 'moom'; did you mean 'moon'?"),
        ("moon: sub\n", "moon: input should be 'add'"),
        ("moon: 2020-01-01\n", "moon: input should be 'add'"),
        ("moon: [add]\n", "moon: input should be 'add'"),
        ("1: 2\n", "unknown rule option '1'"),
        ("players: 8\n", "players and decks clash"),
        ("[article]\n", "it must be a mapping"),
        ("", "it must be a mapping"),
        ("moon: [\n", "is no YAML"),
    ],
)
def test_a_file_of_wrong_rules(tmp_path: Path, content: str, sentence: str) -> None:
    """What is wrong in a file of rules is said as for options."""
    path = tmp_path / "house.yaml"
    path.write_text(content)
    said = invoke("match", *RANDOM, "--rules", path, "--deals", 4)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.words
    assert "Traceback" not in said.err


def test_a_file_of_rules_that_is_not_there() -> None:
    """A missing file is named."""
    said = invoke("match", *RANDOM, "--rules", "no/such.yaml")
    assert said.code == 2
    assert "cannot read no/such.yaml: No such file or directory" in said.words


def rows(said: Said) -> list[str]:
    """Return the first word of each line below the header."""
    return [line.split()[0] for line in said.out.splitlines()[1:]]


@pytest.mark.parametrize(("one", "other"), [*pairwise(PRESETS), ("article", "herzen"), ("cancellation", "hearts-3")])
def test_diff(one: str, other: str) -> None:
    """Text and JSON name the options that differ with both values, one way round and the other."""
    different = differences(PRESETS[one].rules, PRESETS[other].rules)
    said = invoke("rules", "diff", one, other)
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines()[0].split() == ["option", one, other]
    assert rows(said) == list(different)
    document = invoke("rules", "diff", one, other, "--json").document
    assert list(document) == list(different)
    assert all(list(values) == [one, other] for values in document.values())
    options = [invoke("rules", "show", name, "--json").document["options"] for name in (one, other)]
    for option, values in document.items():
        assert list(values.values()) == [options[0][option], options[1][option]]
    assert set(options[0]) - set(document) == {name for name in options[0] if options[0][name] == options[1][name]}
    assert rows(invoke("rules", "diff", other, one)) == list(different)


@pytest.mark.parametrize(("one", "other"), [("article", "article"), ("article", "microsoft")])
def test_rules_that_do_not_differ(one: str, other: str) -> None:
    """Equal rules are said to be equal; in JSON nothing differs."""
    assert invoke("rules", "diff", one, other).out == f"{one} and {other} do not differ.\n"
    assert invoke("rules", "diff", one, other, "--json").document == {}


def test_diff_of_a_file(tmp_path: Path) -> None:
    """A file of rules can be compared as a preset can."""
    path = tmp_path / "house.yaml"
    path.write_text(FILE)
    document = invoke("rules", "diff", path, "bicycle", "--json").document
    assert set(document) == {"moon", "pass_cycle", "extra_penalties"}
    assert document["moon"] == {str(path): "choice", "bicycle": "add"}


@pytest.mark.parametrize("arguments", [("articl", "bicycle"), ("bicycle", "articl")])
def test_diff_of_an_unknown_preset(arguments: tuple[str, str]) -> None:
    """An unknown preset on either side suggests the near name."""
    said = invoke("rules", "diff", *arguments)
    assert (said.code, said.out) == (2, "")
    assert "unknown preset 'articl'; did you mean 'article'?" in said.words


def test_the_command_to_see_a_fault_keeps_the_rules(tmp_path: Path) -> None:
    """The replay that a fault names is played by the same changed rules, of the same deal of the game."""
    (tmp_path / "raises.py").write_text(
        "from hearts_bench import Strategy\n"
        "class Raises(Strategy):\n"
        "    def choose_pass(self, view): raise ValueError('no idea')\n"
        "    def play(self, view):\n"
        "        if view.deal_number == 1: raise ValueError('no idea')\n"
        "        return (view.legal & -view.legal).bit_length() - 1\n"
    )
    spec = f"{tmp_path / 'raises.py'}:Raises"
    arguments = ("--rule", "pass_cycle=[none]", "--rule", "extra_penalties={AS: 7}", "--games", 4, "--seed", 1)
    said = invoke("match", spec, *RANDOM[1:], "--rules", "bicycle", *arguments)
    assert said.code == 4
    for part in ("deal 1, trick 1)", "--rules bicycle", "'extra_penalties={AS: 7}'", "--deal 1"):
        assert part in said.err
