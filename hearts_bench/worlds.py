"""Determinized worlds: hidden hands that agree with what a seat knows, and tables to play them out on.

Search strategies use this module as anybody may. A world gives every other seat as many cards as it holds, the cards
that it was passed by the searching seat and has not played yet, and none that it cannot have: of a suit in which it
failed to follow, or that would have made a card it played illegal when it played it. Cards that were left over from
the deal, unless the searching seat took them, are dealt anew as well.

Every possible world is equally likely: how many cards of a kind a place gets is drawn in proportion to the worlds that
this leaves, which are counted once a decision, and then the cards are dealt at random. Counts are doubles, which makes
the proportions exact to about 1e-14. No draw is in vain, and none takes much longer than another.

The same holds for two decks, equal cards being told apart as two copies. One piece of knowledge is left out: where the
holder of the lowest club may lead any club, and there is a kitty, that the lowest club dealt was his.
"""

from typing import Any, NamedTuple

import numpy as np

from hearts_bench._jit import routine
from hearts_bench.cards import Card, CardSet, count, lowest, nth, only
from hearts_bench.counting import INVERSE_FACTORIALS, count_between, count_splits, new_splits, orders
from hearts_bench.layout import lay_out, note_moves, share
from hearts_bench.possible import (
    A_PAIR,
    BACK,
    BOTH_PAIRS,
    FRONT,
    GROUP_SET,
    ONLY_FIRST,
    new_plans,
    note_history,
    note_places,
    sort_cards,
    sort_places,
)
from hearts_bench.rng import draw, draw_below, strategy_stream
from hearts_bench.table import FAIL, NO_SEAT, OVER, PLAYING, TableRow
from hearts_bench.view import ViewRow


class Worlds(NamedTuple):
    """All worlds that agree with a view, as `prepare_worlds` counted them.

    `plans` is an array of one PLAN record, `splits` one of SPLIT records. `ways[cell, state]` is the sum, over all
    fillings of the cells between the pairs of rows, from this one on, and of the back pair that use up what a state
    leaves in the columns, of the product of 1 / (number in a cell)!.
    """

    plans: Any
    splits: Any
    ways: Any


@routine
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


@routine
def seed_streams(table: TableRow, view: ViewRow, stream: int, name: int) -> None:
    """Give every seat of a world a random stream of its own."""
    for seat in range(view.players):
        table.streams[seat] = strategy_stream(stream, seat, name)


@routine
def prepare_worlds(view: ViewRow) -> Worlds:
    """Count the worlds that agree with a view, for `sample_world`; once a decision is enough."""
    plans = new_plans()
    plan = plans[0]
    note_places(view, plan)
    note_history(view, plan)
    sort_cards(view, plan)
    sort_places(view, plan)
    if plan.number != 0 and plan.unsettled != 0:
        lay_out(plan)
        note_moves(plan)
    splits = new_splits(2 * plan.most_splits)
    ways = np.empty((plan.cells + 1, plan.states), np.float64)
    if plan.rows > BOTH_PAIRS:
        count_between(plan, ways)
    if plan.rows > 0:
        plan.number = count_splits(plan, splits, ways)
    plan.number *= orders(view, plan)
    return Worlds(plans, splits, ways)


@routine
def number_of_worlds(worlds: Worlds) -> float:
    """Return how many worlds there are, copies of two decks told apart; 0 if the view contradicts itself."""
    return worlds.plans[0].number


@routine
def sample_world(view: ViewRow, stream: int, table: TableRow, worlds: Worlds) -> None:
    """Draw the other seats' hands, and the kitty, of a table from a random stream: one of all worlds, equally likely.

    `worlds` is what `prepare_worlds` made of the same view. If it has none, only known cards are dealt.
    """
    plan, drawn = worlds.plans[0], 0
    for each in range(plan.classes):
        plan.sets[each] = plan.class_cards[each]
        plan.sets_twice[each] = plan.class_twice[each]
    for group in range(plan.groups):
        plan.sets[GROUP_SET + group] = plan.settled[group]
        plan.sets_twice[GROUP_SET + group] = plan.settled_twice[group]
    if plan.rows > A_PAIR:
        drawn = draw_sizes(plan, worlds, stream)
    drawn = deal_rows(plan, stream, drawn)
    for place in range(view.players + 1):
        if place != view.seat:
            drawn = deal_place(view, table, plan, place, stream, drawn)


@routine
def draw_sizes(plan: Any, worlds: Worlds, stream: int) -> int:
    """Draw how many cards of each class go to each group; return how many draws were made so far."""
    drawn, shares = 1, draw_split(plan, worlds.splits, stream)
    for column in range(plan.columns):
        plan.numbers[FRONT, column] = share(plan, shares, column)
        plan.numbers[BACK, column] = plan.column_size[column] - plan.numbers[FRONT, column]
    if plan.rows > BOTH_PAIRS:
        drawn = draw_between(plan, worlds.ways, stream, drawn)
    for pair in range(2):
        mixed = plan.row_size[plan.pair[pair, 0]]
        for column in range(plan.columns):
            number = plan.numbers[pair, column]
            plan.move_size[plan.pair_move[pair, column]] = number
            mixed -= number if plan.pair_rows[pair, column] == ONLY_FIRST else 0
        plan.move_size[plan.mixed_move[pair]] = mixed
    return drawn


@routine
def draw_point(stream: int, index: int, end: float) -> float:
    """Return draw number `index` of a stream as a number from 0 up to, but not with, `end`."""
    return ((draw(stream, index) >> 11) & ((1 << 53) - 1)) * 2.0**-53 * end


