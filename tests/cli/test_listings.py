"""`strategies` and `rules`: lists and details, as text and as JSON."""

import json
from importlib.metadata import entry_points

import pytest

from hearts_bench.presets import PRESETS, differences
from hearts_bench.rules import Rules

from .program import invoke

INSTALLED = sorted(point.name for point in entry_points(group="hearts_bench.strategies"))


@pytest.mark.parametrize("command", [("strategies",), ("strategies", "list")], ids=" ".join)
def test_strategies_table(command: tuple[str, ...]) -> None:
    """The table has a line for every installed strategy, in alphabetical order."""
    said = invoke(*command)
    assert (said.code, said.err) == (0, "")
    starts = [line.split()[0] for line in said.out.splitlines()[1:] if not line.startswith("  ")]
    assert starts == INSTALLED


def test_strategies_document() -> None:
    """The JSON list has the promised keys, and tells kind and parameters of each strategy."""
    rows = {row["name"]: row for row in invoke("strategies", "list", "--json").document}
    assert sorted(rows) == INSTALLED
    assert all(set(row) == {"name", "kind", "summary", "parameters"} for row in rows.values())
    assert all(row["summary"].endswith(".") for row in rows.values())
    assert rows["monte-carlo"]["kind"] == "compiled"
    assert rows["monte-carlo"]["parameters"][:2] == ["worlds: int = 50", "playout: strategy = opportunist"]
    assert rows["patient"]["kind"] == "python"
    assert rows["random"]["parameters"] == []


@pytest.mark.parametrize("name", INSTALLED)
def test_strategy_details(name: str) -> None:
    """`show` tells how a strategy plays, its parameters, its file and its source."""
    said = invoke("strategies", "show", name)
    assert (said.code, said.err) == (0, "")
    for part in (f"{name} (", "Parameters:", "Source: ", ".py", f'@register("{name}"', "(self, view: View) -> "):
        assert part in said.out


def test_details_of_a_class_in_a_module() -> None:
    """`show` takes any spec."""
    assert invoke("strategies", "show", "hearts_bench_strategies.article:Article").out.startswith("article (compiled)")


@pytest.mark.parametrize("command", [("rules",), ("rules", "list")], ids=" ".join)
def test_rules_table(command: tuple[str, ...]) -> None:
    """The table has a line for every preset, with where it comes from."""
    said = invoke(*command)
    assert (said.code, said.err) == (0, "")
    assert [line.split()[0] for line in said.out.splitlines()[1:]] == list(PRESETS)
    assert all(preset.source in said.out for preset in PRESETS.values())


def test_rules_document() -> None:
    """The JSON list names every preset and its source."""
    rows = invoke("rules", "list", "--json").document
    assert [(row["name"], row["source"]) for row in rows] == [(name, preset.source) for name, preset in PRESETS.items()]


@pytest.mark.parametrize("name", PRESETS)
def test_rules_details(name: str) -> None:
    """`show` prints every option with value and meaning, and how the preset differs from the article's rules."""
    said = invoke("rules", "show", name)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(f"{name}: {PRESETS[name].source}\n")
    for option in PRESETS[name].rules.options():
        assert f" {option} " in said.out
    different = differences(PRESETS[name].rules, Rules())
    assert said.out.count("Differs from article: ") == len(different)
    for option in different:
        assert f"Differs from article: {option} is " in said.out


@pytest.mark.parametrize("name", PRESETS)
def test_rules_details_as_json(name: str) -> None:
    """The JSON document has the same options, values and differences."""
    document = invoke("rules", "show", name, "--json").document
    assert set(document) == {"name", "source", "options", "differences"}
    assert document["options"] == json.loads(json.dumps(PRESETS[name].rules.options()))
    different = differences(PRESETS[name].rules, Rules())
    assert document["differences"] == json.loads(
        json.dumps({option: {"here": here, "article": there} for option, (here, there) in different.items()})
    )
