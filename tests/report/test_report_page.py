"""The page of a run, in a browser: nothing is loaded, tables sort, it fits a phone, and has a dark dress."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from cli.program import invoke, write_config
from playwright.sync_api import Page

from .browser import opened

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

LINE_UPS = (("random", "duck-low", "spade-flushing", "article"), ("article", "article", "random", "moon-defending"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished run of two matches, with its report."""
    folder = tmp_path_factory.mktemp("report")
    config = write_config(folder / "two.yaml", LINE_UPS, deals=480)
    assert invoke("run", config, "--out", folder / "run").code == 0
    assert invoke("report", folder / "run").code == 0
    return folder / "run"


def column(page: Page, name: str) -> list[str]:
    """Return a column of the leaderboard, from the top."""
    texts: list[str] = page.evaluate(
        """name => {
            const table = document.querySelector("[aria-labelledby=strength] table");
            const at = [...table.tHead.rows[0].cells].findIndex((cell) => cell.innerText.startsWith(name));
            return [...table.tBodies[0].rows].map((row) => row.cells[at].innerText);
        }""",
        name,
    )
    return texts


def test_tables_sort_by_mouse_and_by_keyboard(folder: Path) -> None:
    """A click sorts, another one the other way round; so do Enter and Space; aria-sort says which way."""
    with opened(folder / "report.html") as page:
        points = [float(text) for text in column(page, "points/deal")]
        heading = page.locator("[aria-labelledby=strength] th", has_text="points/deal").first
        assert heading.get_attribute("aria-sort") == "none"
        heading.get_by_role("button").click()
        assert [float(text) for text in column(page, "points/deal")] == sorted(points)
        assert heading.get_attribute("aria-sort") == "ascending"
        page.keyboard.press("Enter")
        assert [float(text) for text in column(page, "points/deal")] == sorted(points, reverse=True)
        assert heading.get_attribute("aria-sort") == "descending"
        names = page.locator("[aria-labelledby=strength] th", has_text="strategy").first
        names.get_by_role("button").focus()
        page.keyboard.press("Space")
        assert column(page, "strategy") == sorted(column(page, "strategy"))
        assert heading.get_attribute("aria-sort") == "none"


def test_negative_numbers_sort_as_numbers(folder: Path) -> None:
    """Payoffs are sorted by what they are, though their minus sign is no hyphen."""
    with opened(folder / "report.html") as page:
        page.locator("[aria-labelledby=strength] th", has_text="payoff").first.get_by_role("button").click()
        payoffs = [float(text.replace("−", "-")) for text in column(page, "payoff")]
    assert payoffs == sorted(payoffs)
    assert payoffs[0] < 0


def test_the_page_never_scrolls_sideways(folder: Path) -> None:
    """Wide tables and charts scroll in a frame of their own, on a phone and on a desk."""
    with opened(folder / "report.html") as page:
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
        for width in (360, 768, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_light_and_dark(folder: Path) -> None:
    """Text is dark on light or light on dark, as the reader likes it, also within charts; contrast is 7 to 1."""
    seen = {}
    with opened(folder / "report.html") as page:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            seen[scheme] = page.evaluate(
                """() => {
                    const style = getComputedStyle(document.body);
                    const ink = document.querySelector("figure svg [style*='--ink']");
                    const drawn = getComputedStyle(ink);
                    const own = drawn.fill === "none" ? drawn.stroke : drawn.fill;
                    return [style.color, style.backgroundColor, own];
                }"""
            )
    for ink, paper, drawn in seen.values():
        assert contrast(ink, paper) >= 7
        assert contrast(drawn, paper) >= 7
    assert seen["light"] != seen["dark"]


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours "rgb(r, g, b)", as WCAG 2 defines it."""
    lights = sorted(luminance([int(part) / 255 for part in re.findall(r"\d+", each)[:3]]) for each in (first, second))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(colour: list[float]) -> float:
    """Return the relative luminance of red, green and blue from 0 to 1."""
    parts = [each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_the_page_is_accessible(folder: Path) -> None:
    """One h1, no heading skips a level, ids are unique, pictures and tables have names, the skip link is first."""
    with opened(folder / "report.html") as page:
        levels = page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map((each) => Number(each.tagName[1]))")
        ids = page.evaluate("[...document.querySelectorAll('[id]')].map((each) => each.id)")
        pictures = page.evaluate(
            """[...document.querySelectorAll("svg")].map((svg) => svg.getAttribute("role") === "img"
                && svg.getAttribute("aria-labelledby").split(" ")
                    .every((id) => document.getElementById(id).textContent.trim().length > 5))"""
        )
        bare = page.evaluate("[...document.querySelectorAll('table')].filter((each) => !each.caption).length")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        assert page.evaluate("document.documentElement.lang") == "en"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert len(ids) == len(set(ids))
    assert len(pictures) >= 5
    assert all(pictures)
    assert bare == 0


def test_what_is_folded_is_printed(folder: Path) -> None:
    """Details open for the printer, and close again afterwards."""
    with opened(folder / "report.html") as page:
        closed = page.locator("details:not([open])").count()
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.locator("details:not([open])").count() == 0
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.locator("details:not([open])").count() == closed > 0
        assert page.pdf(format="A4").startswith(b"%PDF")


def test_every_chart_is_a_file_that_markdown_shows(folder: Path) -> None:
    """Charts are there as SVG and PNG, on the page, and in Markdown; the same run gives the same files."""
    names = re.findall(r"!\[[^\]]+\]\(charts/([\w-]+)\.png\)", (folder / "report.md").read_text())
    assert len(names) >= 5
    assert {file.name for file in (folder / "charts").iterdir()} == {
        f"{name}.{suffix}" for name in names for suffix in ("svg", "png")
    }
    before = {file.name: file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    assert invoke("report", folder, "--quiet").code == 0
    assert {file.name: file.read_bytes() for file in folder.rglob("*") if file.is_file()} == before
    assert json.loads((folder / "results.json").read_text())["complete"] is True
