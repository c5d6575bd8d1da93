"""`report` makes files of any run, finished or not, names what is wrong with a folder, and shows the rest."""

import csv
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hearts_bench.behaviour import Behaviours
from hearts_bench.config import load
from hearts_bench.records import RunFolder
from hearts_bench.report.results import CSV_COLUMNS

from .program import LINE_UPS, invoke, write_config

TEXTS = ("report.html", "report.md", "results.csv", "results.json")


@pytest.fixture(autouse=True)
def no_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what takes seconds: charts, and boards played again to see how strategies behave."""
    monkeypatch.setattr("hearts_bench.report.assembly.charts", lambda *_: [])
    monkeypatch.setattr("hearts_bench.report.assembly.behaviours", lambda *_: Behaviours((), ()))


@pytest.fixture
def run(played: Path, tmp_path: Path) -> Path:
    """The folder of a finished run."""
    return Path(shutil.copytree(played, tmp_path / "run"))


def replace(run: Path, make: Callable[[Path], None]) -> None:
    """Put something else in the place of a run folder."""
    shutil.rmtree(run)
    make(run)


def results_of(run: Path) -> Any:
    """Return the results of a report."""
    return json.loads((run / "results.json").read_text())


def edit(run: Path, **changes: Any) -> None:
    """Change keys of a manifest; None removes one."""
    manifest = json.loads((run / "manifest.json").read_text()) | changes
    kept = {key: value for key, value in manifest.items() if value is not None}
    (run / "manifest.json").write_text(json.dumps(kept))


def test_files_and_leaderboard(run: Path) -> None:
    """The leaderboard is printed, the files are named, and nothing else lies about."""
    said = invoke("report", run)
    assert said.code == 0
    assert "Leaderboard · rules article · 2 matches · 192 deals · seed 5" in said.out
    assert all(f"{run / name}" in said.err for name in TEXTS)
    assert {file.name for file in run.iterdir()} >= set(TEXTS)
    assert list(run.rglob(".*")) == []


def test_reports_go_elsewhere_if_asked(run: Path, tmp_path: Path) -> None:
    """--out writes into another folder, and leaves the run as it is."""
    before = sorted(run.iterdir())
    assert invoke("report", run, "--out", tmp_path / "to" / "show", "--quiet").err == ""
    assert sorted(run.iterdir()) == before
    assert {file.name for file in (tmp_path / "to" / "show").iterdir()} == {*TEXTS, "charts"}


def test_json_is_the_document_of_results(run: Path) -> None:
    """--json prints what results.json holds: the keys of `match --json`, and more."""
    said = invoke("report", run, "--json")
    assert said.document == results_of(run)
    assert said.document["complete"] is True
    assert (said.document["boards"], said.document["deals"], said.document["seed"]) == (48, 192, 5)
    assert {each["strategy"] for each in said.document["leaderboard"]} == {name for each in LINE_UPS for name in each}
    frame = RunFolder(run).deals()
    own = frame[frame["board"] < 24]
    means = [
        sum(own[f"score_{seat}"][own[f"strategy_{seat}"] == position].sum() for seat in range(4)) / 96
        for position in range(4)
    ]
    rows = said.document["matches"][0]["strategies"]
    assert [row["points_per_deal"] for row in rows] == pytest.approx(means)
    assert all(sum(each["scores"].values()) == each["deals"] for each in said.document["strategies"])


def test_csv_has_a_row_for_every_strategy_and_match(run: Path) -> None:
    """Columns are the documented ones, and the figures those of the JSON document."""
    document = invoke("report", run, "--json").document
    with (run / "results.csv").open(newline="") as file:
        reader = csv.DictReader(file)
        rows = list(reader)
        assert tuple(reader.fieldnames or ()) == CSV_COLUMNS
    assert [(row["match"], row["spec"]) for row in rows] == [
        (str(number), spec) for number, line_up in enumerate(LINE_UPS, 1) for spec in line_up
    ]
    expected = [each["payoff"] for match in document["matches"] for each in match["strategies"]]
    assert [float(row["payoff"]) for row in rows] == expected
    page = (Path(__file__).parents[2] / "docs" / "reports.md").read_text()
    recorded = {re.sub(r"\d+$", "N", column) for column in RunFolder(run).deals().columns}
    assert [name for name in (*CSV_COLUMNS, *recorded) if f"`{name}`" not in page] == []


def test_the_configuration_on_the_page_plays_the_run_again(run: Path, tmp_path: Path) -> None:
    """The YAML at the end of report.md is a configuration of the same matches."""
    invoke("report", run)
    text = (run / "report.md").read_text()
    (tmp_path / "again.yaml").write_text(text.split("```yaml\n")[1].split("```")[0])
    assert load(tmp_path / "again.yaml").matches(5) == RunFolder(run).matches()
    assert "hearts-bench run run.yaml --seed 5" in text


def test_an_unfinished_run_says_so(run: Path) -> None:
    """While a run is played, its report tells how far it is, and what intervals are worth then."""
    edit(run, complete=False)
    max((run / "deals").iterdir()).unlink()
    said = invoke("report", run)
    assert said.code == 0
    document = results_of(run)
    assert document["complete"] is False
    assert document["boards"] < document["planned_boards"] == 48
    assert f"{document['boards']} of 48 boards have been played" in said.words
    assert f"{document['boards']} of 48 boards have been played" in (run / "report.html").read_text()
    assert "hearts-bench run run.yaml --seed 5 --out run --resume" in (run / "report.html").read_text()


def test_a_run_before_its_first_deal(run: Path) -> None:
    """A run that has just begun has a report without figures."""
    edit(run, complete=False)
    shutil.rmtree(run / "deals")
    (run / "deals").mkdir()
    said = invoke("report", run)
    assert said.code == 0
    assert "No board has been played yet." in said.words
    assert results_of(run)["leaderboard"] is None


def alter(shard: Path) -> None:
    """Give a seat another score in one deal of a shard."""
    table = pq.read_table(shard)
    scores = table.column("score_0").to_numpy().copy()
    scores[0] += 1
    at = table.column_names.index("score_0")
    pq.write_table(table.set_column(at, table.schema.field(at), pa.array(scores)), shard)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda shard: shard.write_bytes(shard.read_bytes()[:200]), "is damaged"),
        (lambda shard: shard.write_bytes(b""), "is damaged"),
        (alter, "is damaged"),
        (lambda shard: shard.unlink(), "missing"),
        (lambda shard: shard.rename(shard.with_name("board-0000099999.parquet")), "belongs to another run"),
        (lambda shard: shutil.copy(shard, shard.with_name("board-0000000002.parquet")), "has boards that"),
    ],
    ids=["cut", "empty", "altered", "missing", "renamed", "twice"],
)
def test_a_damaged_part_is_named_and_the_rest_is_shown(run: Path, damage: Any, words: str) -> None:
    """Exit code 5, a sentence on console and page, and results of all other boards."""
    damage(sorted((run / "deals").iterdir())[1])
    said = invoke("report", run)
    assert said.code == 5
    document = results_of(run)
    assert any(words in problem for problem in document["problems"])
    assert words in said.err
    assert words in (run / "report.html").read_text()
    assert words in (run / "report.md").read_text()
    assert 0 < document["boards"] <= 48
    assert document["leaderboard"]
    assert str(run) not in (run / "report.html").read_text()


@pytest.mark.compiled
def test_a_shard_of_another_seed_is_left_out(run: Path, tmp_path: Path) -> None:
    """Deals of a run that differs in nothing but the seed are not counted."""
    config = write_config(tmp_path / "two.yaml", LINE_UPS, deals=96)
    assert invoke("run", config, "--out", tmp_path / "other", "--seed", 6).code == 0
    shard = max((run / "deals").iterdir())
    shutil.copy(tmp_path / "other" / "deals" / "board-0000000024.parquet", shard)
    said = invoke("report", run)
    assert said.code == 5
    assert "belongs to another run" in said.words


@pytest.mark.parametrize(
    ("spoil", "code", "words"),
    [
        (shutil.rmtree, 2, "it does not exist"),
        (lambda run: (run / "manifest.json").unlink(), 2, "it has deals, but no manifest.json"),
        (lambda run: replace(run, Path.mkdir), 2, "it has no manifest.json"),
        (lambda run: replace(run, Path.touch), 2, "it is a file"),
        (lambda run: edit(run, schema_version=2), 2, "schema version 2"),
        (lambda run: edit(run, schema_version=None), 2, "schema version None"),
        (lambda run: (run / "manifest.json").write_text("{"), 5, "manifest.json is damaged"),
        (lambda run: (run / "manifest.json").write_bytes(b"\xff"), 5, "manifest.json is damaged"),
        (lambda run: (run / "manifest.json").write_text("[]"), 5, "manifest.json is damaged"),
        (lambda run: edit(run, matches=None), 5, "it lacks 'matches'"),
        (lambda run: edit(run, matches=[]), 5, "it has no matches"),
        (lambda run: edit(run, matches=["a"]), 5, "something else where matches should be"),
        (lambda run: edit(run, rules={"preset": "whist"}), 2, "whist"),
    ],
)
@pytest.mark.parametrize("command", ["report", "watch"])
def test_what_is_no_run_is_named(run: Path, command: str, spoil: Any, code: int, words: str) -> None:
    """A folder that cannot be understood is refused in a sentence; nothing is written."""
    spoil(run)
    said = invoke(command, run)
    assert (said.code, said.out) == (code, "")
    assert words in said.words
    assert not (run / "report.html").exists()


def test_manifests_of_older_versions(run: Path) -> None:
    """What a manifest does not say yet is as it was then."""
    before = invoke("report", run, "--json").document
    matches = [
        {key: match[key] for key in ("labels", "line_up", "first_board", "boards", "seatings")}
        for match in RunFolder(run).manifest()["matches"]
    ]
    edit(run, matches=matches, config=None, versions=None, strategies=None)
    for shard in (run / "deals").iterdir():
        forget_the_run(shard)
    said = invoke("report", run, "--json")
    assert said.code == 0
    assert said.document["leaderboard"] == before["leaderboard"]


def forget_the_run(shard: Path) -> None:
    """Write a shard as the first version did, which did not say to which run it belongs."""
    import pyarrow.parquet as pq  # noqa: PLC0415

    table = pq.read_table(shard)
    about = json.loads(table.schema.metadata[b"hearts_bench"])
    del about["run"], about["digest"]
    pq.write_table(table.replace_schema_metadata({b"hearts_bench": json.dumps(about)}), shard)


def test_faults_are_told(run: Path) -> None:
    """What strategies did wrong stands on the page; lines that are no faults do not."""
    edit(run, complete=False)
    fault = {"fault": "IllegalPlayError", "message": "strategy <b> played Q♠"}
    (run / "faults.jsonl").write_text(json.dumps(fault) + "\n{half a li")
    said = invoke("report", run)
    assert said.code == 0
    assert "IllegalPlayError: strategy <b> played Q♠" in said.err
    assert results_of(run)["faults"] == [fault]
    assert "IllegalPlayError: strategy &lt;b&gt; played Q♠" in (run / "report.html").read_text()


def test_a_report_that_cannot_be_written(run: Path) -> None:
    """A path below a file is a usage error with the reason."""
    (run / "file").write_text("")
    said = invoke("report", run, "--out", run / "file" / "there")
    assert said.code == 2
    assert "cannot write the report" in said.words


@pytest.mark.compiled
def test_article_draws_its_chart(tmp_path: Path) -> None:
    """--plot draws the claim beside the result, as SVG or PNG; anything else is refused before a deal is played."""
    for name, start in (("a.svg", b"<svg"), ("a.png", b"\x89PNG")):
        assert invoke("article", "--deals", 8, "--plot", tmp_path / name, "--quiet").code in {0, 1}
        assert (tmp_path / name).read_bytes().startswith(start)
    for name in ("a.pdf", "a", "no/a.svg"):
        said = invoke("article", "--deals", 8, "--plot", tmp_path / name)
        assert (said.code, said.out) == (2, "")
        assert "name a .svg or .png file in a folder that is there" in said.words
