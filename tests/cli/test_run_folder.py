"""`run` writes a folder that tells what was played, is never overwritten by accident, and goes on after a stop."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from hearts_bench.records import RunFolder

from .program import invoke, results, write_config

LINE_UPS = (("random", "duck-low", "spade-flushing", "article"), ("article", "article", "random", "moon-defending"))
# Ends like Ctrl-C in the middle of its deals, as often as the file `stops` has lines.
STOPPING = """
from pathlib import Path
from hearts_bench import Strategy
from hearts_bench.cards import cards_in

STOPS = Path(__file__).with_name("stops")
decisions = 0

class Stopping(Strategy):
    def choose_pass(self, view):
        return cards_in(view.hand)[: view.pass_count]

    def play(self, view):
        global decisions
        decisions += 1
        if decisions % 20_000 == 0 and STOPS.read_text():
            STOPS.write_text(STOPS.read_text()[1:])
            raise KeyboardInterrupt
        return cards_in(view.legal)[0]
"""


def deals(path: Path) -> pd.DataFrame:
    """Return the deals of a run folder."""
    return RunFolder(path).deals()


def snapshot(path: Path) -> dict[str, bytes]:
    """Return the content of all files below a folder."""
    return {str(file.relative_to(path)): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A configuration of two short matches."""
    return write_config(tmp_path / "two.yaml", LINE_UPS, deals=96)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished run, for all tests to copy."""
    folder = tmp_path_factory.mktemp("played")
    assert invoke("run", write_config(folder / "two.yaml", LINE_UPS, deals=96), "--out", folder / "run").code == 0
    return folder / "run"


@pytest.fixture
def finished(played: Path, tmp_path: Path) -> Path:
    """The folder of a finished run."""
    return Path(shutil.copytree(played, tmp_path / "finished"))


def test_the_folder_tells_what_was_played(finished: Path) -> None:
    """The manifest is complete at the end and has what is needed to play the run again."""
    manifest = json.loads((finished / "manifest.json").read_text())
    assert manifest["complete"] is True
    assert manifest["schema_version"] == 1
    assert manifest["seed"] == 5
    assert manifest["rules"]["preset"] == "article"
    assert manifest["rules"]["options"]["players"] == 4
    assert set(manifest["strategies"]) == {"random", "duck-low", "spade-flushing", "article", "moon-defending"}
    assert all(len(each["source_digest"]) == 20 for each in manifest["strategies"].values())
    assert manifest["config"]["tournament"]["deals"] == 96
    assert [match["line_up"] for match in manifest["matches"]] == [list(each) for each in LINE_UPS]
    assert {"hearts_bench", "python", "numba", "numpy"} <= set(manifest["versions"])


def test_every_deal_is_recorded_once(finished: Path) -> None:
    """The deals are one row per board and seating, in order, and their scores add up."""
    frame = deals(finished)
    assert list(zip(frame["board"], frame["seating"], strict=True)) == [(at // 4, at % 4) for at in range(192)]
    scores = frame[[f"score_{seat}" for seat in range(4)]].sum(axis=1)
    assert (scores == 26 + 52 * (frame["moon_seat"] >= 0)).all()
    assert (frame[[f"points_{seat}" for seat in range(4)]].sum(axis=1) == 26).all()
    assert (frame[[f"tricks_{seat}" for seat in range(4)]].sum(axis=1) == 13).all()
    assert frame["queen_seat"].between(0, 3).all()


def test_the_summary_agrees_with_the_deals(config: Path, tmp_path: Path) -> None:
    """Means computed from the recorded deals are those of the printed document."""
    said = invoke("run", config, "--out", tmp_path / "run", "--json")
    frame = deals(tmp_path / "run")
    assert said.document["run"] == str(tmp_path / "run")
    for number, match in enumerate(said.document["matches"]):
        played = frame[frame["board"] // 24 == number]
        for position, row in enumerate(match["strategies"]):
            own = [played[f"score_{seat}"][played[f"strategy_{seat}"] == position] for seat in range(4)]
            assert row["points_per_deal"] == pytest.approx(pd.concat(own).mean())


def test_tables_and_where_the_deals_are(config: Path, tmp_path: Path) -> None:
    """`run` prints a table for each match; where the deals went is a message."""
    said = invoke("run", config, "--out", tmp_path / "run")
    assert said.out.count(" · rules article · 96 deals (24 boards in 4 seatings) · seed 5") == 2
    assert f"Every deal is in {tmp_path / 'run'}." in said.err


def test_copies_in_a_line_up_are_told_apart(tmp_path: Path) -> None:
    """Where a label sits twice in a line-up, the rows of the table can be told apart."""
    config = write_config(tmp_path / "copies.yaml", [["article", "article", "random", "random"]], deals=40)
    out = invoke("run", config, "--out", tmp_path / "run").out
    rows = [line[:12].strip() for line in out.splitlines() if line.startswith((" article", " random"))]
    assert len(set(rows)) == 4


def test_the_default_folder(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --out the folder is results/ and the name of the file."""
    monkeypatch.chdir(tmp_path)
    assert invoke("run", config).code == 0
    assert (tmp_path / "results" / "two" / "manifest.json").is_file()


