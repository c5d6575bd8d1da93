"""The findings of a run, checked with plain computations from its deals."""

import itertools
import json
import shutil
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
import pytest

from hearts_bench.duel import Duel
from hearts_bench.findings import Findings, Running, findings_of
from hearts_bench.findings.runs import Tracks
from hearts_bench.match import Match
from hearts_bench.records import RunFolder
from hearts_bench.shards import shard_paths
from hearts_bench.stats.intervals import ONE_BOARD, board_interval
from hearts_bench.stats.sequential import confidence_sequence
from hearts_bench.summaries import summaries

from .runs import FOUR, QUESTION, RUNS

Row: TypeAlias = dict[Hashable, Any]
Run: TypeAlias = Callable[[str], RunFolder]
Found: TypeAlias = Callable[[str], Findings]
EVERY_KIND = pytest.mark.parametrize("name", RUNS)
TABLES = pytest.mark.parametrize("name", ["tables", "copies", "hearts-3", "hearts-5", "games", "gauntlet"])


def tables(folder: RunFolder) -> Iterator[tuple[Match, Row, list[str], list[int]]]:
    """Yield every deal or game: its match, its row, and by seat the strategies and their scores."""
    frame = folder.deals()
    for match in folder.matches():
        score = "total" if match.whole_games else "score"
        seats = range(match.rules.players)
        own = frame[frame["board"].between(match.first_board, match.first_board + match.boards - 1)]
        for row in own.to_dict("records"):
            yield (
                match,
                row,
                [match.line_up[row[f"strategy_{seat}"]] for seat in seats],
                [int(row[f"{score}_{seat}"]) for seat in seats],
            )


def meetings(folder: RunFolder) -> Iterator[tuple[Match, Row, list[str], list[int]]]:
    """Yield the tables at which strategies meet: the last seating of a duel is not one."""
    for match, row, who, scores in tables(folder):
        if match.seatings != "duel" or row["seating"] < match.rules.players:
            yield match, row, who, scores


def payoff(scores: list[int], seat: int) -> float:
    """Return the mean of the others' scores less one's own."""
    others = [score for at, score in enumerate(scores) if at != seat]
    return sum(others) / len(others) - scores[seat]


@EVERY_KIND
def test_points_and_payoffs(name: str, run_folder: Run, found: Found) -> None:
    """Means and counts of every strategy are those of the deals."""
    rows = [
        (
            spec,
            scores[seat],
            payoff(scores, seat),
            row.get("deals", 1),
            row.get(f"moons_{seat}", row.get("moon_seat") == seat),
        )
        for _, row, who, scores in tables(run_folder(name))
        for seat, spec in enumerate(who)
    ]
    frame = pd.DataFrame(rows, columns=["spec", "score", "payoff", "deals", "moons"]).astype({"moons": int})
    sums = frame.groupby("spec").sum()
    assert {each.spec for each in found(name).strategies} == set(sums.index)
    for each in found(name).strategies:
        own = sums.loc[each.spec]
        assert (each.deals, each.moons_made) == (own["deals"], own["moons"])
        assert each.points.mean == pytest.approx(own["score"] / own["deals"])
        assert each.payoff.mean == pytest.approx(own["payoff"] / own["deals"])
        scores = frame["score"][frame["spec"] == each.spec].value_counts().sort_index()
        assert dict(zip(each.distribution.scores, each.distribution.counts, strict=True)) == scores.to_dict()


@pytest.mark.parametrize("name", ["fixed", "hearts-5", "games", "omnibus", "one"])
def test_one_match_has_the_intervals_of_its_summaries(name: str, found: Found) -> None:
    """Where every strategy has one place in the only match, the table of the match says the same."""
    result = found(name).matches[0].result
    by_spec = dict(zip(result.match.line_up, summaries(result), strict=True))
    for each in found(name).strategies:
        expected = by_spec[each.spec]
        for own, other in ((each.points, expected.points), (each.payoff, expected.payoff)):
            assert own.mean == pytest.approx(other.mean)
            assert own.interval == (other.interval and pytest.approx(other.interval))
            assert own.note == other.note
        assert each.ms_per_decision == expected.ms_per_decision
        assert (each.win_rate is None) == (expected.win_rate is None)
        if each.win_rate is not None and expected.win_rate is not None:
            assert each.win_rate.mean == pytest.approx(expected.win_rate.mean)
            assert each.win_rate.interval == pytest.approx(expected.win_rate.interval)


