"""`match --games`: whole games to the target, at tables of any size."""

import json
import re
from pathlib import Path

import pandas as pd
import pytest
import yaml

from hearts_bench.records import RunFolder

from .program import invoke, results, write_config
from .test_results import DOCUMENT_KEYS, FOUR, STRATEGY_KEYS

GAME_KEYS = STRATEGY_KEYS | {"win_rate", "win_rate_interval", "placement"}
LINE_UPS = {
    "article": FOUR,
    "hearts-3": FOUR[:3],
    "hearts-5": (*FOUR, "moon-defending"),
    "hearts-6": (*FOUR, "random", "random"),
    "hearts-7": (*FOUR, *FOUR[:3]),
    "cancellation": FOUR * 2,
}


@pytest.mark.compiled
@pytest.mark.parametrize("rules", LINE_UPS)
def test_document(rules: str) -> None:
    """Win rates add up to 1, placements average (n + 1) / 2, and every row has the keys of games."""
    players = len(LINE_UPS[rules])
    options = ("--games", 5 * players, "--seatings", "rotate", "--seed", 3, "--json")
    said = invoke("match", *LINE_UPS[rules], "--rules", rules, *options)
    document = said.document
    assert (said.code, set(document)) == (0, DOCUMENT_KEYS | {"games"})
    assert (document["games"], document["boards"]) == (5 * players, 5)
    assert document["deals"] > document["games"]
    rows = document["strategies"]
    assert all(set(row) == GAME_KEYS for row in rows)
    assert sum(row["win_rate"] for row in rows) == pytest.approx(1)
    assert sum(row["placement"] for row in rows) / players == pytest.approx((players + 1) / 2)
    assert sum(row["payoff"] for row in rows) == pytest.approx(0, abs=1e-9)
    for row in rows:
        low, high = row["interval"]
        assert low < row["points_per_deal"] < high
        if row["win_rate_interval"] is not None:
            low, high = row["win_rate_interval"]
            assert low < row["win_rate"] < high


def test_single_deals_have_no_game_keys() -> None:
    """Without --games there is no win rate."""
    document = invoke("match", *FOUR, "--deals", 4, "--json").document
    assert set(document) == DOCUMENT_KEYS
    assert all(set(row) == STRATEGY_KEYS for row in document["strategies"])


@pytest.mark.compiled
def test_table() -> None:
    """The heading counts games and deals per game; the table starts with wins and placement."""
    arguments = ("match", *FOUR, "--games", 48, "--seed", 3)
    said = invoke(*arguments)
    document = invoke(*arguments, "--json").document
    lines = said.out.splitlines()
    per_game = document["deals"] / 48
    assert lines[0] == (
        f"{' v '.join(FOUR)} · rules article · 48 games of {per_game:.1f} deals (12 boards in 4 seatings) · seed 3"
    )
    assert lines[2].split()[:5] == ["strategy", "wins", "95", "%", "interval"]
    assert "placement" in lines[2]
    for line, row in zip(lines[3:7], document["strategies"], strict=True):
        words = line.split()
        assert words[:3] == [row["strategy"], f"{100 * row['win_rate']:.1f}", "%"]
        assert f"{row['placement']:.2f}" in words


def test_games_are_rounded_up_to_whole_boards() -> None:
    """Ten games become as many as make seats and neighbours balance, and a message says so."""
    arguments = ("match", *FOUR, "--games", 10, "--seed", 1, "--json")
    said = invoke(*arguments)
    assert said.document["games"] == 24
    assert "Playing 24 games instead of 10: 6 boards in 4 seatings each make all passes, seats and" in said.err
    said = invoke(*arguments, "--seatings", "rotate")
    assert said.document["games"] == 12
    assert "Playing 12 games instead of 10: every board in all 4 seatings." in said.err


@pytest.mark.compiled
def test_copies_are_equally_good() -> None:
    """Copies of one strategy win equally often, with no interval that would claim to know more."""
    for row in invoke("match", *["article"] * 4, "--games", 40, "--seed", 1, "--json").document["strategies"]:
        assert (row["win_rate"], row["placement"], row["payoff"]) == (0.25, 2.5, 0)
        assert row["win_rate_interval"] is None
        assert row["payoff_interval"] is None