def test_an_unseeded_run_records_its_seed(tmp_path: Path) -> None:
    """A configuration without seed gets one, which the table shows, the manifest keeps, and --seed repeats."""
    config = write_config(tmp_path / "unseeded.yaml", LINE_UPS[:1], deals=40, seed=None)
    for name in ("first", "second"):
        invoke("run", config, "--out", tmp_path / name)
    seeds = [RunFolder(tmp_path / name).manifest()["seed"] for name in ("first", "second")]
    assert seeds[0] != seeds[1]
    said = invoke("run", config, "--out", tmp_path / "again", "--seed", seeds[0])
    assert f"seed {seeds[0]}" in said.out
    assert deals(tmp_path / "again").equals(deals(tmp_path / "first"))


def test_a_finished_run_is_not_overwritten(finished: Path, config: Path) -> None:
    """An existing folder is refused without --fresh or --resume, and every byte stays (Disservin/fastchess#423)."""
    before = snapshot(finished)
    said = invoke("run", config, "--out", finished, "--seed", 6)
    assert (said.code, said.out) == (2, "")
    assert "exists already; add --resume or --fresh" in said.words
    for arguments in (("--fresh", "--jobs", 0), ("--fresh", "--resume"), ("--resume", "--jobs", 0)):
        assert invoke("run", config, "--out", finished, *arguments).code == 2
    assert snapshot(finished) == before


def test_fresh_replaces_a_run(finished: Path, config: Path) -> None:
    """--fresh plays anew."""
    assert invoke("run", config, "--out", finished, "--fresh", "--seed", 6).code == 0
    assert RunFolder(finished).manifest()["seed"] == 6
    assert len(deals(finished)) == 192


@pytest.mark.parametrize("flag", ["--fresh", "--resume"])
@pytest.mark.parametrize("kind", ["folder", "file"])
def test_what_is_not_a_run_is_left_alone(config: Path, tmp_path: Path, flag: str, kind: str) -> None:
    """Neither --fresh nor --resume touches a folder or file that no run has written."""
    taken = tmp_path / "thesis"
    if kind == "folder":
        taken.mkdir()
        (taken / "chapter.txt").write_text("long")
    else:
        taken.write_text("long")
    said = invoke("run", config, "--out", taken, flag)
    assert said.code == 2
    assert "run" in said.words
    assert (taken / "chapter.txt" if kind == "folder" else taken).read_text() == "long"


def test_a_folder_that_cannot_be_written(config: Path, tmp_path: Path) -> None:
    """A path below a file is a usage error with the reason."""
    (tmp_path / "file").write_text("")
    said = invoke("run", config, "--out", tmp_path / "file" / "run")
    assert said.code == 2
    assert "cannot write the run folder" in said.words


def test_a_finished_run_resumes_to_itself(finished: Path, config: Path) -> None:
    """--resume of a finished run plays nothing and prints the same results."""
    before = deals(finished)
    first = results(invoke("run", config, "--out", finished, "--resume", "--json").document)
    second = results(invoke("run", config, "--out", finished, "--fresh", "--json").document)
    assert first == second
    assert deals(finished).equals(before)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda path: write_config(path, LINE_UPS[::-1], deals=96), "matches"),
        (lambda path: write_config(path, LINE_UPS[:1], deals=96), "strategies"),
        (lambda path: write_config(path, LINE_UPS, deals=192), "matches"),
        (lambda path: write_config(path, LINE_UPS, deals=96, more="  seatings: fixed"), "matches"),
        (lambda path: write_config(path, LINE_UPS, deals=96, more="rules: bicycle"), "rules"),
        (lambda path: write_config(path, (LINE_UPS[0], ("patient",) * 4), deals=96), "strategies"),
    ],
)
def test_another_run_is_not_resumed(finished: Path, config: Path, change: Callable[[Path], Path], what: str) -> None:
    """--resume with another configuration is refused, names what differs, and changes nothing."""
    before = snapshot(finished)
    said = invoke("run", change(config), "--out", finished, "--resume")
    assert said.code == 2
    assert f"cannot be resumed: it was started with other {what}" in said.words
    assert snapshot(finished) == before


