"""Charts that answer what seats, neighbours and passes do, and what decisions take."""

from collections.abc import Sequence
from functools import partial
from math import ceil, floor, log10
from typing import TYPE_CHECKING

import numpy as np

from hearts_bench.findings import Findings, Grid, StrategyFindings
from hearts_bench.report.chart import Chart
from hearts_bench.report.charts_strength import amount_of, effect_cells, is_sure, strength
from hearts_bench.report.drawing import (
    BLUE,
    SMALL,
    WIDTH,
    Cells,
    draw_cells,
    label_rows,
    plain,
    rows_height,
    signed,
    spelled,
    tidy,
)
from hearts_bench.report.names import seat_name, time_name
from hearts_bench.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PAIR = 2
_BOLD = "Bold and coloured is what its own 95 % interval separates from zero; blue is good"


def table_charts(findings: Findings) -> list[Chart]:
    """Return the charts on seats, neighbours, passes and time that fit a run."""
    charts = []
    if len(findings.passes.columns) >= _PAIR and not findings.passes.is_empty:
        charts.append(passes_chart(findings))
    if not findings.seats.is_empty:
        charts.append(seats_chart(findings))
    is_duels = all(match.seatings == "duel" for match in findings.planned)  # where all neighbours but one are alike
    if not findings.neighbours.is_empty and not is_duels:
        charts.append(neighbours_chart(findings))
    timed = [each for each in findings.strategies if each.ms_per_decision]
    return [*charts, *([time_chart(timed, amount_of(findings))] if timed else [])]


def seats_chart(findings: Findings) -> Chart:
    """Return what each seat is worth to each strategy."""
    grid = _without_empty_rows(findings.seats)
    players = findings.rules.players
    names = [seat_name(seat, players) for seat in range(players)]
    columns = names if players == 4 else [str(seat) for seat in range(players)]  # noqa: PLR2004 - these have names
    cells = effect_cells(grid, columns, "seat")
    fixed = any(match.seatings == "fixed" for match in findings.planned)
    mixed = " Seats were fixed, so that neighbours are part of it." if fixed else ""
    return Chart(
        name="seats",
        title="What a seat is worth",
        caption=(
            f"Payoff in a seat less the same strategy's payoff in all its seats, in points per {findings.unit}, over "
            f"{amount_of(findings)}. {_BOLD}.{mixed}"
        ),
        alt=f"Effects of seats. {_largest(grid, names, 'in')}",
        size=cells.size,
        draw=partial(draw_cells, cells=cells),
    )


def neighbours_chart(findings: Findings) -> Chart:
    """Return what each left neighbour is worth to each strategy."""
    grid = _without_empty_rows(findings.neighbours)
    cells = effect_cells(grid, grid.columns, "left neighbour, who plays next")
    fixed = any(match.seatings == "fixed" for match in findings.planned)
    mixed = " Seats were fixed, and are part of it." if fixed else ""
    return Chart(
        name="neighbours",
        title="What a neighbour is worth",
        caption=(
            f"Payoff with a strategy on the left less that at the same tables, in points per {findings.unit}, over "
            f"{amount_of(findings)}. {_BOLD}.{mixed}"
        ),
        alt=f"Effects of neighbours. {_largest(grid, grid.columns, 'left of it')}",
        size=cells.size,
        draw=partial(draw_cells, cells=cells),
    )


def _without_empty_rows(grid: Grid) -> Grid:
    kept = [at for at, row in enumerate(grid.cells) if any(cell is not None for cell in row)]
    return Grid(tuple(grid.rows[at] for at in kept), grid.columns, tuple(grid.cells[at] for at in kept))


def _largest(grid: Grid, columns: Sequence[str], where: str) -> str:
    """Return the largest effect of a grid in words, and how many are surely there."""
    effects = [
        (abs(cell.mean), row, column, cell)
        for row, line in zip(grid.rows, grid.cells, strict=True)
        for column, cell in zip(columns, line, strict=True)
        if cell is not None
    ]
    sure = sum(is_sure(cell) for *_, cell in effects)
    _, row, column, cell = max(effects, key=lambda effect: effect[0])
    place = f"{where} {column}" if where == "in" else f"with {column} {where}"
    many = f"{sure} of {len(effects)} are separated from zero"
    return f"The largest is {signed(cell.mean)} points for {row} {place}; {many}."


