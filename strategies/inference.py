"""Worlds that agree with how the others have played, not only with what they can hold.

A world is the likelier, the better it explains the others' plays. Each of the other seats is either like a model, a
strategy whose card is e^weight times as likely as any other legal one, or a stranger, to whom all legal cards are
equally likely; which of the two it is, its plays tell as well. A seat that the model does not explain is soon taken for
a stranger, and then its plays say nothing about its hand.

Worlds are drawn in proportion by a Markov chain that swaps cards between hands (Metropolis), begun anew from the best
of some uniformly drawn worlds every now and then. Between the steps of the chain come worlds that are drawn uniformly,
so that nothing possible is left out where the model is wrong.
"""

from typing import Any

import numpy as np

from hearts_bench import View, routine
from hearts_bench._call import call_strategy
from hearts_bench.cards import count
from hearts_bench.rng import decision_stream, draw
from hearts_bench.table import PLAYING, legal_cards, open_deal, play_card
from hearts_bench.view import copy_view, new_views
from hearts_bench.worlds import Worlds, propose_swap, sample_world, swap_cards

CHAIN = 25  # worlds of a chain
STARTS = 6  # uniform worlds from the best of which a chain begins
PROPOSALS = 3  # swaps tried between worlds
ENOUGH_PLAYS = 4  # cards on the table before there is anything to go by
_CERTAIN = 500.0  # a difference of logarithms that leaves no doubt
_ROUNDING = 1e-9  # compiled and interpreted logarithms need not agree to the last digit
# What is known of the plays of a world: a row for the world of the chain, one for a world that might follow it; in
# each, by seat, the logarithm of how likely its plays are for the model and for a stranger.
LIKELIHOODS = (2, 2)
_WORLD, _PROPOSAL = 0, 1
_MODEL, _STRANGER = 0, 1


@routine
def remember_plays(view: View, search: Any, table: Any) -> Any:
    """Return a view for every card played: what its seat saw of the deal, without what only this seat knew.

    The deal is played again on `table`, which is overwritten. It is done once a decision, as this is the same in all
    worlds. Nothing but a last view, which is of no use, is returned where there is nothing to infer from.
    """
    cards = view.cards_played if has_beliefs(view, search) else 0
    past = new_views(cards + 1)
    copy_view(past, cards, view)
    now = past[cards]
    table.board = 0
    open_deal(table, now, view.pass_offset)
    now.dealer = view.dealer
    now.hand_twice = 0
    now.kitty = 0
    now.kitty_twice = 0
    now.leader = view.leaders[0]
    now.leaders[0] = view.leaders[0]
    table.phase = PLAYING
    table.to_act = view.leaders[0]
    for at in range(cards):
        now.seat = table.to_act
        past[at] = now
        play_card(table, now, view.plays[at])
    return past


@routine
def explain_plays(view: View, search: Any, world: Any, seats: int, past: Any, logs: Any) -> None:
    """Find, for some other seats (a bit mask), how likely their plays are with the hands of a world.

    `past` is what `remember_plays` returned; the results go into `logs`, two rows by seat. Plays with only one legal
    card say nothing.
    """
    for seat in range(view.players):
        if (seats >> seat) & 1 != 0:
            logs[_MODEL, seat] = 0.0
            logs[_STRANGER, seat] = 0.0
    slip = np.exp(-search.inference)
    for at in range(view.cards_played):
        then = past[at]
        seat = then.seat
        if (seats >> seat) & 1 == 0:
            continue
        then.hand = world.hands[seat] | (view.played[seat] & ~then.played[seat])
        then.legal = legal_cards(then, then.hand)
        choices = count(then.legal)
        if choices > 1:
            then.passed = world.passed[seat]
            then.received = world.received[seat]
            then.stream = decision_stream(world.streams[seat], then.tricks_played + 1)
            logs[_STRANGER, seat] -= np.log(choices)
            logs[_MODEL, seat] -= np.log(1 + (choices - 1) * slip)
            if call_strategy(search.playout.play, search.playout.parameters, then) != view.plays[at]:
                logs[_MODEL, seat] -= search.inference


@routine
def chance_of_stranger(search: Any, logs: Any, seat: int) -> float:
    """Return how likely it is that a seat is a stranger, by its plays and by how common strangers are."""
    if search.strangers <= 0:
        return 0.0
    lead = min(_CERTAIN, logs[_MODEL, seat] - logs[_STRANGER, seat])
    return 1 / (1 + np.exp(lead) * (1 - search.strangers) / search.strangers)


@routine
def log_likelihood(view: View, search: Any, logs: Any) -> float:
    """Return the logarithm of how likely the plays of all other seats are, whichever of the two each is."""
    total = 0.0
    for seat in range(view.players):
        if seat == view.seat:
            continue
        model = logs[_MODEL, seat]
        if search.strangers > 0:
            model += np.log(1 - search.strangers)
            stranger = logs[_STRANGER, seat] + np.log(search.strangers)
            total += max(model, stranger) + np.log(1 + np.exp(-abs(model - stranger)))
        else:
            total += model
    return total


