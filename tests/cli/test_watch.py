"""`watch` shows a run while somebody else plays it, says when it seems dead, and ends with it."""

import json
import os
import pty
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hearts_bench.following import Follower

from .program import PROGRAM, invoke

pytestmark = pytest.mark.compiled


@pytest.fixture
def run(played: Path, tmp_path: Path) -> Path:
    """A run of which only the first shard has been written."""
    run = Path(shutil.copytree(played, tmp_path / "run"))
    for shard in shards(run)[1:]:
        shard.unlink()
    finish(run, complete=False)
    return run


def shards(run: Path) -> list[Path]:
    """Return the files of deals."""
    return sorted((run / "deals").iterdir())


def finish(run: Path, *, complete: bool) -> None:
    """Write into the manifest whether all has been played."""
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps(manifest | {"complete": complete}))


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], None]) -> None:
    """Let something happen whenever `watch` waits, instead of waiting."""
    monkeypatch.setattr("hearts_bench.cli.watching.time.sleep", lambda _seconds: happens())


def test_a_run_is_watched_to_its_end(run: Path, played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a terminal, lines are said on standard error; the leaderboard is printed when the run is complete."""
    missing = [shard for shard in shards(played) if shard.name not in {each.name for each in shards(run)}]

    def write_a_shard() -> None:
        shutil.copy(missing[0], run / "deals" / missing.pop(0).name)
        finish(run, complete=not missing)

    meanwhile(monkeypatch, write_a_shard)
    monkeypatch.setattr("hearts_bench.cli.watching._SECONDS_BETWEEN_LINES", 0)
    said = invoke("watch", run)
    assert said.code == 0
    lines = said.err.splitlines()
    assert len(lines) == len(shards(played)) - 1
    assert lines[0].startswith("4 of 192 deals")
    assert "leads with" in lines[-1]
    assert "so far" in lines[-1]
    assert "finished" in said.out
    assert "192 deals" in said.out
    leaderboard = json.loads((played / "leaderboard.json").read_text())["leaderboard"]
    assert all(f"{row['payoff']:+.2f}" in said.out for row in leaderboard)
    assert "Interim" not in said.out


def test_a_finished_run_is_shown_once(played: Path) -> None:
    """Of a run that is over, its leaderboard is shown, and nothing is waited for."""
    said = invoke("watch", played)
    assert (said.code, said.err) == (0, "")
    assert "finished" in said.out


def test_leaving_is_quiet(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends with 130 and not another word."""

    def interrupt() -> None:
        raise KeyboardInterrupt

    meanwhile(monkeypatch, interrupt)
    said = invoke("watch", run)
    assert (said.code, said.out, len(said.err.splitlines())) == (130, "", 1)


def test_speed_and_time_left(run: Path, played: Path) -> None:
    """They follow from when the last shards were written; a break of a run that was interrupted does not count."""
    for shard in shards(played)[1:4]:
        shutil.copy(shard, run / "deals")
    now = time.time()
    for shard, ago in zip(shards(run), (5000, 20, 10, 0), strict=True):
        os.utime(shard, (now - ago, now - ago))
    firsts = [int(shard.stem.partition("-")[2]) for shard in shards(played)]
    standing = Follower(run).look()
    assert standing.deals == 4 * firsts[4]
    assert standing.deals_per_second is not None
    assert standing.deals_per_second == pytest.approx(4 * (firsts[4] - firsts[2]) / 20)
    assert standing.seconds_left == pytest.approx((192 - standing.deals) / standing.deals_per_second, abs=2)


@pytest.mark.parametrize(("ago", "is_quiet"), [(30, False), (100, True)])
def test_a_run_that_writes_nothing_seems_dead(
    run: Path, ago: int, is_quiet: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a minute without a new file, it is said that the run seems dead, and what goes on with it."""
    for file in run.rglob("*"):
        os.utime(file, (time.time() - ago,) * 2)
    meanwhile(monkeypatch, lambda: finish(run, complete=True))
    said = invoke("watch", run)
    assert ("seems dead: it has written nothing for 0:01:40" in said.err) == is_quiet
    assert ("--resume" in said.err) == is_quiet


def test_a_fault_ends_the_run_and_the_watch(run: Path) -> None:
    """A run that a strategy's fault has ended is not waited for: the fault is shown, and the exit code is 4."""
    (run / "faults.jsonl").write_text(json.dumps({"fault": "IllegalPlayError", "message": "random played Q♠"}) + "\n")
    said = invoke("watch", run)
    assert said.code == 4
    assert "stopped by a fault" in said.out
    assert "IllegalPlayError: random played Q♠" in said.out


def test_a_run_goes_on_after_a_fault(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where files of deals are newer than a fault, the run was resumed and is waited for."""
    (run / "faults.jsonl").write_text(json.dumps({"fault": "IllegalPlayError", "message": "random played Q♠"}) + "\n")
    os.utime(run / "faults.jsonl", (time.time() - 50,) * 2)
    meanwhile(monkeypatch, lambda: finish(run, complete=True))
    said = invoke("watch", run)
    assert said.code == 0
    assert "IllegalPlayError: random played Q♠" in said.err


def test_damaged_files_are_said(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be read is said with every line and at the end."""
    (run / "deals" / "board-0000000001.parquet").write_bytes(b"PAR1")
    meanwhile(monkeypatch, lambda: finish(run, complete=True))
    said = invoke("watch", run)
    assert "board-0000000001.parquet is damaged" in said.err
    assert "board-0000000001.parquet is damaged" in said.out


def test_a_run_before_its_first_deal(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that has just begun is waited for."""
    shards(run)[0].unlink()
    meanwhile(monkeypatch, lambda: finish(run, complete=True))
    said = invoke("watch", run)
    assert said.code == 0
    assert said.err == "0 of 192 deals\n"


def test_a_sequential_duel_shows_what_its_test_says(tmp_path: Path) -> None:
    """There is no leaderboard, but an interval that may be looked at at any time."""
    duel = ("duel", "random", "article", "--detect", 4, "--seed", 1, "--max-boards", 48, "--out", tmp_path / "run")
    printed = invoke(*duel, "--quiet").out
    said = invoke("watch", tmp_path / "run")
    payoff = next(line for line in printed.splitlines() if line.startswith("payoff"))
    assert payoff.removeprefix("payoff").strip() in said.out
    finish(tmp_path / "run", complete=False)
    standing = Follower(tmp_path / "run").look()
    assert standing.leaderboard is None
    assert standing.outcome is not None


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
def test_on_a_terminal_the_display_is_live(run: Path) -> None:
    """It shows an interim leaderboard, then the final one, and ends when the run does."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"COLUMNS": "120", "LINES": "40", "TERM": "xterm"}
    process = subprocess.Popen([*PROGRAM, "watch", run], stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    shown = os.read(ours, 1 << 16).decode()
    deadline = time.monotonic() + 60
    while "Interim" not in shown and time.monotonic() < deadline:
        shown += os.read(ours, 1 << 16).decode()
    assert "Interim" in shown
    finish(run, complete=True)
    assert process.wait(60) == 0
    assert "finished" in os.read(ours, 1 << 16).decode()
    os.close(ours)
