"""Charts that answer who is stronger, by how much, and how sure that is."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from hearts_bench.findings import Evidence, Findings, Grid, Line, Running
from hearts_bench.leaderboard import Leaderboard, Row
from hearts_bench.report.chart import INK, Chart
from hearts_bench.report.drawing import (
    BLUE,
    COLOURS,
    DASHES,
    MARKERS,
    PANELS_ACROSS,
    SMALL,
    VERMILION,
    WIDTH,
    Cells,
    between,
    dot,
    draw_cells,
    label_rows,
    name_lines,
    rows_height,
    signed,
    small_panels,
    spelled,
    tidy,
)
from hearts_bench.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PAIR = 2
_LINES_IN_ONE_PANEL = 5
_FIRST_SHOWN = 24  # boards: before that, intervals are as wide as the rules allow
_PART_SHOWN = 8  # of a short run, from this part on
_FEWEST_POINTS = 2
_FEWEST_WITH_INTERVALS = 8  # columns up to which a cell has room for its interval
_LEAST_EVIDENCE = -3.0  # by powers of ten; below it there is nothing to see


def strength_charts(findings: Findings) -> list[Chart]:
    """Return the charts on strength that fit a run."""
    charts = []
    board, amount = findings.leaderboard, amount_of(findings)
    if board is not None and board.rows:
        charts.append(leaderboard_chart(board, amount))
    if findings.games is not None:
        charts.append(wins_chart(findings))
    is_gauntlet = board is not None and board.rows and board.rows[0].against is not None
    if len(findings.strategies) > _PAIR and not is_gauntlet:
        charts.append(pairs_chart(findings.pairs, findings.unit, amount))
    if findings.running is not None:
        charts.append(running_chart(findings.running, findings.unit, amount))
    if len(findings.evidence) == 1:
        charts.append(evidence_chart(findings.evidence[0], amount))
    return charts


def amount_of(findings: Findings) -> str:
    """Return how much was played: "400 deals", or "100 games with 980 deals"."""
    deals = f"{findings.deals:,} deal{'s' if findings.deals != 1 else ''}"
    return deals if findings.games is None else f"{findings.games:,} games with {deals}"


def leaderboard_chart(board: Leaderboard, amount: str) -> Chart:
    """Return the payoffs of a leaderboard with intervals that hold together, and its groups."""
    rows, challenger = board.rows, board.rows[0].strategy if board.rows[0].against else None
    said = [f"{_name(row)} {signed(row.payoff.mean)}{between(row.payoff)}" for row in rows]
    unit = f"points per {board.unit}"
    if challenger:
        others = "each of the others" if len(rows) > 1 else rows[0].against
        title, shared = f"What {challenger} gains against {others}", ""
        first = f"{challenger} gains, in {unit}, "
    else:
        title = "Payoff against the average of all others"
        shared = " Strategies that share a letter cannot be told apart."
        first = f"Payoffs in {unit}, best first: "
    return Chart(
        name="leaderboard",
        title=title,
        caption=f"Mean payoff over {amount}; more is better. The 95 % intervals hold all together.{shared}",
        alt=f"{first}{spelled(said)}.",
        size=(WIDTH, 0.65 + rows_height([_name(row) for row in rows])),
        draw=partial(_draw_leaderboard, rows, unit),
    )


def _name(row: Row) -> str:
    return row.strategy if row.against is None else f"against {row.against}"


def _draw_leaderboard(rows: Sequence[Row], unit: str, figure: "Figure") -> None:
    panel = figure.subplots()
    for at, row in enumerate(rows):
        dot(panel, at, row.payoff)
        for text, x, side in ((signed(row.payoff.mean), 1.15, "right"), (row.group or "", 1.2, "left")):
            panel.annotate(text, (x, at), xycoords=("axes fraction", "data"), va="center", ha=side, fontsize=SMALL)
    panel.axvline(0, color=INK, alpha=0.5, linewidth=0.8)
    tidy(panel)
    label_rows(panel, [_name(row) for row in rows])
    panel.set_xlabel(f"payoff, {unit}; simultaneous 95 % intervals", fontsize=SMALL)
    if any(row.group for row in rows):
        style: Any = {"xycoords": "axes fraction", "textcoords": "offset points", "fontsize": SMALL}
        panel.annotate("group", (1.12, 1), (0, 3), ha="left", **style)


def wins_chart(findings: Findings) -> Chart:
    """Return how often each strategy won its games."""
    won = [(each.label, each.win_rate) for each in findings.strategies if each.win_rate is not None]
    won.sort(key=lambda each: -each[1].mean)
    players = findings.rules.players
    said = [f"{name} {100 * rate.mean:.1f} %" for name, rate in won]
    return Chart(
        name="wins",
        title="Who wins games",
        caption=(
            f"Share of its games that each strategy won, over {amount_of(findings)}, with 95 % intervals one by one; "
            f"a shared win counts in part. Among equals everybody would win {100 / players:.3g} %, the line."
        ),
        alt=f"Games won, most first: {spelled(said)}.",
        size=(WIDTH, 0.6 + rows_height([name for name, _ in won])),
        draw=partial(_draw_wins, won, 1 / players),
    )


def _draw_wins(won: Sequence[tuple[str, Estimate]], equal: float, figure: "Figure") -> None:
    panel = figure.subplots()
    for at, (_, rate) in enumerate(won):
        ends = rate.interval and (100 * rate.interval[0], 100 * rate.interval[1])
        dot(panel, at, Estimate(100 * rate.mean, ends))
        text = f"{100 * rate.mean:.1f} %"
        panel.annotate(text, (1.02, at), xycoords=("axes fraction", "data"), va="center", fontsize=SMALL)
    panel.axvline(100 * equal, color=INK, alpha=0.5, linewidth=0.8)
    tidy(panel)
    label_rows(panel, [name for name, _ in won])
    panel.set_xlim(left=0)
    panel.set_xlabel("games won, %", fontsize=SMALL)


def pairs_chart(grid: Grid, unit: str, amount: str) -> Chart:
    """Return what each strategy gains on each other one at the same tables."""
    cells = effect_cells(grid, grid.columns, "against")
    best = _extremes(grid)
    return Chart(
        name="pairs",
        title="Who gains how much on whom",
        caption=(
            f"By how many points per {unit} the strategy of the row did better than that of the column where both sat "
            f"at one table, over {amount}. Bold and coloured is what an interval of 95 %, which "
            "holds for one pair alone, separates from zero; blue is in favour of the row."
        ),
        alt=f"Matrix of {len(grid.rows)} strategies. {best}",
        size=cells.size,
        draw=partial(draw_cells, cells=cells),
    )


def _extremes(grid: Grid) -> str:
    met = [
        (cell.mean, row, column)
        for row, line in zip(grid.rows, grid.cells, strict=True)
        for column, cell in zip(grid.columns, line, strict=True)
        if cell is not None
    ]
    largest, smallest = max(met), min(met, key=lambda pair: abs(pair[0]))
    return (
        f"The largest difference is {largest[1]} over {largest[2]} with {signed(largest[0])} points, the smallest "
        f"{smallest[1]} over {smallest[2]} with {signed(smallest[0])}."
    )


def effect_cells(grid: Grid, columns: Sequence[str], across: str) -> Cells:
    """Return a grid of differences as cells: bold, and coloured by their size, if their interval leaves zero out."""
    largest = max((abs(cell.mean) for row in grid.cells for cell in row if cell is not None), default=0) or 1.0
    with_intervals = len(grid.columns) <= _FEWEST_WITH_INTERVALS
    return Cells(
        rows=grid.rows,
        columns=columns,
        texts=[[_text(cell, with_intervals=with_intervals) for cell in row] for row in grid.cells],
        colours=[
            [strength(cell.mean, largest) if cell is not None and is_sure(cell) else None for cell in row]
            for row in grid.cells
        ],
        stands_out=[[is_sure(cell) for cell in row] for row in grid.cells],
        across=across,
    )


def strength(difference: float | None, largest: float) -> float | None:
    """Return how strong the colour of a difference is: small ones shall be seen beside large ones."""
    return None if difference is None else float(np.sign(difference) * np.sqrt(abs(difference) / largest))


def _text(cell: Estimate | None, *, with_intervals: bool) -> str:
    if cell is None:
        return ""
    half = f"\n±{(cell.interval[1] - cell.interval[0]) / 2:.2f}" if with_intervals and cell.interval else ""
    return signed(cell.mean) + half


def is_sure(cell: Estimate | None) -> bool:
    """Tell whether the interval of a difference leaves zero out."""
    return cell is not None and cell.interval is not None and not cell.interval[0] <= 0 <= cell.interval[1]


def running_chart(running: Running, unit: str, amount: str) -> Chart:
    """Return how the payoffs settled down while boards came in; `amount` is how much was played."""
    kind = (
        "The bands are confidence sequences: with 95 % probability all of a line's hold its mean"
        if running.is_sequence
        else f"The bands are 95 % intervals, each for a number of {unit}s fixed beforehand"
    )
    said = [f"{line.name} {signed(line.means[-1])}{between(_last(line))}" for line in running.lines]
    panels = 1 if len(running.lines) <= _LINES_IN_ONE_PANEL else -(-len(running.lines) // PANELS_ACROSS)
    return Chart(
        name="running",
        title="How payoffs settled down",
        caption=f"Mean payoff as {unit}s came in, {amount} in the end. {kind}.",
        alt=f"Running mean payoffs narrow down over {running.deals[-1]:,} {unit}s to {spelled(said)}.",
        size=(WIDTH, 3.4 if panels == 1 else 0.5 + 1.15 * panels),
        draw=partial(_draw_payoffs, running, unit),
    )


def _draw_payoffs(running: Running, unit: str, figure: "Figure") -> None:
    panels = draw_running(running, f"payoff, points per {unit}", f"{unit}s played", figure)
    low, high = panels[0].get_ylim()
    panels[0].set_ylim(min(low, 0), max(high, 0))
    for panel in panels:
        panel.axhline(0, color=INK, alpha=0.5, linewidth=0.8)


def _last(line: Line) -> Estimate:
    return Estimate(line.means[-1], (line.lows[-1], line.highs[-1]))


def draw_running(
    running: Running, down: str, across: str, figure: "Figure", number: Callable[[float], str] = signed
) -> list[Any]:
    """Draw running means with their bands, all in one panel, or one panel for each of many lines; return the panels.

    `number` writes the last mean of a line.
    """
    first = min(_FIRST_SHOWN, running.boards[-1] // _PART_SHOWN)
    start = min(sum(boards < first for boards in running.boards), len(running.boards) - _FEWEST_POINTS)
    lines = running.lines
    is_one = len(lines) <= _LINES_IN_ONE_PANEL
    panels = [figure.subplots()] if is_one else small_panels(figure, [line.name for line in lines])
    for at, line in enumerate(lines):
        panel, look = (panels[0], at) if is_one else (panels[at], 0)
        _draw_line(panel, running.deals[start:], line, start, look, number)
        panel.set_xscale("log")
    for panel in panels if not is_one else ():
        panel.grid(axis="x", color=INK, alpha=0.15, linewidth=0.6)
    if is_one:
        tidy(panels[0], "both")
        panels[0].set_xlabel(across, fontsize=SMALL)
        panels[0].set_ylabel(down, fontsize=SMALL)
        figure.legend(loc="outside lower center", ncols=2, fontsize=SMALL, frameon=False)
    else:
        figure.supylabel(down, fontsize=SMALL)
        for panel in panels[-PANELS_ACROSS:]:
            panel.set_xlabel(across, fontsize=SMALL)
    panels[0].set_xlim(running.deals[start], running.deals[-1])
    panels[0].set_ylim(*_limits(lines, start))
    _plain_numbers(panels[0])
    return panels


def _draw_line(
    panel: Any, deals: Sequence[int], line: Line, start: int, look: int, number: Callable[[float], str]
) -> None:
    colour, marker, dashes = COLOURS[look], MARKERS[look], DASHES[look]
    panel.fill_between(deals, line.lows[start:], line.highs[start:], color=colour, alpha=0.18, linewidth=0)
    panel.plot(
        deals,
        line.means[start:],
        color=colour,
        linestyle=dashes,
        marker=marker,
        markersize=4,
        markevery=4,
        linewidth=1.5,
        label=f"{name_lines(line.name)} {number(line.means[-1])}",
    )


def _limits(lines: Sequence[Line], start: int) -> tuple[float, float]:
    """Return limits that show all means, and the bands from the middle of the run on."""
    middle = (start + len(lines[0].means)) // 2
    low = min(min(*line.means[start:], *line.lows[middle:]) for line in lines)
    high = max(max(*line.means[start:], *line.highs[middle:]) for line in lines)
    margin = 0.05 * (high - low) or 1.0
    return low - margin, high + margin


def _plain_numbers(panel: Any) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator  # noqa: PLC0415 - takes a while to import

    panel.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5), numticks=6))
    panel.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    panel.xaxis.set_minor_locator(NullLocator())
    panel.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}".replace("-", "−")))


def evidence_chart(evidence: Evidence, amount: str) -> Chart:
    """Return what the sequential test of a duel saw, and what it needed; `amount` is how much was played."""
    new, old = evidence.names
    question, outcome = evidence.question, evidence.outcome
    told = "is no worse" if question.expect == "no-worse" else "is better"
    passed = f"PASS says that {new} {told} than {old}" + (
        f" by {question.detect:g} points per deal" if question.expect == "no-worse" else ""
    )
    decided = (
        "The test ended the duel"
        if evidence.is_decisive
        else "The number of deals was fixed beforehand, so this test decided nothing: it shows when it would have"
    )
    up, down = np.exp(evidence.up[-1]), np.exp(evidence.down[-1])
    return Chart(
        name="evidence",
        title=f"Evidence for {new}, board by board",
        caption=(
            f"What two bettors make of a stake of 1, one on PASS and one on FAIL, in {evidence.boards[-1]:,} boards, "
            f"{amount}. {passed}. Verdicts need {np.exp(evidence.pass_at):.3g} and {np.exp(evidence.fail_at):.3g} "
            f"times the stake, looked for every 24 boards. {decided}."
        ),
        alt=(
            f"After {evidence.boards[-1]:,} boards the evidence for PASS is {up:.3g} times the stake, that for FAIL "
            f"{down:.3g} times; the verdict of the duel is {outcome.verdict}."
        ),
        size=(WIDTH, 3.2),
        draw=partial(_draw_evidence, evidence),
    )


def _draw_evidence(evidence: Evidence, figure: "Figure") -> None:
    panel = figure.subplots()
    shown = ((evidence.up, BLUE, "-", "o", "for PASS"), (evidence.down, VERMILION, (0, (5, 1.5)), "s", "for FAIL"))
    every = max(1, len(evidence.boards) // 8)
    for values, colour, dashes, marker, label in shown:
        powers = np.maximum(np.concatenate([[0], values]) / np.log(10), _LEAST_EVIDENCE - 0.5)
        boards = [0, *evidence.boards]
        panel.plot(
            boards, powers, color=colour, linestyle=dashes, marker=marker, markevery=every, markersize=4, label=label
        )
    needed = {evidence.pass_at: "PASS"}
    needed[evidence.fail_at] = " or ".join(
        [*([needed[evidence.fail_at]] if evidence.fail_at in needed else []), "FAIL"]
    )
    for level, text in needed.items():
        panel.axhline(level / np.log(10), color=INK, linewidth=0.9, linestyle=(0, (2, 2)))
        panel.annotate(
            f"{text}: {np.exp(level):.3g}",
            (0.01, level / np.log(10)),
            (0, 2),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            fontsize=SMALL,
        )
    panel.axhline(0, color=INK, alpha=0.5, linewidth=0.8)
    tidy(panel, "both")
    top = max(evidence.pass_at, evidence.fail_at, *evidence.up, *evidence.down) / np.log(10)
    panel.set_ylim(_LEAST_EVIDENCE, top + 0.5)
    ticks = range(int(_LEAST_EVIDENCE), int(top) + 1)
    panel.set_yticks(ticks, [f"{10.0**power:,.3g}" for power in ticks])
    panel.set_xlim(0, evidence.boards[-1])
    panel.set_xlabel("boards", fontsize=SMALL)
    panel.set_ylabel("evidence, times the stake", fontsize=SMALL)
    panel.legend(loc="lower left", fontsize=SMALL, frameon=False)
