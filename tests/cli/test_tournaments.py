"""`run` with tournaments of every type: who meets whom how often, and the leaderboard."""

import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from hearts_bench.records import RunFolder

from .program import Said, invoke, results

SIX = ("random", "duck-low", "spade-flushing", "moon-defending", "article", "herzen")
ROW_KEYS = {
    "strategy",
    "spec",
    "payoff",
    "payoff_interval",
    "rating",
    "interval",
    "rank",
    "group",
    "points_per_deal",
    "deals",
    "moons_made",
    "moons_conceded",
}
pytestmark = pytest.mark.compiled


def write(path: Path, labels: dict[str, str] | tuple[str, ...], tournament: dict[str, Any], **more: Any) -> Path:
    """Write a configuration with these strategies, by label or with their names for labels, and return its path."""
    specs = labels if isinstance(labels, dict) else {label: label for label in labels}
    strategies = {label: {"use": spec} for label, spec in specs.items()}
    content = {"version": 1, "seed": 7, "strategies": strategies, "tournament": tournament} | more
    path.write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")
    return path


def run(folder: Path, *arguments: Any, text: bool = False, **more: Any) -> Said:
    """Run a configuration, see `write`, as JSON or as text."""
    config = write(folder / "tournament.yaml", *arguments, **more)
    said = invoke("run", config, "--out", folder / "run", *(() if text else ("--json",)))
    assert said.code == 0
    return said


def by_strategy(path: Path, matches: list[dict[str, Any]]) -> dict[str, np.ndarray]:
    """Return the payoffs of every strategy in every deal of a run of tables, from the recorded scores."""
    payoffs: dict[str, list[float]] = {}
    ends = list(itertools.accumulate(match["boards"] for match in matches))
    for row in RunFolder(path).deals().to_dict("records"):
        match = next(match for match, end in zip(matches, ends, strict=True) if row["board"] < end)
        scores = [row[f"score_{seat}"] for seat in range(4)]
        for seat in range(4):
            strategy = match["strategies"][row[f"strategy_{seat}"]]["strategy"]
            payoffs.setdefault(strategy, []).append((sum(scores) - 4 * scores[seat]) / 3)
    return {strategy: np.array(values) for strategy, values in payoffs.items()}


def test_a_round_robin_of_six_is_balanced(tmp_path: Path) -> None:
    """15 tables, every strategy at 10 of them, every pair together at 6 (robert-swanson/hearts-engine#69)."""
    document = run(tmp_path, SIX, {"type": "round-robin", "deals": 96}).document
    tables = [[row["strategy"] for row in match["strategies"]] for match in document["matches"]]
    assert len(tables) == 15
    assert set(Counter(itertools.chain(*tables)).values()) == {10}
    pairs = Counter(pair for table in tables for pair in itertools.combinations(sorted(table), 2))
    assert len(pairs) == 15
    assert set(pairs.values()) == {6}
    assert [row["deals"] for row in document["leaderboard"]] == [960] * 6


def test_the_leaderboard_of_a_round_robin(tmp_path: Path) -> None:
    """Payoffs and ratings are what is recorded, best first; they sum to 0; random is last, and separable from all."""
    labels = SIX[:5]
    document = run(tmp_path, labels, {"type": "round-robin", "deals": 960}).document
    board = document["leaderboard"]
    assert all(set(row) == ROW_KEYS for row in board)
    assert document["rating_unit"] == "points per deal"
    payoffs = by_strategy(tmp_path / "run", document["matches"])
    # All meet equally often: a payoff compares with the four others, a rating with all five.
    assert {row["strategy"]: row["payoff"] for row in board} == pytest.approx(
        {strategy: values.mean() for strategy, values in payoffs.items()}
    )
    assert {row["strategy"]: row["rating"] for row in board} == pytest.approx(
        {strategy: 4 / 5 * values.mean() for strategy, values in payoffs.items()}
    )
    assert sum(row["rating"] for row in board) == pytest.approx(0, abs=1e-9)
    assert [row["rating"] for row in board] == sorted((row["rating"] for row in board), reverse=True)
    played = [row for match in document["matches"] for row in match["strategies"]]
    for row in board:
        low, high = row["payoff_interval"]
        assert (low + high) / 2 == pytest.approx(row["payoff"])
        assert row["interval"] == pytest.approx([4 / 5 * low, 4 / 5 * high])
        alone = [np.diff(each["payoff_interval"]).item() for each in played if each["strategy"] == row["strategy"]]
        # Five intervals that hold together are wider than each alone, which comes from four independent matches.
        assert 1.15 < (high - low) / (np.linalg.norm(alone) / 4) < 1.45
    assert (board[-1]["strategy"], board[-1]["rank"]) == ("random", [5, 5])
    assert board[0]["rank"][0] == 1
    assert set(board[-1]["group"]).isdisjoint("".join(row["group"] for row in board[:-1]))
    for row in board:
        own = [each for each in played if each["strategy"] == row["strategy"]]
        assert row["points_per_deal"] == pytest.approx(np.mean([each["points_per_deal"] for each in own]))
        for moons in ("moons_made", "moons_conceded"):
            assert row[moons] == sum(each[moons] for each in own)