def test_a_run_with_another_seed_is_not_resumed(finished: Path, config: Path) -> None:
    """--resume with another --seed is refused."""
    said = invoke("run", config, "--out", finished, "--resume", "--seed", 6)
    assert said.code == 2
    assert "cannot be resumed: it was started with other seed" in said.words


def test_a_damaged_shard_is_named(finished: Path, config: Path) -> None:
    """A truncated file of deals is refused by name, with what to do about it."""
    shard = min((finished / "deals").iterdir())
    shard.write_bytes(shard.read_bytes()[:100])
    said = invoke("run", config, "--out", finished, "--resume")
    assert said.code == 2
    assert f"{shard} is damaged" in said.words
    assert "remove it and resume the run" in said.words


def test_removing_a_damaged_shard_and_resuming_makes_the_run_whole(
    tmp_path: Path, finished: Path, config: Path
) -> None:
    """What the message about a damaged file advises works, whichever file of the run it is."""
    whole = deals(finished)
    for number in range(len(list((finished / "deals").iterdir()))):
        copy = tmp_path / f"copy-{number}"
        shutil.copytree(finished, copy)
        sorted((copy / "deals").iterdir())[number].unlink()
        assert invoke("run", config, "--out", copy, "--resume").code == 0
        assert deals(copy).equals(whole)


def test_a_gap_in_the_middle_of_a_match_is_played_again(
    tmp_path: Path, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of deals that is gone leaves a gap: no board is counted twice, and none is left out."""
    monkeypatch.setattr("hearts_bench.records._DEALS_PER_SHARD", 1)
    first = results(invoke("run", config, "--out", tmp_path / "run", "--json").document)
    whole, shards = deals(tmp_path / "run"), sorted((tmp_path / "run" / "deals").iterdir())
    assert len(shards) >= 4
    shards[1].unlink()
    again = invoke("run", config, "--out", tmp_path / "run", "--resume", "--json", "--jobs", 1)
    assert results(again.document) == first
    assert deals(tmp_path / "run").equals(whole)


def test_a_shard_of_another_run_is_named(finished: Path, config: Path, tmp_path: Path) -> None:
    """Deals that were played with another seed are not taken for those of the run, though all else fits."""
    assert invoke("run", config, "--out", tmp_path / "other", "--seed", 6).code == 0
    shard = min((finished / "deals").iterdir())
    shutil.copy(tmp_path / "other" / "deals" / shard.name, shard)
    said = invoke("run", config, "--out", finished, "--resume")
    assert said.code == 2
    assert f"{shard} belongs to another run" in said.words


@pytest.mark.compiled
@pytest.mark.parametrize("stops", [1, 2])
def test_an_interrupted_run_goes_on(tmp_path: Path, stops: int) -> None:
    """Ctrl-C ends with 130 and the command to go on; having gone on, the deals are those of a run in one piece."""
    strategy = tmp_path / "stopping.py"
    strategy.write_text(STOPPING)
    config = write_config(
        tmp_path / "long.yaml", [[f"{strategy}:Stopping", "random", "article", "article"]], deals=9600
    )
    (tmp_path / "stops").write_text("")
    assert invoke("run", config, "--out", tmp_path / "whole", "--jobs", 1).code == 0
    (tmp_path / "stops").write_text("x" * stops)
    said = invoke("run", config, "--out", tmp_path / "cut", "--jobs", 1)
    for _ in range(stops):
        assert (said.code, said.out) == (130, "")
        assert f"Go on with: hearts-bench run {config} --out {tmp_path / 'cut'} --resume" in said.err
        assert RunFolder(tmp_path / "cut").manifest()["complete"] is False
        assert 0 < len(deals(tmp_path / "cut")) < 8064
        said = invoke("run", config, "--out", tmp_path / "cut", "--resume", "--jobs", 1)
    assert said.code == 0
    assert deals(tmp_path / "cut").equals(deals(tmp_path / "whole"))
    assert RunFolder(tmp_path / "cut").manifest()["complete"] is True
    assert list((tmp_path / "cut").rglob(".*")) == []


def test_only_one_run_at_a_time(finished: Path, config: Path) -> None:
    """--resume and --fresh together are refused, for one of them would be ignored."""
    said = invoke("run", config, "--out", finished, "--resume", "--fresh")
    assert said.code == 2
    assert "--resume and --fresh contradict each other" in said.words
