"""The engine and the strategies play as they did when their signatures were recorded, compiled or not."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .renew import BOARDS, CASES, LINE_UPS, STORE, signature, signatures

RENEW = Path(__file__).with_name("renew.py")


def recorded() -> dict[str, str]:
    """Return the recorded signatures."""
    stored: dict[str, str] = json.loads(STORE.read_text())
    return stored


@pytest.mark.compiled
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("strategy", LINE_UPS)
def test_signature(case: str, strategy: str) -> None:
    """Deals, passes, plays and scores of 200 boards are those recorded."""
    found = signature(case, strategy, BOARDS)
    assert found == recorded().get(f"{case}: {strategy}"), (
        "the play has changed; if that was meant, run `python tests/golden/renew.py` and commit the new signatures"
    )


def test_all_are_recorded() -> None:
    """There is a signature for every set of rules and line-up, and none for what no longer exists."""
    assert set(recorded()) == {f"{case}: {strategy}" for case in CASES for strategy in LINE_UPS}


@pytest.mark.slow
@pytest.mark.compiled
def test_interpreted_run_plays_the_same() -> None:
    """The same source with compilation off plays every card as the compiled one does, in all pass directions."""
    boards = 4
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, str(RENEW), str(boards)], env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout) == signatures(boards)