def test_a_gauntlet(tmp_path: Path) -> None:
    """The challenger meets every other one, one against three in every seat; the others are not ranked."""
    labels = {"mine": "article", "random": "random", "duck": "duck-low", "moon": "moon-defending"}
    document = run(tmp_path, labels, {"type": "gauntlet", "deals": 1000}).document
    matches, board = document["matches"], document["leaderboard"]
    line_ups = [[row["strategy"] for row in match["strategies"]] for match in matches]
    assert line_ups == [["article", spec] for spec in ("random", "duck-low", "moon-defending")]
    assert [(match["boards"], match["deals"]) for match in matches] == [(200, 1000)] * 3
    assert [row["strategy"] for row in board] == ["mine"] * 3
    assert {row["against"] for row in board} == {"random", "duck", "moon"}
    assert board[-1]["against"] == "random"  # the weakest comes last
    assert all((row["rank"], row["group"], row["deals"]) == (None, None, 800) for row in board)
    gained = {match["strategies"][1]["strategy"]: match["strategies"][0] for match in matches}
    for row in board:
        alone = gained[labels[row["against"]]]
        assert row["rating"] == row["payoff"] == pytest.approx(alone["payoff"])
        # Three intervals that hold together are wider than each alone.
        width, alone_width = (np.diff(interval).item() for interval in (row["interval"], alone["payoff_interval"]))
        assert 1.1 < width / alone_width < 1.35
    frame = RunFolder(tmp_path / "run").deals()
    seated = Counter(map(tuple, frame[[f"strategy_{seat}" for seat in range(4)]].to_numpy().tolist()))
    rows = [tuple(int(other != seat) for other in range(4)) for seat in range(4)]
    assert seated == dict.fromkeys((*rows, (1, 1, 1, 1)), 600)


def test_a_duel(tmp_path: Path) -> None:
    """One row: what the new one gains; the interval is that of its payoff, and points are those in its own seats."""
    tournament = {"type": "duel", "strategies": ["new", "old"], "deals": 2000}
    labels = {"old": "duck-low", "other": "random", "new": "article"}
    document = run(tmp_path, labels, tournament).document
    (match,), (row,) = document["matches"], document["leaderboard"]
    new = match["strategies"][0]
    assert (row["strategy"], row["against"], row["spec"]) == ("new", "old", "article")
    assert row["rating"] == pytest.approx(new["payoff"])
    assert row["interval"] == pytest.approx(new["payoff_interval"], abs=0.03)
    assert (row["points_per_deal"], row["moons_made"]) == (new["points_per_deal"], new["moons_made"])
    assert (match["deals"], row["deals"]) == (2000, 1600)


def test_a_strategy_gains_nothing_against_itself(tmp_path: Path) -> None:
    """Under another spec it is still the same: exactly 0, which gives no interval but a note."""
    labels = {"new": "article", "old": "hearts_bench_strategies.article:Article"}
    document = run(tmp_path, labels, {"type": "duel", "deals": 200}).document
    (row,) = document["leaderboard"]
    assert (row["rating"], row["interval"]) == (0, None)
    assert document["notes"] == ["All boards gave the same result, which gives no interval."]


def test_copies_at_a_table_are_one_strategy(tmp_path: Path) -> None:
    """The leaderboard pools them, with all the deals they had seats in."""
    line_ups = [["a", "a", "r", "r"], ["r", "a", "a", "a"]]
    tournament = {"type": "line-ups", "line-ups": line_ups, "deals": 192}
    document = run(tmp_path, {"a": "article", "r": "random"}, tournament).document
    board = document["leaderboard"]
    assert [row["strategy"] for row in board] == ["a", "r"]
    assert [row["deals"] for row in board] == [2 * 192 + 3 * 192, 2 * 192 + 192]
    played = [row for match in document["matches"] for row in match["strategies"] if row["strategy"] == "article"]
    assert board[0]["points_per_deal"] == pytest.approx(np.mean([row["points_per_deal"] for row in played]))
    assert board[0]["moons_made"] == sum(row["moons_made"] for row in played)


