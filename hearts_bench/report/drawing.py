"""How charts look: colours, marks and hatches that need no colour vision, names that fit, axes, grids of numbers."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hearts_bench.report.chart import INK
from hearts_bench.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# By Okabe and Ito, "Color Universal Design", 2008: colour-blind readers can tell them apart. The order is ours.
BLUE, VERMILION, GREEN, ORANGE = "#0072b2", "#d55e00", "#009e73", "#e69f00"
PURPLE, SKY = "#cc79a7", "#56b4e9"
COLOURS = (BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY)
MARKERS = "osD^vP"
DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1, 1)), (0, (5, 1, 1, 1)), (0, (3, 1, 1, 1, 1, 1)), (0, (8, 2)))

# A chart of this width can be read on a phone, where it fits at three quarters of its size.
WIDTH = 4.9
SMALL = 9.0
PANELS_ACROSS = 2
_LINE = 22
_CELL = 0.55
_WHITE, _BLACK = "#f7f7f7", "#101010"  # in coloured cells, on light and dark pages alike: no page replaces these


def name_lines(name: str, width: int = _LINE) -> str:
    r"""Return a name in at most two lines that fit beside a chart; of a longer one, the end, which tells more.

    >>> name_lines("monte-carlo:worlds=20,playout=article")
    'monte-carlo:\nworlds=20,playout=article'
    """
    if len(name) <= width:
        return name
    for mark in ":, /":
        first, found, rest = name.partition(mark)
        if found and len(first) < width and len(rest) <= width + 6:
            return f"{first}{mark}\n{rest}"
    shown = name if len(name) <= 2 * width else f"…{name[-2 * width + 1 :]}"
    return "\n".join(textwrap.wrap(shown, width, break_on_hyphens=False)[:2])


def spelled(names: Sequence[str], most: int = 12) -> str:
    """Return a list in words; of a long one, how many more there are."""
    shown = [*names[:most], *([f"{len(names) - most} more"] if len(names) > most else [])]
    return " and ".join(part for part in (", ".join(shown[:-1]), shown[-1]) if part) if shown else "none"


def signed(number: float) -> str:
    """Return a number with its sign, the minus as long as the plus.

    >>> signed(-1.5), signed(0.001)
    ('−1.50', '0.00')
    """
    text = f"{number:+.2f}".replace("-", "−")
    return "0.00" if text[1:] == "0.00" else text


def plain(number: float) -> str:
    """Return a number to two places, without a sign unless it is below zero.

    >>> plain(-1.5), plain(0.001)
    ('−1.50', '0.00')
    """
    return signed(number).removeprefix("+")


def between(estimate: Estimate) -> str:
    """Return an interval in words, with a space before it; nothing if there is none."""
    if estimate.interval is None:
        return ""
    low, high = estimate.interval
    return f" ({plain(low)} to {plain(high)})"


def tidy(panel: Any, grid: str = "x") -> None:
    """Leave of a panel's frame and ticks what helps reading, with a light grid along the axis `grid`."""
    panel.grid(axis=grid, color=INK, alpha=0.15, linewidth=0.6)
    panel.set_axisbelow(True)
    panel.spines[["top", "right"]].set_visible(False)
    panel.spines[["left", "bottom"]].set_alpha(0.4)
    panel.tick_params(labelsize=SMALL, color=INK, width=0.6)


