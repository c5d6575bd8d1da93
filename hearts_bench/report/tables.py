"""The tables that commands print, and the same facts as JSON documents."""

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from hearts_bench.leaderboard import Leaderboard
from hearts_bench.report.names import line_up_name, seat_name, time_name
from hearts_bench.runner import Result
from hearts_bench.stats.intervals import Estimate
from hearts_bench.stats.summary import Summary
from hearts_bench.summaries import deals_of, summaries

_NONE = "–"


def heading(result: Result) -> str:
    """Return what was played, in a line."""
    match = result.match
    line_up = line_up_name(match.labels if match.seatings != "fixed" else match.line_up)
    boards = "" if match.seatings == "fixed" else f" ({result.boards:,} boards in {match.turns} seatings)"
    return f"{line_up} · rules {match.rules_name} · {amount(result)}{boards} · seed {match.seed}"


def amount(result: Result) -> str:
    """Return how much was played: "400 deals", or "100 games of 9.8 deals"."""
    played = result.boards * result.match.turns
    if not result.match.whole_games:
        return f"{played:,} deals"
    return f"{played:,} games of {deals_of(result) / played:.1f} deals"


def match_table(result: Result) -> Table:
    """Return the table of a match: one row for every position in the line-up."""
    match = result.match
    fixed = match.seatings == "fixed"
    table = Table(box=None, header_style="bold", pad_edge=True)
    table.add_column("strategy", no_wrap=True)
    if fixed:
        table.add_column("seat", no_wrap=True)
    if match.whole_games:
        for column in ("wins", "95 % interval", "placement"):
            table.add_column(column, justify="right", no_wrap=True)
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
        *_game_cells(summary),
        f"{summary.points.mean:.2f}",
        _interval(summary.points, ""),
        f"{summary.payoff.mean:+.2f}",
        _interval(summary.payoff, "+"),
        *shares,
        time,
    ]


def _game_cells(summary: Summary) -> list[str]:
    if summary.win_rate is None or summary.placement is None:
        return []
    low, high = summary.win_rate.interval or (None, None)
    interval = _NONE if low is None or high is None else f"{100 * low:.1f} … {100 * high:.1f} %"
    return [f"{100 * summary.win_rate.mean:.1f} %", interval, f"{summary.placement.mean:.2f}"]


def _interval(estimate: Estimate, sign: str) -> str:
    if estimate.interval is None:
        return _NONE
    low, high = estimate.interval
    return f"{low:{sign}.2f} … {high:{sign}.2f}"


def notes(result: Result) -> list[str]:
    """Return sentences on what the table cannot show."""
    said = {summary.points.note for summary in summaries(result)} | {each.payoff.note for each in summaries(result)}
    seats = []
    if result.match.seatings == "duel":
        new, old = result.match.labels
        seats = [f"{new} has each seat once, with {old} in all others; in one more seating {old} has all."]
    return [*seats, *(f"{note}." for note in sorted(said - {""}))]


def match_document(result: Result, seconds: float) -> dict[str, Any]:
    """Return a result as a JSON document; the keys are part of the command line's contract."""
    match = result.match
    rows = []
    for position, summary in enumerate(summaries(result)):
        games = {}
        if summary.win_rate is not None and summary.placement is not None:
            games = {
                "win_rate": summary.win_rate.mean,
                "win_rate_interval": _pair(summary.win_rate),
                "placement": summary.placement.mean,
            }
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
                "faults": summary.revokes,
                "ms_per_decision": summary.ms_per_decision,
                **games,
            }
        )
    deals = deals_of(result)
    games = {"games": result.boards * match.turns} if match.whole_games else {}
    return {
        "rules": match.rules_name,
        "seed": match.seed,
        "boards": result.boards,
        "deals": deals,
        **games,
        "strategies": rows,
        "deals_per_second": deals / seconds if seconds > 0 else None,
    }


def _pair(estimate: Estimate) -> list[float] | None:
    return None if estimate.interval is None else list(estimate.interval)