def test_one_game() -> None:
    """A single game has no interval: null in JSON, a dash in the table."""
    arguments = ("match", *FOUR, "--games", 1, "--seatings", "fixed", "--seed", 1)
    for row in invoke(*arguments, "--json").document["strategies"]:
        assert (row["interval"], row["payoff_interval"], row["win_rate_interval"]) == (None, None, None)
    out = invoke(*arguments).out
    assert out.count(" – ") == 12
    assert "1 games of" in out or "1 game of" in out
    assert "One board gives no interval." in out


@pytest.mark.compiled
def test_jobs_change_nothing() -> None:
    """The same games give the same document whatever plays them."""
    arguments = ("match", *FOUR, "--games", 400, "--seed", 9, "--json")
    first = results(invoke(*arguments, "--jobs", 1).document)
    assert results(invoke(*arguments, "--jobs", 3).document) == first
    assert results(invoke(*arguments).document) == first


@pytest.mark.compiled
def test_more_games_to_a_nearer_target() -> None:
    """A lower target makes shorter games."""
    lengths = []
    for target in (26, 50, 100, 200):
        arguments = ("match", *FOUR, "--games", 400, "--seed", 1, "--rule", f"target={target}", "--json")
        lengths.append(invoke(*arguments).document["deals"])
    assert lengths == sorted(set(lengths))


@pytest.mark.parametrize("games", [0, -3])
def test_no_games(games: int) -> None:
    """Fewer than one game cannot be asked for."""
    said = invoke("match", *FOUR, "--games", games)
    assert (said.code, said.out) == (2, "")
    assert f"--games {games}: at least one must be played" in said.words


def test_deals_and_games_contradict_each_other() -> None:
    """One of both would be ignored."""
    said = invoke("match", *FOUR, "--games", 4, "--deals", 4)
    assert (said.code, said.out) == (2, "")
    assert "--deals and --games contradict each other" in said.words


def games_config(path: Path, games: int, rules: str = "{preset: article, target: 50}") -> Path:
    """Write a configuration of two matches of games."""
    line_ups = [list(FOUR), ["article", "article", "random", "moon-defending"]]
    write_config(path, line_ups, deals=games, more=f"  seatings: rotate\nrules: {rules}")
    path.write_text(path.read_text().replace("deals: ", "games: "))
    return path


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """The folder of a finished run of games; its configuration is beside it."""
    config = games_config(tmp_path / "games.yaml", 40)
    said = invoke("run", config, "--out", tmp_path / "run", "--json")
    assert said.code == 0
    (tmp_path / "document.json").write_text(said.out)
    return tmp_path / "run"


@pytest.mark.compiled
def test_run_folder(played: Path) -> None:
    """A run of games records one row for each, which adds up to what is printed."""
    manifest = json.loads((played / "manifest.json").read_text())
    assert manifest["complete"] is True
    assert manifest["rules"]["changes"] == {"target": "50"}
    assert manifest["rules"]["options"]["target"] == 50
    assert [match["whole_games"] for match in manifest["matches"]] == [True, True]
    assert [match["on_illegal"] for match in manifest["matches"]] == ["fail", "fail"]
    assert manifest["config"]["tournament"]["games"] == 40
    assert manifest["config"]["tournament"]["deals"] is None
    frame = RunFolder(played).deals()
    assert list(zip(frame["board"], frame["seating"], strict=True)) == [(at // 4, at % 4) for at in range(80)]
    by_seat = {f"{name}_{seat}" for name in ("strategy", "total", "moons", "queens") for seat in range(4)}
    assert set(frame.columns) == {"board", "seating", "deals"} | by_seat
    assert (frame[[f"total_{seat}" for seat in range(4)]].max(axis=1) >= 50).all()
    document = json.loads((played.parent / "document.json").read_text())
    for number, match in enumerate(document["matches"]):
        games = frame[frame["board"] // 10 == number]
        assert (match["games"], match["deals"]) == (40, games["deals"].sum())
        assert match["rules"] == "article, target=50"
        for position, row in enumerate(match["strategies"]):
            own = [games[f"total_{seat}"][games[f"strategy_{seat}"] == position] for seat in range(4)]
            assert row["points_per_deal"] == pytest.approx(pd.concat(own).sum() / games["deals"].sum())


@pytest.mark.compiled
@pytest.mark.parametrize("kept", [0, 1])
def test_resume(played: Path, kept: int) -> None:
    """A run of games that lost its later files goes on to the same games and the same results."""
    config = played.parent / "games.yaml"
    before = RunFolder(played).deals()
    for shard in sorted((played / "deals").iterdir())[kept:]:
        shard.unlink()
    said = invoke("run", config, "--out", played, "--resume", "--json")
    assert said.code == 0
    assert results(said.document) == results(json.loads((played.parent / "document.json").read_text()))
    assert RunFolder(played).deals().equals(before)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda path: games_config(path, 80), "matches"),
        (lambda path: games_config(path, 40, "{preset: article, target: 51}"), "rules"),
        (lambda path: games_config(path, 40, "article"), "rules"),
        (lambda path: path.write_text(path.read_text().replace("games: 40", "deals: 40")), "matches"),
    ],
)
def test_other_games_are_not_resumed(played: Path, change: object, what: str) -> None:
    """--resume with another target, or with deals instead of games, is refused."""
    config = played.parent / "games.yaml"
    change(config)  # type: ignore[operator]
    said = invoke("run", config, "--out", played, "--resume")
    assert said.code == 2
    assert f"cannot be resumed: it was started with other {what}" in said.words


