"""Help and version answer at once, for every command, without importing what they do not need."""

import pytest

import hearts_bench

from .program import invoke, python, run

COMMANDS = {
    (): "which is stronger",
    ("article",): "Repeat the article's experiment",
    ("match",): "Let strategies meet at one table",
    ("run",): "Play a tournament from a file",
    ("replay",): "Show a deal trick by trick",
    ("report",): "Make a report of a run",
    ("watch",): "Watch a run that is being played elsewhere",
    ("analyse",): "Judge the play of deals that somebody saw elsewhere",
    ("strategies",): "how they play",
    ("strategies", "list"): "List the installed strategies",
    ("strategies", "show"): "Show how a strategy plays",
    ("rules",): "how they differ",
    ("rules", "list"): "List the presets",
    ("rules", "show"): "Show the options of a preset",
    ("rules", "diff"): "Show the options in which two sets of rules differ",
}


@pytest.mark.parametrize(
    ("command", "sentence"), COMMANDS.items(), ids=[" ".join(each) or "program" for each in COMMANDS]
)
def test_help(command: tuple[str, ...], sentence: str) -> None:
    """Every command explains itself in a sentence."""
    said = invoke(*command, "--help")
    assert said.code == 0
    assert sentence in said.words
    assert said.err == ""


@pytest.mark.parametrize(
    "command", [each for each in COMMANDS if each not in {(), ("strategies",), ("rules",)}], ids=" ".join
)
def test_help_has_an_example(command: tuple[str, ...]) -> None:
    """The help of every command shows one line that can be typed as it stands."""
    assert f"hearts-bench {' '.join(command)}" in invoke(*command, "--help").words.split("Example:")[1]


def test_version() -> None:
    """--version names program and version."""
    assert run("--version").out == f"hearts-bench {hearts_bench.__version__}\n"


def test_nothing_is_imported_that_help_does_not_need() -> None:
    """Neither help nor version of any command waits for numba or the other big packages."""
    code = f"""
import contextlib, io, sys
from hearts_bench.cli import app
for command in {[*COMMANDS]!r}:
    for option in ["--help", *([] if command else ["--version"])]:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
            app([*command, option])
heavy = ("numba", "numpy", "pandas", "matplotlib", "scipy", "pyarrow", "joblib")
print([name for name in heavy if name in sys.modules])
"""
    assert python(code) == "[]\n"


def test_without_arguments_the_program_shows_its_help() -> None:
    """Who types nothing but the name gets the list of commands and the exit code of a usage error."""
    said = invoke()
    assert said.code == 2
    assert "article" in said.words
    assert "replay" in said.words
