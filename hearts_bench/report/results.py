"""The results of a run for programs: a JSON document, and a CSV file with a row for every strategy in every match."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from hearts_bench.behaviour import Behaviours
from hearts_bench.findings import Findings, Grid, MatchFindings, StrategyFindings
from hearts_bench.report.names import line_up_name, seat_name
from hearts_bench.report.profiles import behaviour_document
from hearts_bench.report.tables import leaderboard_document, match_document
from hearts_bench.report.verdict import outcome_document
from hearts_bench.stats.intervals import Estimate
from hearts_bench.stats.summary import Summary

CSV_COLUMNS = (
    "match",
    "line_up",
    "rules",
    "seed",
    "seatings",
    "planned_boards",
    "boards",
    "strategy",
    "spec",
    "seat",
    "deals",
    "points_per_deal",
    "points_low",
    "points_high",
    "payoff",
    "payoff_low",
    "payoff_high",
    "win_rate",
    "win_rate_low",
    "win_rate_high",
    "placement",
    "placement_low",
    "placement_high",
    "moons_made",
    "moons_conceded",
    "queens",
    "clean",
    "faults",
    "ms_per_decision",
)


def results_csv(findings: Findings) -> str:
    """Return the results as CSV: one row for every strategy and match, with the columns CSV_COLUMNS."""
    numbers = {id(match): number for number, match in enumerate(findings.planned, 1)}
    text = io.StringIO()
    writer = csv.DictWriter(text, CSV_COLUMNS, lineterminator="\n")
    writer.writeheader()
    for match in findings.matches:
        writer.writerows(_csv_rows(match, numbers[id(match.match)]))
    return text.getvalue()


def _csv_rows(found: MatchFindings, number: int) -> list[dict[str, Any]]:
    match = found.match
    common = {
        "match": number,
        "line_up": line_up_name(match.line_up),
        "rules": match.rules_name,
        "seed": match.seed,
        "seatings": match.seatings,
        "planned_boards": match.boards,
        "boards": found.result.boards,
    }
    rows = []
    for position, summary in enumerate(found.summaries):
        seat = seat_name(position, match.rules.players) if match.seatings == "fixed" else ""
        names = {"strategy": match.labels[position], "spec": match.line_up[position], "seat": seat}
        rows.append(common | names | _csv_numbers(summary))
    return rows


def _csv_numbers(summary: Summary) -> dict[str, Any]:
    return {
        "deals": summary.deals,
        **_ends("points_per_deal", "points", summary.points),
        **_ends("payoff", "payoff", summary.payoff),
        **_ends("win_rate", "win_rate", summary.win_rate),
        **_ends("placement", "placement", summary.placement),
        "moons_made": summary.moons_made,
        "moons_conceded": summary.moons_conceded,
        "queens": summary.queens,
        "clean": summary.clean,
        "faults": summary.revokes,
        "ms_per_decision": summary.ms_per_decision,
    }


def _ends(mean: str, ends: str, estimate: Estimate | None) -> dict[str, float | None]:
    """Return an estimate as three columns, which are empty where there is nothing to say."""
    low, high = estimate.interval if estimate and estimate.interval else (None, None)
    return {mean: estimate.mean if estimate else None, f"{ends}_low": low, f"{ends}_high": high}


def results_document(
    findings: Findings, behaviours: Behaviours, manifest: Mapping[str, Any], faults: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return the results as a JSON document; the keys are part of the command line's contract."""
    records = manifest.get("strategies", {})
    board = findings.leaderboard
    games = {} if findings.games is None else {"games": findings.games}
    standing: dict[str, Any] = {"leaderboard": None, "rating_unit": f"points per {findings.unit}", "notes": []}
    standing |= {} if board is None else leaderboard_document(board)
    return {
        "run": findings.name,
        "complete": findings.is_complete,
        "rules": findings.rules_name,
        "rules_digest": manifest.get("rules", {}).get("digest"),
        "seed": findings.seed,
        "boards": findings.boards,
        "planned_boards": findings.planned_boards,
        "deals": findings.deals,
        **games,
        **standing,
        "notes": [*findings.notes, *standing["notes"]],
        "problems": list(findings.problems),
        "faults": list(faults),
        "strategies": [_strategy(each, records.get(each.spec, {})) for each in findings.strategies],
        "matches": [_match(each) for each in findings.matches],
        "duels": [outcome_document(each.outcome) for each in findings.evidence if each.is_decisive],
        "reproduced": None if findings.claim is None else findings.claim.is_reproduced,
        "pairs": _grid(findings.pairs),
        "seats": _grid(findings.seats),
        "neighbours": _grid(findings.neighbours),
        "passes": _grid(findings.passes),
        "behaviours": [behaviour_document(each) for each in behaviours.behaviours],
        "behaviour_notes": list(behaviours.notes),
        "versions": manifest.get("versions", {}),
    }


def _strategy(found: StrategyFindings, record: Mapping[str, Any]) -> dict[str, Any]:
    scores = found.distribution
    return {
        "strategy": found.label,
        "spec": found.spec,
        "kind": found.kind,
        "source_digest": record.get("source_digest"),
        "commit": record.get("commit"),
        "deals": found.deals,
        "points_per_deal": found.points.mean,
        "interval": _pair(found.points.interval),
        "payoff": found.payoff.mean,
        "payoff_interval": _pair(found.payoff.interval),
        "win_rate": found.win_rate and found.win_rate.mean,
        "win_rate_interval": _pair(found.win_rate.interval) if found.win_rate else None,
        "moon_payoff": found.moon_payoff,
        "moons_made": found.moons_made,
        "moons_conceded": found.moons_conceded,
        "queens": found.queens,
        "clean": found.clean,
        "faults": found.revokes,
        "ms_per_decision": found.ms_per_decision,
        "origins": {origin.kind: origin.points for origin in found.origins},
        "scores": {str(score): count for score, count in zip(scores.scores, scores.counts, strict=True)},
    }


def _match(found: MatchFindings) -> dict[str, Any]:
    """Return a match as commands print it; how fast it was played is not on record."""
    document = match_document(found.result, 0)
    del document["deals_per_second"]
    more = {"labels": list(found.match.labels), "seatings": found.match.seatings, "planned_boards": found.match.boards}
    return document | more


def _grid(grid: Grid) -> dict[str, Any] | None:
    if grid.is_empty:
        return None
    cells = [[cell and {"mean": cell.mean, "interval": _pair(cell.interval)} for cell in row] for row in grid.cells]
    return {"rows": list(grid.rows), "columns": list(grid.columns), "cells": cells}


def _pair(interval: tuple[float, float] | None) -> list[float] | None:
    return None if interval is None else list(interval)
