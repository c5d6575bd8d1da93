"""The pieces of search: which cards are tried, how playouts are shared, what a deal is worth."""

from typing import Any

import numpy as np
import pytest
from numba import types

from hearts_bench._jit import entry
from hearts_bench.cards import CardSet, card_set, set_text
from hearts_bench.engine import VIEWS
from hearts_bench.presets import PRESETS
from hearts_bench.view import new_views
from hearts_bench_strategies.search import distinct, keep_better_half, rounds_of_halving, worth


@entry(types.int64(VIEWS, types.int64))
def distinct_cards(views: Any, cards: int) -> CardSet:
    """Ask for the distinct cards among some."""
    return distinct(views[0], cards)


@pytest.mark.parametrize(
    ("preset", "hand", "seen", "trick", "expected"),
    [
        ("article", "2C 3C 4C", "", "", "2C"),
        ("article", "2C 4C 5C", "", "", "2C 4C"),
        ("article", "2C 4C 5C", "3C", "", "2C"),
        ("article", "2C 4C 5C", "3C", "3C", "2C 4C"),  # between them lies a card of this trick
        ("article", "JS QS KS", "", "", "JS QS KS"),  # she costs points
        ("article", "KC 2D", "", "", "KC 2D"),  # neighbours by number, not by suit
        ("article", "5H 6H TH", "7H 8H 9H", "", "5H"),
        ("spot", "5H 6H", "", "", "5H 6H"),  # there hearts cost their face
        ("omnibus", "TD JD QD", "", "", "TD JD QD"),
        ("cancellation", "2C 3C", "", "", "2C 3C"),
    ],
)
def test_distinct_cards(preset: str, hand: str, seen: str, trick: str, expected: str) -> None:
    """Neighbours do the same unless another seat's card lies between them, or their points differ."""
    views = new_views(1)
    views["rules"] = PRESETS[preset].rules.row
    views["hand"] = card_set(hand)
    views["seen"] = card_set(seen)
    views["trick_cards"] = card_set(trick)
    assert set_text(distinct_cards(views, card_set(hand))) == expected


@pytest.mark.parametrize(("arms", "rounds"), [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (13, 4), (26, 5)])
def test_rounds_of_halving(arms: int, rounds: int) -> None:
    """So many halvings leave one arm."""
    assert rounds_of_halving(arms) == rounds
    left = arms
    for _ in range(rounds):
        left = (left + 1) // 2
    assert left == 1


def test_the_better_half_goes_on_in_order() -> None:
    """Best first; of equals the earlier one."""
    order, sums = np.arange(6), np.array([1.0, 5.0, 5.0, -2.0, 7.0, 0.0])
    assert keep_better_half(order, sums, 6) == 3
    assert order.tolist() == [4, 1, 2, 0, 5, 3]
    assert keep_better_half(order, sums, 3) == 2
    assert order[:2].tolist() == [4, 1]


@pytest.mark.parametrize(
    ("totals", "scores", "expected"),
    [
        ([0, 0, 0, 0], [0, 26, 26, 26], 26.0),
        ([50, 60, 70, 74], [0, 0, 0, 26], 26 / 3 + 50 * 0.75),  # it ends the game, and seat 0 wins it
        ([50, 50, 70, 74], [0, 0, 0, 26], 26 / 3 + 50 * 0.25),  # two win it
        ([60, 50, 70, 74], [0, 0, 0, 26], 26 / 3 - 50 * 0.25),  # seat 1 does
        ([60, 50, 70, 73], [0, 0, 0, 26], 26 / 3),  # it goes on
    ],
)
def test_worth_of_a_deal(totals: list[int], scores: list[int], expected: float) -> None:
    """The payoff and, where the deal ends the game, what the win is worth less everybody's share."""
    views = new_views(1)
    views["rules"], views["players"] = PRESETS["article"].rules.row, 4
    views["totals"][0, :4] = totals
    table = np.zeros(1, [("scores", "i8", 4)]).view(np.recarray)[0]
    table.scores[:] = scores
    assert worth(table, views[0], 0, 50.0) == pytest.approx(expected)
