"""What holds for every installed strategy, whoever wrote it."""

import json
from typing import Any

import numpy as np
import pytest
from cli.program import python

from hearts_bench._jit import INTERPRETED
from hearts_bench.chunk import Sum, play_chunk
from hearts_bench.match import Match
from hearts_bench.presets import PRESETS
from hearts_bench.registry import make, names
from hearts_bench.strategy import parameters_of

FAST = {"monte-carlo": "monte-carlo:worlds=3"}
SPECS = [FAST.get(name, name) for name in names()]
INTERPRETED_BOARDS = 2


def line_up(spec: str) -> tuple[str, str, str, str]:
    """Return a strategy among others, and a copy of itself."""
    return (spec, "random", spec, "duck-low")


def deals_of(match: Match, boards: int) -> dict[str, Any]:
    """Return what every deal of some boards was, as lists."""
    deals = play_chunk(match, 0, boards, record=True).deals
    assert deals is not None
    return {name: values.tolist() for name, values in deals.items()}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("spec", SPECS)
def test_plays_by_the_rules(spec: str, preset: str) -> None:
    """It passes and plays legally to the end of every deal, under all presets and in every seat."""
    boards = 1 if INTERPRETED else 30 if spec in FAST.values() or not make(spec).cls.compiled else 500
    chunk = play_chunk(Match(line_up(spec), boards, 1, preset), 0, boards)
    assert chunk.fault is None
    assert chunk.tally[:, Sum.QUEENS].sum() == 4 * boards


@pytest.mark.compiled
@pytest.mark.parametrize("spec", SPECS)
def test_repeats_itself(spec: str) -> None:
    """The same deal is played the same way again."""
    match = Match(line_up(spec), 20, 2)
    assert deals_of(match, 20) == deals_of(match, 20)


@pytest.mark.compiled
@pytest.mark.parametrize("spec", SPECS)
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
    cls = make(spec).cls
    assert cls.__doc__ is not None
    assert cls.__doc__.strip().split("\n\n")[0].rstrip().endswith(".")
    assert all(parameter.default is not None for parameter in parameters_of(cls).values())


@pytest.fixture(scope="module")
def interpreted() -> dict[str, Any]:
    """The deals of all strategies as they are played without the compiler."""
    specs = [spec if spec not in FAST.values() else "monte-carlo:worlds=1" for spec in SPECS]
    code = f"""
import json
from hearts_bench._jit import INTERPRETED
from hearts_bench.chunk import play_chunk
from hearts_bench.match import Match
said = {{}}
for spec in {specs!r}:
    match = Match((spec, "random", spec, "duck-low"), {INTERPRETED_BOARDS}, 4)
    deals = play_chunk(match, 0, {INTERPRETED_BOARDS}, record=True).deals
    said[spec] = {{name: values.tolist() for name, values in deals.items()}}
print(json.dumps(said))
"""
    found: dict[str, Any] = json.loads(python(code, NUMBA_DISABLE_JIT="1"))
    return found


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("spec", [spec if spec not in FAST.values() else "monte-carlo:worlds=1" for spec in SPECS])
def test_compiled_and_interpreted_play_the_same(interpreted: dict[str, Any], spec: str) -> None:
    """Compiled or as plain Python, it plays the same cards."""
    assert deals_of(Match(line_up(spec), INTERPRETED_BOARDS, 4), INTERPRETED_BOARDS) == interpreted[spec]


@pytest.mark.compiled
@pytest.mark.parametrize("spec", [spec for spec in SPECS if spec != "random"])
def test_beats_random(spec: str) -> None:
    """Whoever thinks beats random cards: its payoff against three of them is clearly positive."""
    boards = 100 if not make(spec).cls.compiled or spec in FAST.values() else 500
    tally = play_chunk(Match((spec, "random", "random", "random"), boards, 5), 0, boards).tally
    payoff = int(tally[0, Sum.PAYOFF])
    spread = np.sqrt(float(tally[0, Sum.PAYOFF_SQUARED]))
    assert payoff > 4 * spread
