"""The report of a run as one HTML page that needs nothing else, and as Markdown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from hearts_bench.report.chart import INK, Chart
from hearts_bench.report.sheets import Sheet

if TYPE_CHECKING:
    from jinja2 import Environment

# Pixels per point of a chart: its text, of 10 points, is neither too small nor too large then, and it fits a phone.
_SMALLEST, _LARGEST = 0.92, 1.8
_WIDE = 450  # points
Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Picture:
    """A chart with the text of its SVG file."""

    name: str
    title: str
    caption: str
    alt: str
    svg: str

    @classmethod
    def of(cls, chart: Chart, svg: str) -> "Picture":
        """Return a chart as a picture, from its SVG file."""
        return cls(chart.name, chart.title, chart.caption, chart.alt, svg)

    @property
    def width(self) -> float:
        """How wide the chart was drawn, in points."""
        found = re.search(r'<svg [^>]*\bwidth="([\d.]+)pt"', self.svg)
        return float(found[1]) if found else 0.0

    @property
    def is_wide(self) -> bool:
        """Whether two of its kind are too wide to stand side by side."""
        return self.width > _WIDE


@dataclass(frozen=True)
class Group:
    """A section of the report: what answers one question. `meanings` explain columns of its tables."""

    name: str
    title: str
    charts: tuple[Picture, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    meanings: Pairs = ()
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class Report:
    """All that a report shows, in the order in which it does.

    `name` is that of the run folder, `version` that of hearts_bench. `finding` is the answer in a sentence or two.
    `problems` say what of the folder could not be read, `faults`
    what strategies did wrong, and `notes` what the figures cannot show. `config` is the configuration as YAML, if the
    run was played from one.
    """

    name: str
    version: str
    title: str
    subtitle: str
    finding: Sequence[str]
    is_complete: bool
    problems: Sequence[str]
    faults: Sequence[str]
    notes: Sequence[str]
    groups: Sequence[Group]
    matches: Sequence[Sheet]
    facts: Pairs
    strategies: Sheet
    rules: Pairs
    words: Pairs
    commands: Pairs
    config: str = field(default="")


def html(report: Report) -> str:
    """Return the report as a page that loads nothing, with its charts in it."""
    environment = _environment()
    template = environment.get_template("report.html")
    text = template.render(report=report, style=_raw("style.css"), script=_raw("sort.js"))
    return re.sub(r"(?<=\d) %", "\N{NO-BREAK SPACE}%", text)


def markdown(report: Report) -> str:
    """Return the report in GitHub's Markdown; charts are files in the folder `charts` beside it."""
    text = _environment().get_template("report.md").render(report=report)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape  # noqa: PLC0415 - needed here only

    environment = Environment(
        loader=PackageLoader("hearts_bench.report"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters |= {"md": _escaped, "table": _table, "inline": _inline}
    return environment


def _raw(name: str) -> str:
    """Return a template that is put into the page as it stands."""
    from markupsafe import Markup  # noqa: PLC0415 - comes with jinja2

    text = (files("hearts_bench.report") / "templates" / name).read_text(encoding="utf-8")
    return Markup(text)  # noqa: S704 - our own file


def _inline(picture: Picture) -> str:
    """Return the SVG of a picture as part of a page: in the page's ink, with a description, and as wide as fits."""
    from markupsafe import Markup, escape  # noqa: PLC0415 - comes with jinja2

    head, rest = picture.svg[picture.svg.index("<svg") :].split(">", 1)
    rest = re.sub(r"<title>.*?</title>|<metadata>.*?</metadata>", "", rest, flags=re.DOTALL)
    names = f"{picture.name}-title", f"{picture.name}-alt"
    about = f'<title id="{names[0]}">{escape(picture.title)}</title><desc id="{names[1]}">{escape(picture.alt)}</desc>'
    head = re.sub(r'\s(width|height)="[^"]*"', "", head)
    size = f"min-width: {_SMALLEST * picture.width:.0f}px; max-width: {_LARGEST * picture.width:.0f}px"
    head += f' style="{size}" role="img" aria-labelledby="{" ".join(names)}"'
    return Markup(f"{head}>{about}{rest}".replace(INK, "var(--ink)"))  # noqa: S704 - drawn by us, its texts are escaped


def _escaped(text: str) -> str:
    r"""Return a text such that Markdown shows it as it is.

    >>> _escaped("a_b|c <d> #1 *e*")
    'a\\_b\\|c &lt;d&gt; #1 \\*e\\*'
    """
    return re.sub(r"([\\`*_\[\]|~])", r"\\\1", text).replace("<", "&lt;").replace(">", "&gt;").replace("\n", " ")


def _table(sheet: Sheet) -> str:
    """Return a table in Markdown that can be read raw, too."""
    lines = [[_escaped(column.name) for column in sheet.columns]]
    lines += [[_escaped(cell.text) for cell in row] for row in sheet.rows]
    widths = [max(len(line[at]) for line in lines) for at in range(len(sheet.columns))]
    numbers = [column.is_number for column in sheet.columns]

    def line(cells: Sequence[str]) -> str:
        padded = zip(cells, widths, numbers, strict=True)
        return f"| {' | '.join(cell.rjust(width) if right else cell.ljust(width) for cell, width, right in padded)} |"

    rule = [f"{'-' * (width - 1)}{':' if right else '-'}" for width, right in zip(widths, numbers, strict=True)]
    return "\n".join([line(lines[0]), line(rule), *map(line, lines[1:])])
