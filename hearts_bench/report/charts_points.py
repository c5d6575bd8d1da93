"""Charts that answer where points come from: their distribution, which cards and moons gave them, and when."""

from collections.abc import Mapping, Sequence
from functools import partial
from math import ceil
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from hearts_bench.behaviour import Behaviour
from hearts_bench.cards import cards_in
from hearts_bench.findings import Distribution, Findings, OriginKind, StrategyFindings
from hearts_bench.report.chart import INK, Chart
from hearts_bench.report.charts_strength import amount_of
from hearts_bench.report.drawing import (
    BLUE,
    COLOURS,
    DASHES,
    GREEN,
    MARKERS,
    ORANGE,
    PANELS_ACROSS,
    PURPLE,
    SKY,
    SMALL,
    VERMILION,
    WIDTH,
    Cells,
    draw_cells,
    label_rows,
    name_lines,
    plain,
    rows_height,
    signed,
    small_panels,
    spelled,
    tidy,
)
from hearts_bench.report.names import card_name
from hearts_bench.rules import QUEEN_SET, Rules

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MOST_BARS = 60
_LEGEND_COLUMNS = 4
_LINES_IN_ONE_PANEL = 5
# What sources look like: (colour, hatch). Hatches of lines only: those of dots and circles make large files.
_LOOKS: Mapping[OriginKind, tuple[str, str]] = MappingProxyType(
    {
        "queen": (PURPLE, ""),
        "hearts": (VERMILION, "//"),
        "others": (ORANGE, "++"),
        "cards": (VERMILION, "//"),
        "no_tricks": (SKY, "||"),
        "revokes": (ORANGE, "--"),
        "moons_made": (GREEN, "\\\\"),
        "moons_conceded": (BLUE, "xx"),
        "rest": (SKY, "++"),
    }
)


def points_charts(findings: Findings, behaviours: Sequence[Behaviour]) -> list[Chart]:
    """Return the charts on points that fit a run."""
    charts = [distribution_chart(findings), origins_chart(findings)] if findings.strategies else []
    order = [each.spec for each in findings.strategies]
    shown = sorted((each for each in behaviours if each.points), key=lambda each: order.index(each.spec))
    return [*charts, *([tricks_chart(shown)] if shown else [])]


def origin_name(kind: OriginKind, rules: Rules) -> str:
    """Return what a source of points is called under some rules.

    >>> origin_name("others", Rules(extra_penalties={"AS": 7, "KS": 10}))
    'A♠ K♠'
    """
    names: dict[OriginKind, str] = {
        "queen": "Q♠",
        "hearts": "hearts",
        "others": _other_cards(rules),
        "cards": "cards",
        "no_tricks": "no trick",
        "revokes": "illegal cards",
        "moons_made": "own moons",
        "moons_conceded": "others' moons",
        "rest": "hearts and all else",
    }
    return names[kind]


def _other_cards(rules: Rules) -> str:
    row: Any = rules.row[0]
    cards = int(row["penalty_cards"] | row["bonus_cards"]) & ~QUEEN_SET
    return " ".join(card_name(card) for card in reversed(cards_in(cards)) if not card_name(card).endswith("♥"))


def distribution_chart(findings: Findings) -> Chart:
    """Return how often each strategy had each score, with moons apart."""
    is_games = findings.games is not None
    strategies, rules = findings.strategies, findings.rules
    what = "total" if is_games else "score"
    said = [_distribution_in_words(each) for each in strategies]
    moons = (
        ""
        if is_games or rules.moon == "none"
        else " Hatched is what moons gave: its own, and those of others. The scale grows with the square root, so that "
        "moons can be seen."
    )
    return Chart(
        name="distribution",
        title=f"How often each {what} came",
        caption=(
            f"Share of {'games' if is_games else 'deals'} by {what} of the strategy, over {amount_of(findings)}."
            + moons
            + _width_note(strategies)
        ),
        alt=f"Histograms of {what}s. {'. '.join(said[:12])}.",
        size=(WIDTH, 0.75 + 1.2 * ceil(len(strategies) / PANELS_ACROSS)),
        draw=partial(_draw_distributions, strategies, what, is_games),
    )


def _distribution_in_words(each: StrategyFindings) -> str:
    scores, counts = each.distribution.scores, each.distribution.counts
    most = max(range(len(scores)), key=counts.__getitem__)
    total = sum(counts)
    moons = f", {100 * sum(each.distribution.made) / total:.1f} % own moons" if sum(each.distribution.made) else ""
    score = f"{scores[most]}".replace("-", "−")
    share = f"{100 * counts[most] / total:.0f} %"
    return f"{each.label}: mean {plain(each.points.mean)} points a deal, most often {score} ({share}){moons}"