def small_panels(figure: "Figure", names: Sequence[str]) -> list[Any]:
    """Return a small panel for each name, which stands above it, two abreast; all have the same axes."""
    down = -(-len(names) // PANELS_ACROSS)
    panels = figure.subplots(down, PANELS_ACROSS, sharex=True, sharey=True, squeeze=False).ravel()
    for at, (panel, name) in enumerate(zip(panels, names, strict=False)):
        tidy(panel, "y")
        shown = name if len(name) <= _LINE + 6 else f"…{name[-_LINE - 5 :]}"
        panel.set_title(shown, fontsize=SMALL, loc="left", pad=2)
        panel.tick_params(labelbottom=at >= len(names) - PANELS_ACROSS)
    for panel in panels[len(names) :]:
        panel.set_visible(False)
    return list(panels[: len(names)])


def label_rows(panel: Any, names: Sequence[str]) -> None:
    """Write names down the left side, the first one on top."""
    panel.set_yticks(range(len(names)), [name_lines(name) for name in names])
    panel.set_ylim(len(names) - 0.5, -0.5)
    panel.spines["left"].set_visible(False)
    panel.tick_params(axis="y", length=0)


def rows_height(names: Sequence[str], row: float = 0.26) -> float:
    """Return how many inches names need, one under another."""
    return sum(max(row, 0.16 * name_lines(name).count("\n") + 0.2) for name in names)


def dot(panel: Any, at: float, estimate: Estimate, colour: str = BLUE, marker: str = "o") -> None:
    """Draw an estimate with its interval across a row."""
    if estimate.interval is not None:
        panel.plot(estimate.interval, [at, at], color=colour, linewidth=2, solid_capstyle="butt")
    panel.plot([estimate.mean], [at], marker, color=colour, markersize=5.5)


@dataclass(frozen=True)
class Cells:
    """A grid of numbers to draw: what each cell says, in one or two lines, and which stand out.

    `colours` are from -1 to 1, None for empty cells.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    texts: Sequence[Sequence[str]]
    colours: Sequence[Sequence[float | None]]
    stands_out: Sequence[Sequence[bool]]
    across: str  # what the columns are

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in inches."""
        lines = max(text.count("\n") for row in self.texts for text in row) + 1
        tall = 0.17 * lines + 0.12
        longest = max(len(line) for name in self.rows for line in name_lines(name).split("\n"))
        head = 0.085 * min(max(map(len, self.columns)), _LINE) if self.is_turned else 0.2
        needed = 0.35 + 0.085 * longest + _CELL * len(self.columns)
        return max(needed, WIDTH), 0.4 + head + sum(max(tall, rows_height([name])) for name in self.rows)

    @property
    def is_turned(self) -> bool:
        """Whether the names of columns only fit slantwise."""
        room = max((WIDTH - 1.9) / len(self.columns), _CELL)
        return any(0.095 * len(line) > room for name in self.columns for line in name_lines(name, 10).split("\n"))


def draw_cells(figure: "Figure", cells: Cells) -> None:
    """Draw a grid of numbers: blue is good, vermilion bad, bold stands out; sign and number say the same."""
    from matplotlib.colors import LinearSegmentedColormap  # noqa: PLC0415 - takes a while to import

    colours = LinearSegmentedColormap.from_list("payoff", [VERMILION, _WHITE, BLUE])
    panel = figure.subplots()
    for row, line in enumerate(cells.texts):
        for column, text in enumerate(line):
            strength = cells.colours[row][column]
            ink = INK
            if strength is not None:
                fill = colours(0.5 + 0.5 * max(-1.0, min(1.0, strength)))
                panel.fill_between([column - 0.48, column + 0.48], row - 0.47, row + 0.47, color=fill, linewidth=0)
                ink = _ink_on(fill)
            weight = "bold" if cells.stands_out[row][column] else "normal"
            panel.text(column, row, text, ha="center", va="center", fontsize=SMALL, color=ink, weight=weight)
    panel.set_xlim(-0.5, len(cells.columns) - 0.5)
    label_rows(panel, cells.rows)
    names = [name_lines(name, 22 if cells.is_turned else 10) for name in cells.columns]
    turned: Any = {"rotation": 45, "ha": "left", "rotation_mode": "anchor"} if cells.is_turned else {}
    panel.set_xticks(range(len(names)), names, **turned)
    panel.tick_params(length=0, labelsize=SMALL, labeltop=True, labelbottom=False)
    panel.spines[:].set_visible(False)
    panel.set_xlabel(cells.across, fontsize=SMALL)


def _ink_on(fill: Sequence[float]) -> str:
    """Return black or white, whichever is read more easily on a colour."""
    red, green, blue = (part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in fill[:3])  # noqa: PLR2004 - as WCAG 2 defines luminance
    return _BLACK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 else "#ffffff"  # noqa: PLR2004 - equal contrast to both
