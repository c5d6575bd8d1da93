"""The page on strategies says what is true."""

import re
from importlib.metadata import entry_points
from pathlib import Path

from hearts_bench.registry import GROUP, make_local
from hearts_bench.view import FIELDS

_PAGE = (Path(__file__).parents[2] / "docs" / "strategies.md").read_text(encoding="utf-8")


def test_every_field_of_a_view_is_listed_with_its_meaning() -> None:
    table = _PAGE.split("## What a view tells")[1].split("##")[0]
    listed = re.findall(r"^\| `(\w+)`(?: \(by seat\))? \| (.*) \|$", table, re.MULTILINE)
    assert listed == [(name, meaning) for name, (_, _, meaning) in FIELDS.items()]


def test_every_installed_built_in_strategy_is_listed() -> None:
    built_in = {point.name for point in entry_points(group=GROUP) if point.value.startswith("hearts_bench_strategies")}
    table = _PAGE.split("## The built-in ones")[1].split("###")[0]
    assert set(re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE)) == built_in


def test_the_example_plays_as_the_strategy_it_shows(tmp_path: Path) -> None:
    example = re.findall(r"```python\n(.*?)```", _PAGE, re.DOTALL)[0]
    file = tmp_path / "example.py"
    file.write_text(example, encoding="utf-8")
    strategy = make_local(f"{file}:Patient:hates=AH").instance()
    assert type(strategy).__name__ == "Patient"
    assert vars(strategy) == {"hates": "AH"}
