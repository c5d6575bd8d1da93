"""How strategies behave: tables, a JSON document, and a chart with a panel for each measure."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from rich.table import Table

from hearts_bench.behaviour import Behaviour, Behaviours
from hearts_bench.measures import MEASURES, Measure
from hearts_bench.report.chart import Chart
from hearts_bench.report.drawing import PANELS_ACROSS, SMALL, WIDTH, dot, label_rows, rows_height, tidy
from hearts_bench.report.names import short_name
from hearts_bench.stats.intervals import Estimate
from hearts_bench.stats.rates import Rate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_NONE = "–"
_GAP = 2
# Below this percentage, and nearer to 100 than a tenth of it, one more digit.
_SMALL = 9.95


def profile_tables(behaviours: Sequence[Behaviour], width: int) -> list[Table]:
    """Return what strategies do, how often, and what each trick costs them; a column for each of them.

    Strategies that do not fit beside the others in so many columns of text have tables of their own.
    """
    labels = [short_name(each.label) for each in behaviours]
    rates = [[_rate(each.rates[name]) for name in MEASURES] for each in behaviours]
    points = [[*(f"{point.mean:.2f}" for point in each.points), f"{each.points_per_deal:.2f}"] for each in behaviours]
    tricks = [*map(str, range(1, len(behaviours[0].points) + 1)), "all"]
    titles = [measure.title for measure in MEASURES.values()]
    return [
        *_tables("% of the chances", titles, labels, rates, width),
        *_tables("points by trick", tricks, labels, points, width),
    ]


def _tables(
    corner: str, names: Sequence[str], labels: Sequence[str], columns: Sequence[Sequence[str]], width: int
) -> list[Table]:
    """Return tables with these names of rows, and as many of the columns in each as fit."""
    room = width - max(map(len, (corner, *names)))
    groups: list[list[int]] = []
    left = 0
    for at, label in enumerate(labels):
        wide = max(map(len, (label, *columns[at]))) + _GAP
        if not groups or wide > left:
            groups.append([])
            left = room
        groups[-1].append(at)
        left -= wide
    return [_table(corner, names, [(labels[at], columns[at]) for at in group]) for group in groups]


def _table(corner: str, names: Sequence[str], columns: Sequence[tuple[str, Sequence[str]]]) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, _GAP, 0, 0))
    table.add_column(corner, no_wrap=True)
    for label, _ in columns:
        table.add_column(label, justify="right", no_wrap=True)
    for row, name in enumerate(names):
        table.add_row(name, *(cells[row] for _, cells in columns))
    return table


def _rate(rate: Rate) -> str:
    if rate.share is None:
        return _NONE
    if rate.interval is None:
        return _percent(rate.share)
    low, high = rate.interval
    return f"{_percent(rate.share)} ({_percent(low)}–{_percent(high)})"


def _percent(share: float) -> str:
    percent = 100 * share
    is_near_an_end = 0 < percent < _SMALL or 100 - _SMALL / 10 < percent < 100  # noqa: PLR2004
    return f"{percent:.1f}" if is_near_an_end else f"{percent:.0f}"


def profile_notes(behaviours: Behaviours) -> list[str]:
    """Return sentences on how to read the tables, and on what they rest."""
    if not behaviours.behaviours:
        return list(behaviours.notes)
    said = [f"{measure.title}: {measure.meaning}" for measure in MEASURES.values()]
    return [*behaviours.notes, "In brackets: 95 % intervals. Points are card points, before the moon rule.", *said]


def profile_document(behaviours: Behaviours) -> dict[str, Any]:
    """Return behaviours as part of a JSON document."""
    return {
        "strategies": [behaviour_document(each) for each in behaviours.behaviours],
        "measures": {name: {"title": each.title, "meaning": each.meaning} for name, each in MEASURES.items()},
        "notes": list(behaviours.notes),
    }


def behaviour_document(found: Behaviour) -> dict[str, Any]:
    """Return how one strategy behaves as part of a JSON document."""
    return {
        "strategy": found.label,
        "spec": found.spec,
        "boards": found.boards,
        "deals": found.deals,
        "rates": {name: _rate_document(rate) for name, rate in found.rates.items()},
        "points_by_trick": [each.mean for each in found.points],
        "void_by_trick": [each.share for each in found.voids],
    }


def _rate_document(rate: Rate) -> dict[str, Any]:
    interval = None if rate.interval is None else list(rate.interval)
    return {"count": rate.count, "chances": rate.chances, "share": rate.share, "interval": interval}


def profile_chart(behaviours: Sequence[Behaviour]) -> Chart:
    """Return a chart with a panel for each measure, and in it a dot with its interval for each strategy."""
    measures = MEASURES.items()
    panels = {name: measure for name, measure in measures if any(each.rates[name].chances for each in behaviours)}
    down = -(-len(panels) // PANELS_ACROSS)
    return Chart(
        name="behaviour",
        title="How strategies behave",
        caption="How often each strategy did what it could have done, in percent of the chances, with 95 % intervals, "
        f"over {_amount(behaviours)} of each. Scales differ from panel to panel.",
        alt="; ".join(_alternative(name, measure, behaviours) for name, measure in panels.items()),
        size=(WIDTH, down * (0.55 + rows_height([each.label for each in behaviours]))),
        draw=partial(_draw, panels=panels, behaviours=behaviours),
    )


def _amount(behaviours: Sequence[Behaviour]) -> str:
    """Return how many deals the strategies had, a deal counted once for every seat: "400 to 900 deals"."""
    fewest, most = (end(each.deals for each in behaviours) for end in (min, max))
    return f"{most:,} deals" if fewest == most else f"{fewest:,} to {most:,} deals"


def _alternative(name: str, measure: Measure, behaviours: Sequence[Behaviour]) -> str:
    shares = ((each.label, each.rates[name].share) for each in behaviours)
    said = ", ".join(f"{label} {_NONE if share is None else f'{_percent(share)} %'}" for label, share in shares)
    return f"{measure.title}: {said}"


def _draw(figure: "Figure", *, panels: Mapping[str, Measure], behaviours: Sequence[Behaviour]) -> None:
    down = -(-len(panels) // PANELS_ACROSS)
    grid = figure.subplots(down, PANELS_ACROSS, sharey=True, squeeze=False).ravel()
    label_rows(grid[0], [each.label for each in behaviours])
    for panel, (name, measure) in zip(grid, panels.items(), strict=False):
        tidy(panel)
        panel.set_title(f"{measure.title}, %", loc="left", fontsize=SMALL, pad=2)
        panel.spines["left"].set_visible(False)
        panel.tick_params(axis="y", length=0)
        for at, each in enumerate(behaviours):
            _draw_rate(panel, at, each.rates[name])
        panel.set_xlim(left=-0.04 * panel.get_xlim()[1])  # dots at 0 stay whole
    for panel in grid[len(panels) :]:
        panel.set_visible(False)


def _draw_rate(panel: Any, at: int, rate: Rate) -> None:
    if rate.share is not None:
        interval = rate.interval and (100 * rate.interval[0], 100 * rate.interval[1])
        dot(panel, at, Estimate(100 * rate.share, interval))
