"""Runs that are played once for all tests of a session."""

from collections.abc import Callable
from functools import cache

import pytest

from hearts_bench._jit import INTERPRETED
from hearts_bench.findings import Findings, findings_of
from hearts_bench.records import RunFolder

from . import runs


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], RunFolder]:
    """Return a function that returns the run folder of a kind of run."""
    folder = tmp_path_factory.mktemp("runs")

    @cache
    def played(name: str) -> RunFolder:
        if INTERPRETED and name not in runs.SHORT:
            pytest.skip(f"the run {name} is long, and everything runs interpreted (NUMBA_DISABLE_JIT)")
        return RunFolder.open(runs.play(name, folder))

    return played


@pytest.fixture(scope="session")
def found(run_folder: Callable[[str], RunFolder]) -> Callable[[str], Findings]:
    """Return a function that returns the findings of a kind of run."""
    return cache(lambda name: findings_of(run_folder(name)))
