"""What a search infers from plays: it sees the past as those saw it who played, and knows a model's plays again."""

import math
from typing import Any

import numpy as np
import pytest

from hearts_bench.cards import card_set, count
from hearts_bench.match import Match
from hearts_bench.played import lay_out
from hearts_bench.presets import PRESETS
from hearts_bench.registry import make_local
from hearts_bench.replaying import replay
from hearts_bench.rules import MAX_SEATS
from hearts_bench.table import new_tables
from hearts_bench.view import FIELDS
from hearts_bench_strategies.inference import ENOUGH_PLAYS, LIKELIHOODS, explain_plays, other_seats, remember_plays

OWN = ("hand", "legal", "passed", "received")
NOT_PUBLIC = {*OWN, "hand_twice", "kitty", "kitty_twice", "stream", "rules"}
PUBLIC = sorted(set(FIELDS) - NOT_PUBLIC)
ONE_DECK = sorted(name for name, preset in PRESETS.items() if preset.rules.decks == 1)


def fields_of(view: Any, names: tuple[str, ...] | list[str]) -> dict[str, Any]:
    """Return fields of a view, arrays as lists."""
    return {name: np.asarray(view[name]).tolist() for name in names}


@pytest.mark.parametrize("preset", ONE_DECK)
def test_the_past_is_seen_as_it_was(preset: str) -> None:
    """In the true world every play of others is one that they saw just so, and that the model explains."""
    search: Any = make_local("monte-carlo:inference=2").instance()
    players = PRESETS[preset].rules.players
    deal = replay(Match(("opportunist",) * players, 2, 4, preset, seatings="fixed"), 1)
    table, world, tables = lay_out(deal), new_tables(1)[0], new_tables(1)
    for seat, cards in enumerate(deal.passed):
        world.passed[seat] = card_set(cards)
        world.received[(seat + deal.pass_offset) % players] = card_set(cards)
    seen: list[Any] = []
    for at, card in enumerate(deal.plays):
        view = table.view.record()
        if at >= ENOUGH_PLAYS and at % 5 == 0:
            for seat, hand in enumerate(table.hands):
                world.hands[seat] = card_set(hand)
            past = remember_plays(view, search, tables[0])
            logs = np.zeros((LIKELIHOODS[1], MAX_SEATS), np.float64)
            explain_plays(view, search, world, other_seats(view), past, logs)
            expected = np.zeros_like(logs)
            for number, then in enumerate(seen):
                assert fields_of(past[number], PUBLIC) == fields_of(then, PUBLIC), (at, number)
                if then.seat != view.seat:
                    assert fields_of(past[number], OWN[:2]) == fields_of(then, OWN[:2]), (at, number)
                    choices = count(int(then.legal))
                    if choices > 1:
                        assert fields_of(past[number], OWN) == fields_of(then, OWN), (at, number)
                        expected[:, then.seat] -= math.log(1 + (choices - 1) * math.exp(-2)), math.log(choices)
            assert logs == pytest.approx(expected)
        seen.append(view)
        table.play(card)
