"""The tables that commands print, and the same facts as JSON documents."""

from typing import Any

from rich.table import Table

from hearts_bench.report.names import line_up_name, seat_name, time_name
from hearts_bench.runner import Result
from hearts_bench.stats.intervals import Estimate
from hearts_bench.stats.summary import Summary, summarise

_NONE = "–"


def summaries(result: Result) -> list[Summary]:
    """Return one summary for every position in the line-up of a result."""
    return summarise(result.tally, result.boards, len(result.match.seating_table))


def heading(result: Result) -> str:
    """Return what was played, in a line."""
    match = result.match
    line_up = line_up_name(match.labels if match.seatings != "fixed" else match.line_up)
    boards = "" if match.seatings == "fixed" else f" ({result.boards:,} boards in {len(match.seating_table)} seatings)"
    return f"{line_up} · rules {match.preset} · {_deals(result):,} deals{boards} · seed {match.seed}"


def _deals(result: Result) -> int:
    return result.boards * len(result.match.seating_table)


def match_table(result: Result) -> Table:
    """Return the table of a match: one row for every position in the line-up."""
    match = result.match
    fixed = match.seatings == "fixed"
    table = Table(box=None, header_style="bold", pad_edge=True)
    table.add_column("strategy", no_wrap=True)
    if fixed:
        table.add_column("seat", no_wrap=True)
    for column in (
        "points/deal",
        "95 % interval",
        "payoff",
        "95 % interval",
        "moons",
        "caught Q♠",
        "clean deals",
        "time/decision",
    ):
        table.add_column(column, justify="right", no_wrap=True)
    for position, summary in enumerate(summaries(result)):
        label = match.line_up[position] if fixed else match.labels[position]
        seat = [seat_name(position, match.rules.players)] if fixed else []
        table.add_row(label, *seat, *_cells(summary))
    return table


def _cells(summary: Summary) -> list[str]:
    shares = [f"{100 * number / summary.deals:.1f} %" for number in (summary.moons_made, summary.queens, summary.clean)]
    time = _NONE if summary.ms_per_decision is None else time_name(summary.ms_per_decision)
    return [
        f"{summary.points.mean:.2f}",
        _interval(summary.points, ""),
        f"{summary.payoff.mean:+.2f}",
        _interval(summary.payoff, "+"),
        *shares,
        time,
    ]


def _interval(estimate: Estimate, sign: str) -> str:
    if estimate.interval is None:
        return _NONE
    low, high = estimate.interval
    return f"{low:{sign}.2f} … {high:{sign}.2f}"


def notes(result: Result) -> list[str]:
    """Return sentences on what the table cannot show."""
    said = {summary.points.note for summary in summaries(result)} | {each.payoff.note for each in summaries(result)}
    return [f"{note}." for note in sorted(said - {""})]


def match_document(result: Result, seconds: float) -> dict[str, Any]:
    """Return a result as a JSON document; the keys are part of the command line's contract."""
    match = result.match
    rows = []
    for position, summary in enumerate(summaries(result)):
        rows.append(
            {
                "strategy": match.line_up[position],
                "seat": position if match.seatings == "fixed" else None,
                "points_per_deal": summary.points.mean,
                "interval": _pair(summary.points),
                "payoff": summary.payoff.mean,
                "payoff_interval": _pair(summary.payoff),
                "moons_made": summary.moons_made,
                "moons_conceded": summary.moons_conceded,
                "faults": 0,
                "ms_per_decision": summary.ms_per_decision,
            }
        )
    return {
        "rules": match.preset,
        "seed": match.seed,
        "boards": result.boards,
        "deals": _deals(result),
        "strategies": rows,
        "deals_per_second": _deals(result) / seconds if seconds > 0 else None,
    }


def _pair(estimate: Estimate) -> list[float] | None:
    return None if estimate.interval is None else list(estimate.interval)
