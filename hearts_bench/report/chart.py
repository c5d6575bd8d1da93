"""Charts as values, and how they are saved.

An SVG for a page has a transparent background and one ink, INK, for text, axes and lines: a page that inlines it may
replace that colour by a variable of its own, `svg.replace(INK, "var(--ink)")`, so that it can be read on light and dark
pages alike. Ids within it are made from the chart's name, so that several can stand on one page. Its title is an
element of the file, for programs; a PNG, which often stands alone, shows it.
"""

import io
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK = "#1b1b1b"
_DPI = 150
_LETTERS_PER_INCH, _TITLE_LINE = 11.5, 0.21  # of the title on a PNG
_IDS = re.compile(r'(\bid="|href="#|url\(#)')


@dataclass(frozen=True)
class Chart:
    """A chart: its file name without suffix, title, caption, what is to be seen in words, and how it is drawn.

    `size` is width and height in inches; `draw` fills an empty figure of that size.
    """

    name: str
    title: str
    caption: str
    alt: str
    size: tuple[float, float]
    draw: Callable[["Figure"], None]


def save(chart: Chart, path: Path) -> None:
    """Save a chart as PNG or SVG, by the suffix; the same chart gives the same bytes.

    Files stand alone, so they have a white background: on a dark page, ink could not be read without it.
    """
    if path.suffix == ".svg":
        head, rest = svg(chart).split(">", 1)
        path.write_text(f'{head}>\n <rect width="100%" height="100%" fill="#ffffff"/>{rest}', encoding="utf-8")
    else:
        path.write_bytes(png(chart))


def svg(chart: Chart) -> str:
    """Return a chart as SVG, to be part of a page: nothing in it has an effect outside, and there is no background."""
    text = _rendered(chart, "svg", chart.size, {"Title": chart.title, "Date": None, "Creator": None}).decode()
    text = text[text.index("<svg") :].replace("*{", "#figure_1 *{")
    return _IDS.sub(rf"\g<1>{chart.name}-", text).replace("#figure_1", f"#{chart.name}-figure_1")


def png(chart: Chart) -> bytes:
    """Return a chart as PNG."""
    width, height = chart.size
    lines = textwrap.wrap(chart.title, int(width * _LETTERS_PER_INCH))
    size = (width, height + _TITLE_LINE * len(lines) + 0.1)
    return _rendered(chart, "png", size, {"Title": chart.title, "Software": None}, "\n".join(lines))


def _rendered(
    chart: Chart, kind: str, size: tuple[float, float], metadata: dict[str, str | None], title: str = ""
) -> bytes:
    import matplotlib as mpl  # noqa: PLC0415 - takes a while to import
    from matplotlib.figure import Figure  # noqa: PLC0415

    # A fixed salt and no date: the same chart gives the same file. Names of strategies are no formulas.
    style: Any = {"svg.hashsalt": chart.name, "svg.fonttype": "path", "font.size": 10, "text.parse_math": False}
    inked = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color", "hatch.color")
    style |= dict.fromkeys(inked, INK)
    file = io.BytesIO()
    with mpl.rc_context(style):
        figure = Figure(figsize=size, layout="constrained")
        if title:
            figure.suptitle(title, x=0.01, ha="left", fontsize=11, weight="bold")
        chart.draw(figure)
        figure.savefig(file, format=kind, dpi=_DPI, transparent=kind == "svg", metadata=metadata)
    return file.getvalue()
