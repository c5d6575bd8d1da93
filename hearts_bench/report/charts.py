"""The charts of a report, and that of points per deal which every run folder has."""

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hearts_bench.behaviour import Behaviour
from hearts_bench.findings import Findings
from hearts_bench.report.chart import Chart
from hearts_bench.report.charts_claim import claim_charts
from hearts_bench.report.charts_points import points_charts
from hearts_bench.report.charts_strength import strength_charts
from hearts_bench.report.charts_tables import table_charts
from hearts_bench.report.names import line_up_name, seat_name
from hearts_bench.report.tables import amount
from hearts_bench.runner import Result
from hearts_bench.stats.summary import Summary
from hearts_bench.summaries import summaries

_LONGEST_NAME = 30
_LONGEST_LINE = 80
_INK = "#1b1b1b"
_DOT = "#0072b2"  # blue of the palette by Okabe and Ito, which colour-blind readers can tell apart


def charts(findings: Findings, behaviours: Sequence[Behaviour] = ()) -> list[Chart]:
    """Return the charts that fit a run, in the order of a report."""
    if not findings.matches:
        return []
    claimed = claim_charts(findings.claim) if findings.claim else []
    return [
        *claimed,
        *strength_charts(findings),
        *points_charts(findings, behaviours),
        *table_charts(findings),
    ]


def points_chart(results: Sequence[Result], path: Path) -> None:
    """Draw points per deal of every strategy with its 95 % interval, match by match, and save it; fewer is better."""
    import matplotlib as mpl  # noqa: PLC0415 - takes a while to import
    from matplotlib.figure import Figure  # noqa: PLC0415

    rows = sum(len(result.match.labels) for result in results)
    # A fixed salt and no date: the same results give the same file.
    with mpl.rc_context({"svg.hashsalt": "hearts_bench", "font.size": 10, "text.color": _INK}):
        titles = sum(len(_title(result)) for result in results)
        figure = Figure(figsize=(8, 0.7 + 0.2 * len(results) + 0.2 * titles + 0.3 * rows), layout="constrained")
        heights = [len(result.match.labels) for result in results]
        panels = figure.subplots(len(results), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0]
        for panel, result in zip(panels, results, strict=True):
            _draw(panel, result)
        farthest = max(_ends(summary)[1] for result in results for summary in summaries(result))
        panels[-1].set_xlim(0, 1.1 * farthest + 0.1)
        panels[-1].set_xlabel("points per deal, with 95 % interval (fewer is better)")
        figure.savefig(
            path, format=path.suffix[1:], dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None
        )


def _ends(summary: Summary) -> tuple[float, float]:
    return summary.points.interval or (summary.points.mean, summary.points.mean)


def _short(name: str) -> str:
    """Return the end of a name that is too long for a chart, as the spec of a file may be."""
    return name if len(name) <= _LONGEST_NAME else f"…{name[-_LONGEST_NAME:]}"


def _title(result: Result) -> list[str]:
    """Return what was played, in lines that fit."""
    match = result.match
    names = match.line_up if match.seatings == "fixed" else match.labels
    line_up = line_up_name([_short(name) for name in names])
    return [*textwrap.wrap(line_up, _LONGEST_LINE), f"rules {match.rules_name} · {amount(result)}"]


def _draw(panel: Any, result: Result) -> None:
    match = result.match
    fixed = match.seatings == "fixed"
    names = [
        f"{match.line_up[at]} ({seat_name(at, match.rules.players)})" if fixed else label
        for at, label in enumerate(match.labels)
    ]
    for at, summary in enumerate(summaries(result)):
        low, high = _ends(summary)
        panel.plot([low, high], [at, at], color=_DOT, linewidth=2, solid_capstyle="butt")
        panel.plot(summary.points.mean, at, "o", color=_DOT, markersize=6)
        panel.annotate(
            f"{summary.points.mean:.2f}", (high, at), (5, 0), textcoords="offset points", va="center", fontsize=9
        )
    panel.set_yticks(range(len(names)), map(_short, names))
    panel.set_ylim(len(names) - 0.5, -0.5)
    panel.grid(axis="x", color="#dddddd", linewidth=0.6)
    panel.set_axisbelow(True)
    panel.spines[["top", "right", "left"]].set_visible(False)
    panel.tick_params(axis="y", length=0)
    panel.set_title(
        "\n".join(_title(result)),
        loc="left",
        fontsize=10,
    )
