"""A strategy that misbehaves ends the match with a sentence: who, where, what was legal, and how to see it again."""

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from cli.program import Said, invoke, run, write_config

from hearts_bench.chunk import play_chunk
from hearts_bench.errors import IllegalPlayError, StrategyError, StrategyFault
from hearts_bench.match import Match
from hearts_bench.records import RunFolder
from hearts_bench.registry import make
from hearts_bench.runner import play

from .faulty import COMPILED, write

OTHERS = ("article", "random", "duck-low")


def on_trick_five(statement: str) -> str:
    """Return the line that misbehaves on the fifth trick."""
    return f"if view.tricks_played == 4: {statement}"


def fault_of(match: Match, **options: Any) -> StrategyFault:
    """Play a match that cannot end well, and return its fault."""
    with pytest.raises(StrategyFault) as caught:
        play(match, **({"jobs": 1} | options))
    return caught.value


def check(fault: StrategyFault, spec: str, when: str) -> None:
    """Make sure that a fault tells all that its reader needs."""
    message = str(fault)
    assert f"strategy {spec} (seat " in message
    assert re.search(rf"board \d+, seating \d+, {when}\)", message)
    assert re.search(r"Legal: ([2-9TJQKA][CDSH] )*[2-9TJQKA][CDSH]\.", message)
    assert "See it: hearts-bench replay " in message


# What is answered on the fifth trick, and whether it is an exception or an answer that the rules forbid.
BOTH_KINDS = {
    "raise": ("raise ValueError('no idea')", "raised ValueError: no idea"),
    "index": ("return (1, 2)[view.tricks_played + 7]", "raised IndexError"),
    "not-held": ("return lowest(view.rules.deck & ~view.hand)", "which is not legal"),
    "negative": ("return -1", "-1"),
    "no-card": ("return 52", "52"),
    "large": ("return 1 << 40", str(1 << 40)),
}
PYTHON_ONLY = {
    "none": ("return None", "None"),
    "text": ("return 'QS'", "'QS'"),
    "true": ("return True", "True"),
    "float": ("return 3.0", "3.0"),
    "list": ("return [lowest(view.legal)]", "["),
    "huge": ("return 10**30", str(10**30)),
    "attribute": ("return view.secret", "a view has no field 'secret'"),
    "assert": ("assert False, 'I give up'", "raised AssertionError: I give up"),
    "exit": ("sys.exit(0)", "raised SystemExit: 0"),
}


@pytest.mark.parametrize(("statement", "words"), (BOTH_KINDS | PYTHON_ONLY).values(), ids=(BOTH_KINDS | PYTHON_ONLY))
def test_python_play(tmp_path: Path, statement: str, words: str) -> None:
    """Whatever a Python strategy does instead of playing a legal card is its fault, and reported as such."""
    spec = write(tmp_path, playing=on_trick_five(statement))
    fault = fault_of(Match((spec, *OTHERS), 3, 1))
    check(fault, spec, "trick 5")
    assert words in str(fault)
    assert "board 0, seating 0" in str(fault)
    assert isinstance(fault, IllegalPlayError) == ("raised" not in words and "field" not in words)


@pytest.mark.compiled
@pytest.mark.parametrize(("statement", "words"), BOTH_KINDS.values(), ids=BOTH_KINDS)
@pytest.mark.parametrize("other", ["article", "patient"], ids=["all compiled", "with a Python strategy"])
def test_compiled_play(tmp_path: Path, statement: str, words: str, other: str) -> None:
    """Compiled strategies fare the same, with the same words: what they raise is not swallowed."""
    if statement.startswith("return (1, 2)"):
        statement = "return (lowest(view.legal), 2)[view.tricks_played + 7]"
    spec = write(tmp_path, playing=on_trick_five(statement), decorator=COMPILED)
    fault = fault_of(Match((spec, other, "random", "duck-low"), 3, 1))
    check(fault, spec, "trick 5")
    assert words in str(fault)
    assert "board 0, seating 0" in str(fault)


PASSES = {
    "raise": ("raise KeyError('x')", "raised KeyError"),
    "too-few": ("return only(lowest(view.hand))", "which is not 3 cards of its hand"),
    "none": ("return 0", "passed no card, which is not 3 cards of its hand"),
    "too-many": ("return view.hand", "which is not 3 cards of its hand"),
    "not-held": ("return view.hand ^ view.rules.deck", "which is not 3 cards of its hand"),
}
PYTHON_PASSES = {
    "negative": ("return -1", "-1"),
    "twice": ("return [lowest(view.hand)] * 3", "is given twice"),
    "words": ("return 'QS KS AS'", "neither a card set nor a list of cards"),
    "nothing": ("return None", "neither a card set nor a list of cards"),
    "true": ("return True", "which is not 3 cards of its hand"),
    "floats": (
        "return [card + 0.5 for card in range(52) if has(view.hand, card)][:3]",
        "neither a card set nor a list of cards",
    ),
    "no-cards": ("return [60, 61, 62]", "no card"),
    "negatives": ("return [-1, -2, -3]", "-1 is no card"),
    "huge": ("return 10**30", str(10**30)),
}


