"""Strategies that search say what they considered: what they play comes first."""

from typing import Any

import numpy as np
import pytest

from hearts_bench._jit import INTERPRETED
from hearts_bench.cards import FULL_DECK, card_set, cards_in, count
from hearts_bench.engine import advance_tables, deal_tables
from hearts_bench.entrant import entries_of
from hearts_bench.errors import StrategyError
from hearts_bench.manual import ManualTable
from hearts_bench.presets import PRESETS
from hearts_bench.registry import make_local
from hearts_bench.strategy import MOST_OPTIONS
from hearts_bench.table import FAIL, new_tables
from hearts_bench.view import View, Views, new_views

WORLDS = 2 if INTERPRETED else 20
SEARCHES = [
    f"monte-carlo:worlds={WORLDS},pass_search=false",
    f"hearts_bench_strategies.ismcts:Ismcts:worlds={WORLDS},pass_search=false",
]

OWN_WORDS = """
from hearts_bench import Strategy
from hearts_bench.cards import cards_in


class Talker(Strategy):
    def choose_pass(self, view):
        return cards_in(view.hand)[: view.pass_count]

    def play(self, view):
        return cards_in(view.legal)[0]

    def explain(self, view, options):
        for at, card in enumerate(cards_in(view.legal)):
            options[at].answer, options[at].playouts, options[at].payoff = card, 1, -card
        return len(cards_in(view.legal))
"""


def first_views(count: int, preset: str = "article") -> Any:
    """Return the views of the opening decisions of some boards, with a Python strategy's eyes."""
    tables, views = new_tables(count), new_views(count)
    tables["board"] = np.arange(count) * 4 + 3  # nothing is passed
    entries = entries_of([make_local("patient")])
    deal_tables(tables, views, entries, PRESETS[preset].rules.row, 5, 0, 1 << 62, 0, FAIL)
    advance_tables(tables, views, entries)
    tables["answer"] = np.log2((views["legal"] & -views["legal"]).astype(float)).astype(np.int64)
    advance_tables(tables, views, entries)
    return views


def pass_view(hand: str) -> Any:
    """Return the view of seat 0 with a hand, when three cards are to be passed."""
    mine = card_set(hand)
    rest = cards_in(FULL_DECK & ~mine)
    hands = [mine, *(card_set(rest[at : at + 13]) for at in (0, 13, 26))]
    return ManualTable(PRESETS["article"].rules, hands, 1).view.record()


@pytest.mark.slow
@pytest.mark.parametrize("spec", SEARCHES)
def test_the_card_played_comes_first(spec: str) -> None:
    """The options are the distinct legal cards, with the card that `play` chooses in front."""
    entrant = make_local(spec)
    strategy = entrant.instance()
    for view in first_views(3):
        options = entrant.explain(view)
        legal = {card for card in range(52) if view.legal >> card & 1}
        assert {option.answer for option in options} <= legal
        assert options[0].answer == int(strategy.play(view))
        assert sum(option.playouts for option in options) >= (len(options) > 1) * len(options)
        for option in options:
            assert abs(option.payoff) <= 26
            assert 0 <= option.points <= 26
            assert 0 <= option.moons <= 1


@pytest.mark.slow
def test_moons_are_told_apart() -> None:
    """A card is listed once as it is and once as the beginning of a moon."""
    entrant = make_local(SEARCHES[0])
    views = [view for view in first_views(8) if view.legal & (view.legal - 1)]
    options = entrant.explain(views[0])
    moons = [option.answer for option in options if option.moon]
    assert sorted(moons) == sorted(option.answer for option in options if not option.moon)


@pytest.mark.slow
@pytest.mark.parametrize("spec", SEARCHES)
def test_the_pass_comes_first(spec: str) -> None:
    """Of a pass the options are those tried, with what `choose_pass` chooses in front; by rule there are none."""
    view = pass_view("QS KS 4S AH 9H 2H KD 9D 3D TC 8C 6C 5C")
    assert make_local(spec).explain(view) == []
    entrant = make_local(f"{spec.partition(':worlds')[0]}:worlds=1")
    options = entrant.explain(view)
    assert options[0].answer == int(entrant.instance().choose_pass(view))
    assert 35 <= len(options) <= MOST_OPTIONS
    assert len({(option.answer, option.moon) for option in options}) == len(options)
    for option in options:
        assert option.answer & ~view.hand == 0
        assert count(option.answer) == 3
        assert option.playouts >= 1
        assert abs(option.payoff) <= 26
        assert 0 <= option.points <= 26
        assert 0 <= option.moons <= 1
    assert max(option.playouts for option in options) == options[0].playouts


def test_a_python_strategy_may_explain_itself(tmp_path: Any) -> None:
    """With its own eyes: it gets the view that `play` gets."""
    path = tmp_path / "talker.py"
    path.write_text(OWN_WORDS)
    entrant = make_local(f"{path}:Talker")
    views = first_views(1)
    options = entrant.explain(views[0])
    assert [option.answer for option in options] == [
        card for card in range(52) if View(Views(views), 0).legal >> card & 1
    ]


def test_others_cannot_say() -> None:
    """A sentence says what is missing."""
    assert not make_local("article").explains
    with pytest.raises(StrategyError, match=r"article cannot say what it considers: it has no method explain"):
        make_local("article").explain(first_views(1)[0])
