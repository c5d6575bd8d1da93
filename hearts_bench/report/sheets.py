"""The tables of a report as values: the page, its Markdown and whoever else shows them say the same."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from hearts_bench.behaviour import Behaviours
from hearts_bench.findings import Findings, MatchFindings
from hearts_bench.leaderboard import Leaderboard, Row
from hearts_bench.measures import MEASURES
from hearts_bench.report.names import line_up_name, seat_name, time_name
from hearts_bench.report.tables import amount, compared, rank_name
from hearts_bench.stats.intervals import Estimate
from hearts_bench.stats.rates import Rate
from hearts_bench.stats.summary import Summary

NONE = "–"
_INTERVAL = "95 % interval"


@dataclass(frozen=True)
class Cell:
    """What a cell shows, and what its column is sorted by; without a value it comes last."""

    text: str
    value: float | str | None


@dataclass(frozen=True)
class Column:
    """A column: its heading, and whether it holds numbers."""

    name: str
    is_number: bool = True


Cells: TypeAlias = tuple[Cell, ...]


@dataclass(frozen=True)
class Sheet:
    """A table with its caption; the first column names the rows unless `names_at` says which one does."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Cells, ...]
    names_at: int = 0
    notes: tuple[str, ...] = field(default=())


def leaderboard_sheet(board: Leaderboard, caption: str, notes: Sequence[str]) -> Sheet:
    """Return the table of a leaderboard that has rows."""
    first = board.rows[0]
    challenges = first.against is not None
    place = () if challenges else (Column("rank"),)
    names = Column(f"{first.strategy} against" if challenges else "strategy", is_number=False)
    payoff = Column("payoff" if board.unit == "deal" else "payoff/game")
    group = Column("result" if challenges else "group", is_number=False)
    wins = () if first.win_rate is None else (Column("wins"),)
    rest = tuple(map(Column, ("points/deal", "deals", "moons", "moons conceded")))
    columns = (*place, names, payoff, Column(_INTERVAL), group, *wins, *rest)
    rows = tuple(map(_leaderboard_row, board.rows))
    return Sheet(caption, columns, rows, names_at=len(place), notes=tuple(notes))


def _leaderboard_row(row: Row) -> Cells:
    group = compared(row.payoff) if row.group is None else row.group
    place = () if row.against is not None or row.rank is None else (Cell(rank_name(row.rank), sum(row.rank)),)
    wins = () if row.win_rate is None else (_percent(row.win_rate),)
    return (
        *place,
        _text(row.against or row.strategy),
        *_estimate(row.payoff, "+"),
        _text(group),
        *wins,
        _number(row.points_per_deal, ".2f"),
        _number(row.deals, ",d"),
        _percent(row.moons_made / row.deals),
        _percent(row.moons_conceded / row.deals),
    )


def match_sheet(match: MatchFindings, notes: Sequence[str]) -> Sheet:
    """Return the table of a match: one row for every position in the line-up."""
    played = match.match
    fixed = played.seatings == "fixed"
    seat = (Column("seat", is_number=False),) if fixed else ()
    games = tuple(map(Column, ("wins", _INTERVAL, "placement"))) if played.whole_games else ()
    means = tuple(map(Column, ("points/deal", _INTERVAL, "payoff", _INTERVAL)))
    shares = tuple(map(Column, ("moons", "caught Q♠", "clean deals", "time/decision")))
    rows = []
    for position, summary in enumerate(match.summaries):
        name = played.line_up[position] if fixed else played.labels[position]
        place = (_text(seat_name(position, played.rules.players)),) if fixed else ()
        rows.append((_text(name), *place, *_summary_cells(summary)))
    columns = (Column("strategy", is_number=False), *seat, *games, *means, *shares)
    return Sheet(match_caption(match), columns, tuple(rows), notes=tuple(notes))


def match_caption(match: MatchFindings) -> str:
    """Return what was played in a match, in a line."""
    played = match.match
    names = line_up_name(played.line_up if played.seatings == "fixed" else played.labels)
    return f"{names}: {amount(match.result)}"


def _summary_cells(summary: Summary) -> Cells:
    time = summary.ms_per_decision
    return (
        *_game_cells(summary),
        *_estimate(summary.points, ""),
        *_estimate(summary.payoff, "+"),
        *(_percent(number / summary.deals) for number in (summary.moons_made, summary.queens, summary.clean)),
        Cell(NONE if time is None else time_name(time), time),
    )


def _game_cells(summary: Summary) -> Cells:
    if summary.win_rate is None or summary.placement is None:
        return ()
    return (
        _percent(summary.win_rate.mean),
        _percent_interval(summary.win_rate.interval),
        _number(summary.placement.mean, ".2f"),
    )


def behaviour_sheet(behaviours: Behaviours) -> Sheet:
    """Return how often strategies did what; the columns are those of MEASURES."""
    rows = tuple((_text(each.label), *(_rate(each.rates[name]) for name in MEASURES)) for each in behaviours.behaviours)
    columns = (Column("strategy", is_number=False), *(Column(measure.title) for measure in MEASURES.values()))
    return Sheet("How often each strategy did what it could have done", columns, rows, notes=behaviours.notes)


def strategies_sheet(findings: Findings, records: dict[str, dict[str, str]]) -> Sheet:
    """Return which code played; `records` is what the manifest says of each spec."""
    rows = []
    for each in findings.strategies:
        record = records.get(each.spec, {})
        code = [record.get("source_digest", ""), record.get("commit", "")]
        said = each.label, each.spec, each.kind, " @ ".join(part for part in code if part)
        rows.append(tuple(map(_text, said)))
    columns = tuple(Column(name, is_number=False) for name in ("strategy", "spec", "kind", "source digest"))
    return Sheet("Which code played", columns, tuple(rows))


def _text(text: str) -> Cell:
    return Cell(text or NONE, text or None)


def _number(number: float, form: str) -> Cell:
    return Cell(signed(format(number, form)), number)


def signed(text: str) -> str:
    """Return a number with a minus sign rather than a hyphen."""
    return text.replace("-", "−")


def _percent(share: float) -> Cell:
    return Cell(f"{100 * share:.1f} %", share)


def _percent_interval(interval: Sequence[float] | None) -> Cell:
    if interval is None:
        return Cell(NONE, None)
    low, high = (100 * end for end in interval)
    return Cell(f"{low:.1f} … {high:.1f} %", low)


def _estimate(estimate: Estimate, sign: str) -> tuple[Cell, Cell]:
    mean = _number(estimate.mean, f"{sign}.2f")
    if estimate.interval is None:
        return mean, Cell(NONE, None)
    low, high = estimate.interval
    return mean, Cell(signed(f"{low:{sign}.2f} … {high:{sign}.2f}"), low)


def _rate(rate: Rate) -> Cell:
    return Cell(NONE, None) if rate.share is None else _percent(rate.share)
