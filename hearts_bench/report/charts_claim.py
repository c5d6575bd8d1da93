"""The article's claim beside what was measured, in one picture, and how the measured means settled down."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from hearts_bench import claim
from hearts_bench.findings import ClaimFindings, Running
from hearts_bench.report.chart import INK, Chart
from hearts_bench.report.charts_strength import draw_running
from hearts_bench.report.drawing import BLUE, SMALL, VERMILION, WIDTH, between, dot, label_rows, plain, spelled, tidy
from hearts_bench.report.names import seat_name
from hearts_bench.report.tables import amount
from hearts_bench.runner import Result
from hearts_bench.stats.intervals import Estimate
from hearts_bench.summaries import summaries

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_BAR = 0.3


def article_chart(result: Result) -> Chart:
    """Return a picture of the article's claim and of a result of its experiment, side by side."""
    match = result.match
    names = [
        f"{spec} ({seat_name(at, match.rules.players)})" if match.seatings == "fixed" else label
        for at, (spec, label) in enumerate(zip(match.line_up, match.labels, strict=True))
    ]
    points = [summary.points for summary in summaries(result)]
    said = [f"{name} {each.mean:.2f}{between(each)}" for name, each in zip(names, points, strict=True)]
    holds = "The article's claim holds" if claim.is_reproduced(result) else "The article's claim is not reproduced"
    low, high = claim.ARTICLE_RANGE
    return Chart(
        name="article",
        title=holds,
        caption=(
            f"Points per deal of a random player and three who follow the article's advice, with 95 % intervals over "
            f"{amount(result)}, beside what the article said: {claim.RANDOM_POINTS:g}, and {low:g} to {high:g}."
        ),
        alt=(
            f"The article said {claim.RANDOM_POINTS:g} points per deal for random, {low:g} to {high:g} for the others; "
            f"measured are {spelled(said)}."
        ),
        size=(WIDTH, 2.9),
        draw=partial(_draw_article, names, points),
    )


def _draw_article(names: Sequence[str], points: Sequence[Estimate], figure: "Figure") -> None:
    panel = figure.subplots()
    low, high = claim.ARTICLE_RANGE
    for row, estimate in enumerate(points):
        label = "the article said" if row == 1 else ""
        if row == 0:
            panel.plot([claim.RANDOM_POINTS], [-0.2], "D", color=VERMILION, markersize=7)
        else:
            look: Any = {"facecolor": VERMILION, "hatch": "////", "edgecolor": INK, "linewidth": 0.6}
            panel.barh(row - 0.2, high - low, _BAR, left=low, label=label, **look)
        dot(panel, row + 0.2, estimate, BLUE, "o")
        said = f"{claim.RANDOM_POINTS:g}" if row == 0 else f"{low:g} to {high:g}"
        for text, at in ((said, row - 0.2), (f"{estimate.mean:.2f}", row + 0.2)):
            panel.annotate(text, (1.02, at), xycoords=("axes fraction", "data"), va="center", fontsize=SMALL)
    panel.plot([], [], "o-", color=BLUE, linewidth=2, markersize=5.5, label="measured, 95 % interval")
    tidy(panel)
    label_rows(panel, names)
    panel.set_xlim(0, max(claim.RANDOM_RANGE[1], *((each.interval or (0, each.mean))[1] for each in points)) + 0.5)
    panel.set_xlabel("points per deal (fewer is better)", fontsize=SMALL)
    figure.legend(loc="outside lower center", ncols=2, fontsize=SMALL, frameon=False)


def claim_charts(found: ClaimFindings) -> list[Chart]:
    """Return how points per deal settled down beside the article's claim, if there is enough to see."""
    running = found.running
    if running is None:
        return []
    low, high = claim.ARTICLE_RANGE
    said = [f"{line.name} {line.means[-1]:.2f} ({line.lows[-1]:.2f} to {line.highs[-1]:.2f})" for line in running.lines]
    return [
        Chart(
            name="claim",
            title="The article's claim, as deals came in",
            caption=(
                f"Mean points as deals came in, {running.deals[-1]:,} deals in the end. The bands are confidence "
                "sequences: with 95 % probability all of a line's hold its mean. Hatched: what the article said of its "
                f"players, {low:g} to {high:g}; dashed: of the random one, {claim.RANDOM_POINTS:g}."
            ),
            alt=f"After {running.deals[-1]:,} deals: {spelled(said)} points per deal.",
            size=(WIDTH, 3.6),
            draw=partial(_draw_claim, running),
        )
    ]


def _draw_claim(running: Running, figure: "Figure") -> None:
    panel = draw_running(running, "points per deal", "deals played", figure, plain)[0]
    panel.axhspan(*claim.ARTICLE_RANGE, facecolor="none", edgecolor=INK, alpha=0.25, hatch="//", linewidth=0)
    panel.axhline(claim.RANDOM_POINTS, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    panel.set_ylim(0, max(panel.get_ylim()[1], claim.RANDOM_RANGE[1]))