@EVERY_KIND
def test_origins_add_up(name: str, found: Found) -> None:
    """Where points come from, one and all, makes the points per deal."""
    for each in found(name).strategies:
        assert sum(origin.points for origin in each.origins) == pytest.approx(each.points.mean, abs=1e-9)
        assert len({origin.kind for origin in each.origins}) == len(each.origins)


@pytest.mark.parametrize("name", ["tables", "article", "hearts-5", "omnibus", "black-maria", "cancellation", "spot"])
def test_where_points_come_from(name: str, run_folder: Run, found: Found) -> None:
    """Cards, bonuses and moons, each counted by itself."""
    expected: dict[tuple[str, str], int] = {}
    for match, row, who, scores in tables(run_folder(name)):
        rules = match.rules
        for seat, spec in enumerate(who):
            points = int(row[f"points_{seat}"])
            if "from_queen_0" in row:
                queen, hearts = int(row[f"from_queen_{seat}"]), int(row[f"from_hearts_{seat}"])
            else:
                queen = rules.queen_value if row["queen_seat"] == seat else 0
                hearts = points - queen
            moon = row["moon_seat"]
            bonus = rules.no_trick_bonus if moon < 0 and row[f"tricks_{seat}"] == 0 else 0
            rest = scores[seat] - points - bonus
            assert rest == 0 or moon >= 0
            parts = {"queen": queen, "hearts": hearts, "others": points - queen - hearts, "no_tricks": bonus}
            parts |= {"moons_made": rest if moon == seat else 0, "moons_conceded": rest if moon != seat else 0}
            for kind, value in parts.items():
                expected[spec, kind] = expected.get((spec, kind), 0) + value
    for each in found(name).strategies:
        shown: dict[str, float] = {origin.kind: origin.points for origin in each.origins}
        assert {kind: shown.get(kind, 0) * each.deals for spec, kind in expected if spec == each.spec} == pytest.approx(
            {kind: value for (spec, kind), value in expected.items() if spec == each.spec}
        )


def test_points_of_cards_under_rules_with_more_of_them(run_folder: Run) -> None:
    """Hearts and queens of all seats make up those of the deck; J♦ is the rest in omnibus, A♠ and K♠ in Black Maria."""
    for name, hearts, queens, others in (
        ("omnibus", 13, 13, -10),
        ("black-maria", 13, 13, 17),
        ("cancellation", 26, 26, 0),
    ):
        frame, players = run_folder(name).deals(), run_folder(name).matches()[0].rules.players
        for column, total in (("from_hearts", hearts), ("from_queen", queens), ("points", hearts + queens + others)):
            assert set(frame[[f"{column}_{seat}" for seat in range(players)]].sum(axis=1)) == {total}
    assert "from_hearts_0" not in run_folder("tables").deals()


@pytest.mark.parametrize("name", ["tables", "omnibus", "spot", "games"])
def test_what_moons_are_worth(name: str, run_folder: Run, found: Found) -> None:
    """Payoffs without moons and payoffs of moons make payoffs; a moon that adds points takes 26 off its maker's."""
    moons = {each.spec: 0.0 for each in found(name).strategies}
    assert sum(each.moons_made for each in found(name).strategies) > 0
    for _, row, who, scores in tables(run_folder(name)):
        seats = range(len(who))
        if name == "games":
            made = [int(row[f"moons_{seat}"]) for seat in seats]
            effects = [26 * (sum(made) - 2 * own) for own in made]
        elif row["moon_seat"] >= 0:
            effects = [scores[seat] - int(row[f"points_{seat}"]) for seat in seats]
        else:
            continue
        for seat, spec in enumerate(who):
            moons[spec] += payoff(effects, seat)
    for each in found(name).strategies:
        assert each.moon_payoff == pytest.approx(moons[each.spec] / each.deals)


