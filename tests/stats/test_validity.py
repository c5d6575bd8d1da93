"""Errors and coverage on real boards: `benchmarks/validity.py`, with fewer runs."""

import importlib.util
import sys
from math import sqrt
from pathlib import Path
from types import ModuleType

import pytest

FILE = Path(__file__).parents[2] / "benchmarks" / "validity.py"
RUNS = 300


def at_most(share: float, runs: int) -> float:
    """Return a share with three Monte-Carlo errors on top."""
    return share + 3 * sqrt(share * (1 - share) / runs)


@pytest.fixture(scope="module")
def validity() -> ModuleType:
    """Return the benchmark as a module."""
    spec = importlib.util.spec_from_file_location("validity", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["validity"] = module
    spec.loader.exec_module(module)
    return module


def test_tilting(validity: ModuleType) -> None:
    """A tilted population has the mean that is wanted and the same values, and samples are drawn from it."""
    real = validity.population(validity.np.array([-2.0, 0, 0, 0, 0, 1, 1, 5]))
    assert (real.mean, real.values.tolist()) == (0.625, [-2, 0, 1, 5])
    tilted = validity.tilted(real, -0.5)
    assert tilted.mean == pytest.approx(-0.5)
    # Exponential weights: the logarithms of ratios lie on a line.
    logs = validity.np.log(tilted.probabilities / real.probabilities)
    assert validity.np.diff(logs) / validity.np.diff(real.values) == pytest.approx((logs[-1] - logs[0]) / 7)
    sample = tilted.draw(validity.np.random.default_rng(1), 20_000)
    assert sample.mean() == pytest.approx(-0.5, abs=0.05)
    assert sample.std() == pytest.approx(tilted.sd, rel=0.05)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("expect", ["no-worse", "better"])
@pytest.mark.parametrize("number", range(7))
def test_errors_of_the_sequential_test(validity: ModuleType, number: int, expect: str) -> None:
    """On real boards of all kinds false verdicts are as rare as they should be, and the interval holds at the stop."""
    pair = validity.PAIRS[number]
    boards = validity.real_boards((pair.new, *[pair.old] * 3), 10_000)[:, 0]
    mu0, mu1 = validity.margins(expect, pair.detect)
    low, high = (
        validity.sequential_errors(
            validity.tilted(validity.population(boards), mean), expect, pair.detect, RUNS, seed=number
        )
        for mean in (mu0, mu1)
    )
    assert low.passed <= at_most(0.05, RUNS)
    assert high.failed <= at_most(0.05, RUNS)
    assert high.passed >= 0.9
    assert min(low.coverage, high.coverage) >= 1 - at_most(0.05, RUNS)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("number", "boards"), [(0, 20), (1, 20), (2, 100), (3, 500), (4, 500)])
def test_coverage_on_real_boards(validity: ModuleType, number: int, boards: int) -> None:
    """The t interval holds the mean as often as it should where some boards differ."""
    pair = validity.PAIRS[number]
    source = validity.population(validity.real_boards((pair.new, *[pair.old] * 3), 10_000)[:, 0])
    held, there = validity.coverage(source, validity.board_interval, boards, 3000, seed=number)
    assert there == 1
    assert held == pytest.approx(0.95, abs=0.02)


@pytest.mark.slow
@pytest.mark.compiled
def test_simultaneous_coverage_on_real_boards(validity: ModuleType) -> None:
    """Intervals hold together, and equal strategies stay together, as often as they should."""
    boards = validity.real_boards(validity.TABLE, 10_000)
    for number in (10, 40):
        held, together = validity.familywise(boards, number, 600, seed=number)
        assert held == pytest.approx(0.95, abs=0.03)
        assert together == pytest.approx(0.95, abs=0.03)
    matches = [validity.real_boards(tuple(validity.FIELD[each] for each in one), 10_000) for one in validity.SCHEDULE]
    held, right = validity.ratings_coverage(matches, 40, 600, seed=1)
    assert held == pytest.approx(0.95, abs=0.03)
    assert right >= 0.95
