"""Determinized worlds: hidden hands that agree with what a seat knows, and tables to play them out on.

Search strategies use this module as anybody may. A world gives every other seat as many cards as it holds, the cards
that it was passed by the searching seat and has not played yet, and none that it cannot have: of a suit in which it
failed to follow, or that would have made a card it played illegal when it played it. Cards that were left over from
the deal, unless the searching seat took them, are dealt anew as well.

Every possible world is equally likely. Cards that may lie at the same places make a class, places that may hold the
same classes make a group, and only how many cards of a class go to a group has to be counted: a world is drawn by
drawing these numbers one by one, in proportion to the worlds that each leaves, and then dealing cards at random. The
ways are counted in doubles, backward from the last number, once a decision; proportions are exact to about 1e-14. So
no draw is ever in vain, and none takes longer than another.

The same holds for two decks, equal cards being told apart as two copies. One piece of knowledge is left out: where the
holder of the lowest club may lead any club, and there is a kitty, that the lowest club dealt was his.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from hearts_bench._jit import leaf
from hearts_bench.cards import (
    CLUB_CARDS,
    HEART_CARDS,
    HEARTS,
    Card,
    CardSet,
    below,
    count,
    has,
    lowest,
    nth,
    only,
    suit_cards,
    suit_of,
)
from hearts_bench.rng import draw, draw_below, strategy_stream
from hearts_bench.rules import (
    FORBID_POINTS,
    HEARTS_ONLY,
    LEFT_OF_DEALER,
    LOWEST_CLUB,
    MAX_PLAYS,
    MAX_SEATS,
    QUEEN_FORCED,
    QUEEN_SET,
)
from hearts_bench.table import FAIL, NO_SEAT, OVER, PLAYING, TableRow
from hearts_bench.view import ViewRow, holder_of_pass, is_void, unseen, unseen_twice

# The kitty is one more place for cards, behind the last seat.
PLACES = MAX_SEATS + 1
# Places tell cards apart by suit, penalty, Q♠, and as clubs below, at or above the opening lead: 5 + 2 + 3 + 1 classes.
MAX_CLASSES = 11
_MAX_CELLS = PLACES * MAX_CLASSES
_INVERSE_FACTORIALS = 1 / np.cumprod(np.maximum(1.0, np.arange(MAX_PLAYS + 1)))

# What `prepare_worlds` finds out about the cards to be dealt anew. Rows and columns are classes and groups, or groups
# and classes, whichever takes less counting; a cell is a class that may go to a group.
PLAN = np.dtype(
    [
        ("number", "f8"),  # how many worlds there are, copies of two decks told apart; 0 if the view contradicts itself
        ("may", "i8", (PLACES,)),  # the cards that may be dealt to a place
        ("pinned", "i8", (PLACES,)),  # the cards known to be there
        ("room", "i8", (PLACES,)),  # how many others are dealt to it
        ("group", "i8", (PLACES,)),  # its group, -1 for none
        ("groups", "i8"),
        ("group_size", "i8", (PLACES,)),  # how many cards are dealt to a group
        ("group_classes", "i8", (PLACES,)),  # bit 1 << class is set for the classes it may get cards of
        ("group_end", "i8", (PLACES,)),  # its last place
        ("classes", "i8"),
        ("class_size", "i8", (MAX_CLASSES,)),  # how many cards, and which, are in a class
        ("class_cards", "i8", (MAX_CLASSES,)),
        ("class_twice", "i8", (MAX_CLASSES,)),
        ("rows_are_classes", "i8"),
        ("last_row", "i8"),  # it gets what the others leave
        ("states", "i8"),  # how many combinations of cards left in the columns there are
        ("stride", "i8", (PLACES,)),  # what one card of a column counts in the number of a combination
        ("cells", "i8"),
        ("cell_row", "i8", (_MAX_CELLS,)),
        ("cell_column", "i8", (_MAX_CELLS,)),
        ("cell_size", "i8", (_MAX_CELLS,)),  # in the first cell of a row, the row's size; else 0
        ("cell_closes", "i8", (_MAX_CELLS,)),  # 1 in the last cell of a row
        ("cell_later", "i8", (_MAX_CELLS,)),  # how many cards the rows behind this one get
        # While a world is dealt, or counted:
        ("left", "i8", (PLACES,)),  # cards left in each column
        ("rest", "i8", (MAX_CLASSES,)),  # the cards left in each class
        ("rest_twice", "i8", (MAX_CLASSES,)),
        ("pool", "i8", (PLACES,)),  # the cards dealt to each group
        ("pool_twice", "i8", (PLACES,)),
    ],
    align=True,
)


class Worlds(NamedTuple):
    """All worlds that agree with a view, as `prepare_worlds` counted them: an array of one PLAN record, and the ways.

    `ways[cell, state]` is the sum, over all fillings of the cells from this one on that use up what a state leaves in
    the columns, of the product of 1 / (number in a cell)!.
    """

    plans: Any
    ways: Any


def _new_plans() -> npt.NDArray[np.void]:
    return np.zeros(1, PLAN).view(np.recarray)


@overload(_new_plans, strict=False)
def _compiled_new_plans() -> Any:
    return lambda: np.zeros(1, PLAN)


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
    plans = _new_plans()
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
def note_places(view: ViewRow, plan: Any) -> None:
    """Note what voids and the pass tell about every place."""
    for seat in range(view.players):
        if seat == view.seat:
            continue
        for suit in range(4):
            plan.may[seat] |= 0 if is_void(view, seat, suit) else suit_cards(suit)
        plan.room[seat] = view.rules.hand_size - count(view.played[seat]) - count(view.played_twice[seat])
    if view.kitty_taker != view.seat:
        plan.may[view.players] = view.rules.deck
        plan.room[view.players] = view.rules.kitty_size
    holder = holder_of_pass(view)
    if holder >= 0:
        plan.pinned[holder] = view.passed & ~view.played[holder]


@leaf
def player_of(view: ViewRow, at: int) -> int:
    """Return the seat that played card number `at` of `view.plays`."""
    return (view.leaders[at // view.players] + at % view.players) % view.players


@leaf
def note_history(view: ViewRow, plan: Any) -> None:
    """Note which cards seats cannot have because what they played would not have been legal with them."""
    rules = view.rules
    if view.leader < 0:
        return
    if rules.opening_lead != LEFT_OF_DEALER:
        note_opening(view, plan)
    if rules.first_trick_points == FORBID_POINTS:
        for at in range(min(view.players, view.cards_played)):
            note_first_trick(view, plan, at)
    if rules.must_break_hearts == 0 or view.hearts_broken == 0:
        return
    for at in range(view.cards_played):
        if has(rules.breaking_cards, view.plays[at]):
            if at % view.players == 0 and suit_of(view.plays[at]) == HEARTS:
                with_queen = rules.queen_counts_as_heart_when_leading != 0
                plan.may[player_of(view, at)] &= HEART_CARDS | (QUEEN_SET if with_queen else 0)
            return


@leaf
def note_opening(view: ViewRow, plan: Any) -> None:
    """Note what it tells that the first leader, of the seats that had the lowest club the first, was the leader."""
    rules, leader = view.rules, view.leaders[0]
    card = lowest(rules.deck & CLUB_CARDS)
    if rules.opening_lead == LOWEST_CLUB:
        card = view.plays[0] if view.cards_played > 0 else lowest(view.hand & CLUB_CARDS)
    elif rules.kitty_size != 0:
        return
    elif leader != view.seat and not has(view.played[leader], card):
        plan.pinned[leader] |= only(card)
    for seat in range(view.players):
        plan.may[seat] &= ~below(CLUB_CARDS, card)
        if seat < leader:
            plan.may[seat] &= ~only(card)


@leaf
def note_first_trick(view: ViewRow, plan: Any, at: int) -> None:
    """Note what a penalty card tells, of its player, that was played to the first trick although that is forbidden."""
    rules, card, seat = view.rules, view.plays[at], player_of(view, at)
    is_choice = rules.opening_lead == LEFT_OF_DEALER if at == 0 else suit_of(card) != suit_of(view.plays[0])
    if not is_choice or not has(rules.penalty_cards, card):
        return
    plan.may[seat] &= rules.penalty_cards
    if at > 0 and rules.first_trick_points_only_hand == HEARTS_ONLY and suit_of(card) != HEARTS:
        plan.may[seat] &= ~HEART_CARDS
    if at > 0 and rules.first_trick_points_only_hand == QUEEN_FORCED and not has(QUEEN_SET, card):
        plan.may[seat] &= ~QUEEN_SET


@leaf
def sort_cards(view: ViewRow, plan: Any) -> None:
    """Sort the cards that are to be dealt into classes: splitting them by what each place may hold."""
    once, both = unseen(view), unseen_twice(view)
    for place in range(view.players):
        twice = both & plan.pinned[place]
        both ^= twice
        once ^= plan.pinned[place] ^ twice
        plan.room[place] -= count(plan.pinned[place])
    plan.class_cards[0] = once
    plan.classes = 1 if once != 0 else 0
    for place in range(view.players + 1):
        if plan.room[place] > 0:
            for each in range(plan.classes):
                out = plan.class_cards[each] & ~plan.may[place]
                if out != 0 and out != plan.class_cards[each]:
                    plan.class_cards[each] ^= out
                    plan.class_cards[plan.classes] = out
                    plan.classes += 1
    for each in range(plan.classes):
        plan.class_twice[each] = both & plan.class_cards[each]
        plan.class_size[each] = count(plan.class_cards[each]) + count(plan.class_twice[each])


@leaf
def sort_places(view: ViewRow, plan: Any) -> None:
    """Sort the places that get cards into groups of those that may hold the same."""
    for place in range(view.players + 1):
        plan.group[place] = -1
        if plan.room[place] <= 0:
            continue
        classes = 0
        for each in range(plan.classes):
            classes |= 1 << each if plan.class_cards[each] & plan.may[place] != 0 else 0
        group = 0
        while group < plan.groups and plan.group_classes[group] != classes:
            group += 1
        plan.groups = max(plan.groups, group + 1)
        plan.group_classes[group] = classes
        plan.group_size[group] += plan.room[place]
        plan.group[place] = group
        plan.group_end[group] = place


@leaf
def lay_out(plan: Any) -> None:
    """Choose rows and columns, and list the cells of all rows but the last; `number` 0 says that there is no world."""
    by_classes, by_groups, cards, room = 1, 1, 0, 0
    for each in range(plan.classes):
        by_classes *= plan.class_size[each] + 1
        cards += plan.class_size[each]
    for group in range(plan.groups):
        by_groups *= plan.group_size[group] + 1
        room += plan.group_size[group]
    plan.rows_are_classes = 1 if by_groups < by_classes else 0
    plan.number = 1 if cards == room else 0
    plan.states = 1
    columns, later = column_count(plan), cards
    for column in range(columns):
        plan.stride[column] = plan.states
        plan.states *= column_size(plan, column) + 1
    for row in range(row_count(plan)):
        plan.last_row = row if row_size(plan, row) > row_size(plan, plan.last_row) else plan.last_row
    for row in range(row_count(plan)):
        if row == plan.last_row:
            continue
        later -= row_size(plan, row)
        first = plan.cells
        for column in range(columns):
            if is_cell(plan, row, column):
                plan.cell_row[plan.cells] = row
                plan.cell_column[plan.cells] = column
                plan.cell_later[plan.cells] = later
                plan.cells += 1
        if plan.cells == first:
            plan.number = 0
            continue
        plan.cell_size[first] = row_size(plan, row)
        plan.cell_closes[plan.cells - 1] = 1


@leaf
def row_count(plan: Any) -> int:
    """Return how many rows there are."""
    return plan.classes if plan.rows_are_classes != 0 else plan.groups


@leaf
def column_count(plan: Any) -> int:
    """Return how many columns there are."""
    return plan.groups if plan.rows_are_classes != 0 else plan.classes


@leaf
def row_size(plan: Any, row: int) -> int:
    """Return how many cards the cells of a row have together."""
    return plan.class_size[row] if plan.rows_are_classes != 0 else plan.group_size[row]


@leaf
def column_size(plan: Any, column: int) -> int:
    """Return how many cards the cells of a column have together."""
    return plan.group_size[column] if plan.rows_are_classes != 0 else plan.class_size[column]


@leaf
def is_cell(plan: Any, row: int, column: int) -> bool:
    """Tell whether the class and the group of a row and a column may have cards in common."""
    group, each = (column, row) if plan.rows_are_classes != 0 else (row, column)
    return (plan.group_classes[group] >> each) & 1 != 0


@leaf
def next_state(plan: Any, total: int) -> int:
    """Turn `left` into the next combination of cards left in the columns; return the sum, given that of this one."""
    for column in range(column_count(plan)):
        if plan.left[column] < column_size(plan, column):
            plan.left[column] += 1
            return total + 1
        total -= plan.left[column]
        plan.left[column] = 0
    return total


@leaf
def count_last_row(plan: Any, ways: Any) -> None:
    """Fill in the ways of the last row, which takes what is left in every column, if it may."""
    total, columns = 0, column_count(plan)
    for state in range(plan.states):
        if total == row_size(plan, plan.last_row):
            value = 1.0
            for column in range(columns):
                is_possible = plan.left[column] == 0 or is_cell(plan, plan.last_row, column)
                value *= _INVERSE_FACTORIALS[plan.left[column]] if is_possible else 0.0
            ways[plan.cells, state] = value
        total = next_state(plan, total)


@leaf
def count_cell(plan: Any, ways: Any, cell: int) -> None:
    """Fill in the ways from one cell on, for all states that this row may leave."""
    total, later, column = 0, plan.cell_later[cell], plan.cell_column[cell]
    most = later + row_size(plan, plan.cell_row[cell])
    stride, closes = plan.stride[column], plan.cell_closes[cell] != 0
    for state in range(plan.states):
        if later <= total <= most:
            value, open_places = 0.0, total - later
            first = open_places if closes else 0
            for amount in range(first, min(open_places, plan.left[column]) + 1):
                value += _INVERSE_FACTORIALS[amount] * ways[cell + 1, state - amount * stride]
            ways[cell, state] = value
        total = next_state(plan, total)


@leaf
def orders(view: ViewRow, plan: Any) -> float:
    """Return how many worlds there are for each way: the factorials of the classes, and the splits of the groups."""
    product = 1.0
    for each in range(plan.classes):
        product /= _INVERSE_FACTORIALS[plan.class_size[each]]
    for group in range(plan.groups):
        product /= _INVERSE_FACTORIALS[plan.group_size[group]]
    for place in range(view.players + 1):
        product *= _INVERSE_FACTORIALS[plan.room[place]] if plan.group[place] >= 0 else 1.0
    return product


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
        part = _INVERSE_FACTORIALS[amount] * ways[cell + 1, state - amount * plan.stride[column]]
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