@pytest.mark.parametrize(
    ("line_ups", "sentence"),
    [
        (
            [["article", "article", "random", "random"], ["duck-low", "herzen", "duck-low", "herzen"]],
            "cannot be rated together: article, random; duck-low, herzen.",
        ),
        ([["article"] * 4], "ratings need at least two strategies."),
    ],
)
def test_no_leaderboard(tmp_path: Path, line_ups: list[list[str]], sentence: str) -> None:
    """Where strategies cannot be compared the run succeeds, and a sentence says why there is no leaderboard."""
    tournament = {"type": "line-ups", "line-ups": line_ups, "deals": 4}
    said = run(tmp_path, SIX, tournament)
    assert said.document["leaderboard"] == []
    (note,) = said.document["notes"]
    assert note.startswith("No leaderboard: ")
    assert note.endswith(sentence)
    assert len(said.document["matches"]) == len(line_ups)
    again = invoke("run", tmp_path / "tournament.yaml", "--out", tmp_path / "run", "--resume")
    assert (again.code, again.out.splitlines()[-1]) == (0, note)


@pytest.mark.parametrize(("seatings", "words"), [("fixed", "Seats were fixed"), ("rotate", "keep neighbours together")])
def test_unbalanced_seatings_are_noted(tmp_path: Path, seatings: str, words: str) -> None:
    """What seats and neighbours are worth is then a part of the payoffs."""
    tournament = {"type": "line-ups", "line-ups": [list(SIX[:4])], "deals": 96, "seatings": seatings}
    notes = run(tmp_path, SIX, tournament).document["notes"]
    assert any(words in note for note in notes)


@pytest.mark.parametrize("seatings", ["rotate", "balanced"])
def test_balanced_seatings_need_no_note(tmp_path: Path, seatings: str) -> None:
    """Where all but one are copies, rotation is enough."""
    line_up = ["random", "article", "article", "article"] if seatings == "rotate" else list(SIX[:4])
    tournament = {"type": "line-ups", "line-ups": [line_up], "deals": 96, "seatings": seatings}
    assert run(tmp_path, SIX, tournament).document["notes"] == []


@pytest.mark.parametrize(
    ("tournament", "message"),
    [
        (
            {"type": "round-robin", "deals": 100},
            "Playing 192 deals in each match instead of 100: 24 boards in 4 seatings each",
        ),
        ({"type": "gauntlet", "deals": 99}, "Playing 100 deals in each match instead of 99: every board in all 5"),
        (
            {
                "type": "line-ups",
                "deals": 100,
                "line-ups": [list(SIX[:4]), ["random", "article", "article", "article"]],
            },
            "Playing 112 to 192 deals in each match instead of 100: 24 boards in 4 seatings each",
        ),
        ({"type": "duel", "games": 99, "strategies": ["article", "random"]}, "Playing 100 games instead of 99: every"),
        ({"type": "round-robin", "deals": 96}, None),
    ],
)
def test_rounding_is_said_once(tmp_path: Path, tournament: dict[str, Any], message: str | None) -> None:
    """Deals that would not balance are rounded up, for all matches in one message."""
    err = run(tmp_path, SIX[:5], tournament).err
    assert err.count("Playing") == (message is not None)
    assert (message or "") in err


@pytest.mark.parametrize(
    "tournament",
    [
        {"type": "gauntlet", "games": 20},
        pytest.param({"type": "round-robin", "deals": 96}, marks=pytest.mark.slow),
        pytest.param({"type": "gauntlet", "deals": 100}, marks=pytest.mark.slow),
        pytest.param({"type": "round-robin", "games": 24}, marks=pytest.mark.slow),
    ],
    ids=" ".join,
)
def test_resuming_gives_the_same_leaderboard(tmp_path: Path, tournament: dict[str, Any]) -> None:
    """Read back from the deals, or played on from the middle, it is the same to the last digit."""
    first = run(tmp_path, SIX[1:], tournament).document
    written = (tmp_path / "run" / "leaderboard.json").read_text()
    content = json.loads(written)
    assert content["complete"] is True
    assert {key: content[key] for key in ("leaderboard", "rating_unit", "notes")} == {
        key: first[key] for key in ("leaderboard", "rating_unit", "notes")
    }
    shards = sorted((tmp_path / "run" / "deals").iterdir())
    for kept in (len(shards), 1):
        for shard in shards[kept:]:
            shard.unlink()
        again = invoke("run", tmp_path / "tournament.yaml", "--out", tmp_path / "run", "--resume", "--json")
        assert results(again.document) == results(first)
        assert (tmp_path / "run" / "leaderboard.json").read_text() == written


