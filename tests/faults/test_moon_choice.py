"""Who may choose what a moon does: the choice is carried out, and a wrong one is a fault."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli.program import invoke

from hearts_bench.chunk import play_chunk
from hearts_bench.errors import IllegalPlayError, StrategyFault
from hearts_bench.match import Match
from hearts_bench.rules import MOON_ADD, MOON_AUTO, MOON_SUBTRACT
from hearts_bench.runner import play

from .faulty import COMPILED, write

pytestmark = pytest.mark.compiled
KINDS = {"python": "", "compiled": COMPILED}
VICTIMS = ("random",) * 3
BOARDS = 500


def shooter(folder: Path, choice: str | None, decorator: str) -> str:
    """Write a strategy that always plays its highest card, and so shoots the moon often, and return its spec."""
    folder.mkdir(exist_ok=True)
    spec = write(folder, playing="return highest(view.legal)", decorator=decorator)
    if choice is not None:
        file = Path(spec.rpartition(":")[0])
        file.write_text(f"{file.read_text()}\n    def choose_moon(self, view):\n        {choice}\n")
    return spec


def match(spec: str, **options: Any) -> Match:
    """Return a match under rules that let the shooter choose."""
    return Match((spec, *VICTIMS), BOARDS, 1, "herzen", "fixed", **options)


def moon_scores(spec: str) -> list[list[int]]:
    """Play, and return the scores of the deals in which the strategy shot the moon."""
    deals = play_chunk(match(spec), 0, BOARDS, record=True).deals
    assert deals is not None
    scores = np.column_stack([deals[f"score_{seat}"] for seat in range(4)])
    found: list[list[int]] = scores[deals["moon_seat"] == 0].tolist()
    assert len(found) > 3
    return found


CHOICES = {
    "add": (f"return {MOON_ADD}", [0, 26, 26, 26]),
    "subtract": (f"return {MOON_SUBTRACT}", [-26, 0, 0, 0]),
    "auto": (f"return {MOON_AUTO}", [0, 26, 26, 26]),
    "none given": (None, [0, 26, 26, 26]),
    "by what it sees": (f"return {MOON_SUBTRACT} if view.points[view.seat] == 26 else {MOON_ADD}", [-26, 0, 0, 0]),
}


@pytest.mark.parametrize(("choice", "scores"), CHOICES.values(), ids=CHOICES)
@pytest.mark.parametrize("decorator", KINDS.values(), ids=KINDS)
def test_the_choice_is_carried_out(tmp_path: Path, choice: str | None, scores: list[int], decorator: str) -> None:
    """The shooter's answer decides; who has no `choose_moon` gets the automatic choice."""
    found = moon_scores(shooter(tmp_path, choice, decorator))
    assert all(each == scores for each in found)


WRONG = {"too large": "return 3", "a card": "return 36", "negative": "return -1"}
WRONG_PYTHON = {"nothing": "return None", "a word": "return 'add'", "raises": "raise ValueError('no idea')"}


@pytest.mark.parametrize(
    ("choice", "decorator"),
    [
        *((each, "") for each in (WRONG | WRONG_PYTHON).values()),
        *((each, COMPILED) for each in (*WRONG.values(), WRONG_PYTHON["raises"])),
    ],
)
@pytest.mark.parametrize("on_illegal", ["fail", "revoke"])
def test_a_wrong_choice(tmp_path: Path, choice: str, decorator: str, on_illegal: Any) -> None:
    """What is no choice ends the match, whatever happens to illegal cards, and says where."""
    spec = shooter(tmp_path, choice, decorator)
    with pytest.raises(StrategyFault) as caught:
        play(match(spec, on_illegal=on_illegal), jobs=1)
    message = str(caught.value)
    assert f"strategy {spec} (seat 0, board " in message
    assert ("no idea" in message) == ("raise" in choice)
    assert isinstance(caught.value, IllegalPlayError) == ("raise" not in choice)
    assert "seating 0, the moon) " in message
    assert ". Legal: 0 (add), 1 (subtract), 2 (auto). See it: hearts-bench replay " in message
    answered = f"answered wrongly: {choice.removeprefix('return ')} is no choice for a moon"
    assert (answered in message) == ("raise" not in choice)


def test_the_command_in_the_message(tmp_path: Path) -> None:
    """The replay that the message names shows all tricks of the deal, and the fault."""
    spec = shooter(tmp_path, "return 7", "")
    said = invoke("match", spec, *VICTIMS, "--rules", "herzen", "--deals", 2000, "--seed", 1, "--jobs", 1)
    assert said.code == 4
    assert (
        "the moon) answered wrongly: 7 is no choice for a moon. Legal: 0 (add), 1 (subtract), 2 (auto). See it: "
        in said.err
    )
    command = said.err.split("See it: hearts-bench ")[1].split()
    replayed = invoke(*command)
    assert replayed.code == 4
    assert len([line for line in replayed.out.splitlines() if line[:5].strip().isdigit()]) == 13
    assert "7 is no choice for a moon" in replayed.out
