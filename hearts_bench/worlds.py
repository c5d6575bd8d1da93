"""Determinized worlds: hidden hands that agree with what a seat knows, and tables to play them out on.

Search strategies use this module as anybody may. A world gives every other seat as many cards as it holds, the cards
that it was passed by the searching seat and has not played yet, and none that it cannot have: of a suit in which it
failed to follow, or that would have made a card it played illegal when it played it. Cards that were left over from
the deal, unless the searching seat took them, are dealt anew as well.

Every possible world is equally likely: how many cards of a kind a place gets is drawn in proportion to the worlds that
each number leaves, which are counted once a decision, and then the cards are dealt at random. Counts are doubles, which
makes the proportions exact to about 1e-14. No draw is in vain, and none takes longer than another.

The same holds for two decks, equal cards being told apart as two copies; there, counting can take some milliseconds
once many seats have shown several voids. One piece of knowledge is left out: where the holder of the lowest club may
lead any club, and there is a kitty, that the lowest club dealt was his.
"""

from typing import Any, NamedTuple

import numpy as np

from hearts_bench._jit import leaf
from hearts_bench.cards import Card, CardSet, count, nth, only
from hearts_bench.possible import (
    INVERSE_FACTORIALS,
    column_count,
    column_size,
    count_cell,
    count_last_row,
    lay_out,
    new_plans,
    note_history,
    note_places,
    orders,
    player_of,
    sort_cards,
    sort_places,
)
from hearts_bench.rng import draw, draw_below, strategy_stream
from hearts_bench.table import FAIL, NO_SEAT, OVER, PLAYING, TableRow
from hearts_bench.view import ViewRow


class Worlds(NamedTuple):
    """All worlds that agree with a view, as `prepare_worlds` counted them: an array of one PLAN record, and the ways.

    `ways[cell, state]` is the sum, over all fillings of the cells from this one on that use up what a state leaves in
    the columns, of the product of 1 / (number in a cell)!.
    """

    plans: Any
    ways: Any


@leaf
def table_for_view(table: TableRow, view: ViewRow) -> None:
    """Fill a table with what the seat to play knows; the others' hands are left to `sample_world`.

    All seats are played by row 0 of the entries, and a deal ends as soon as nothing can change its scores.
    """
    rules = view.rules
    table.board = 0
    table.status = OVER
    table.phase = PLAYING
    table.to_act = view.seat
    table.timed = 0
    table.whole_game = 0
    table.on_illegal = FAIL
    table.stop_early = 1 if rules.decks == 1 and rules.no_trick_bonus == 0 and rules.sun == 0 else 0
    table.moon_seat = NO_SEAT
    table.revoker = NO_SEAT
    for seat in range(view.players):
        table.strategies[seat] = 0
        table.passed[seat] = 0
        table.received[seat] = 0
        table.tricks[seat] = 1 if view.taken[seat] != 0 else 0  # that it took any is what counts
    table.hands[view.seat] = view.hand
    table.hands_twice[view.seat] = view.hand_twice
    table.passed[view.seat] = view.passed
    table.received[view.seat] = view.received
    if view.pass_offset != 0:
        table.received[(view.seat + view.pass_offset) % view.players] = view.passed
        table.passed[(view.seat + view.players - view.pass_offset) % view.players] = view.received


@leaf
def seed_streams(table: TableRow, view: ViewRow, stream: int, name: int) -> None:
    """Give every seat of a world a random stream of its own."""
    for seat in range(view.players):
        table.streams[seat] = strategy_stream(stream, seat, name)


@leaf
def prepare_worlds(view: ViewRow) -> Worlds:
    """Count the worlds that agree with a view, for `sample_world`; once a decision is enough."""
    plans = new_plans()
    plan = plans[0]
    note_places(view, plan)
    note_history(view, plan)
    sort_cards(view, plan)
    sort_places(view, plan)
    lay_out(plan)
    ways = np.empty((plan.cells + 1, plan.states), np.float64)
    if plan.number != 0:
        count_last_row(plan, ways)
        for back in range(plan.cells):
            count_cell(plan, ways, plan.cells - 1 - back)
        plan.number = ways[0, plan.states - 1] * orders(view, plan)
    return Worlds(plans, ways)


@leaf
def number_of_worlds(worlds: Worlds) -> float:
    """Return how many worlds there are, copies of two decks told apart; 0 if the view contradicts itself."""
    return worlds.plans[0].number


