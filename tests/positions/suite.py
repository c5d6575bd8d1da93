"""Tactical positions with the right play, and what the exact solver says about each of them.

`positions.yaml` has them, written for people. A position gives a whole deal and the cards played so far, so that
everything a seat may know of it is as in a real deal. What is right is judged over all worlds that the seat to play
cannot tell from the true one: all of them solved exactly, each equally likely.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from hearts_bench.cards import FULL_DECK, card, card_set, cards_in, set_text, text
from hearts_bench.manual import ManualTable
from hearts_bench.presets import preset
from hearts_bench.rules import MAX_SEATS, Rules
from hearts_bench.solver import solve_tables
from hearts_bench.table import new_tables
from hearts_bench.view import View, copy_view, new_views
from hearts_bench.worlds import Worlds, prepare_worlds, table_for_view

FILE = Path(__file__).with_name("positions.yaml")
EVERY_WORLD, EXPECTED, FORCED = "every world", "expected", "forced"


@dataclass(frozen=True)
class TacticalPosition:
    """One position: what the player to act holds, how it came about, what is right and why.

    `deal` is one of the deals it can come from. `proof` says how the right cards show: as best in "every world", as
    "expected" to cost least, or as "forced", being the only legal one.
    """

    name: str
    theme: str
    rules: str
    hand: str
    trick: str
    right: str
    why: str
    proof: str
    deal: tuple[str, ...]
    plays: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: str = ""
    source: str = ""

    @cached_property
    def rules_in_force(self) -> Rules:
        """The preset with the position's options; of its deck, if it has one, all other cards are left out."""
        options = (
            preset(self.rules).rules.model_dump(exclude_unset=True) | {"pass_cycle": ("none",)} | dict(self.options)
        )
        if self.deck:
            options["removed_cards"] = tuple(map(text, cards_in(FULL_DECK & ~card_set(self.deck))))
        return Rules(**options)

    def table(self) -> ManualTable:
        """Return a table with the position; every card so far must be legal."""
        table = ManualTable(self.rules_in_force, self.deal)
        table.play(self.plays)
        return table

    @cached_property
    def view(self) -> View:
        """What the seat to act knows."""
        return self.table().view

    @property
    def right_cards(self) -> set[str]:
        """The right cards, as texts."""
        return set(self.right.split())


def load() -> list[TacticalPosition]:
    """Return all positions of the file."""
    entries = yaml.safe_load(FILE.read_text())
    return [TacticalPosition(**entry | {"deal": tuple(entry["deal"])}) for entry in entries]


def all_worlds(view: View) -> Iterator[list[int]]:
    """Yield the hands of every world that agrees with a view, and last the kitty; one deck only."""
    record = new_views(1)
    copy_view(record, 0, view)
    worlds: Worlds = prepare_worlds(record[0])
    plan = worlds.plans[0]
    places = range(view.players + 1)
    hands = [int(plan.pinned[place]) for place in places]
    hands[view.seat] = view.hand
    hands[view.players] |= view.kitty
    room = [int(plan.room[place]) for place in places]
    cards = [each for cards in plan.class_cards[: plan.classes] for each in cards_in(int(cards))]

    def place_from(at: int) -> Iterator[list[int]]:
        if at == len(cards):
            yield list(hands)
            return
        for place in places:
            if room[place] and int(plan.may[place]) >> cards[at] & 1:
                room[place] -= 1
                hands[place] |= 1 << cards[at]
                yield from place_from(at + 1)
                hands[place] ^= 1 << cards[at]
                room[place] += 1

    return place_from(0)


@dataclass(frozen=True)
class Verdict:
    """What the solver says: in how many worlds each legal card is best, and what it costs on average."""

    worlds: int
    best_in: dict[str, int]
    cost: dict[str, float]


def judge(view: View) -> Verdict:
    """Solve every world that agrees with a view; a card is best in a world if no other costs its player less."""
    hands = list(all_worlds(view))
    tables, views = new_tables(len(hands)), new_views(len(hands))
    copy_view(views, 0, view)
    views[:] = views[0]
    table_for_view(tables[0], views[0])
    tables[:] = tables[0]
    tables["hands"][:, : view.players] = [each[:-1] for each in hands]
    tables["kitty"] = [each[-1] for each in hands]
    values = np.zeros((len(hands), 52, MAX_SEATS), np.int64)
    solve_tables(tables, views, values, np.zeros(len(hands), np.int64))
    names = set_text(view.legal).split()
    costs = np.stack([values[:, card(each), view.seat] for each in names])
    is_best = costs == costs.min(axis=0)
    return Verdict(
        len(hands),
        dict(zip(names, is_best.sum(axis=1).tolist(), strict=True)),
        dict(zip(names, costs.mean(axis=1).tolist(), strict=True)),
    )