@pytest.mark.compiled
def test_replay_of_every_deal_of_a_recorded_game(played: Path) -> None:
    """Deal by deal the replay goes on from total to total, and ends with those that are recorded."""
    row = RunFolder(played).deals().iloc[4 * 13 + 2]
    totals = [0, 0, 0, 0]
    for deal in range(row["deals"]):
        document = invoke("replay", played, "--board", 13, "--seating", 2, "--deal", deal, "--json").document
        assert document["deal"] == deal
        totals = [before + score for before, score in zip(totals, document["scores"], strict=True)]
        assert document["totals"] == totals
    assert totals == [row[f"total_{seat}"] for seat in range(4)]
    said = invoke("replay", played, "--board", 13, "--seating", 2, "--deal", row["deals"])
    assert (said.code, said.out) == (2, "")
    assert f"the game of board 13 has only {row['deals']} deals, counted from 0" in said.words


@pytest.mark.compiled
def test_a_run_of_games_as_text(played: Path) -> None:
    """Without --deal the first deal of the game is shown; heading and totals say what it is."""
    for options, deal in (((), 0), (("--deal", 1), 1)):
        lines = invoke("replay", played, "--board", 3, *options).out.splitlines()
        assert lines[0].startswith(f"Board 3, deal {deal} · seed 5 · rules article, target=50 · pass ")
        scores, totals = (re.findall(r"-?\d+", line) for line in lines[-2:])
        assert (lines[-2][:5], lines[-1][:5]) == ("Score", "Total")
        assert (scores == totals) == (deal == 0)


@pytest.mark.compiled
def test_a_round_robin_of_games_at_tables_of_three(tmp_path: Path) -> None:
    """A configuration can have any rules, given by name or as a file's mapping, and any number of seats."""
    content = {
        "version": 1,
        "seed": 4,
        "rules": {"preset": "hearts-3", "pass_cycle": ["left", "none"], "extra_penalties": {"AS": 7}, "moon": "add"},
        "strategies": {name: {"use": name} for name in FOUR},
        "tournament": {"type": "round-robin", "games": 6},
    }
    config = tmp_path / "three.yaml"
    config.write_text(yaml.safe_dump(content))
    said = invoke("run", config, "--out", tmp_path / "run", "--json", "--quiet")
    assert (said.code, said.err) == (0, "")
    assert len(said.document["matches"]) == 4
    for match in said.document["matches"]:
        assert (match["games"], len(match["strategies"])) == (6, 3)
    options = RunFolder(tmp_path / "run").manifest()["rules"]["options"]
    assert options["pass_cycle"] == ["left", "none"]
    assert options["extra_penalties"] == {"AS": 7}
    assert invoke("replay", tmp_path / "run", "--deal", 1, "--json").document["pass_offset"] == 0


@pytest.mark.compiled
def test_a_full_table_in_a_pipe() -> None:
    """However long the line-up is, the heading is one line, and every strategy has a row."""
    line_up = ("spade-flushing", "moon-defending") * 5 + ("random",)
    arguments = ("--rules", "cancellation", "--rule", "players=11", "--games", 11, "--seed", 1)
    lines = invoke("match", *line_up, *arguments, "--seatings", "rotate").out.splitlines()
    assert lines[0].startswith(" v ".join(f"{name} #{at + 1}" for at in range(5) for name in line_up[:2]))
    assert lines[0].endswith("(1 boards in 11 seatings) · seed 1")
    assert [line.split()[0] for line in lines[3:14]] == list(line_up)