@leaf
def sample_world(view: ViewRow, stream: int, table: TableRow, worlds: Worlds) -> None:
    """Draw the other seats' hands, and the kitty, of a table from a random stream: one of all worlds, equally likely.

    `worlds` is what `prepare_worlds` made of the same view. If it has none, only known cards are dealt.
    """
    plan = worlds.plans[0]
    deal_known(view, table, plan)
    if plan.number == 0:
        return
    drawn, left, state = 0, 0, plan.states - 1
    for cell in range(plan.cells):
        left += plan.cell_size[cell]
        amount = draw_amount(plan, worlds.ways, cell, state, left, stream, drawn)
        drawn = deal_cell(plan, plan.cell_row[cell], plan.cell_column[cell], amount, stream, drawn + 1)
        state -= amount * plan.stride[plan.cell_column[cell]]
        left -= amount
    for column in range(column_count(plan)):
        drawn = deal_cell(plan, plan.last_row, column, plan.left[column], stream, drawn)
    for place in range(view.players + 1):
        if plan.group[place] >= 0:
            drawn = deal_place(view, table, plan, place, stream, drawn)


@leaf
def deal_known(view: ViewRow, table: TableRow, plan: Any) -> None:
    """Empty the other hands but for the cards known to be there, and lay out what is to be dealt."""
    for seat in range(view.players):
        if seat != view.seat:
            table.hands[seat] = plan.pinned[seat]
            table.hands_twice[seat] = 0
    table.kitty = view.kitty
    table.kitty_twice = view.kitty_twice
    for each in range(plan.classes):
        plan.rest[each] = plan.class_cards[each]
        plan.rest_twice[each] = plan.class_twice[each]
    for group in range(plan.groups):
        plan.pool[group] = 0
        plan.pool_twice[group] = 0
    for column in range(column_count(plan)):
        plan.left[column] = column_size(plan, column)


@leaf
def draw_amount(plan: Any, ways: Any, cell: int, state: int, left: int, stream: int, index: int) -> int:
    """Return how many cards a cell gets, drawn in proportion to the worlds that each number leaves."""
    if plan.cell_closes[cell] != 0:
        return left
    column = plan.cell_column[cell]
    point = ((draw(stream, index) >> 11) & ((1 << 53) - 1)) * 2.0**-53 * ways[cell, state]
    chosen = 0
    for amount in range(min(left, plan.left[column]) + 1):
        part = INVERSE_FACTORIALS[amount] * ways[cell + 1, state - amount * plan.stride[column]]
        if part > 0:
            chosen = amount  # the last of them, should rounding leave anything of `point`
            if point < part:
                return chosen
            point -= part
    return chosen


@leaf
def deal_cell(plan: Any, row: int, column: int, amount: int, stream: int, drawn: int) -> int:
    """Deal so many random cards of a class to a group; return how many draws were made so far."""
    group, each = (column, row) if plan.rows_are_classes != 0 else (row, column)
    plan.left[column] -= amount
    if amount == count(plan.rest[each]) + count(plan.rest_twice[each]):
        plan.pool_twice[group] |= plan.rest_twice[each] | (plan.pool[group] & plan.rest[each])
        plan.pool[group] |= plan.rest[each]
        plan.rest[each] = 0
        plan.rest_twice[each] = 0
        return drawn
    for index in range(drawn, drawn + amount):
        cards = only(draw_copy(plan.rest[each], plan.rest_twice[each], stream, index))
        twice = plan.rest_twice[each] & cards
        plan.rest_twice[each] ^= twice
        plan.rest[each] ^= cards ^ twice
        plan.pool_twice[group] |= plan.pool[group] & cards
        plan.pool[group] |= cards
    return drawn + amount


@leaf
def draw_copy(once: CardSet, twice: CardSet, stream: int, index: int) -> Card:
    """Return a random card of a set, of which some are there twice and come twice as often."""
    held = count(once)
    at = draw_below(stream, index, held + count(twice))
    return nth(once, at) if at < held else nth(twice, at - held)


