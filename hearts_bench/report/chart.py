"""Charts as values, and how they are saved.

An SVG for a page has a transparent background and one ink, INK, for text, axes and lines: a page that inlines it may
replace that colour by a variable of its own, `svg.replace(INK, "var(--ink)")`, so that it can be read on light and dark
pages alike. Ids within it are made from the chart's name, so that several can stand on one page. Its title is an
element of the file, for programs. A picture that stands alone has a white background, and shows title and caption.
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
# Of the title and the caption of a picture that stands alone: letters in an inch, and how many inches high a line is.
_TITLE, _CAPTION = (11.5, 0.21), (14.0, 0.16)
_CLIP_PATHS = re.compile(rb"\bp[0-9a-f]{10}\b")
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
    """Save a chart as a picture that stands alone, PNG or SVG by the suffix; the same chart gives the same bytes."""
    path.write_bytes(standalone(chart, path.suffix[1:]))


def svg(chart: Chart) -> str:
    """Return a chart as SVG, to be part of a page: nothing in it has an effect outside, and there is no background."""
    text = _rendered(chart, "svg", chart.size, chart.draw).decode()
    text = text.replace("*{", "#figure_1 *{")
    return _IDS.sub(rf"\g<1>{chart.name}-", text).replace("#figure_1", f"#{chart.name}-figure_1")


def standalone(chart: Chart, kind: str) -> bytes:
    """Return a chart, with its title above and its caption below, as a file of type "png" or "svg"."""
    width, height = chart.size
    title, caption = (
        textwrap.wrap(text, int(width * letters))
        for text, (letters, _) in ((chart.title, _TITLE), (chart.caption, _CAPTION))
    )
    heights = (_TITLE[1] * len(title) + 0.1, height, _CAPTION[1] * len(caption) + 0.1)

    def draw(figure: "Figure") -> None:
        parts: Any = figure.subfigures(3, 1, height_ratios=heights)
        above, middle, below = parts
        above.text(0.01, 0.5, "\n".join(title), va="center", fontsize=11, weight="bold")
        chart.draw(middle)
        below.text(0.01, 0.5, "\n".join(caption), va="center", fontsize=9)

    picture = _rendered(chart, kind, (width, sum(heights)), draw, background="white")
    return _renumbered(picture) if kind == "svg" else picture


def _renumbered(picture: bytes) -> bytes:
    """Name the clip paths of an SVG by their order: within subfigures, names depend on where objects lie in memory."""
    names: dict[bytes, bytes] = {}
    return _CLIP_PATHS.sub(lambda found: names.setdefault(found[0], b"clip%d" % len(names)), picture)


def _rendered(
    chart: Chart, kind: str, size: tuple[float, float], draw: Callable[["Figure"], None], background: str = "none"
) -> bytes:
    import matplotlib as mpl  # noqa: PLC0415 - takes a while to import
    from matplotlib.figure import Figure  # noqa: PLC0415

    # A fixed salt and no date: the same chart gives the same file. Names of strategies are no formulas.
    style: Any = {"svg.hashsalt": chart.name, "svg.fonttype": "path", "font.size": 10, "text.parse_math": False}
    inked = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color", "hatch.color")
    style |= dict.fromkeys(inked, INK)
    unsaid = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
    file = io.BytesIO()
    with mpl.rc_context(style):
        figure = Figure(figsize=size, layout="constrained", facecolor=background)
        draw(figure)
        metadata = {"Title": chart.title, **unsaid}
        figure.savefig(file, format=kind, dpi=_DPI, transparent=background == "none", metadata=metadata)
    content = file.getvalue()
    return content[content.index(b"<svg") :] if kind == "svg" else content
