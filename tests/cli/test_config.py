"""Configuration files: what is refused, and how the message helps."""

from pathlib import Path

import pytest

from hearts_bench.config import load
from hearts_bench.errors import ConfigError

from .program import invoke

REPOSITORY = Path(__file__).parents[2]
GOOD = """\
version: 1
seed: 1
rules: article
strategies:
  random: {use: random}
  article: {use: article}
tournament:
  type: line-ups
  line-ups: [[random, article, article, article]]
  seatings: fixed
  deals: 4
"""
LINE_UPS = "line-ups: [[random, article, article, article]]"
TYPE = "type: line-ups"
TABLES = f"{TYPE}\n  {LINE_UPS}\n  seatings: fixed"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("seed: 1", "sede: 1", "unknown key 'sede'; did you mean 'seed'?"),
        ("version: 1", "version: 2", "version"),
        ("version: 1\n", "", "version is missing"),
        ("  deals: 4", "  deals: 0", "tournament.deals"),
        ("  deals: 4", "  deals: many", "tournament.deals"),
        ("  deals: 4\n", "", "tournament needs either deals or games"),
        ("  deals: 4\n", "  deals: 4\n  games: 4\n", "tournament needs either deals or games"),
        ("  deals: 4", "  games: 0", "tournament.games"),
        ("seatings: fixed", "seatings: some", "tournament.seatings"),
        ("rules: article", "rules: bycicle", "unknown preset 'bycicle'; did you mean 'bicycle'?"),
        ("rules: article", "rules: {preset: bycicle}", "unknown preset 'bycicle'; did you mean 'bicycle'?"),
        ("rules: article", "rules: {moom: add}", "unknown rule option 'moom'; did you mean 'moon'?"),
        ("rules: article", "rules: {moon: sub}", "moon: input should be 'add', 'subtract', 'auto', 'choice' or 'none'"),
        ("rules: article", "rules: {moon: none, sun: double}", "sun and moon clash: without a moon there is no sun"),
        ("rules: article", "rules: {moon: 2020-01-01}", "moon: input should be 'add'"),
        ("rules: article", "rules: [article]", "rules"),
        ("rules: article", "rules: cancellation", "rules cancellation: 8 strategies are needed, one a seat, not 4"),
        ("{use: random}", "{use: radnom}", "unknown strategy 'radnom'; did you mean 'random'?"),
        ("{use: random}", "{use: monte-carlo, args: {wrlds: 3}}", "unknown parameter of monte-carlo 'wrlds'"),
        ("{use: random}", "{use: monte-carlo, args: {worlds: x}}", "parameter worlds: int = 50 cannot be 'x'"),
        ("[[random,", "[[radnom,", "unknown strategy label 'radnom'; did you mean 'random'?"),
        ("[[random, article, article, article]]", "[[random, article]]", "4 strategies are needed"),
        (LINE_UPS, "", "line-ups"),
        (TYPE, "type: round-robin", "line-ups belongs to tournaments of type line-ups"),
        (TYPE, "strategies: [random]\n  type: line-ups", "strategies belongs to tournaments of type round-robin"),
        (TYPE, "type: knock-out", "tournament.type"),
        (
            f"{TYPE}\n  {LINE_UPS}",
            "type: round-robin",
            "a round robin at tables of 4 needs at least 4 strategies, not 2",
        ),
        (TABLES, "type: gauntlet\n  strategies: [random]", "a gauntlet needs a challenger and somebody to meet"),
        (TABLES, "type: duel\n  strategies: [random]", "a duel is between two strategies, [new, old], not 1"),
        (TABLES, "type: duel\n  strategies: []", "a duel is between two strategies, [new, old], not 0"),
        (TABLES, "type: gauntlet\n  strategies: [random, radnom]", "unknown strategy label 'radnom'; did you mean"),
        (TABLES, "type: gauntlet\n  seatings: rotate", "a gauntlet has seatings of its own"),
        (TABLES, "type: duel\n  seatings: balanced", "a duel has seatings of its own"),
        (
            TABLES,
            "type: duel\n  seatings: duel",
            "tournament.seatings: input should be 'fixed', 'rotate', 'balanced' or",
        ),
        (
            TABLES,
            "type: gauntlet\n  strategies: [random, article, random]",
            "tournament.strategies has random 2 times; each strategy takes part once",
        ),
        ("{use: random}", "{use: article}", "labels random and article are the same strategy, article"),
        (LINE_UPS, "line-ups: []", "tournament.line-ups: list should have at least 1 item"),
        (GOOD, "[1, 2", "is no YAML"),
        (GOOD, "- 1\n", "must be a mapping, such as one that starts with 'version: 1'"),
        (GOOD, "", "must be a mapping, such as one that starts with 'version: 1'"),
        ("strategies:\n  random: {use: random}\n  article: {use: article}", "strategies: {}", "strategies"),
        ("seed: 1", f"seed: {2**63}", "does not fit into 64 bits"),
    ],
)
def test_refused(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    """A configuration that says something impossible is a usage error that names place and remedy; nothing runs."""
    path = tmp_path / "config.yaml"
    assert old in GOOD
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    said = invoke("run", path, "--out", tmp_path / "out")
    assert said.code == 2
    assert sentence in said.words
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("  deals: 4", "  deels: 4", "did you mean 'deals'?"),
        ("{use: random}", "{use: monte-carlo, arg: {worlds: 3}}", "did you mean 'args'?"),
    ],
)
def test_unknown_key_in_a_section(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    """An unknown key anywhere is refused with the near name of that place."""
    path = tmp_path / "config.yaml"
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert sentence in str(caught.value)


def test_not_text(tmp_path: Path) -> None:
    """A binary file is no YAML, and that is said."""
    path = tmp_path / "config.yaml"
    path.write_bytes(b"\xff\xfe\x00\x01")
    said = invoke("run", path, "--out", tmp_path / "out")
    assert said.code == 2
    assert "is no YAML" in said.words


def test_arguments_become_parameters(tmp_path: Path) -> None:
    """`args` in a file is the same as parameters in a spec."""
    path = tmp_path / "config.yaml"
    path.write_text(
        GOOD.replace("{use: random}", "{use: monte-carlo, args: {worlds: 3, playout: duck-low}}"), encoding="utf-8"
    )
    line_up = load(path).matches(1)[0].line_up
    assert line_up[0] == "monte-carlo:worlds=3,playout=duck-low"


@pytest.mark.parametrize("path", sorted((REPOSITORY / "configs").glob("*.yaml")), ids=lambda path: path.name)
def test_shipped_configurations(path: Path) -> None:
    """Every configuration in the repository can be read and names strategies that exist."""
    assert load(path).matches(1)
