"""What holds for every installed strategy, whoever wrote it."""

import itertools
import json
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from cli.program import python

from hearts_bench.chunk import Sum, play_chunk
from hearts_bench.match import Match
from hearts_bench.presets import PRESETS
from hearts_bench.registry import make_local, names
from hearts_bench.strategy import parameters_of

FAST = {"monte-carlo": "monte-carlo:worlds=3", "ismcts": "ismcts:worlds=3"}
SPECS = [FAST.get(name, name) for name in names()]
# Searching takes long to compile; strategies with one piece of advice are many, and differ from duck-low in that alone.
ADVICE = {name for name in names() if make_local(name).cls.__module__ == "hearts_bench_strategies.advice"}
PARAMETERS = [
    pytest.param(spec, marks=pytest.mark.slow) if spec in FAST.values() or spec in ADVICE else spec for spec in SPECS
]
# The presets that differ most: players, kitty, decks, moons, bonus card, spot values.
DIFFERENT = ("article", "hearts-5", "cancellation", "omnibus", "black-maria", "spot")


def presets_for(spec: str) -> Iterable[str]:
    """Return the presets under which a strategy is tried: all of them, unless it has little of its own."""
    return DIFFERENT if spec in ADVICE else PRESETS


def with_presets(specs: Iterable[str], presets_of: Callable[[str], Iterable[str]] = presets_for) -> list[Any]:
    """Return strategies and presets as parameters."""
    slow = {*FAST.values(), *ADVICE}
    return [
        pytest.param(spec, preset, marks=[pytest.mark.slow] if spec in slow else [])
        for spec in specs
        for preset in presets_of(spec)
    ]


def line_up(spec: str, preset: str = "article") -> tuple[str, ...]:
    """Return a strategy among others, and a copy of itself, for as many seats as the rules have."""
    return tuple(itertools.islice(itertools.cycle((spec, "random", spec, "duck-low")), PRESETS[preset].rules.players))


def deals_of(match: Match, boards: int) -> dict[str, Any]:
    """Return what every deal of some boards was, as lists."""
    deals = play_chunk(match, 0, boards, record=True).deals
    assert deals is not None
    return {name: values.tolist() for name, values in deals.items()}


def is_quick(spec: str) -> bool:
    """Tell whether a strategy is compiled and does not search."""
    return make_local(spec).cls.compiled and spec not in FAST.values()


@pytest.mark.compiled
@pytest.mark.parametrize(("spec", "preset"), with_presets(SPECS))
def test_plays_by_the_rules(spec: str, preset: str) -> None:
    """It passes and plays legally to the end of every deal, under all presets and in every seat."""
    boards = 100 if is_quick(spec) else 3
    chunk = play_chunk(Match(line_up(spec, preset), boards, 1, preset), 0, boards)
    assert chunk.fault is None
    assert chunk.tally[0, Sum.DEALS] == boards * len(line_up(spec, preset))


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("spec", "preset"), with_presets(SPECS))
def test_plays_many_games_by_the_rules(spec: str, preset: str) -> None:
    """The same in whole games: a few thousand deals of each preset."""
    boards = 100 if is_quick(spec) else 3
    chunk = play_chunk(Match(line_up(spec, preset), boards, 1, preset, whole_games=True), 0, boards)
    assert chunk.fault is None
    assert chunk.tally[0, Sum.DEALS] > boards * len(line_up(spec, preset))


@pytest.mark.compiled
@pytest.mark.parametrize("players", range(8, 12))
@pytest.mark.parametrize("spec", PARAMETERS)
def test_plays_with_two_decks_at_tables_of_any_size(spec: str, players: int) -> None:
    """With two decks, a kitty and a pass, eight to eleven seats play legally."""
    boards = 10 if is_quick(spec) else 1
    changes = (("players", str(players)), ("pass_cycle", "[left, none]"), ("moon", "add"), ("bonus", "-10"))
    seats = tuple(itertools.islice(itertools.cycle((spec, "random")), players))
    assert play_chunk(Match(seats, boards, 1, "cancellation", changes=changes), 0, boards).fault is None


