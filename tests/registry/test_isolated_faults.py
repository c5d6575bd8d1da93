"""What goes wrong in the process of an isolated strategy is told as if it had happened here."""

import os
import re
import signal
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import pytest
from cli.program import invoke
from faults.faulty import COMPILED
from registry.versions import deals_of, fault_of, write_faulty

from hearts_bench.chunk import play_chunk
from hearts_bench.errors import StrategyError
from hearts_bench.isolated import IsolatedEntrant
from hearts_bench.match import Match
from hearts_bench.registry import make

MISDEEDS = {
    "raise": {"playing": "if view.tricks_played == 4: raise ValueError('no idea')"},
    "not-held": {"playing": "if view.tricks_played == 4: return lowest(view.rules.deck & ~view.hand)"},
    "no-card": {"playing": "if view.tricks_played == 4: return 52"},
    "negative": {"playing": "if view.tricks_played == 4: return -1"},
    "pass-raise": {"passing": "raise KeyError('x')"},
    "too-few": {"passing": "return only(lowest(view.hand))"},
}
PYTHON_MISDEEDS = {
    "none": {"playing": "if view.tricks_played == 4: return None"},
    "huge": {"playing": "if view.tricks_played == 4: return 10**30"},
    "field": {"playing": "return view.secret"},
    "exit": {"playing": "sys.exit(0)"},
    "twice": {"passing": "return [lowest(view.hand)] * 3"},
}


def mostly_slow(cases: Iterable[Any], quick: Collection[Any]) -> list[Any]:
    """Return the cases as parameters; every one starts processes, so only a few are quick."""
    return [each if each in quick else pytest.param(each, marks=pytest.mark.slow) for each in cases]


@pytest.mark.parametrize("misdeed", mostly_slow([*MISDEEDS, *PYTHON_MISDEEDS], {"raise", "not-held", "exit"}))
def test_faults_have_the_same_words(tmp_path: Path, misdeed: str) -> None:
    """What goes wrong in the other process is told as if it had happened here: who, where, and the line."""
    here, there = write_faulty(tmp_path, **(MISDEEDS | PYTHON_MISDEEDS)[misdeed])
    said = fault_of(Match((there, "article", "random", "duck-low"), 3, 1))
    assert said == fault_of(Match((here, "article", "random", "duck-low"), 3, 1)).replace(here, there)
    assert f"strategy {there} (seat " in said
    assert "hearts-bench replay" in said


@pytest.mark.compiled
@pytest.mark.parametrize("misdeed", mostly_slow(MISDEEDS, {"not-held"}))
def test_compiled_faults_have_the_same_words(tmp_path: Path, misdeed: str) -> None:
    """That goes for compiled code, too, which is played again interpreted to learn what went wrong."""
    here, there = write_faulty(tmp_path, **MISDEEDS[misdeed], decorator=COMPILED)
    said = fault_of(Match((there, "article", "random", "duck-low"), 3, 1))
    assert said == fault_of(Match((here, "article", "random", "duck-low"), 3, 1)).replace(here, there)


@pytest.mark.compiled
def test_what_cannot_be_compiled(tmp_path: Path) -> None:
    """It is a usage error before anything is played."""
    _, there = write_faulty(tmp_path, playing="open('x').read()", decorator=COMPILED)
    said = invoke("match", there, "random", "random", "random", "--deals", 4)
    assert (said.code, said.out) == (2, "")
    assert "cannot be compiled. Register it without compiled=True to run it as Python" in said.words
    assert "Traceback" not in said.err


ENDS = {
    "exit": ("os._exit(3)", "ended its process with exit status 3"),
    "kill": ("os.kill(os.getpid(), 9)", "ended its process by signal 9 (Killed)"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("statement", "words"), ENDS.values(), ids=ENDS)
def test_a_process_that_ends(tmp_path: Path, statement: str, words: str) -> None:
    """A strategy that takes its process down is at fault on the first board where it does, not where it does first."""
    condition = "view.trick_points >= 14 and view.seat == 1"  # so on board 20 in trick 5, on board 13 in trick 7
    here, _ = write_faulty(tmp_path, playing=f"if {condition}: raise ValueError('now')")
    others = ("patient", "random", "random")
    expected = fault_of(Match((here, *others), 60, 1))
    assert "board 13, " in expected
    (tmp_path / "ends").mkdir()
    _, there = write_faulty(tmp_path / "ends", playing=f"if {condition}: {statement}")
    match = Match((there, *others), 60, 1)
    expected = re.sub(r"raised ValueError: now \(.*?\)", words, expected).replace(here, there)
    assert str(play_chunk(match, 0, 60).fault) == expected
    assert play_chunk(match, 0, 13).fault is None
    said = invoke("match", there, *others, "--deals", 400, "--seed", 1, "--jobs", 1)
    assert (said.code, said.out) == (4, "")
    assert words in said.err


@pytest.mark.usefixtures("repository")
def test_a_process_that_somebody_else_ends() -> None:
    """Killed from outside while it waits, it is at fault on the board that comes next; then it plays again."""
    match = Match(("git:v1:mine.py:Mine", "random", "random", "random"), 3, 1)
    expected = deals_of(match, 3)
    entrant = match.entrants[0]
    assert isinstance(entrant, IsolatedEntrant)
    os.kill(entrant.process_id, signal.SIGKILL)
    fault = play_chunk(match, 0, 3).fault
    assert fault is not None
    assert "board 0, " in str(fault)
    assert "ended its process by signal 9" in str(fault)
    assert deals_of(match, 3) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("import os; os._exit(3)", "ended its process with exit status 3 while it was loaded"),
        ("import sys; sys.exit('bye')", r"faulty.py:Faulty ended the program while it was loaded \(bye\)"),
        ("1 / 0", r"faulty.py cannot be loaded: ZeroDivisionError: division by zero \(.*faulty.py, line 1\)"),
        ("print(", "faulty.py cannot be loaded: SyntaxError"),
    ],
)
def test_what_cannot_be_loaded(tmp_path: Path, line: str, words: str) -> None:
    """It is a sentence, and exit code 2."""
    _, there = write_faulty(tmp_path)
    (tmp_path / "faulty.py").write_text(f"{line}\n{(tmp_path / 'faulty.py').read_text()}")
    with pytest.raises(StrategyError, match=words):
        make(there)
    said = invoke("match", there, "random", "random", "random", "--deals", 4)
    assert (said.code, said.out) == (2, "")
    assert "Traceback" not in said.err
