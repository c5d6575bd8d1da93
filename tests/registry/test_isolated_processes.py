"""However a program ends, no process of an isolated strategy stays."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from cli.program import start
from registry.versions import write_faulty


def group_of(leader: int) -> list[int]:
    """Return the running processes of a process group."""
    said = subprocess.run(["ps", "-eo", "pid=,pgid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in said.splitlines()]
    return [int(pid) for pid, group, state in rows if int(group) == leader and not state.startswith("Z")]


def wait_for(condition: Any, seconds: float) -> bool:
    """Wait until something is so; tell whether it came about."""
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return bool(condition())


STUCK = "time.sleep(0)\n        while view.tricks_played == 5: pass"
WAYS = ("interrupt", "interrupt all", "terminate", "kill")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "playing", "jobs"),
    [
        *((how, playing, 1) for how in WAYS for playing in ("pass", STUCK)),
        *((how, "pass", 2) for how in WAYS[:2]),  # joblib's workers survive a program that is killed
    ],
)
def test_no_process_stays(tmp_path: Path, how: str, playing: str, jobs: int) -> None:
    """However the program is ended, the processes of its strategies end with it, even one in an endless loop."""
    _, there = write_faulty(tmp_path, playing=playing)
    (tmp_path / "other").mkdir()
    _, other = write_faulty(tmp_path / "other")
    process = start("match", there, other, other, "patient", "--deals", 10_000_000, "--jobs", jobs, "--seed", 1)
    try:
        assert wait_for(lambda: len(group_of(process.pid)) >= (3 if jobs == 1 else 9), 60), process.communicate()
        time.sleep(1.5)
        if how == "interrupt all":
            os.killpg(process.pid, signal.SIGINT)
        else:
            wanted = {"interrupt": signal.SIGINT, "terminate": signal.SIGTERM, "kill": signal.SIGKILL}
            process.send_signal(wanted[how])
        err = process.communicate(timeout=30)[1]
        assert wait_for(lambda: group_of(process.pid) == [], 10), group_of(process.pid)
        assert "Traceback" not in err
        if "interrupt" in how:
            assert process.returncode == 130
    finally:
        for left in group_of(process.pid):
            os.kill(left, signal.SIGKILL)


@pytest.mark.slow
def test_no_process_stays_at_the_end(tmp_path: Path) -> None:
    """After an ordinary end, and after a fault, none is left."""
    for playing in ("pass", "raise ValueError"):
        _, there = write_faulty(tmp_path, playing=playing)
        process = start("match", there, "patient", "patient", "patient", "--deals", 8, "--jobs", 1, "--json")
        out, err = process.communicate(timeout=60)
        assert process.returncode == (0 if playing == "pass" else 4), err
        assert bool(out) == (playing == "pass")
        if out:
            json.loads(out)
        assert group_of(process.pid) == []
