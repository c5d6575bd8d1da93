"""The page of a deal, in a browser: it steps through the cards with keys, buttons, slider and finger."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

from hearts_bench.cards import Card, card, text
from hearts_bench.explaining import explain
from hearts_bench.match import Match
from hearts_bench.played import Deal, outcome
from hearts_bench.replaying import replay
from hearts_bench.report.explained import explanation_document
from hearts_bench.report.names import card_name
from hearts_bench.report.replay import replay_document
from hearts_bench.report.replay_page import replay_page

from .browser import opened
from .explainers import HIGH, LOW

pytestmark = pytest.mark.slow

WIDEST = "Math.max(...steps.map((_, number) => { show(number); return document.documentElement.scrollWidth; }))"
LINE_UP = ("random", "duck-low", "spade-flushing", "article")


@pytest.fixture(scope="module")
def deal() -> Deal:
    """Board 17 of a match, in which cards are passed to the right."""
    return replay(Match(LINE_UP, 20, 1, seatings="fixed"), 17)


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory, deal: Deal) -> Path:
    """The page of the deal, with what a strategy thinks of it."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "low.py").write_text(LOW)
    decisions = explain(deal, f"{folder / 'low.py'}:Low")
    document = replay_document(deal, outcome(deal)) | {"explanation": explanation_document(decisions)}
    (folder / "deal.html").write_text(replay_page(deal, document), encoding="utf-8")
    return folder / "deal.html"


def said(page: Page) -> str:
    """Return what the page says of the step it shows."""
    return page.inner_text("#said")


def hands(page: Page) -> list[int]:
    """Return how many cards each seat is shown with."""
    return [held(page.locator(".seat").nth(seat).inner_text()) for seat in range(4)]


def held(text: str) -> int:
    """Return how many cards a seat's panel shows."""
    return sum(len(line.split()[1:]) for line in text.splitlines() if line[:1] in set("♠♥♦♣") and "—" not in line)


def in_words(cards: Iterable[Card]) -> str:
    """Return cards as newspapers do, by suit, the highest first."""
    return " ".join(card_name(each) for each in sorted(cards, key=lambda each: ("SHDC".index(text(each)[1]), -each)))


def test_every_step(judged: Path, deal: Deal) -> None:
    """Arrow keys go from card to card: what happened is said, hands shrink, points are counted; ↓ goes by tricks."""
    tricks = outcome(deal).tricks
    seats = ("South", "West", "North", "East")
    with opened(judged) as page:
        assert said(page) == "The hands as they were dealt."
        assert page.locator("#back").is_disabled()
        page.keyboard.press("ArrowRight")
        assert said(page).startswith(f"South passes {in_words(deal.passed[0])} to East. ")
        left = [13] * 4
        for number, trick in enumerate(tricks, 1):
            for turn, each in enumerate(trick.cards):
                page.keyboard.press("ArrowRight")
                seat = (trick.leader + turn) % 4
                verb = "plays" if turn else "leads"
                assert said(page).startswith(f"Trick {number}: {seats[seat]} {verb} {card_name(each)}.")
                left[seat] -= 1
                assert page.locator(".face").all_inner_texts()[-1] == card_name(each)
            assert hands(page) == left
            assert page.locator(".face").count() == 4
        page.keyboard.press("ArrowRight")
        assert said(page) == f"Score: {', '.join(map('{} {}'.format, seats, outcome(deal).scores or ()))}."
        assert page.locator("#next").is_disabled()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Home")
        assert said(page) == "The hands as they were dealt."
        for number in (1, 2, 3):
            page.keyboard.press("ArrowDown")
            assert said(page).startswith(f"Trick {number}: {seats[tricks[number - 1].leader]} leads")
        page.keyboard.press("ArrowUp")
        assert said(page).startswith("Trick 2: ")
        page.keyboard.press("End")
        assert said(page).startswith("Score: ")


def test_names_are_text(deal: Deal) -> None:
    """Whatever a name holds, it is shown, and is no markup."""
    odd = "</script><b>&\"'"
    named = replace(deal, event=odd, strategies=(odd, *LINE_UP[1:]))
    page = replay_page(named, replay_document(named, outcome(named)))
    assert "</script><b>" not in page
    assert page.count("</script>") == 2


def test_buttons_slider_and_finger(judged: Path) -> None:
    """What keys do, buttons, the slider and a swipe do as well; a phone needs no scrolling sideways."""
    swipe = """([from, to]) => {
      const at = x => [new Touch({identifier: 1, target: document.body, clientX: x, clientY: 9})];
      const seats = document.getElementById("seats");
      seats.dispatchEvent(new TouchEvent("touchstart", {changedTouches: at(from)}));
      seats.dispatchEvent(new TouchEvent("touchend", {changedTouches: at(to)}));
    }"""
    with opened(judged, viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="dark") as page:
        page.click("#next")
        page.click("#next")
        assert page.input_value("#slider") == "2"
        page.click("#back")
        assert page.input_value("#slider") == "1"
        page.click("#last")
        assert page.input_value("#slider") == "54"
        page.click("#first")
        page.fill("#slider", "30")
        assert said(page).startswith("Trick 8: ")
        page.evaluate(swipe, [200, 100])
        assert page.input_value("#slider") == "31"
        page.evaluate(swipe, [100, 200])
        assert page.input_value("#slider") == "30"
        assert page.get_attribute("#slider", "aria-valuetext") == "30 of 54"
        assert page.get_attribute("#said", "aria-live") == "polite"
        assert page.evaluate(WIDEST) == 390
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    with opened(judged, color_scheme="light", viewport={"width": 1000, "height": 700}) as page:
        assert page.evaluate(WIDEST) == 1000
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark


