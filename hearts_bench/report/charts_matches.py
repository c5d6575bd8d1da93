"""The chart that every finished run folder has: points per deal, match by match, or of many matches together."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from hearts_bench.report.chart import Chart
from hearts_bench.report.drawing import SMALL, WIDTH, dot, label_rows, plain, rows_height, spelled, tidy
from hearts_bench.report.names import line_up_name, seat_name
from hearts_bench.report.tables import amount
from hearts_bench.runner import Result
from hearts_bench.stats.intervals import Estimate
from hearts_bench.summaries import deals_of, pooled_points, summaries

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MOST_MATCHES = 8  # a panel for each of more takes minutes to draw, and nobody looks at them
_LONGEST_NAME, _LONGEST_LINE = 30, 54
_TITLE_LINE = 0.17


@dataclass(frozen=True)
class _Rows:
    """Points of some strategies, under a title."""

    title: str
    names: Sequence[str]
    points: Sequence[Estimate]

    @property
    def height(self) -> float:
        return rows_height(self.names) + _TITLE_LINE * (1 + self.title.count("\n"))


def points_chart(results: Sequence[Result]) -> Chart:
    """Return points per deal of every strategy, match by match, or in many matches together; fewer is better."""
    is_one = len(results) > _MOST_MATCHES
    shown = [_together(results)] if is_one else [_of_match(result) for result in results]
    deals = sum(map(deals_of, results))
    said = [
        f"{name} {plain(points.mean)}" for rows in shown for name, points in zip(rows.names, rows.points, strict=True)
    ]
    return Chart(
        name="points",
        title="Points per deal" if is_one or len(results) == 1 else "Points per deal, match by match",
        caption=f"Mean points per deal with 95 % intervals, over {deals:,} deals; fewer is better.",
        alt=f"Points per deal: {spelled(said)}.",
        size=(WIDTH, 0.5 + sum(rows.height + 0.15 for rows in shown)),
        draw=partial(_draw, shown),
    )


def _together(results: Sequence[Result]) -> _Rows:
    points = sorted(pooled_points(results).items(), key=lambda each: each[1].mean)
    deals = f"{sum(map(deals_of, results)):,} deals"
    title = f"{len(results)} matches · rules {results[0].match.rules_name} · {deals}"
    return _Rows(textwrap.fill(title, _LONGEST_LINE), [name for name, _ in points], [each for _, each in points])


def _of_match(result: Result) -> _Rows:
    match = result.match
    is_fixed = match.seatings == "fixed"
    names = [
        f"{match.line_up[at]} ({seat_name(at, match.rules.players)})" if is_fixed else label
        for at, label in enumerate(match.labels)
    ]
    line_up = line_up_name([_short(name) for name in (match.line_up if is_fixed else match.labels)])
    title = [*textwrap.wrap(line_up, _LONGEST_LINE), *textwrap.wrap(f"rules {match.rules_name} · {amount(result)}")]
    return _Rows("\n".join(title), names, [summary.points for summary in summaries(result)])


def _short(name: str) -> str:
    """Return the end of a name that is too long for a title, as the spec of a file may be."""
    return name if len(name) <= _LONGEST_NAME else f"…{name[-_LONGEST_NAME:]}"


def _draw(shown: Sequence[_Rows], figure: "Figure") -> None:
    heights = [rows_height(rows.names) for rows in shown]
    panels = figure.subplots(len(shown), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0]
    for panel, rows in zip(panels, shown, strict=True):
        _draw_rows(panel, rows)
    ends = [each.interval or (each.mean, each.mean) for rows in shown for each in rows.points]
    lowest, farthest = min(min(end) for end in ends), max(max(end) for end in ends)
    panels[-1].set_xlim(min(0, 1.1 * lowest), 1.05 * farthest + 0.1)
    panels[-1].set_xlabel("points per deal; 95 % intervals", fontsize=SMALL)


def _draw_rows(panel: Any, rows: _Rows) -> None:
    for at, points in enumerate(rows.points):
        dot(panel, at, points)
        text = plain(points.mean)
        panel.annotate(text, (1.02, at), xycoords=("axes fraction", "data"), va="center", fontsize=SMALL)
    tidy(panel)
    label_rows(panel, rows.names)
    panel.set_title(rows.title, loc="left", fontsize=SMALL)
