"""Every tactical position can come up, and its right cards are right by the exact solver."""

import ctypes
from collections import Counter

import pytest

from hearts_bench.cards import card_set, set_text, text
from hearts_bench.registry import make_local
from hearts_bench.rng import absorb
from hearts_bench.view import copy_view, new_views
from hearts_bench.worlds import number_of_worlds, prepare_worlds

from .suite import EVERY_WORLD, EXPECTED, FORCED, TacticalPosition, all_worlds, judge, load

POSITIONS = load()
each_position = pytest.mark.parametrize("position", POSITIONS, ids=[position.name for position in POSITIONS])


@each_position
def test_it_can_come_up(position: TacticalPosition) -> None:
    """Its cards were played legally from its deal, and lead to the hand and the trick that it shows."""
    view = position.view
    assert set_text(view.hand).split() == position.hand.split()
    played = position.plays.split()
    assert position.trick.split() == played[len(played) - view.trick_size :]
    legal = set(set_text(view.legal).split())
    assert position.right_cards <= legal
    assert (legal == position.right_cards) == (position.proof == FORCED)


@each_position
def test_its_worlds_are_all_there_are(position: TacticalPosition) -> None:
    """The worlds it is judged by are as many as are counted, all different, and the true deal is one of them."""
    views = new_views(1)
    copy_view(views, 0, position.view)
    worlds = [tuple(world[:-1]) for world in all_worlds(position.view)]
    assert len(set(worlds)) == len(worlds)
    if not position.rules_in_force.kitty_size:
        assert len(worlds) == pytest.approx(number_of_worlds(prepare_worlds(views[0])))
    assert tuple(map(card_set, position.table().hands)) in worlds


@pytest.mark.compiled
@each_position
def test_its_right_cards_are_right(position: TacticalPosition) -> None:
    """No other card costs as little on average, or, where it says so, in any of the worlds."""
    verdict = judge(position.view)
    least = min(verdict.cost.values())
    assert {name for name, cost in verdict.cost.items() if cost < least + 1e-9} == position.right_cards
    is_best_always = all(verdict.best_in[name] == verdict.worlds for name in position.right_cards)
    assert is_best_always or position.proof == EXPECTED
    assert position.proof in {EVERY_WORLD, EXPECTED, FORCED}


def test_there_are_enough() -> None:
    """The suite has at least forty positions with names of their own, of many themes, rules and player counts."""
    assert len({position.name for position in POSITIONS}) == len(POSITIONS) >= 40
    assert len(Counter(position.theme for position in POSITIONS)) >= 8
    assert len({position.rules for position in POSITIONS}) >= 6
    assert {position.rules_in_force.players for position in POSITIONS} >= {3, 4, 5, 6, 7}


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["monte-carlo", "ismcts"])
def test_search_solves_them(spec: str) -> None:
    """As they are, the searching strategies find 95 percent of the right cards."""
    entrant = make_local(spec)
    play = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(int(entrant.entry.play))
    solved = []
    for position in POSITIONS:
        views = new_views(1)
        copy_view(views, 0, position.view)
        for stream in range(5):
            views["stream"] = absorb(0, stream)
            solved.append(text(play(int(entrant.entry.parameters), views.ctypes.data)) in position.right_cards)
    assert sum(solved) >= 0.95 * len(solved)
