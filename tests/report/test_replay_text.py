"""A deal as text fits a terminal, shows what was dealt, and does without Unicode where it must."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from hearts_bench.cards import Card, card
from hearts_bench.explaining import costliest, explain
from hearts_bench.match import Match
from hearts_bench.played import Deal, outcome
from hearts_bench.presets import PRESETS, changed_rules
from hearts_bench.replaying import replay
from hearts_bench.report.explained import costliest_sentence, explanation_text, mistakes_text
from hearts_bench.report.names import ascii_text, card_name
from hearts_bench.report.replay import replay_text

from .explainers import HIGH, LOW

LINE_UP = ("random", "duck-low", "spade-flushing", "article")
WIDE = (("players", "11"), ("decks", "2"), ("kitty_to", "first_trick"))


def dealt(preset: str = "article", changes: tuple[tuple[str, str], ...] = (), board: int = 17) -> Deal:
    """Return a deal of some rules, played by strategies."""
    line_up = (LINE_UP * 3)[: changed_rules(preset, changes).players]
    return replay(Match(line_up, board + 1, 1, preset, seatings="fixed", changes=changes), board)


def cards_of(lines: list[str]) -> list[Card]:
    """Return the cards that lines such as "♠ A 10" name."""
    letters = dict(zip("♠♥♦♣", "SHDC", strict=True))
    return sorted(
        card(rank + letters[line[0]])
        for line in lines
        for rank in line[1:].split()
        if rank != "—" and line[0] in letters
    )


def test_the_hands_stand_around_a_compass() -> None:
    """North is on top, West left, East right, South below; in each place stand the cards that were dealt."""
    deal = dealt()
    lines = replay_text(deal, outcome(deal)).split("\n\n")[1].splitlines()
    assert len(lines) == 15
    middle = lines[0].index("North")
    east = lines[5].index("East")
    assert lines[5].startswith("  West  duck-low")
    assert lines[10].index("South") == middle
    assert cards_of([line[middle:] for line in lines[1:5]]) == list(deal.dealt[2])
    assert cards_of([line[2:middle] for line in lines[6:10]]) == list(deal.dealt[1])
    assert cards_of([line[east:] for line in lines[6:10]]) == list(deal.dealt[3])
    assert cards_of([line[middle:] for line in lines[11:15]]) == list(deal.dealt[0])


@pytest.mark.parametrize(
    ("preset", "changes"),
    [*((name, ()) for name in PRESETS), ("article", WIDE), ("cancellation", (("players", "6"),))],
    ids=str,
)
def test_it_fits_a_terminal(preset: str, changes: tuple[tuple[str, str], ...]) -> None:
    """Whatever the line-up, no line but the heading is longer than 80 columns; in ASCII all columns stay."""
    for board in range(4):
        deal = dealt(preset, changes, board)
        text = replay_text(deal, outcome(deal))
        assert max(map(len, text.splitlines()[1:])) <= 80
        plain = ascii_text(text)
        assert plain.isascii()
        assert [*map(len, plain.splitlines())] == [*map(len, text.splitlines())]
        assert plain.count(">") == text.count(">")


@pytest.mark.parametrize("preset", ["article", "hearts-3", "cancellation"])
def test_long_names_are_shortened(preset: str) -> None:
    """Long specs do not break the diagram, nor a list of hands; below, they are there in full."""
    deal = dealt(preset)
    specs = tuple(f"monte-carlo:worlds={seat}0000,playout=duck-low" for seat in range(len(deal.dealt)))
    deal = replace(deal, strategies=specs)
    text = replay_text(deal, outcome(deal))
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("monte-carlo:worl…") == len(specs)
    for seat, spec in enumerate(specs):
        assert re.search(rf"^(\w+|seat {seat}) is {spec}$", text, re.MULTILINE)


def test_a_name_that_is_no_ascii_is_escaped() -> None:
    """What ASCII has no letter for is shown by its number."""
    assert ascii_text("Zoë: Q♠ 10♥ — −1 …") == r"Zo\xeb: QS 10H - -1 ~"


def test_what_was_considered(tmp_path: Path) -> None:
    """Every card has a line, the one played is marked, and the sentence at the end is about the costliest decision."""
    (tmp_path / "low.py").write_text(LOW)
    deal = dealt()
    decisions = explain(deal, f"{tmp_path / 'low.py'}:Low")
    text = explanation_text(decisions, 4)
    rows = [line for line in text.splitlines() if re.search(r"%         7\b", line)]
    plays = [each for each in decisions if not each.is_pass]
    rows = rows[-sum(len(each.options) for each in plays) :]
    assert rows[0].split()[0] == "1"
    assert sum(" > " in row for row in rows) == len(plays)
    assert max(map(len, text.splitlines())) <= 80
    worst = max(plays, key=lambda each: each.answer - each.best.answer)
    assert worst.cost == worst.answer - worst.best.answer
    assert costliest(decisions)[0] == worst
    costs = [float(row.split()[-1]) for row in rows if not row.endswith(" 7")]
    assert costs == [each.cost for each in plays if each.cost]
    assert " ".join(text.split("\n\n")[-1].splitlines()) == costliest_sentence(decisions, 4)
    assert f"which is {worst.cost:.2f} points per deal worse than" in costliest_sentence(decisions, 4)
    table = mistakes_text(decisions, 4, 5).splitlines()
    assert len(table) == 6
    costs = [float(line.split()[-3]) for line in table[1:]]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] == worst.cost


def test_passes(tmp_path: Path) -> None:
    """Of a pass there are the three best, and the one made with its cost; it may be what cost most."""
    (tmp_path / "low.py").write_text(LOW)
    (tmp_path / "high.py").write_text(HIGH.replace("return cards[0]", "return lowest(view.legal)"))
    line_up = (f"{tmp_path / 'high.py'}:High", f"{tmp_path / 'low.py'}:Low", "random", "random")
    deal = replay(Match(line_up, 18, 1, seatings="fixed"), 17)
    decisions = explain(deal, line_up[1])
    high, low, other = decisions[:3]
    lines = explanation_text(decisions, 4).splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith(" pass  South "))
    assert [pass_in(line) for line in lines[first : first + 3]] == [set(deal.dealt[0][at : at + 3]) for at in range(3)]
    assert "  > " in lines[first + 3]
    assert pass_in(lines[first + 3]) == set(deal.passed[0])
    assert lines[first + 3].endswith("  10.00")
    assert lines[first + 4].strip() == "and 7 more"
    assert lines[first + 5].startswith(" pass  West     > ")
    assert pass_in(lines[first + 5]) == set(deal.passed[1])
    assert lines[first + 8].strip() == "and 8 more"
    assert other.considered is None
    assert lines[first + 13].endswith(", which it did not consider")
    best, passed = (card_names(each) for each in (deal.dealt[0][:3], deal.passed[0]))
    assert costliest_sentence([low, high, other], 4) == (
        f"The costliest decision, as {line_up[1]} sees it: South passed {passed}, which is 10.00 points per deal worse "
        f"than {best}{' moon' if 0 in deal.dealt[0] else ''}."
    )
    table = mistakes_text([low, high, other], 4, 5).splitlines()
    assert len(table) == 2
    assert table[1].startswith(f" pass  South    {passed}  {best}")


def pass_in(line: str) -> set[Card]:
    """Return the cards of a line such as " pass  South    > Q♠ 10♥ moon   -1.00 ..."."""
    letters = dict(zip("♠♥♦♣", "SHDC", strict=True))
    return {card(rank + letters[suit]) for rank, suit in re.findall(r"(10|[2-9JQKA])([♠♥♦♣])", line)}


def card_names(cards: Sequence[Card]) -> str:
    """Return cards suit by suit, high to low: "Q♠ 10♥ 2♥"."""
    return " ".join(card_name(each) for suit in (2, 3, 1, 0) for each in sorted(cards)[::-1] if each // 13 == suit)


def test_a_card_that_was_not_considered(tmp_path: Path) -> None:
    """A card that the judge did not think of is shown all the same; what it cost, nobody knows."""
    (tmp_path / "low.py").write_text(LOW.replace("return len(worth)", "return 1"))
    decisions = explain(dealt(), f"{tmp_path / 'low.py'}:Low")
    other = [each for each in decisions if each.considered is None]
    assert other
    assert all(each.answer != each.best.answer and each.cost == 0 for each in other)
    text = explanation_text(decisions, 4)
    assert text.count(", which it did not consider") == len(other)
    assert text.split("cost\n", 1)[1].count(" > ") == len(decisions)


def test_nothing_to_say() -> None:
    """Without a choice, and without a mistake, a sentence says so."""
    assert explanation_text([], 4) == "There was no choice to explain."
    assert mistakes_text([], 4, 5) == "There was no choice to explain."