def test_what_was_considered(judged: Path) -> None:
    """Beside each card stands what the judge thinks of it, and one button leads to the costliest card."""
    with opened(judged) as page:
        explanation = json.loads(page.inner_text("#deal"))["explanation"]
        worst = explanation["decisions"][explanation["costliest"]]
        page.click("#costliest button")
        assert said(page).startswith(f"Trick {worst['trick']}: ")
        assert page.locator("#options tr").count() == 1 + len(worst["options"])
        shown = page.locator("#options tr.chosen td").first.inner_text()
        assert [shown.removesuffix(" moon")] == [card_name(card(each)) for each in worst["cards"]]
        assert f"It cost {worst['cost']:.2f} points per deal" in page.inner_text("#options")


def test_what_was_considered_of_a_pass(tmp_path: Path) -> None:
    """One step has all passes, each with the best ones and what it cost; a button leads there if that was costliest."""
    (tmp_path / "low.py").write_text(LOW.replace(": -at for", ": -10 * at for"))
    (tmp_path / "high.py").write_text(HIGH)
    line_up = (f"{tmp_path / 'high.py'}:High", f"{tmp_path / 'low.py'}:Low", "random", "random")
    deal = replay(Match(line_up, 18, 1, seatings="fixed"), 17)
    decisions = explain(deal, line_up[1])
    document = replay_document(deal, outcome(deal)) | {"explanation": explanation_document(decisions)}
    (tmp_path / "deal.html").write_text(replay_page(deal, document), encoding="utf-8")
    passed, best = (in_words(each) for each in (deal.passed[0], deal.dealt[0][:3]))
    with opened(tmp_path / "deal.html") as page:
        assert page.inner_text("#options") == "Nothing was decided in this step."
        words = page.inner_text("#costliest")
        assert words.startswith(
            f"The costliest decision: South passed {passed}, 100.00 points per deal worse than {best}"
        )
        page.click("#costliest button")
        assert said(page).startswith("South passes ")
        assert page.locator("#options table").count() == 4
        assert page.locator("#options tr.chosen").count() >= 2
        high = page.locator("#options table").first
        assert high.locator("tr").count() == 1 + 3 + 1 + 1
        assert high.locator("tr.chosen td").first.inner_text().removesuffix(" moon") == passed
        assert "and 7 more" in high.inner_text()
        words = page.inner_text("#options")
        assert f"South passed {passed}. It cost 100.00 points per deal; better: {best}" in words
        assert ", which was not considered." in words
        assert words.endswith(f"As {line_up[1]} sees it.")


def test_deals_of_other_kinds(tmp_path: Path) -> None:
    """More seats, cards left over, a moon, tricks that nobody wins, a fault: every step is shown without trouble."""
    (tmp_path / "ace.py").write_text(LOW.replace("return lowest(view.legal)", "return 51"))
    kitty = (("players", "7"), ("kitty_to", "first_heart"))
    cases = (
        (Match(LINE_UP, 7, 0, "herzen", seatings="fixed"), 6, "South shot the moon."),
        (Match((*LINE_UP, *LINE_UP[:3]), 2, 0, seatings="fixed", changes=kitty), 1, "took the cards left over."),
        (Match(LINE_UP * 2, 2, 1, "cancellation", seatings="fixed"), 1, "Score: seat 0 "),
        (Match(LINE_UP, 4, 0, seatings="fixed", whole_games=True), 3, "Total: South "),
        (Match((f"{tmp_path / 'ace.py'}:Low", *LINE_UP[1:]), 4, 0, seatings="fixed"), 3, "which is not legal."),
    )
    files = [tmp_path / f"{number}.html" for number in range(len(cases))]
    for file, (match, board, _) in zip(files, cases, strict=True):
        deal = replay(match, board)
        file.write_text(replay_page(deal, replay_document(deal, outcome(deal))), encoding="utf-8")
    with opened(files[0]) as page:
        for file, (_, _, end) in zip(files, cases, strict=True):
            page.goto(file.as_uri())
            page.evaluate("steps.forEach((_, number) => show(number))")
            assert page.locator("#next").is_disabled()
            assert end in said(page)


def test_without_scripts(judged: Path) -> None:
    """Where no script runs, the deal is there as text."""
    with opened(judged, java_script_enabled=False) as page:
        page.click("summary")
        assert page.inner_text("pre").splitlines()[-1].startswith("Score  ")
        assert "needs JavaScript" in said(page)