@leaf
def deal_place(view: ViewRow, table: TableRow, plan: Any, place: int, stream: int, drawn: int) -> int:
    """Deal a place its share of what its group was dealt; return how many draws were made so far."""
    group = plan.group[place]
    once, twice = plan.pool[group], plan.pool_twice[group]
    if place != plan.group_end[group]:
        once, twice = 0, 0
        for index in range(drawn, drawn + plan.room[place]):
            cards = only(draw_copy(plan.pool[group], plan.pool_twice[group], stream, index))
            copies = plan.pool_twice[group] & cards
            plan.pool_twice[group] ^= copies
            plan.pool[group] ^= cards ^ copies
            twice |= once & cards
            once |= cards
        drawn += plan.room[place]
    if place == view.players:
        table.kitty = once
        table.kitty_twice = twice
    else:
        table.hands_twice[place] = twice | (table.hands[place] & once)
        table.hands[place] |= once
    return drawn


@leaf
def propose_swap(
    view: ViewRow, table: TableRow, stream: int, drawn: int, worlds: Worlds
) -> tuple[int, int, Card, Card]:
    """Draw a swap for a Markov chain of worlds: two other places, and a card of each that may lie at the other.

    The step is symmetric: the swap that undoes it is as likely to be proposed in the world it leads to. The places are
    -1 if those drawn have no cards that may be exchanged. Four draws are made, from number `drawn` on. A place is a
    seat or, behind the last one, the kitty. Swaps alone cannot reach every world where many voids have shown: a chain
    should begin anew, with `sample_world`, every now and then.
    """
    plan = worlds.plans[0]
    places = 0
    for place in range(view.players + 1):
        places |= 1 << place if plan.group[place] >= 0 else 0
    if places & (places - 1) == 0:
        return -1, -1, 0, 0
    one = nth(places, draw_below(stream, drawn, count(places)))
    places ^= 1 << one
    two = nth(places, draw_below(stream, drawn + 1, count(places)))
    # Swaps do not change how many of a place's cards may lie at another one, which makes the step symmetric.
    once, twice = movable(view, table, plan, one, two)
    other_once, other_twice = movable(view, table, plan, two, one)
    if once == 0 or other_once == 0:
        return -1, -1, 0, 0
    card = draw_copy(once, twice, stream, drawn + 2)
    return one, two, card, draw_copy(other_once, other_twice, stream, drawn + 3)


@leaf
def movable(view: ViewRow, table: TableRow, plan: Any, place: int, to: int) -> tuple[CardSet, CardSet]:
    """Return the cards at a place that may lie at another one as well, and those that are so twice."""
    once, twice = cards_at(view, table, place)
    pinned = plan.pinned[place]
    return ((once & ~pinned) | (twice & pinned)) & plan.may[to], twice & ~pinned & plan.may[to]


@leaf
def cards_at(view: ViewRow, table: TableRow, place: int) -> tuple[CardSet, CardSet]:
    """Return the cards at a seat or, behind the last one, in the kitty, and those that are there twice."""
    if place == view.players:
        return table.kitty, table.kitty_twice
    return table.hands[place], table.hands_twice[place]


@leaf
def swap_cards(view: ViewRow, table: TableRow, one: int, two: int, card: Card, other: Card) -> None:
    """Exchange a card of one place and another card of another place; to undo it, exchange the cards' roles."""
    if card != other:
        replace(view, table, one, card, other)
        replace(view, table, two, other, card)


@leaf
def replace(view: ViewRow, table: TableRow, place: int, old: Card, new: Card) -> None:
    """Put a new card in the place of an old one, at a seat or in the kitty."""
    once, twice = cards_at(view, table, place)
    copies = twice & only(old)
    twice ^= copies
    once ^= only(old) ^ copies
    twice |= once & only(new)
    once |= only(new)
    if place == view.players:
        table.kitty = once
        table.kitty_twice = twice
    else:
        table.hands[place] = once
        table.hands_twice[place] = twice


@leaf
def hand_before(view: ViewRow, table: TableRow, seat: int, at: int) -> CardSet:
    """Return the cards that a seat of a world held before card number `at` of `view.plays` was played."""
    hand = table.hands[seat]
    for later in range(at, view.cards_played):
        if player_of(view, later) == seat:
            hand |= only(view.plays[later])
    return hand


@leaf
def payoff(table: TableRow, view: ViewRow, seat: int) -> float:
    """Return a seat's payoff in a scored deal: the mean score of the others minus its own."""
    total = 0
    for each in range(view.players):
        total += table.scores[each]
    return (total - view.players * table.scores[seat]) / (view.players - 1)