def passes_chart(findings: Findings) -> Chart:
    """Return points per deal by pass direction."""
    grid = findings.passes
    apart = [_apart(row) for row in grid.cells]
    largest = max((abs(each) for row in apart for each in row if each is not None), default=0) or 1.0
    cells = Cells(
        rows=grid.rows,
        columns=grid.columns,
        texts=[[_points(cell) for cell in row] for row in grid.cells],
        colours=[[strength(each, largest) for each in row] for row in apart],
        stands_out=[[each is not None for each in row] for row in apart],
        across="cards are passed",
    )
    said = [f"{row}: {_by_direction(grid, at)}" for at, row in enumerate(grid.rows)]
    return Chart(
        name="passes",
        title="Points by pass direction",
        caption=(
            f"Points per deal with 95 % intervals, over {amount_of(findings)}; fewer is better. Bold and coloured is "
            "what its interval separates from the average of the row: blue if it is less, vermilion if it is more."
        ),
        alt=f"Points per deal by pass direction. {'. '.join(said[:12])}.",
        size=cells.size,
        draw=partial(draw_cells, cells=cells),
    )


def _apart(row: Sequence[Estimate | None]) -> list[float | None]:
    """Return by how much cells are below the average of their row, None where that may be chance."""
    average = float(np.mean([cell.mean for cell in row if cell is not None]))
    return [
        None
        if cell is None or cell.interval is None or cell.interval[0] <= average <= cell.interval[1]
        else average - cell.mean
        for cell in row
    ]


def _points(cell: Estimate | None) -> str:
    if cell is None:
        return ""
    half = f"\n±{(cell.interval[1] - cell.interval[0]) / 2:.2f}" if cell.interval else ""
    return plain(cell.mean) + half


def _by_direction(grid: Grid, row: int) -> str:
    return spelled(
        [
            f"{direction} {plain(cell.mean)}"
            for direction, cell in zip(grid.columns, grid.cells[row], strict=True)
            if cell is not None
        ]
    )


def time_chart(timed: Sequence[StrategyFindings], amount: str) -> Chart:
    """Return how long a decision takes; `amount` is how much was played."""
    timed = sorted(timed, key=lambda each: each.ms_per_decision or 0)
    said = [f"{each.label} {time_name(each.ms_per_decision or 0)}" for each in timed]
    return Chart(
        name="time",
        title="How long a decision takes",
        caption=f"Mean time of a card or a pass on the machine that played, clocked on every 64th board of {amount}; "
        "the scale grows by powers of ten.",
        alt=f"Time per decision, fastest first: {spelled(said)}.",
        size=(WIDTH, 0.65 + rows_height([each.label for each in timed])),
        draw=partial(_draw_times, timed),
    )


def _draw_times(timed: Sequence[StrategyFindings], figure: "Figure") -> None:
    from matplotlib.ticker import FuncFormatter, NullFormatter  # noqa: PLC0415 - takes a while to import

    panel = figure.subplots()
    for at, each in enumerate(timed):
        time = each.ms_per_decision or 0
        panel.plot([time], [at], "o", color=BLUE, markersize=6)
        panel.annotate(time_name(time), (1.02, at), xycoords=("axes fraction", "data"), va="center", fontsize=SMALL)
    tidy(panel)
    label_rows(panel, [each.label for each in timed])
    times = [each.ms_per_decision or 0 for each in timed]
    panel.set_xscale("log")
    panel.set_xlim(10 ** floor(log10(min(times)) - 0.1), 10 ** ceil(log10(max(times)) + 0.1))
    panel.xaxis.set_major_formatter(FuncFormatter(lambda value, _: time_name(value)))
    panel.xaxis.set_minor_formatter(NullFormatter())
    panel.set_xlabel("time per decision", fontsize=SMALL)