@routine
def other_seats(view: View) -> int:
    """Return the other seats as a bit mask."""
    return ((1 << view.players) - 1) & ~(1 << view.seat)


@routine
def is_accepted(gain: float, stream: int, index: int) -> bool:
    """Tell whether the chain takes a step that changes the logarithm of likelihood: surely if it does not fall."""
    if gain >= 0:
        return True
    return (draw(stream, index) & 0xFFFFFFFF) < np.exp(gain) * (1 << 32)


@routine
def has_beliefs(view: View, search: Any) -> bool:
    """Tell whether there is anything to infer from: some plays; with two decks the chain knows no swaps."""
    return search.inference > 0 and view.cards_played >= ENOUGH_PLAYS and view.rules.decks == 1


@routine
def is_doubtful(search: Any, index: int) -> bool:
    """Tell whether world number `index` is one of those in which the model is not trusted."""
    return search.doubt > 0 and index % search.doubt == search.doubt - 1


@routine
def draw_world(
    view: View, search: Any, index: int, worlds: Worlds, world: Any, kept: Any, past: Any, logs: Any
) -> None:
    """Put world number `index` of a decision on `world`: a step of the chain, or uniformly drawn.

    `search` is a strategy with the parameters `playout`, the model, `inference`, its weight, `strangers` and `doubt`.
    The worlds of a decision have to be drawn in order, on the same tables `world` and `kept` and with the same `logs`
    (LIKELIHOODS by MAX_SEATS); `past` is what `remember_plays` returned.
    """
    stream = draw(view.stream, index)
    if not has_beliefs(view, search) or is_doubtful(search, index):
        sample_world(view, draw(stream, 0), world, worlds)
        return
    step = index - (index // search.doubt if search.doubt > 0 else 0)
    if step % CHAIN != 0:
        restore_hands(world, kept, view.players)
        walk(view, search, stream, worlds, world, past, logs)
        keep_hands(world, kept, view.players)
        return
    for start in range(STARTS):
        sample_world(view, draw(stream, start), world, worlds)
        explain_plays(view, search, world, other_seats(view), past, logs[_PROPOSAL])
        gain = log_likelihood(view, search, logs[_PROPOSAL]) - log_likelihood(view, search, logs[_WORLD])
        if start == 0 or gain > _ROUNDING:
            take_over(logs, view.players)
            keep_hands(world, kept, view.players)
    restore_hands(world, kept, view.players)


@routine
def take_over(logs: Any, players: int) -> None:
    """Let the world that might follow be that of the chain."""
    for seat in range(players):
        logs[_WORLD, _MODEL, seat] = logs[_PROPOSAL, _MODEL, seat]
        logs[_WORLD, _STRANGER, seat] = logs[_PROPOSAL, _STRANGER, seat]


@routine
def keep_hands(world: Any, table: Any, players: int) -> None:
    """Note a world's hands, and the kitty behind them, in the `dealt` of another table."""
    for seat in range(players):
        table.dealt[seat] = world.hands[seat]
    table.dealt[players] = world.kitty


@routine
def restore_hands(world: Any, table: Any, players: int) -> None:
    """Give a world the hands and kitty that were noted."""
    for seat in range(players):
        world.hands[seat] = table.dealt[seat]
    world.kitty = table.dealt[players]


@routine
def walk(view: View, search: Any, stream: int, worlds: Worlds, world: Any, past: Any, logs: Any) -> None:
    """Try some swaps of cards between hands, each taken or left by how well it explains the plays."""
    for step in range(PROPOSALS):
        one, two, card, other = propose_swap(view, world, stream, 4 * step, worlds)
        if one < 0:
            continue
        swap_cards(view, world, one, two, card, other)
        logs[_PROPOSAL] = logs[_WORLD]
        explain_plays(view, search, world, 1 << one | 1 << two, past, logs[_PROPOSAL])
        gain = log_likelihood(view, search, logs[_PROPOSAL]) - log_likelihood(view, search, logs[_WORLD])
        if is_accepted(gain, stream, 4 * PROPOSALS + step):
            take_over(logs, view.players)
        else:
            swap_cards(view, world, one, two, other, card)


@routine
def draw_types(view: View, search: Any, index: int, world: Any, logs: Any, usual: int, stranger: int) -> None:
    """Say by which row of the entries the seats of world number `index` are played: the strangers, and the other ones.

    The searching seat is played by row 0.
    """
    stream = draw(view.stream, index)
    for seat in range(view.players):
        world.strategies[seat] = usual if seat != view.seat else 0
        if seat != view.seat and search.inference > 0:
            chance = chance_of_stranger(search, logs[_WORLD], seat)
            if (draw(stream, 5 * PROPOSALS + seat) & 0xFFFFFFFF) < chance * (1 << 32):
                world.strategies[seat] = stranger