def _span(strategies: Sequence[StrategyFindings]) -> tuple[int, int]:
    return (
        min(each.distribution.scores[0] for each in strategies),
        max(each.distribution.scores[-1] for each in strategies),
    )


def _bar_width(strategies: Sequence[StrategyFindings]) -> int:
    low, high = _span(strategies)
    return ceil((high - low + 1) / _MOST_BARS)


def _width_note(strategies: Sequence[StrategyFindings]) -> str:
    width = _bar_width(strategies)
    return f" Each bar is {width} points wide." if width > 1 else ""


def _draw_distributions(
    strategies: Sequence[StrategyFindings],
    what: str,
    is_games: bool,
    figure: "Figure",
) -> None:
    panels = small_panels(figure, [each.label for each in strategies])
    (low, high), width = _span(strategies), _bar_width(strategies)
    edges = np.arange(low, high + width + 1, width)
    for panel, each in zip(panels, strategies, strict=True):
        _draw_distribution(panel, each.distribution, edges)
    for panel in panels[-PANELS_ACROSS:]:
        panel.set_xlabel(f"{what}, points", fontsize=SMALL)
    first = panels[0]
    if not is_games:
        first.set_yscale("function", functions=(lambda share: np.sqrt(np.maximum(share, 0)), np.square))
    most = first.get_ylim()[1]
    ticks = [tick for tick in (0, 1, 5, 10, 20, 40, 60, 80) if tick <= most] if not is_games else first.get_yticks()
    first.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    first.set_ylim(0, most)
    labels = dict(zip(*reversed(first.get_legend_handles_labels()), strict=True))
    if len(labels) > 1:
        figure.legend(labels.values(), labels, loc="outside lower center", ncols=3, fontsize=SMALL, frameon=False)
    figure.supylabel(f"share of {'games' if is_games else 'deals'}, %", fontsize=SMALL)


def _draw_distribution(panel: Any, found: Distribution, edges: Any) -> None:
    total = sum(found.counts)
    base = np.zeros(len(edges) - 1)
    # Moons come first: on a scale of square roots only what stands on zero can be compared.
    looks = (
        ("others' moons", found.conceded, *_LOOKS["moons_conceded"]),
        ("own moons", found.made, *_LOOKS["moons_made"]),
        ("no moon", found.plain, SKY, ""),
    )
    for label, counts, colour, hatch in looks:
        shares = 100 * np.histogram(found.scores, edges, weights=counts)[0] / total
        if shares.any():
            look = {"facecolor": colour, "edgecolor": INK, "hatch": 2 * hatch, "linewidth": 0.4}
            panel.stairs(base + shares, edges - 0.5, baseline=base, fill=True, label=label, **look)
        base = base + shares


def origins_chart(findings: Findings) -> Chart:
    """Return where each strategy's points per deal come from."""
    strategies, rules = findings.strategies, findings.rules
    kinds = [kind for kind in _LOOKS if any(_origin(each, kind) for each in strategies)]
    said = [_origins_in_words(each, kinds, rules) for each in strategies]
    moons = (
        " An own moon takes off what its cards counted, and with others' moons points come in without a card."
        if "moons_conceded" in kinds
        else ""
    )
    return Chart(
        name="origins",
        title="Where points come from",
        caption=f"Points per deal by source, over {amount_of(findings)}; the diamond is their sum.{moons}",
        alt=f"Points per deal by source. {'. '.join(said[:12])}.",
        size=(
            WIDTH,
            0.93
            + 0.2 * ceil((len(kinds) + 1) / _LEGEND_COLUMNS)
            + rows_height([each.label for each in strategies], 0.32),
        ),
        draw=partial(_draw_origins, strategies, kinds, rules),
    )


def _origin(each: StrategyFindings, kind: OriginKind) -> float:
    return sum(origin.points for origin in each.origins if origin.kind == kind)


def _origins_in_words(each: StrategyFindings, kinds: Sequence[OriginKind], rules: Rules) -> str:
    parts = [f"{origin_name(kind, rules)} {signed(_origin(each, kind))}" for kind in kinds]
    return f"{each.label} {plain(each.points.mean)}: {spelled(parts)}"