@routine
def draw_split(plan: Any, splits: Any, stream: int) -> int:
    """Return the shares of a split, drawn in proportion to its ways; it is the first draw of a stream."""
    at, number = 0, plan.splits
    point = draw_point(stream, 0, splits[number - 1].weight)
    while number > 1:
        half = number >> 1
        at += half if splits[at + half - 1].weight <= point else 0
        number -= half
    return splits[at].shares


@routine
def draw_between(plan: Any, ways: Any, stream: int, drawn: int) -> int:
    """Draw the numbers of the cells between the pairs; return how many draws were made so far."""
    cell, state = 0, 0
    for column in range(plan.columns):
        state += plan.numbers[BACK, column] * plan.stride[column]
    for at in range(BOTH_PAIRS, plan.rows):
        row = plan.row_order[at]
        left, columns = plan.row_size[row], plan.row_columns[row]
        while columns != 0:
            column = lowest(columns)
            columns &= columns - 1
            number = left
            if columns != 0:
                number = draw_number(
                    plan, ways, cell, column, state, left, draw_point(stream, drawn, ways[cell, state])
                )
                drawn += 1
            plan.move_size[plan.between_move + cell] = number
            plan.numbers[BACK, column] -= number
            state -= number * plan.stride[column]
            left -= number
            cell += 1
    return drawn


@routine
def draw_number(plan: Any, ways: Any, cell: int, column: int, state: int, left: int, point: float) -> int:
    """Return how many cards a cell gets, in proportion to the ways that each number leaves."""
    chosen = 0
    for number in range(min(left, plan.numbers[BACK, column]) + 1):
        part = INVERSE_FACTORIALS[number] * ways[cell + 1, state - number * plan.stride[column]]
        if part > 0:
            chosen = number  # the last of them, should rounding leave anything of `point`
            if point < part:
                return chosen
            point -= part
    return chosen


@routine
def deal_rows(plan: Any, stream: int, drawn: int) -> int:
    """Make all moves, each with random cards; return how many draws were made so far.

    Where fewer cards stay than move, those that stay are drawn.
    """
    for move in range(plan.moves):
        source, target = plan.move_from[move], plan.move_to[move]
        once, twice = plan.sets[source], plan.sets_twice[source]
        held = count(once) + count(twice)
        size = min(plan.move_size[move], held)
        draws = min(size, held - size)
        moved, moved_twice, once, twice = draw_cards(once, twice, draws, stream, drawn)
        drawn += draws
        if draws != size:
            once, twice, moved, moved_twice = moved, moved_twice, once, twice
        plan.sets[source] = once
        plan.sets_twice[source] = twice
        plan.sets_twice[target] |= moved_twice | (plan.sets[target] & moved)
        plan.sets[target] |= moved
    return drawn


@routine
def deal_place(view: ViewRow, table: TableRow, plan: Any, place: int, stream: int, drawn: int) -> int:
    """Deal a place its share of what its group was dealt; return how many draws were made so far."""
    group, pinned = plan.group[place], plan.pinned[place]
    once, twice = 0, 0
    if group >= 0 and plan.number != 0:
        source = GROUP_SET + group
        once, twice = plan.sets[source], plan.sets_twice[source]
        if place != plan.group_end[group]:
            once, twice, plan.sets[source], plan.sets_twice[source] = draw_cards(
                once, twice, plan.room[place], stream, drawn
            )
            drawn += plan.room[place]
    if place == view.players:
        table.kitty = view.kitty | once
        table.kitty_twice = view.kitty_twice | twice
    else:
        table.hands[place] = pinned | once
        table.hands_twice[place] = twice | (pinned & once)
    return drawn


@routine
def draw_cards(
    once: CardSet, twice: CardSet, number: int, stream: int, drawn: int
) -> tuple[CardSet, CardSet, CardSet, CardSet]:
    """Draw so many random cards of a set; return them, which of them are drawn twice, and what is left alike."""
    cards, cards_twice = 0, 0
    for index in range(drawn, drawn + number):
        card = only(draw_copy(once, twice, stream, index))
        copy = twice & card
        twice ^= copy
        once ^= card ^ copy
        cards_twice |= cards & card
        cards |= card
    return cards, cards_twice, once, twice


@routine
def draw_copy(once: CardSet, twice: CardSet, stream: int, index: int) -> Card:
    """Return a random card of a set, of which some are there twice and come twice as often."""
    held = count(once)
    at = draw_below(stream, index, held + count(twice))
    return nth(once, at) if at < held else nth(twice, at - held)


@routine
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


@routine
def movable(view: ViewRow, table: TableRow, plan: Any, place: int, to: int) -> tuple[CardSet, CardSet]:
    """Return the cards at a place that may lie at another one as well, and those that are so twice."""
    once, twice = cards_at(view, table, place)
    pinned = plan.pinned[place]
    return ((once & ~pinned) | (twice & pinned)) & plan.may[to], twice & ~pinned & plan.may[to]


@routine
def cards_at(view: ViewRow, table: TableRow, place: int) -> tuple[CardSet, CardSet]:
    """Return the cards at a seat or, behind the last one, in the kitty, and those that are there twice."""
    if place == view.players:
        return table.kitty, table.kitty_twice
    return table.hands[place], table.hands_twice[place]


@routine
def swap_cards(view: ViewRow, table: TableRow, one: int, two: int, card: Card, other: Card) -> None:
    """Exchange a card of one place and another card of another place; to undo it, exchange the cards' roles."""
    if card != other:
        replace(view, table, one, card, other)
        replace(view, table, two, other, card)


@routine
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


@routine
def payoff(table: TableRow, view: ViewRow, seat: int) -> float:
    """Return a seat's payoff in a scored deal: the mean score of the others minus its own."""
    total = 0
    for each in range(view.players):
        total += table.scores[each]
    return (total - view.players * table.scores[seat]) / (view.players - 1)
