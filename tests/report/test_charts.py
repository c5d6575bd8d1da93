"""Charts say what they show in words, can be read, look right on any page, and come out the same every time."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from hearts_bench.behaviour import Behaviour
from hearts_bench.findings import Findings, Grid
from hearts_bench.report.chart import INK, Chart, save, svg
from hearts_bench.report.charts import charts
from hearts_bench.report.charts_claim import article_chart
from hearts_bench.report.charts_matches import points_chart
from hearts_bench.report.charts_points import origin_name, tricks_chart
from hearts_bench.report.charts_strength import pairs_chart
from hearts_bench.rules import Rules
from hearts_bench.stats.intervals import Estimate
from hearts_bench.summaries import pooled_points

from .runs import RUNS

Found: TypeAlias = Callable[[str], Findings]
EVERY_KIND = pytest.mark.parametrize("name", RUNS)
SMALLEST = 9.0  # points
EVERY_RUN = {"distribution", "origins", "time"}
# What else fits each kind of run.
ALSO = {
    "article": {"claim", "leaderboard", "running", "passes", "seats", "neighbours"},
    "tables": {"leaderboard", "pairs", "running", "passes", "seats", "neighbours"},
    "gauntlet": {"leaderboard", "running", "passes", "seats"},
    "duel": {"leaderboard", "running", "evidence", "passes", "seats"},
    "sequential": {"running", "evidence", "passes", "seats"},
    "fixed": {"leaderboard", "pairs", "running", "passes"},
    "one": {"leaderboard", "pairs", "passes"},
    "games": {"leaderboard", "wins", "pairs", "running", "seats", "neighbours"},
    "cancellation": {"leaderboard", "pairs", "running", "seats", "neighbours"},
    "many": {"leaderboard", "pairs", "running", "passes", "seats", "neighbours"},
}


def by_name(findings: Findings) -> dict[str, Chart]:
    """Return the charts of a run by name."""
    return {chart.name: chart for chart in charts(findings)}


def drawn(chart: Chart) -> Figure:
    """Return a chart as a figure that is laid out."""
    figure = Figure(figsize=chart.size, layout="constrained")
    chart.draw(figure)
    figure.draw_without_rendering()
    return figure


def texts(figure: Figure) -> list[Text]:
    """Return all texts of a figure that can be seen: ticks beyond the limits of an axis are there, but not drawn."""
    beyond: set[Any] = set()
    for axis in (axis for panel in figure.axes for axis in (panel.xaxis, panel.yaxis)):
        ticks = {*axis.get_major_ticks(), *axis.get_minor_ticks()} - set(axis._update_ticks())  # type: ignore[union-attr]
        beyond |= {label for tick in ticks for label in (tick.label1, tick.label2)}
    found = [text for text in figure.findobj(Text) if isinstance(text, Text) and text not in beyond]
    return [text for text in found if text.get_text().strip() and text.get_visible() and in_sight(text)]


def in_sight(text: Text) -> bool:
    """Tell whether the panel of a text is shown."""
    return text.axes is None or text.axes.get_visible()


@pytest.mark.parametrize("name", ALSO)
def test_which_charts_fit_a_run(name: str, found: Found) -> None:
    """Every run has the charts that answer something about it."""
    assert set(by_name(found(name))) == EVERY_RUN | ALSO[name]


@EVERY_KIND
def test_charts_speak(name: str, found: Found) -> None:
    """Titles are of one line, captions and alternative texts are sentences, and captions tell how much was played."""
    findings = found(name)
    for chart in charts(findings):
        assert re.fullmatch(r"[a-z]+", chart.name)
        assert len(chart.title) <= 60
        for text in (chart.caption, chart.alt):
            assert text.endswith(".")
            assert "  " not in text
            assert "nan" not in text
            assert not re.search(r"(?<![\w-])-\d", text), "a hyphen stands for a minus sign"
        if chart.name not in {"time", "evidence"}:
            assert f"{findings.games or findings.deals:,}" in chart.caption
        assert re.search(r"\d", chart.alt), "no figure in the alternative text"


def test_what_alternative_texts_tell(found: Found) -> None:
    """They have the main figures."""
    findings = found("tables")
    shown = by_name(findings)
    best = findings.strategies[0]
    board = findings.leaderboard
    assert board is not None
    assert f"{best.label} +{board.rows[0].payoff.mean:.2f} (" in shown["leaderboard"].alt
    assert f"{best.label} {best.points.mean:.2f}: Q♠ +" in shown["origins"].alt
    assert f"{best.label}: mean {best.points.mean:.2f} points a deal, most often 0" in shown["distribution"].alt
    assert "the verdict of the duel is fail." in by_name(found("sequential"))["evidence"].alt


@pytest.mark.slow
@EVERY_KIND
def test_charts_can_be_read(name: str, found: Found) -> None:
    """Letters are large enough, no text is cut off at the edge, and axes say what they are."""
    for chart in charts(found(name)):
        figure = drawn(chart)
        width, height = figure.bbox.width, figure.bbox.height
        for text in texts(figure):
            box = text.get_window_extent()
            where = f"{chart.name}: {text.get_text()!r}"
            assert float(text.get_fontsize()) >= SMALLEST, where
            assert box.x0 > -2, where
            assert box.y0 > -2, where
            assert box.x1 < width + 2, where
            assert box.y1 < height + 2, where
        panels = [panel for panel in figure.axes if panel.get_visible()]
        assert any(panel.get_xlabel() for panel in panels), chart.name
        has_names = all(panel.get_yticklabels() for panel in panels)
        assert has_names or figure.get_supylabel() or any(panel.get_ylabel() for panel in panels), chart.name


@pytest.mark.slow
def test_names_do_not_overlap(found: Found) -> None:
    """Names of rows and columns stand apart, also where they are long and many."""
    long = [f"a strategy with a name of some length:number={number}" for number in range(25)]
    cell = Estimate(-1.234, (-2.0, -0.5))
    grid = Grid(tuple(long), tuple(long), tuple(tuple([cell] * 25) for _ in long))
    figure = drawn(pairs_chart(grid, "deal", "12 deals"))
    rows = [label.get_window_extent() for label in figure.axes[0].get_yticklabels()]
    assert all(one.y0 >= other.y1 - 1 for one, other in pairwise(rows))
    leaders = [replace(row, strategy=name) for row, name in zip(leaderboard_rows(found), long, strict=False)]
    board = found("many").leaderboard
    assert board is not None
    shown = by_name(replace(found("many"), leaderboard=replace(board, rows=tuple(leaders))))["leaderboard"]
    labels = [label.get_window_extent() for label in drawn(shown).axes[0].get_yticklabels()]
    assert all(one.y0 >= other.y1 - 1 for one, other in pairwise(labels))


def leaderboard_rows(found: Found) -> Any:
    """Return the rows of the leaderboard of many strategies."""
    board = found("many").leaderboard
    assert board is not None
    return board.rows


def test_the_same_bytes(found: Found, tmp_path: Path) -> None:
    """Drawn twice, files are the same; they are whole, and neither says when it was made."""
    chart = by_name(found("tables"))["leaderboard"]
    for suffix in ("svg", "png"):
        for number in (1, 2):
            save(chart, tmp_path / f"{number}.{suffix}")
        assert (tmp_path / f"1.{suffix}").read_bytes() == (tmp_path / f"2.{suffix}").read_bytes()
    assert "date" not in (tmp_path / "1.svg").read_text().lower()


def test_pictures_that_stand_alone(found: Found, tmp_path: Path) -> None:
    """They have a white background, title and caption, with room for each line; what is drawn stays as large."""
    chart = by_name(found("tables"))["leaderboard"]
    heights = []
    for words in (1, 20, 40):
        save(replace(chart, caption="words " * words), tmp_path / "alone.svg")
        picture = (tmp_path / "alone.svg").read_text()
        assert "fill: #ffffff" in picture
        width, height = (float(size) / 72 for size in re.findall(r'(?:width|height)="([\d.]+)pt"', picture)[:2])
        assert width == pytest.approx(chart.size[0])
        heights.append(height)
    assert chart.size[1] < heights[0] < heights[1] < heights[2]
    pictures = []
    for each in (chart, replace(chart, title="Another title"), replace(chart, caption="Another caption")):
        save(each, tmp_path / "alone.png")
        pictures.append((tmp_path / "alone.png").read_bytes())
    assert len(set(pictures)) == 3


@EVERY_KIND
def test_captions_state_the_number_of_deals(name: str, found: Found) -> None:
    """Of every chart, whatever it shows."""
    unsaid = {each.name: each.caption for each in charts(found(name)) if not re.search(r"\d deals?\b", each.caption)}
    assert not unsaid


@pytest.mark.parametrize(("name", "panels"), [("article", 1), ("tables", 5), ("rounds", 1)])
def test_points_match_by_match(name: str, panels: int, found: Found) -> None:
    """Every finished run has this chart; of many matches it has one row for each strategy, best first."""
    chart = points_chart([each.result for each in found(name).matches])
    figure = drawn(chart)
    assert len(figure.axes) == panels
    names = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    if name == "rounds":
        best = sorted(found(name).strategies, key=lambda each: each.points.mean)
        assert names == [each.label for each in best]
        assert chart.alt.startswith(f"Points per deal: {best[0].label} {best[0].points.mean:.2f}, ")


def test_pooled_points(found: Found) -> None:
    """Over all matches together points and intervals are those of the findings, which are made from the deals."""
    pooled = pooled_points([each.result for each in found("rounds").matches])
    assert len(pooled) == 6
    for each in found("rounds").strategies:
        assert pooled[each.label].mean == pytest.approx(each.points.mean)
        assert pooled[each.label].interval == pytest.approx(each.points.interval)


def test_charts_on_one_page(found: Found) -> None:
    """No two have an id in common, every reference leads somewhere, and styles reach no further than the chart."""
    pictures = [svg(chart) for chart in charts(found("hearts-3")) if chart.name in {"origins", "time", "seats"}]
    ids = [re.findall(r'\bid="([^"]+)"', picture) for picture in pictures]
    assert len(pictures) == 3
    for picture, own in zip(pictures, ids, strict=True):
        assert len(own) == len(set(own))
        assert set(re.findall(r'(?:href="|url\()#([^")]+)', picture)) <= set(own)
        assert "*{" not in picture.replace("-figure_1 *{", "")
        assert picture.startswith("<svg ")
    assert len({each for own in ids for each in own}) == sum(map(len, ids))


def test_charts_fit_light_and_dark_pages(found: Found) -> None:
    """There is no background, and text and axes are all of one ink, which a page can replace."""
    picture = svg(by_name(found("hearts-3"))["time"])
    background = re.search(r'<g id="time-patch_1">\s*<path[^>]*style="([^"]*)"', picture)
    assert background is not None
    assert background[1] == "fill: none"
    assert INK in picture
    assert not {"#000000", "#ffffff"} & set(re.findall(r"#[0-9a-f]{6}", picture))


@pytest.mark.slow
def test_the_picture_of_the_claim(found: Found) -> None:
    """The title says whether the claim holds, the alternative text what was said and what was measured."""
    result = found("article").matches[0].result
    chart = article_chart(result)
    assert chart.title == "The article's claim holds"
    assert chart.alt.startswith("The article said 15 points per deal for random, 2 to 5 for the others; measured are ")
    assert f"random (South) {found('article').strategies[-1].points.mean:.2f} (" in chart.alt
    shown = {text.get_text() for text in texts(drawn(chart))}
    assert {"15", "2 to 5", "article (West)", "the article said"} <= shown


@pytest.mark.parametrize("number", [2, 9])
def test_when_points_are_taken(number: int) -> None:
    """A few strategies are lines, many are a table; both have a number for every trick."""
    points = tuple(Estimate(trick / 10, (trick / 10 - 0.05, trick / 10 + 0.05)) for trick in range(13))
    each = [Behaviour(f"strategy {at}", f"{at}", 24, 96, {}, points, ()) for at in range(number)]
    chart = tricks_chart(each)
    assert "strategy 0 takes most in trick 13, 1.20 points a deal, and 1.50 of 7.80 in the first 6 tricks" in chart.alt
    shown = {text.get_text() for text in texts(drawn(chart))}
    assert {str(trick) for trick in range(1, 14)} <= shown
    assert ("1.20" in shown) == (number == 9) == (chart.size[0] > 5)


def test_names_of_sources() -> None:
    """They name the cards that count under the rules."""
    assert origin_name("others", Rules(bonus=-10)) == "J♦"
    assert origin_name("queen", Rules()) == "Q♠"
