"""Worlds that agree with how the others have played, not only with what they can hold.

A world is the likelier, the fewer of the others' plays would surprise somebody who knows their hands and expects them
to play as a given strategy does. Worlds are drawn in proportion to exp(-weight * surprises) by a Markov chain that
swaps cards between hands (Metropolis), begun anew from the best of some uniformly drawn worlds every now and then.
"""

from typing import Any

import numpy as np

from hearts_bench import StrategyRef, View, leaf
from hearts_bench._call import call_strategy
from hearts_bench.rng import draw
from hearts_bench.table import begin_play, open_deal, play_card, show
from hearts_bench.worlds import Worlds, propose_swap, sample_world, swap_cards

CHAIN = 25  # worlds of a chain
STARTS = 6  # uniform worlds from the best of which a chain begins
PROPOSALS = 3  # swaps tried between worlds
ENOUGH_PLAYS = 4  # cards on the table before there is anything to go by


@leaf
def count_surprises(view: View, model: StrategyRef, world: Any, seats: int, table: Any, past: Any, counts: Any) -> None:
    """Count, for some other seats (a bit mask), the plays that the model would not have made with the world's hands.

    The deal is played again from the first trick on `table` and `past`, which are overwritten; the results go into
    `counts`, by seat. Plays with only one legal card surprise nobody.
    """
    table.board = 0
    open_deal(table, past, view.pass_offset)
    past.dealer = view.dealer
    for seat in range(view.players):
        table.hands[seat] = world.hands[seat] | view.played[seat]
        table.passed[seat] = world.passed[seat]
        table.received[seat] = world.received[seat]
        table.streams[seat] = world.streams[seat]
        counts[seat] = 0 if (seats >> seat) & 1 != 0 else counts[seat]
    begin_play(table, past)
    for at in range(view.cards_played):
        card = view.plays[at]
        seat = table.to_act
        if (seats >> seat) & 1 != 0:
            show(table, past)
            is_free = past.legal & (past.legal - 1) != 0
            if is_free and call_strategy(model.play, model.parameters, past) != card:
                counts[seat] += 1
        play_card(table, past, card)


@leaf
def other_seats(view: View) -> int:
    """Return the other seats as a bit mask."""
    return ((1 << view.players) - 1) & ~(1 << view.seat)


@leaf
def is_accepted(change: int, weight: float, stream: int, index: int) -> bool:
    """Tell whether the chain takes a step that changes the number of surprises: surely if there are not more."""
    if change <= 0:
        return True
    threshold = np.exp(-weight * change)
    return (draw(stream, index) & 0xFFFFFFFF) < threshold * (1 << 32)


@leaf
def draw_world(
    view: View,
    model: StrategyRef,
    weight: float,
    index: int,
    worlds: Worlds,
    world: Any,
    table: Any,
    past: Any,
    counts: Any,
) -> None:
    """Put world number `index` of a decision on `world`: uniformly drawn if `weight` is 0, else a step of the chain.

    The worlds of a decision have to be drawn in order, on the same `world` and with the same `counts` (int64, two rows
    of MAX_SEATS); `table` and `past` are overwritten. A chain needs some plays to go by, and one deck.
    """
    stream = draw(view.stream, index)
    is_chain = weight > 0 and view.cards_played >= ENOUGH_PLAYS and view.rules.decks == 1
    if is_chain and index % CHAIN != 0:
        walk(view, model, weight, stream, worlds, world, table, past, counts)
        return
    for start in range(STARTS if is_chain else 1):
        sample_world(view, draw(stream, start), world, worlds)
        if is_chain:
            count_surprises(view, model, world, other_seats(view), table, past, counts[1])
            if start == 0 or counts[1].sum() < counts[0].sum():
                counts[0, :] = counts[1]
                keep_hands(world, table, view.players)
    if is_chain:
        restore_hands(world, table, view.players)


@leaf
def keep_hands(world: Any, table: Any, players: int) -> None:
    """Note a world's hands, and the kitty behind them, in the `dealt` of another table."""
    for seat in range(players):
        table.dealt[seat] = world.hands[seat]
    table.dealt[players] = world.kitty


@leaf
def restore_hands(world: Any, table: Any, players: int) -> None:
    """Give a world the hands and kitty that were noted."""
    for seat in range(players):
        world.hands[seat] = table.dealt[seat]
    world.kitty = table.dealt[players]


@leaf
def walk(
    view: View,
    model: StrategyRef,
    weight: float,
    stream: int,
    worlds: Worlds,
    world: Any,
    table: Any,
    past: Any,
    counts: Any,
) -> None:
    """Try some swaps of cards between hands, each taken or left by the surprises that it makes or mends."""
    for step in range(PROPOSALS):
        one, two, card, other = propose_swap(view, world, stream, 4 * step, worlds)
        if one < 0:
            continue
        swap_cards(view, world, one, two, card, other)
        counts[1, :] = counts[0]
        count_surprises(view, model, world, 1 << one | 1 << two, table, past, counts[1])
        if is_accepted(counts[1].sum() - counts[0].sum(), weight, stream, 4 * PROPOSALS + step):
            counts[0, :] = counts[1]
        else:
            swap_cards(view, world, one, two, other, card)
