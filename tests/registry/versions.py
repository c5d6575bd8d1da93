"""Versions of strategies in a repository, in wheels and in folders, and strategies that misbehave there."""

import os
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest
from faults.faulty import write

from hearts_bench.chunk import play_chunk
from hearts_bench.errors import StrategyFault
from hearts_bench.match import Match
from hearts_bench.runner import play

REPOSITORY = Path(__file__).parents[2]
MINE = """
from hearts_bench import Strategy, leaf, register
from hearts_bench.cards import {choice} as choose, only
from helper import best


@leaf
def three(view):
    chosen, rest = 0, view.hand
    for _ in range(view.pass_count):
        card = choose(rest)
        chosen |= only(card)
        rest ^= only(card)
    return chosen


class Mine(Strategy):
    \"\"\"Plays the {choice} card.\"\"\"

    depth: int = {depth}

    def choose_pass(self, view):
        return three(view)

    def play(self, view):
        return best(view.legal)


@register("fast", compiled=True)
class Fast(Strategy):
    \"\"\"The same, compiled.\"\"\"

    def choose_pass(self, view):
        return three(view)

    def play(self, view):
        return best(view.legal)
"""
HELPER = """
from hearts_bench import leaf
from hearts_bench.cards import {choice}


@leaf
def best(cards):
    return {choice}(cards)
"""
PROJECT = """
[project.entry-points."hearts_bench.strategies"]
theirs = "their_strategies.one:One"

[tool.setuptools]
package-dir = { their_strategies = "code" }
"""
ONE = """
from hearts_bench import Strategy, register
from their_strategies.cards import choose


@register("theirs")
class One(Strategy):
    def choose_pass(self, view):
        return choose(view.hand, view.pass_count)

    def play(self, view):
        return choose(view.legal, 1)[0]
"""
CARDS = """
from hearts_bench.cards import cards_in


def choose(cards, count):
    return cards_in(cards)[{slice}]
"""


def git(folder: Path, *arguments: str) -> None:
    """Run git as somebody whose commits are the same every time, so that what is compiled from them is kept."""
    who = {"NAME": "A", "EMAIL": "a@b.c", "DATE": "2026-01-01T00:00:00Z"}
    environment = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in who.items()}
    subprocess.run(
        ["git", "-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false", *arguments],
        cwd=folder,
        env=os.environ | environment,
        check=True,
        capture_output=True,
    )


def write_version(folder: Path, choice: str, depth: int) -> None:
    """Write the files of one version."""
    (folder / "code").mkdir(exist_ok=True)
    files = {
        "mine.py": MINE.format(choice=choice, depth=depth),
        "helper.py": HELPER.format(choice=choice),
        "pyproject.toml": PROJECT,
        "code/__init__.py": "",
        "code/one.py": ONE,
        "code/cards.py": CARDS.format(slice=":count" if choice == "lowest" else "-count:"),
        "modern.py": f"import only_today\n{MINE.format(choice=choice, depth=depth)}",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def wheel_of(folder: Path, source: Path, *, metadata: bool = True) -> Path:
    """Write a wheel with the package of a version."""
    path = folder / "their_strategies-1.4-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file in ("__init__", "one", "cards"):
            archive.write(source / "code" / f"{file}.py", f"their_strategies/{file}.py")
        if metadata:
            info = "their_strategies-1.4.dist-info"
            archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: their-strategies\nVersion: 1.4\n")
            points = "[hearts_bench.strategies]\ntheirs = their_strategies.one:One\n"
            archive.writestr(f"{info}/entry_points.txt", points)
    return path


def deals_of(match: Match, boards: int) -> Any:
    """Return the deals of the first boards of a match."""
    chunk = play_chunk(match, 0, boards, record=True)
    assert chunk.fault is None, chunk.fault
    assert chunk.deals is not None
    return {name: column.tolist() for name, column in chunk.deals.items()}


def fault_of(match: Match, **options: Any) -> str:
    """Play a match that cannot end well, and return what is said."""
    with pytest.raises(StrategyFault) as caught:
        play(match, **({"jobs": 1} | options))
    return str(caught.value)


def write_faulty(folder: Path, *, passing: str = "pass", playing: str = "pass", decorator: str = "") -> tuple[str, str]:
    """Write a strategy that misbehaves; return its spec here, and that in its own process."""
    here = write(folder, passing=passing, playing=playing, decorator=decorator)
    return here, f"dir:{folder}:faulty.py:Faulty"