@pytest.mark.compiled
@pytest.mark.parametrize(("spec", "preset"), with_presets(SPECS))
def test_repeats_itself(spec: str, preset: str) -> None:
    """The same deal is played the same way again."""
    boards = 20 if is_quick(spec) else 1
    match = Match(line_up(spec, preset), boards, 2, preset)
    assert deals_of(match, boards) == deals_of(match, boards)


@pytest.mark.compiled
@pytest.mark.parametrize("spec", PARAMETERS)
def test_does_not_mind_the_seat(spec: str) -> None:
    """Four copies give each seat of a board the same score, whichever copy sits there."""
    deals = play_chunk(Match((spec,) * 4, 20, 3), 0, 20, record=True).deals
    assert deals is not None
    for seat in range(4):
        scores = deals[f"score_{seat}"].reshape(20, 4)
        assert (scores == scores[:, :1]).all()


@pytest.mark.parametrize("spec", SPECS)
def test_tells_how_it_plays(spec: str) -> None:
    """Its class has a docstring whose first sentence fits a list, and parameters with defaults."""
    cls = make_local(spec).cls
    assert cls.__doc__ is not None
    assert cls.__doc__.strip().split("\n\n")[0].rstrip().endswith(".")
    assert all(parameter.default is not None for parameter in parameters_of(cls).values())


ONE_WORLD = [spec.replace("worlds=3", "worlds=1") for spec in SPECS]


def presets_interpreted(spec: str) -> Iterable[str]:
    """Return the presets under which a strategy is tried as plain Python, where searching takes long."""
    return DIFFERENT if "worlds" in spec else presets_for(spec)


def short_match(spec: str, preset: str) -> Match:
    """Return a match that can be played interpreted: a game where a strategy may look at totals, else a few deals."""
    chooses_moon = "choose_moon" in make_local(spec).methods
    boards = 1 if chooses_moon or "worlds" in spec else 4
    return Match(line_up(spec, preset), boards, 4, preset, seatings="fixed", whole_games=chooses_moon)


@pytest.fixture(scope="module")
def interpreted() -> dict[str, Any]:
    """The deals of all strategies under all presets as they are played without the compiler."""
    cases = [(spec, preset, short_match(spec, preset)) for spec in ONE_WORLD for preset in presets_interpreted(spec)]
    played = {
        f"{spec} {preset}": (match.line_up, match.boards, preset, match.whole_games) for spec, preset, match in cases
    }
    code = f"""
import json
from hearts_bench.chunk import play_chunk
from hearts_bench.match import Match
said = {{}}
for name, (line_up, boards, preset, whole_games) in {played!r}.items():
    match = Match(line_up, boards, 4, preset, seatings="fixed", whole_games=whole_games)
    deals = play_chunk(match, 0, boards, record=True).deals
    said[name] = {{column: values.tolist() for column, values in deals.items()}}
print(json.dumps(said))
"""
    found: dict[str, Any] = json.loads(python(code, timeout=600, NUMBA_DISABLE_JIT="1"))
    return found


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("spec", "preset"), with_presets(ONE_WORLD, presets_interpreted))
def test_compiled_and_interpreted_play_the_same(interpreted: dict[str, Any], spec: str, preset: str) -> None:
    """Compiled or as plain Python, it plays the same cards: some deals of every preset, or a game."""
    match = short_match(spec, preset)
    assert deals_of(match, match.boards) == interpreted[f"{spec} {preset}"]


@pytest.mark.compiled
@pytest.mark.parametrize("spec", [spec for spec in PARAMETERS if spec != "random"])
def test_beats_random(spec: str) -> None:
    """Whoever thinks beats random cards: its payoff against three of them is clearly positive."""
    boards = 100 if not make_local(spec).cls.compiled or spec in FAST.values() else 500
    tally = play_chunk(Match((spec, "random", "random", "random"), boards, 5), 0, boards).tally
    payoff = int(tally[0, Sum.PAYOFF])
    spread = np.sqrt(float(tally[0, Sum.PAYOFF_SQUARED]))
    assert payoff > 4 * spread