def test_games(tmp_path: Path) -> None:
    """Ratings are in points per game then, and wins are there; the gain is what totals say."""
    document = run(tmp_path, ("article", "random"), {"type": "gauntlet", "games": 100}).document
    (row,) = document["leaderboard"]
    assert document["rating_unit"] == "points per game"
    frame = RunFolder(tmp_path / "run").deals()
    gains: list[float] = []
    wins: list[bool] = []
    for seat in range(4):
        at = frame[frame[f"strategy_{seat}"] == 0]
        totals = at[[f"total_{other}" for other in range(4)]]
        gains += ((totals.sum(axis=1) - 4 * totals[f"total_{seat}"]) / 3).tolist()
        wins += (totals[f"total_{seat}"] == totals.min(axis=1)).tolist()
    assert len(gains) == 80
    assert row["rating"] == pytest.approx(np.mean(gains))
    assert row["win_rate"] == pytest.approx(np.mean(wins), abs=0.02)  # but for shared wins
    assert document["matches"][0]["strategies"][0]["win_rate"] == pytest.approx(row["win_rate"])
    assert document["matches"][0]["deals"] == frame["deals"].sum()
    assert document["matches"][0]["games"] == 100


def test_tables_of_a_handful_of_matches(tmp_path: Path) -> None:
    """Few matches have a table each, and then comes the leaderboard; of many, only the leaderboard is shown."""
    out = run(tmp_path, SIX[:4], {"type": "round-robin", "deals": 96}, text=True).out
    lines = out.splitlines()
    assert out.count("(24 boards in 4 seatings)") == 1
    start = lines.index("Leaderboard · rules article · 96 deals · seed 7")
    assert lines[start + 2].split()[:4] == ["rank", "strategy", "payoff", "95"]
    assert lines[start + 6].split()[1] == "random"
    assert "Payoff: against the average of all others, in points per deal. The intervals hold all together." in out
    (tmp_path / "many").mkdir()
    said = run(tmp_path / "many", SIX, {"type": "round-robin", "deals": 96}, text=True)
    assert said.out.startswith("Leaderboard · rules article · 15 matches, 1,440 deals · seed 7")
    assert "boards in 4 seatings" not in said.out
    assert f"Every deal is in {tmp_path / 'many' / 'run'}; --resume --json shows every match." in said.err


def test_the_table_of_a_gauntlet(tmp_path: Path) -> None:
    """It says against whom, how much is gained, and what follows."""
    out = run(tmp_path, ("article", "random", "duck-low"), {"type": "gauntlet", "deals": 2000}, text=True).out
    assert "article has each seat once, with random in all others; in one more seating random has all." in out
    lines = out[out.index("Leaderboard") :].splitlines()
    assert lines[2].split()[:3] == ["article", "against", "payoff"]
    assert [line.split()[0] for line in lines[3:5]] == ["duck-low", "random"]
    assert all(" better " in line for line in lines[3:5])
    assert "The others are not compared with each other." in lines


def test_labels_are_shown_as_they_are(tmp_path: Path) -> None:
    """Brackets are a part of a label, wherever it is shown."""
    labels = {"mine [v2]": "article", "[bold]theirs": "random"}
    out = run(tmp_path, labels, {"type": "duel", "deals": 100}, text=True).out
    assert out.startswith("mine [v2] v [bold]theirs · ")
    assert "mine [v2] has each seat once, with [bold]theirs in all others" in out
    assert [line.strip().split("  ")[0] for line in out.splitlines() if line.startswith((" mine", " [bold]"))] == [
        "mine [v2]",
        "[bold]theirs",
        "mine [v2] against",
        "[bold]theirs",
    ]


def test_a_chart_of_every_type(tmp_path: Path) -> None:
    """The run folder has the chart for duels, too."""
    run(tmp_path, ("article", "random", "duck-low"), {"type": "gauntlet", "deals": 100})
    assert (tmp_path / "run" / "points.svg").read_text().count("v duck-low") == 1


def test_replay_of_a_duel(tmp_path: Path) -> None:
    """A seating of a gauntlet can be shown, with the challenger in its seat."""
    run(tmp_path, ("article", "random", "duck-low"), {"type": "gauntlet", "deals": 100})
    document = invoke("replay", tmp_path / "run", "--board", 25, "--seating", 2, "--json").document
    assert document["strategies"] == ["duck-low", "duck-low", "article", "duck-low"]
    frame = RunFolder(tmp_path / "run").deals()
    row = frame[(frame["board"] == 25) & (frame["seating"] == 2)].iloc[0]
    assert document["scores"] == [row[f"score_{seat}"] for seat in range(4)]