def test_moons_in_the_distribution(run_folder: Run, found: Found) -> None:
    """Deals with a moon are counted apart, for who made it and for all others."""
    made: dict[str, int] = {}
    for _, row, who, _ in tables(run_folder("tables")):
        if row["moon_seat"] >= 0:
            maker = who[row["moon_seat"]]
            made[maker] = made.get(maker, 0) + 1
    for each in found("tables").strategies:
        distribution = each.distribution
        assert sum(distribution.made) == each.moons_made == made.get(each.spec, 0)
        assert sum(distribution.conceded) == each.moons_conceded
        assert all(score == 0 for score, count in zip(distribution.scores, distribution.made, strict=True) if count)
        assert all(
            score == 26 for score, count in zip(distribution.scores, distribution.conceded, strict=True) if count
        )


@TABLES
def test_pairs(name: str, run_folder: Run, found: Found) -> None:
    """The advantage over another strategy is the mean over all pairs of seats at the tables where both sat."""
    differences: dict[tuple[str, str], list[int]] = {}
    for _, _, who, scores in meetings(run_folder(name)):
        for one, other in itertools.permutations(range(len(who)), 2):
            if who[one] != who[other]:
                differences.setdefault((who[one], who[other]), []).append(scores[other] - scores[one])
    specs = [each.spec for each in found(name).strategies]
    for row, line in zip(specs, found(name).pairs.cells, strict=True):
        for column, cell in zip(specs, line, strict=True):
            if (row, column) not in differences:
                assert cell is None
                continue
            assert cell is not None
            assert cell.mean == pytest.approx(np.mean(differences[row, column]))
            assert cell.interval is not None
            assert cell.interval[0] < cell.mean < cell.interval[1]


def test_the_interval_of_a_duel_in_the_grid_of_pairs(found: Found) -> None:
    """A duel's difference has the interval of its boards."""
    cell = found("duel").pairs.cells[0][1]
    outcome = found("duel").evidence[0].outcome
    assert cell is not None
    assert cell.mean == pytest.approx(outcome.payoff.mean)
    assert cell.interval == pytest.approx(outcome.payoff.interval)


@TABLES
def test_seats_and_neighbours(name: str, run_folder: Run, found: Found) -> None:
    """What a seat or neighbour is worth is the payoff there less the payoff of the same strategy in the same match."""
    rows = [
        (match.first_board, spec, str(seat), who[(seat + 1) % len(who)], payoff(scores, seat))
        for match, _, who, scores in meetings(run_folder(name))
        for seat, spec in enumerate(who)
    ]
    frame = pd.DataFrame(rows, columns=["match", "spec", "seat", "left", "payoff"])
    own = frame.groupby(["match", "spec"])
    frame["effect"] = frame["payoff"] - own["payoff"].transform("mean")
    for column, grid in (("seat", found(name).seats), ("left", found(name).neighbours)):
        varies = frame[own[column].transform("nunique") > 1]
        effects = varies.groupby(["spec", column])["effect"].mean().to_dict()
        names = [each.spec for each in found(name).strategies]
        columns = names if column == "left" else list(grid.columns)
        shown = {
            (spec, name_): cell.mean
            for spec, line in zip(names, grid.cells, strict=False)
            for name_, cell in zip(columns, line, strict=True)
            if cell is not None
        }
        assert shown == pytest.approx(effects, abs=1e-9)
    last = [cell.mean for cell in found(name).seats.cells[-1] if cell is not None]
    assert found(name).seats.rows[-1] == "all"
    assert last == pytest.approx(frame.groupby("seat")["payoff"].mean().tolist(), abs=1e-9)