@pytest.mark.parametrize(("statement", "words"), (PASSES | PYTHON_PASSES).values(), ids=(PASSES | PYTHON_PASSES))
def test_python_pass(tmp_path: Path, statement: str, words: str) -> None:
    """A pass that is not the right number of different cards of the hand is a fault."""
    spec = write(tmp_path, passing=statement)
    fault = fault_of(Match((spec, *OTHERS), 3, 1))
    check(fault, spec, "the pass")
    assert words in str(fault)


@pytest.mark.compiled
@pytest.mark.parametrize(("statement", "words"), PASSES.values(), ids=PASSES)
@pytest.mark.parametrize("others", [("article",) * 3, ("patient",) * 3], ids=["all compiled", "with Python strategies"])
@pytest.mark.parametrize("seatings", ["fixed", "rotate"])
def test_compiled_pass(tmp_path: Path, statement: str, words: str, others: tuple[str, ...], seatings: Any) -> None:
    """The same holds for compiled strategies, whatever sits beside them, even if all deals fault at once."""
    spec = write(tmp_path, passing=statement, decorator=COMPILED)
    fault = fault_of(Match((spec, *others), 3, 1, seatings=seatings))
    check(fault, spec, "the pass")
    assert words in str(fault)


@pytest.mark.compiled
@pytest.mark.parametrize("decorator", ["", COMPILED], ids=["python", "compiled"])
@pytest.mark.parametrize("options", [{"jobs": 1}, {"jobs": 2}, {"jobs": 4}], ids=str)
def test_the_earliest_fault_is_reported(tmp_path: Path, decorator: str, options: dict[str, Any]) -> None:
    """Of many faults the one on the first board is reported, whoever played it; which it is needs no luck."""
    spec = write(tmp_path, decorator=decorator, playing="if has(view.legal, 51) and view.trick_points == 15: return -1")
    match = Match((spec, *OTHERS), 4000, 1)
    first = str(fault_of(match, backend="threads"))
    number = re.search(r"board (\d+)", first)
    assert number is not None
    assert play_chunk(match, 0, int(number[1])).fault is None
    assert str(fault_of(match, backend="threads", **options)) == first


def replay_command(message: str) -> list[str]:
    """Return the arguments of the replay command in a message."""
    command = shlex.split(message.split("See it: hearts-bench ")[1])
    assert command[0] == "replay"
    return command


@pytest.mark.parametrize("decorator", ["", COMPILED], ids=["python", "compiled"])
def test_the_command_line_and_the_replay(tmp_path: Path, decorator: str) -> None:
    """The program ends with 4 and one sentence; the command in it shows the deal up to the fault."""
    spec = write(tmp_path, playing=on_trick_five("raise ValueError('no idea')"), decorator=decorator)
    said = invoke("match", *OTHERS, spec, "--deals", 40, "--jobs", 1, "--rules", "bicycle", "--seed", 7)
    assert (said.code, said.out) == (4, "")
    sentence = said.err[said.err.index("Error: ") + 7 :].strip()
    replayed = invoke(*replay_command(sentence))
    assert replayed.code == 4
    tricks = [line for line in replayed.out.splitlines() if line[:5].strip().isdigit()]
    assert len(tricks) == 5 or (len(tricks) == 4 and "trick 5" in sentence)
    assert "raised ValueError: no idea" in replayed.out
    document = invoke(*replay_command(sentence), "--json").document
    assert document["scores"] is None
    assert "raised ValueError: no idea" in document["fault"]


@pytest.mark.compiled
def test_the_run_folder_stays_whole(tmp_path: Path) -> None:
    """A fault is noted in the folder, the deals before it are kept, and the manifest is not complete."""
    spec = write(tmp_path, playing="if has(view.legal, 51) and view.trick_points == 15: return -1")
    config = write_config(tmp_path / "run.yaml", [(spec, *OTHERS)], deals=40_000)
    said = invoke("run", config, "--out", tmp_path / "run", "--jobs", 1)
    assert (said.code, said.out) == (4, "")
    notes = [json.loads(line) for line in (tmp_path / "run" / "faults.jsonl").read_text().splitlines()]
    assert [set(note) for note in notes] == [{"fault", "message"}]
    assert notes[0]["fault"] == "IllegalPlayError"
    assert notes[0]["message"] in said.err
    assert RunFolder(tmp_path / "run").manifest()["complete"] is False
    assert list((tmp_path / "run").rglob(".*")) == []


PRINTS = "print('thinking', file=sys.stdout)"


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(("--jobs", 1), id="python"),
        pytest.param(("--jobs", 4, "--backend", "threads"), id="python in threads", marks=pytest.mark.slow),
        pytest.param(("--jobs", 2), id="python in processes", marks=pytest.mark.slow),
    ],
)
def test_strategies_that_print(tmp_path: Path, options: tuple[object, ...]) -> None:
    """What a strategy prints never gets among the results (ASPP/pelita#346)."""
    spec = write(tmp_path, playing=PRINTS)
    said = run("match", spec, spec, spec, spec, "--deals", 400, "--json", *options)
    assert said.code == 0
    assert said.document["deals"] == 400


