"""Interrupts and kills: a run ends quickly, leaves no process behind, and goes on where it stood."""

import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hearts_bench.records import RunFolder

from .program import run, start, write_config

if TYPE_CHECKING:
    import subprocess

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="signals and /proc")]

FAST = ("random", "duck-low", "duck-low", "article")
PYTHON = ("patient",) * 4


def processes_of(group: int) -> list[int]:
    """Return the running processes of a process group."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                state, _, its_group = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
            except OSError:
                continue
            if int(its_group) == group and state != "Z":
                found.append(int(folder.name))
    return found


def wait_until_playing(process: "subprocess.Popen[str]", folder: Path, workers: int) -> None:
    """Wait until the run folder exists and the workers, if they are processes, are there, compiled if need be."""
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline and process.poll() is None:
        if (folder / "manifest.json").is_file() and len(processes_of(process.pid)) > workers:
            time.sleep(1)
            return
        time.sleep(0.05)
    pytest.fail(f"nothing is played: {process.communicate()}")


@pytest.mark.parametrize(
    ("line_up", "workers"),
    [(FAST, 0), (("monte-carlo:worlds=1000",) * 4, 0), (PYTHON, 2)],
    ids=["fast", "search", "python"],
)
@pytest.mark.parametrize("to_all", [True, False], ids=["terminal", "program only"])
def test_interrupt(tmp_path: Path, line_up: tuple[str, ...], workers: int, to_all: bool) -> None:
    """Ctrl-C ends a run with 130 within seconds, without a traceback, and no process stays (joblib/loky#477)."""
    config = write_config(tmp_path / "long.yaml", [line_up], deals=100_000_000)
    process = start("run", config, "--out", tmp_path / "run", "--jobs", 2)
    try:
        wait_until_playing(process, tmp_path / "run", workers)
        pressed = time.monotonic()
        (os.killpg if to_all else os.kill)(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert time.monotonic() - pressed < 10
        assert (process.returncode, out) == (130, ""), err
        assert f"Go on with: hearts-bench run {config} --out {tmp_path / 'run'} --resume" in err
        assert "Traceback" not in err
        deadline = time.monotonic() + 5
        while processes_of(process.pid) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert processes_of(process.pid) == []
    finally:
        for left in processes_of(process.pid):
            os.kill(left, signal.SIGKILL)
    assert RunFolder(tmp_path / "run").manifest()["complete"] is False


LOSES_AN_INTERRUPT = """
from hearts_bench import Strategy
from hearts_bench.cards import cards_in, lowest

class Last:
    def __del__(self):
        raise KeyboardInterrupt

class Loses(Strategy):
    plays = 0

    def choose_pass(self, view):
        return cards_in(view.hand)[:3]

    def play(self, view):
        Loses.plays += 1
        if Loses.plays == 1000:
            Last()
        return lowest(view.legal)
"""


def test_an_interrupt_that_cannot_be_raised_comes_again(tmp_path: Path) -> None:
    """Ctrl-C may come while Python tidies up, where nothing can be raised: the run ends all the same."""
    (tmp_path / "mine.py").write_text(LOSES_AN_INTERRUPT)
    line_up = (f"{tmp_path / 'mine.py'}:Loses", "random", "random", "random")
    process = start("match", *line_up, "--deals", 10_000_000, "--seed", 1, "--jobs", 1)
    try:
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130, err
    assert "Interrupted" in err
    assert "Traceback" not in err


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    """After kill -9 the folder is whole, and --resume gives the deals and tables of a run in one piece."""
    config = write_config(tmp_path / "two.yaml", [FAST, ("article", "random", "random", "random")], deals=200_000)
    whole = run("run", config, "--out", tmp_path / "whole")
    process = start("run", config, "--out", tmp_path / "cut")
    shards = tmp_path / "cut" / "deals"
    while process.poll() is None and not (shards.is_dir() and len(list(shards.glob("board-*.parquet"))) > 1):
        time.sleep(0.002)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert RunFolder(tmp_path / "cut").manifest()["complete"] is False
    kept = len(RunFolder(tmp_path / "cut").deals())
    assert 100_000 <= kept < 400_000
    resumed = run("run", config, "--out", tmp_path / "cut", "--resume")
    assert (whole.code, resumed.code) == (0, 0)
    assert RunFolder(tmp_path / "cut").deals().equals(RunFolder(tmp_path / "whole").deals())
    assert RunFolder(tmp_path / "cut").manifest()["complete"] is True
    strip = [[line[:60] for line in said.out.splitlines()] for said in (whole, resumed)]
    assert strip[0] == strip[1]


def test_slow_deals_survive_a_kill(tmp_path: Path) -> None:
    """Deals that take long are written every few seconds, so that kill -9 costs little."""
    config = write_config(tmp_path / "slow.yaml", [PYTHON], deals=1_000_000)
    process = start("run", config, "--out", tmp_path / "run", "--jobs", 1)
    deadline = time.monotonic() + 12
    while time.monotonic() < deadline and not list((tmp_path / "run").glob("deals/board-*.parquet")):
        time.sleep(0.1)
    process.kill()
    process.communicate()
    assert list((tmp_path / "run").glob("deals/board-*.parquet"))


def test_the_manifest_is_whole_at_any_instant(tmp_path: Path) -> None:
    """Whoever reads the manifest during a run finds JSON, and complete only at the end."""
    config = write_config(tmp_path / "two.yaml", [FAST], deals=400_000)
    process = start("run", config, "--out", tmp_path / "run")
    seen = []
    while process.poll() is None:
        if (tmp_path / "run" / "manifest.json").exists():
            seen.append(RunFolder(tmp_path / "run").manifest()["complete"])
        time.sleep(0.01)
    process.communicate()
    assert process.returncode == 0
    assert seen.count(False) > 10
    assert RunFolder(tmp_path / "run").manifest()["complete"] is True


def test_a_reader_that_leaves_early() -> None:
    """A pipe that is closed, as by `head`, ends the program without a traceback."""
    process = start("rules", "show", "article")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    err = process.stderr.read()
    process.wait()
    process.stderr.close()
    assert "Traceback" not in err
    assert "Exception ignored" not in err