def leaderboard_heading(results: Sequence[Result]) -> str:
    """Return what a leaderboard rests on, in a line."""
    match = results[0].match
    unit = "games" if match.whole_games else "deals"
    total = sum(result.boards * result.match.turns for result in results)
    matches = f"{len(results)} matches, " if len(results) > 1 else ""
    return f"Leaderboard · rules {match.rules_name} · {matches}{total:,} {unit} · seed {match.seed}"


def leaderboard_table(board: Leaderboard) -> Table:
    """Return the table of a leaderboard that has rows: one for every strategy, or for everybody a challenger met."""
    first = board.rows[0]
    challenges = first.against is not None
    table = Table(box=None, header_style="bold", pad_edge=True)
    if not challenges:
        table.add_column("rank", no_wrap=True)
    table.add_column(f"{first.strategy} against" if challenges else "strategy", no_wrap=True)
    columns = [
        "payoff" if board.unit == "deal" else "payoff/game",
        "95 % interval",
        "result" if challenges else "group",
    ]
    columns += ["wins"] if first.win_rate is not None else []
    for column in (*columns, "points/deal", "deals", "moons", "moons conceded"):
        table.add_column(column, justify="left" if column in {"result", "group"} else "right", no_wrap=True)
    for row in board.rows:
        table.add_row(
            *((row.against or "",) if challenges else (rank_name(row.rank or (0, 0)), row.strategy)),
            f"{row.payoff.mean:+.2f}",
            _interval(row.payoff, "+"),
            compared(row.payoff) if row.group is None else row.group,
            *([] if row.win_rate is None else [f"{100 * row.win_rate:.1f} %"]),
            f"{row.points_per_deal:.2f}",
            f"{row.deals:,}",
            *(f"{100 * moons / row.deals:.1f} %" for moons in (row.moons_made, row.moons_conceded)),
        )
    return table


def rank_name(rank: tuple[int, int]) -> str:
    """Return a range of ranks as people write it: "2–4", or "1".

    >>> rank_name((1, 1)), rank_name((2, 4))
    ('1', '2–4')
    """
    low, high = rank
    return f"{low}" if low == high else f"{low}–{high}"


def compared(payoff: Estimate) -> str:
    """Return what a payoff against somebody says: "better", "worse" or "not separable"."""
    if payoff.interval is None or payoff.interval[0] <= 0 <= payoff.interval[1]:
        return "not separable"
    return "better" if payoff.mean > 0 else "worse"


def leaderboard_notes(board: Leaderboard) -> list[str]:
    """Return sentences on how to read a leaderboard, and on what its table cannot show."""
    if not board.rows:
        return list(board.notes)
    first = board.rows[0]
    together = " The intervals hold all together." if len(board.rows) > 1 else ""
    if first.against is not None:
        scale = f"Payoff: in points per {board.unit}, {first.strategy} in each seat once, the other in all others."
        apart = ["The others are not compared with each other."] if len(board.rows) > 1 else []
        return [scale + together, *apart, *board.notes]
    scale = f"Payoff: against the average of all others, in points per {board.unit}."
    letters = [letter for row in board.rows for letter in row.group or ""]
    shared = ["Strategies that share a letter are not separable."] if len(set(letters)) < len(letters) else []
    return [scale + together, *shared, *board.notes]


def leaderboard_document(board: Leaderboard) -> dict[str, Any]:
    """Return a leaderboard as part of a JSON document; the keys are part of the command line's contract."""
    rows = []
    for row in board.rows:
        against = {} if row.against is None else {"against": row.against}
        games = {} if row.win_rate is None else {"win_rate": row.win_rate}
        rows.append(
            {
                "strategy": row.strategy,
                **against,
                "spec": row.spec,
                "payoff": row.payoff.mean,
                "payoff_interval": _pair(row.payoff),
                "rating": row.rating.mean,
                "interval": _pair(row.rating),
                "rank": row.rank and list(row.rank),
                "group": row.group,
                "points_per_deal": row.points_per_deal,
                "deals": row.deals,
                "moons_made": row.moons_made,
                "moons_conceded": row.moons_conceded,
                **games,
            }
        )
    return {"leaderboard": rows, "rating_unit": f"points per {board.unit}", "notes": list(board.notes)}