@pytest.mark.parametrize("name", ["tables", "hearts-5", "duel"])
def test_passes(name: str, run_folder: Run, found: Found) -> None:
    """Points by pass direction are means over the deals with that direction."""
    rows = [
        (spec, match.rules.direction(int(row["pass_offset"])), scores[seat])
        for match, row, who, scores in tables(run_folder(name))
        for seat, spec in enumerate(who)
    ]
    expected = pd.DataFrame(rows, columns=["spec", "direction", "score"]).groupby(["spec", "direction"])["score"].mean()
    grid = found(name).passes
    for each, line in zip(found(name).strategies, grid.cells, strict=True):
        for direction, cell in zip(grid.columns, line, strict=True):
            assert cell is not None
            assert cell.mean == pytest.approx(expected[each.spec, direction])


def test_running_means_of_one_match(run_folder: Run, found: Found) -> None:
    """They are those of the first boards, with the confidence sequence of these boards."""
    running = found("hearts-5").running
    assert running is not None
    assert running.is_sequence
    assert (running.boards[-1], running.deals[-1]) == (16, 80)
    boards: dict[str, dict[int, list[float]]] = {}
    for _, row, who, scores in tables(run_folder("hearts-5")):
        for seat, spec in enumerate(who):
            boards.setdefault(spec, {}).setdefault(int(row["board"]), []).append(payoff(scores, seat))
    for line in running.lines:
        values = [np.mean(boards[line.name][at]) for at in range(16)]
        for at, end in enumerate(running.boards):
            expected = confidence_sequence(values[:end], 26)
            assert expected.interval is not None
            assert (line.means[at], line.lows[at], line.highs[at]) == pytest.approx(
                (expected.mean, *expected.interval), abs=1e-5
            )


@pytest.mark.parametrize("name", ["tables", "games", "many"])
def test_running_means_end_at_payoffs(name: str, found: Found) -> None:
    """Where all matches are equally long, the last mean is the payoff per deal or game."""
    running = found(name).running
    assert running is not None
    assert not running.is_sequence
    factor = 1 if found(name).games is None else found(name).deals / (found(name).games or 1)
    assert {line.name: line.means[-1] for line in running.lines} == pytest.approx(
        {each.label: each.payoff.mean * factor for each in found(name).strategies}
    )
    assert all(line.lows[-1] < line.means[-1] < line.highs[-1] for line in running.lines)


def track(*matches: tuple[list[float], bool]) -> Running | None:
    """Return the running means of one line with these board values by match, and whether each match is finished."""
    tracks = Tracks()
    for values, is_finished in matches:
        tracks.add(Match(FOUR, 24, 1), {"mine": np.array(values)}, is_finished=is_finished)
    return tracks.running(["mine", "other"], 26)


def test_matches_of_unlike_length_run_side_by_side() -> None:
    """Means go as far as the shortest match, and every board is the mean over matches."""
    running = track(([1, 3, 5, 7], True), ([3, 5, 7], True))
    assert running is not None
    assert (running.boards, running.deals) == ((2, 3), (16, 24))
    assert running.lines[0].means == (3, 4)


def test_unfinished_matches_run_only_while_there_are_no_others() -> None:
    """One that has begun would move all means back to its own few boards."""
    running = track(([9, 9], False), ([1, 3, 5], True), ([7, 7], False))
    assert running is not None
    assert (running.boards, running.lines[0].means) == ((2, 3), (2, 3))
    alone = track(([9, 9, 9], False), ([1, 3, 5], False))
    assert alone is not None
    assert alone.lines[0].means == (9, 9)


def test_a_gauntlet_has_a_line_for_each_duel(found: Found) -> None:
    """Against each other one there is a mean of its own."""
    running, board = found("gauntlet").running, found("gauntlet").leaderboard
    assert running is not None
    assert board is not None
    assert {line.name: line.means[-1] for line in running.lines} == pytest.approx(
        {f"random v {row.against}": row.payoff.mean for row in board.rows}
    )
    assert len(found("gauntlet").evidence) == 3


