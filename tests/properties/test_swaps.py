"""Steps between sampled worlds lead to possible ones, as often there as back."""

from collections import Counter
from typing import Any

import pytest
from numba import types

from hearts_bench._jit import entry
from hearts_bench.engine import TABLES, VIEWS
from hearts_bench.rng import decision_stream
from hearts_bench.table import new_tables
from hearts_bench.worlds import prepare_worlds, propose_swap, sample_world, swap_cards

from .test_worlds import FEW, WORLDS, check_world, endgames, slow, worlds_on


@entry(types.void(VIEWS, types.int64, TABLES, TABLES))
def sample_swaps(views: Any, stream: int, tables: Any, swapped: Any) -> None:
    """Sample a world on every table, and the same with a swap, if one is proposed, on every table of `swapped`."""
    worlds = prepare_worlds(views[0])
    view = views[0]
    for at in range(len(tables)):
        own = decision_stream(stream, at)
        sample_world(view, own, tables[at], worlds)
        swapped[at] = tables[at]
        one, two, card, other = propose_swap(view, swapped[at], own, 1000, worlds)
        if one >= 0:
            swap_cards(view, swapped[at], one, two, card, other)


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["hearts-3", *slow("article", "kitty of 3", "cancellation 6", "black-maria")])
def test_swaps_are_possible_and_even(name: str) -> None:
    """A proposed swap leads to a possible world, and from the one to the other as often as back."""
    rules = WORLDS[name]
    positions = endgames(rules, 6, max(FEW[rules.players], rules.players + 2), seed=4)
    for at, position in enumerate(positions):
        number = 6000
        tables, swapped = new_tables(number), new_tables(number)
        sample_swaps(position.views, at, tables, swapped)
        steps = Counter(zip(worlds_on(position, tables), worlds_on(position, swapped), strict=True))
        for before, after in steps:
            if before != after:
                check_world(position, after)
                there, back = steps[before, after], steps[after, before]
                assert abs(there - back) <= 5 * (there + back) ** 0.5
        if len({before for before, _ in steps}) > 1 and rules.decks == 1:
            assert any(before != after for before, after in steps)
