"""Run folders of every kind, small, for the tests of findings and charts."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hearts_bench.claim import claim_match
from hearts_bench.duel import Duel, Question, duel_match
from hearts_bench.match import Match, boards_for
from hearts_bench.session import Session
from hearts_bench.tournament import gauntlet, round_robin, schedule

FOUR = ("random", "duck-low", "article", "moon-defending")
FIVE = (*FOUR, "low-leading")
MANY = ("random", "duck-low", "low-leading", "queen-dropping", "card-counting", "herzen", "article", "void-seeking")
QUESTION = Question(detect=0.5)

SHORT = {"fixed", "one", "hearts-3"}  # that can be played by plain Python


def match(line_up: tuple[str, ...], deals: int, **options: Any) -> list[Match]:
    """Return one match of so many deals or games."""
    one = Match(line_up, 1, 1, **options)
    return [replace(one, boards=boards_for(one, deals))]


def tournament(line_ups: list[tuple[str, ...]], deals: int, **options: Any) -> list[Match]:
    """Return a schedule."""
    labels = {label for line_up in line_ups for label in line_up}
    return schedule(line_ups, {label: label for label in labels}, deals=deals, seed=1, **options)


# Name: its matches.
RUNS: Mapping[str, Callable[[], list[Match]]] = MappingProxyType(
    {
        "article": lambda: [claim_match(120)],
        "tables": lambda: tournament(round_robin(FIVE, 4), 96),
        "gauntlet": lambda: tournament(gauntlet(FOUR), 60, seatings="duel"),
        "duel": partial(match, ("article", "duck-low"), 120, seatings="duel"),
        "sequential": lambda: [duel_match("random", "article", 96, 1, QUESTION)],
        "fixed": partial(match, FOUR, 40, seatings="fixed"),
        "copies": partial(match, ("article", "random", "article", "duck-low"), 48, seatings="balanced"),
        "one": partial(match, FOUR, 1, seatings="fixed"),
        "games": partial(match, FOUR, 24, whole_games=True),
        "games-herzen": partial(match, FOUR, 24, whole_games=True, preset="herzen"),
        "hearts-3": partial(match, FOUR[:3], 30, preset="hearts-3"),
        "hearts-5": partial(match, FIVE, 80, preset="hearts-5"),
        "omnibus": partial(match, FOUR, 96, preset="omnibus", changes=(("no_trick_bonus", "-5"),)),
        "black-maria": partial(match, FOUR, 48, preset="black-maria"),
        "spot": partial(match, ("random", "random", "duck-low", "article"), 192, preset="spot"),
        "cancellation": partial(
            match, FIVE[:3] * 2, 36, preset="cancellation", changes=(("players", "6"), ("moon", "add"))
        ),
        "rounds": lambda: tournament(round_robin(MANY[:6], 4), 8, seatings="rotate"),
        "many": lambda: tournament([MANY[at : at + 4] for at in range(5)], 24),
    }
)


def play(name: str, folder: Path) -> Path:
    """Play a run into a folder, and return where it is."""
    matches = RUNS[name]()
    config: dict[str, Any] = {}
    options: dict[str, Any] = {}
    if name == "sequential":
        config, options = {"duel": asdict(QUESTION)}, {"is_enough": Duel(matches[0], QUESTION).is_enough}
    Session(jobs=1, folder=folder / name, quiet=True, config=config).play(matches, **options)
    return folder / name
