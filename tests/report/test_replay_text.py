"""A deal as text fits a terminal, shows what was dealt, and does without Unicode where it must."""

import re
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
from hearts_bench.report.names import ascii_text
from hearts_bench.report.replay import replay_text

from .explainers import LOW

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
    """Every option has a line, the card played is marked, and the sentence at the end is about the costliest one."""
    (tmp_path / "low.py").write_text(LOW)
    deal = dealt()
    decisions = explain(deal, f"{tmp_path / 'low.py'}:Low")
    text = explanation_text(decisions, 4)
    rows = [line for line in text.splitlines() if line.endswith("         7")]
    assert len(rows) == sum(len(each.options) for each in decisions)
    assert sum(" > " in row for row in rows) == len(decisions)
    assert max(map(len, rows)) <= 80
    worst = max(decisions, key=lambda each: each.played - each.best.card)
    assert worst.cost == worst.played - worst.best.card
    assert costliest(decisions)[0] == worst
    assert " ".join(text.split("\n\n")[-1].splitlines()) == costliest_sentence(decisions, 4)
    assert f"which is {worst.cost:.2f} points per deal worse than" in costliest_sentence(decisions, 4)
    table = mistakes_text(decisions, 4, 5).splitlines()
    assert len(table) == 6
    costs = [float(line.split()[-3]) for line in table[1:]]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] == worst.cost


def test_a_card_that_was_not_considered(tmp_path: Path) -> None:
    """A card that the judge did not think of is shown all the same; what it cost, nobody knows."""
    (tmp_path / "low.py").write_text(LOW.replace("return count(view.legal)", "return 1"))
    decisions = explain(dealt(), f"{tmp_path / 'low.py'}:Low")
    other = [each for each in decisions if each.considered is None]
    assert other
    assert all(each.played != each.best.card and each.cost == 0 for each in other)
    text = explanation_text(decisions, 4)
    assert text.count(", which it did not consider") == len(other)
    assert text.split("playouts\n", 1)[1].count(" > ") == len(decisions)


def test_nothing_to_say() -> None:
    """Without a choice, and without a mistake, a sentence says so."""
    assert explanation_text([], 4) == "There was no choice to explain."
    assert mistakes_text([], 4, 5) == "There was no choice to explain."