def test_threads_leave_standard_output_alone(tmp_path: Path) -> None:
    """However threads interleave, standard output is afterwards what it was before."""
    spec = write(tmp_path, playing="import time; time.sleep(0.001 * (view.tricks_played == 3))")
    before = sys.stdout
    try:
        play(Match((spec,) * 4, 40, 1), jobs=4, backend="threads")
        assert sys.stdout is before
    finally:
        sys.stdout = before


def test_compiled_strategies_do_not_print(tmp_path: Path) -> None:
    """A compiled strategy that prints is refused: its words would end up among the results."""
    with pytest.raises(StrategyError, match=r"prints in play; only strategies that are not compiled may print"):
        make(write(tmp_path, playing="print(view.hand)", decorator=COMPILED))


def test_what_strategies_print_is_kept(tmp_path: Path) -> None:
    """It goes to the log of the run folder."""
    spec = write(tmp_path, playing=PRINTS)
    config = write_config(tmp_path / "run.yaml", [(spec, *OTHERS)], deals=4, more="  seatings: rotate")
    said = invoke("run", config, "--out", tmp_path / "run", "--jobs", 1, "--json")
    assert said.document["matches"][0]["deals"] == 4
    assert (tmp_path / "run" / "log.txt").read_text() == "thinking\n" * 52


VANDALS = {
    "set-hand": ("view.hand = 0", "AttributeError"),
    "set-trick": ("view.trick = []", "AttributeError"),
    "new-field": ("view.plan = 1", "AttributeError"),
    "delete": ("del view.hand", "AttributeError"),
    "set-card": ("view.trick[0] = 3", None),
    "clear-points": ("view.points.clear()", None),
    "reverse-plays": ("view.plays.reverse()", None),
    "taken": ("view.taken[:] = [0] * len(view.taken)", None),
    "rules": ("view.rules.moon = 2", None),
    "values": ("view.rules.values[:] = 0", None),
}


@pytest.mark.parametrize(("statement", "fault"), VANDALS.values(), ids=VANDALS)
def test_a_view_cannot_change_the_game(tmp_path: Path, statement: str, fault: str | None) -> None:
    """A strategy that changes its view fails or changes its own copy; the game goes on as if nothing had happened."""
    honest = tmp_path / "honest"
    honest.mkdir()
    match = Match((write(honest), write(honest), *OTHERS[:2]), 5, 1)
    spec = write(tmp_path, playing=statement)
    vandal = Match((spec, write(honest), *OTHERS[:2]), 5, 1)
    if fault is not None:
        assert f"raised {fault}" in str(fault_of(vandal))
        return
    expected, found = (play_chunk(each, 0, 5, record=True).deals for each in (match, vandal))
    assert expected is not None
    assert found is not None
    assert all((expected[name] == found[name]).all() for name in expected)


@pytest.mark.parametrize(
    "statement",
    [
        "self.memory = 1",
        "view.hand = 0",
        "view.trick[0] = 3",
        "view.points[1] += 5",
        "view.rules.moon = 2",
        "del view.hand",
    ],
)
def test_compiled_strategies_cannot_change_what_they_get(tmp_path: Path, statement: str) -> None:
    """A compiled method that sets fields of itself or of the view is refused when it is loaded."""
    spec = write(tmp_path, playing=statement, decorator=COMPILED)
    target = statement.removeprefix("del ").split(" ")[0]
    with pytest.raises(StrategyError, match=rf"changes {re.escape(repr(target))} in play; copy it into a variable"):
        make(spec)


@pytest.mark.compiled
def test_what_cannot_be_compiled_says_so(tmp_path: Path) -> None:
    """A compiled strategy with Python that numba does not know is a usage error with the way out."""
    spec = write(tmp_path, playing="open('x').read()", decorator=COMPILED)
    said = invoke("match", spec, *OTHERS, "--deals", 4)
    assert (said.code, said.out) == (2, "")
    assert "cannot be compiled. Register it without compiled=True to run it as Python" in said.words
    assert "Traceback" not in said.err


@pytest.mark.slow
def test_a_worker_that_dies(tmp_path: Path) -> None:
    """A strategy that takes its process down is a fault, not a hang or a traceback (joblib/joblib#1292)."""
    # The first boards are played in the program's own process, which nothing can save; the worker's name tells.
    dies = "import os; b'loky' in open('/proc/self/cmdline', 'rb').read() and os._exit(1)"
    spec = write(tmp_path, playing=dies)
    config = write_config(tmp_path / "run.yaml", [(spec, *OTHERS)], deals=40_000)
    said: Said = run("run", config, "--out", tmp_path / "run", "--jobs", 2)
    assert said.code == 4
    assert spec in said.err
    assert "Traceback" not in said.err
    assert RunFolder(tmp_path / "run").manifest()["complete"] is False
