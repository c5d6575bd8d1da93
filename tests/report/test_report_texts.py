"""What a report says of every kind of run, and that no name of a strategy can spoil the page or the text."""

import html.parser
import re
import shlex
from pathlib import Path

import pytest
from cli.program import invoke, write_config

from hearts_bench.behaviour import Behaviours
from hearts_bench.records import RunFolder
from hearts_bench.report import assembly, page
from hearts_bench.report.page import Group, Picture, Report
from hearts_bench.report.sheets import Cell, Column, Sheet

MATCH = ("match", "random", "duck-low", "article", "article", "--deals", 48, "--seed", 3)
DUEL = ("duel", "random", "article", "--detect", 4, "--max-boards", 48, "--seed", 3)
NASTY = "<script>alert(1)</script> a|b *c* [d](e) `f`"


@pytest.fixture(autouse=True)
def no_behaviour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what plays boards again."""
    monkeypatch.setattr(assembly, "behaviours", lambda *_: Behaviours((), ()))


def report_of(run: Path) -> Report:
    """Return the report of a run without its charts."""
    return assembly.report_of(assembly.read_run(RunFolder.open(run)), ())


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("command", "title", "finding"),
    [
        (
            ("article", "--deals", 40, "--seed", 1),
            "random v article article article",
            "The article's claim",
        ),
        (MATCH, "random v duck-low v article #1 v article #2", "random is the weakest: the others take"),
        (("match", *["article"] * 4, "--deals", 4, "--seed", 3), "article #1 v article #2", "article met only itself"),
        (("match", *["random"] * 3, "--rules", "hearts-3", "--deals", 3, "--seed", 3), "random #1", "met only itself"),
        (("match", *MATCH[1:5], "--games", 4, "--seed", 3), "random v duck-low", "points a game"),
        (DUEL, "random v article", "FAIL: random is worse than article."),
        (
            ("duel", "random", "article", "--deals", 100, "--seed", 3),
            "random v article",
            "random is worse than article",
        ),
    ],
    ids=["article", "match", "copies", "three", "games", "sequential", "planned"],
)
def test_title_finding_and_command(tmp_path: Path, command: tuple[object, ...], title: str, finding: str) -> None:
    """The title says who met whom, the first sentence what came of it, and the command plays the same run again."""
    assert invoke(*command, "--out", tmp_path / "run", "--quiet").code in {0, 1}
    report = report_of(tmp_path / "run")
    assert report.title.startswith(title)
    assert finding in " ".join(report.finding)
    again = shlex.split(dict(report.commands)["Play it again, on the same deals"])
    assert again[0] == "hearts-bench"
    assert invoke(*again[1:], "--out", tmp_path / "again", "--quiet").code in {0, 1}
    first, second = RunFolder(tmp_path / "run"), RunFolder(tmp_path / "again")
    assert second.matches() == first.matches()
    assert second.deals().equals(first.deals())
    for text in (page.html(report), page.markdown(report)):
        assert report.title.partition("#")[0] in text


@pytest.mark.compiled
def test_a_gauntlet_says_whom_the_challenger_beats(tmp_path: Path) -> None:
    """The finding of a gauntlet is about the challenger."""
    config = tmp_path / "gauntlet.yaml"
    names = ("article", "random", "duck-low")
    strategies = "".join(f"  {name}: {{use: {name}}}\n" for name in names)
    config.write_text(f"version: 1\nseed: 1\nstrategies:\n{strategies}tournament: {{type: gauntlet, deals: 200}}\n")
    assert invoke("run", config, "--out", tmp_path / "run", "--quiet").code == 0
    report = report_of(tmp_path / "run")
    assert report.title == "article against random and duck-low"
    assert re.match(r"article is better than .*random \(\+", report.finding[0])
    assert "seatings" not in report.config


@pytest.mark.compiled
def test_labels_of_a_configuration(tmp_path: Path) -> None:
    """Files that strategies come from are shown as what the configuration calls them, and as specs among the facts."""
    config = write_config(tmp_path / "a.yaml", [["random", "duck-low", "article", "herzen"]], deals=96)
    config.write_text(config.read_text().replace('"herzen"', NASTY_LABEL).replace("use: " + NASTY_LABEL, "use: herzen"))
    assert invoke("run", config, "--out", tmp_path / "run", "--quiet").code == 0
    text = page.html(report_of(tmp_path / "run"))
    assert "<i>new</i>" not in text
    assert "&lt;i&gt;new&lt;/i&gt;" in text


NASTY_LABEL = '"<i>new</i>"'


class Tags(html.parser.HTMLParser):
    """Counts the tags of a page, and notes those that are not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in {"src", "href", "action", "xlink:href"}]
        if tag not in {"meta", "link", "br", "img", "use", "path"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in {"use", "path"}:
            assert self.open.pop() == tag


def nasty_report() -> Report:
    """Return a report all of whose texts try to break out."""
    sheet = Sheet(NASTY, (Column(NASTY, is_number=False), Column("n")), ((Cell(NASTY, NASTY), Cell("–", None)),))
    svg = '<svg width="10pt" height="5pt" viewBox="0 0 10 5" xmlns="http://www.w3.org/2000/svg"><title>t</title></svg>'
    group = Group(
        "points", NASTY, (Picture("points", NASTY, NASTY, NASTY, svg),), (sheet,), ((NASTY, NASTY),), (NASTY,)
    )
    pairs = ((NASTY, NASTY),)
    return Report(
        name=NASTY,
        version="1",
        title=NASTY,
        subtitle=NASTY,
        finding=[NASTY],
        is_complete=False,
        problems=[NASTY],
        faults=[NASTY],
        notes=[NASTY],
        groups=[group],
        matches=[sheet],
        facts=pairs,
        strategies=sheet,
        rules=pairs,
        words=pairs,
        commands=pairs,
        config=NASTY,
    )


def test_no_name_can_spoil_the_page() -> None:
    """All texts are escaped, all tags closed, there is one heading, and no address leads outside."""
    tags = Tags()
    tags.feed(page.html(nasty_report()))
    assert tags.open == []
    assert tags.seen.count("script") == 1
    assert tags.seen.count("h1") == 1
    assert all(each.startswith(("#", "data:")) for each in tags.addresses)


def test_no_name_can_spoil_the_markdown() -> None:
    """Markup of Markdown and HTML is escaped, and tables keep their columns; code is shown as it is."""
    text = page.markdown(nasty_report())
    told = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    assert "<script" not in told
    assert "*c*" not in told.replace(r"\*c\*", "")
    rows = [line for line in told.splitlines() if line.startswith("|")]
    assert len(rows) == 9
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 3 for row in rows)