def _draw_origins(
    strategies: Sequence[StrategyFindings], kinds: Sequence[OriginKind], rules: Rules, figure: "Figure"
) -> None:
    panel = figure.subplots()
    rows = np.arange(len(strategies))
    ends = np.zeros((2, len(strategies)))  # of what was drawn so far, to the left and to the right of zero
    for kind in kinds:
        points = np.array([_origin(each, kind) for each in strategies])
        side = (points >= 0).astype(np.int64)
        colour, hatch = _LOOKS[kind]
        panel.barh(
            rows,
            points,
            0.62,
            left=ends[side, rows],
            color=colour,
            hatch=hatch,
            edgecolor=INK,
            linewidth=0.4,
            label=origin_name(kind, rules),
        )
        ends[side, rows] += points
    sums = [each.points.mean for each in strategies]
    panel.plot(sums, rows, "D", color="#ffffff", markeredgecolor="#101010", markersize=5.5, label="sum")
    for row, mean in enumerate(sums):
        panel.annotate(plain(mean), (1.02, row), xycoords=("axes fraction", "data"), va="center", fontsize=SMALL)
    panel.axvline(0, color=INK, alpha=0.5, linewidth=0.8)
    tidy(panel)
    label_rows(panel, [each.label for each in strategies])
    panel.set_xlabel("points per deal", fontsize=SMALL)
    handles, labels = panel.get_legend_handles_labels()
    order = sorted(range(len(labels)), key=lambda at: labels[at] == "sum")
    legend: Any = {"loc": "outside lower center", "ncols": _LEGEND_COLUMNS, "fontsize": SMALL, "frameon": False}
    figure.legend([handles[at] for at in order], [labels[at] for at in order], **legend)


def tricks_chart(behaviours: Sequence[Behaviour]) -> Chart:
    """Return how many points each strategy takes in the first, second, ... trick."""
    said = [_tricks_in_words(each) for each in behaviours]
    boards = max(each.boards for each in behaviours)
    is_one = len(behaviours) <= _LINES_IN_ONE_PANEL
    cells = None if is_one else _trick_cells(behaviours)
    return Chart(
        name="tricks",
        title="When points are taken",
        caption=(
            f"Card points per deal by trick, before the moon rule, on {boards:,} boards that were played again"
            + (
                "; the bars are 95 % intervals."
                if is_one
                else ". Vermilion is more than the average of all, blue less."
            )
        ),
        alt=f"Points by trick. {'. '.join(said[:12])}.",
        size=(WIDTH, 3.4) if cells is None else cells.size,
        draw=partial(_draw_tricks, behaviours) if cells is None else partial(draw_cells, cells=cells),
    )


def _tricks_in_words(each: Behaviour) -> str:
    means = [point.mean for point in each.points]
    most = max(range(len(means)), key=means.__getitem__)
    first = sum(means[: len(means) // 2])
    return (
        f"{each.label} takes most in trick {most + 1}, {plain(means[most])} points a deal, and {plain(first)} of "
        f"{plain(sum(means))} in the first {len(means) // 2} tricks"
    )


def _draw_tricks(behaviours: Sequence[Behaviour], figure: "Figure") -> None:
    panel = figure.subplots()
    for look, each in enumerate(behaviours):
        means = np.array([point.mean for point in each.points])
        ends = np.array([point.interval or (point.mean, point.mean) for point in each.points])
        panel.errorbar(
            np.arange(1, len(means) + 1) + 0.08 * (look - (len(behaviours) - 1) / 2),
            means,
            np.abs(ends.T - means),
            color=COLOURS[look],
            linestyle=DASHES[look],
            marker=MARKERS[look],
            markersize=4,
            linewidth=1.3,
            elinewidth=1,
            label=name_lines(each.label),
        )
    tidy(panel, "y")
    panel.set_xticks(range(1, len(behaviours[0].points) + 1))
    panel.set_xlabel("trick", fontsize=SMALL)
    panel.set_ylabel("points per deal", fontsize=SMALL)
    figure.legend(loc="outside lower center", ncols=2, fontsize=SMALL, frameon=False)


def _trick_cells(behaviours: Sequence[Behaviour]) -> Cells:
    means = np.array([[point.mean for point in each.points] for each in behaviours])
    apart = means.mean(axis=0) - means
    largest = np.abs(apart).max() or 1.0
    return Cells(
        rows=[each.label for each in behaviours],
        columns=[str(trick) for trick in range(1, means.shape[1] + 1)],
        texts=[[plain(mean) for mean in row] for row in means.tolist()],
        colours=(apart / largest).tolist(),
        stands_out=np.zeros(means.shape, np.bool_).tolist(),
        across="trick",
    )