def test_evidence_of_a_sequential_duel(run_folder: Run, found: Found) -> None:
    """It ends where the duel ended, with its verdict; there is no leaderboard, and a note says why."""
    evidence = found("sequential").evidence[0]
    match = run_folder("sequential").matches()[0]
    duel = Duel(match, QUESTION)
    for chunk in run_folder("sequential").chunks(match):
        duel.is_enough(chunk)
    assert evidence.outcome == duel.outcome()
    assert evidence.outcome.verdict == "fail"
    assert evidence.is_decisive
    assert evidence.question == QUESTION
    assert evidence.boards[-1] == evidence.outcome.boards < match.boards
    assert evidence.down[-1] >= evidence.fail_at > max(evidence.up)
    assert found("sequential").leaderboard is None
    assert any("sequential test decided" in note for note in found("sequential").notes)


def test_a_planned_duel_is_not_decided_by_evidence(found: Found) -> None:
    """Its verdict comes from the interval; the evidence says what a test would have seen."""
    evidence = found("duel").evidence[0]
    assert not evidence.is_decisive
    assert evidence.outcome.boards == found("duel").boards


def test_the_article_claim(run_folder: Run, found: Found) -> None:
    """A run of the article's line-up stands beside its claim, seat by seat."""
    claim = found("article").claim
    frame = run_folder("article").deals()
    assert claim is not None
    assert claim.running is not None
    for seat, (points, line) in enumerate(zip(claim.points, claim.running.lines, strict=True)):
        expected = board_interval(frame[f"score_{seat}"])
        assert (points.mean, line.means[-1]) == pytest.approx((expected.mean, expected.mean))
        assert points.interval == pytest.approx(expected.interval)
    assert found("copies").claim is None


def test_a_run_that_goes_on(run_folder: Run, found: Found, tmp_path: Path) -> None:
    """What is there is shown: finished matches in running means, all boards in everything else, and a note."""
    folder = unfinished(run_folder("tables"), tmp_path, shards=3)
    shown = findings_of(folder)
    assert not shown.is_complete
    assert (len(shown.matches), len(shown.planned)) == (3, 5)
    assert (shown.boards, shown.planned_boards) == (72, found("tables").boards)
    assert any("72 of 120 boards" in note for note in shown.notes)
    assert shown.running is not None
    assert shown.running.deals[-1] == 288


def test_a_run_without_boards(run_folder: Run, tmp_path: Path) -> None:
    """Before the first shard there is nothing but what is planned."""
    shown = findings_of(unfinished(run_folder("tables"), tmp_path, shards=0))
    assert (shown.boards, shown.deals, shown.matches, shown.strategies) == (0, 0, (), ())
    assert shown.leaderboard is None
    assert shown.running is None
    assert len(shown.planned) == 5


def test_what_cannot_be_read_is_left_out(run_folder: Run, found: Found, tmp_path: Path) -> None:
    """A damaged file costs its own boards, and is named."""
    folder = unfinished(run_folder("tables"), tmp_path, shards=5)
    shard_paths(folder.path / "deals")[1].write_bytes(b"no parquet")
    shown = findings_of(folder)
    assert shown.boards == found("tables").boards - 24
    assert any("board-0000000024.parquet" in problem for problem in shown.problems)


def unfinished(folder: RunFolder, target: Path, shards: int) -> RunFolder:
    """Return a copy of a run as it was when it had so many shards."""
    copy = RunFolder(Path(shutil.copytree(folder.path, target / "run")))
    for path in shard_paths(copy.path / "deals")[shards:]:
        path.unlink()
    manifest = json.loads((copy.path / "manifest.json").read_text())
    (copy.path / "manifest.json").write_text(json.dumps(manifest | {"complete": False}))
    return copy


def test_one_board_has_no_intervals(found: Found) -> None:
    """It says why."""
    assert {(each.points.interval, each.points.note) for each in found("one").strategies} == {(None, ONE_BOARD)}
    assert found("one").running is None
    assert found("one").seats.is_empty
    assert found("one").neighbours.is_empty
