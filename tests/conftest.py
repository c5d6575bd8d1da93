"""What all tests share: one cache of compiled code, and what is left out where everything runs interpreted."""

import os

import hypothesis
import pytest

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in {"", "0"}
BOUNDSCHECK = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in {"", "0"}

hypothesis.settings.register_profile(
    "hearts_bench",
    deadline=None,  # the first example compiles
    derandomize="CI" in os.environ,
    max_examples=10 if INTERPRETED else 100,
)
hypothesis.settings.load_profile("hearts_bench")


def pytest_configure(config: pytest.Config) -> None:
    """Share one cache of compiled code between the tests, the programs they start, and the next run.

    numba's cache does not tell code with bounds checks from code without: each kind has a folder of its own.
    """
    if hasattr(config, "cache") and config.cache is not None:
        folder = config.cache.mkdir("compiled-boundscheck" if BOUNDSCHECK else "compiled")
        os.environ.setdefault("HEARTS_BENCH_CACHE", str(folder))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the tests marked `compiled` out of interpreted runs."""
    if INTERPRETED:
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="everything runs interpreted (NUMBA_DISABLE_JIT)"))
