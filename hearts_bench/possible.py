"""What the cards that a seat has not seen can be: where each may lie, and in how many ways they can be dealt.

A seat can hold no card of a suit in which it failed to follow, and none that would have made a card it played illegal
when it played it. Cards that may lie at the same places make a class, places that may hold the same classes make a
group, and only how many cards of a class go to a group has to be counted. These numbers fill a table with given sums of
rows and columns; a filling stands for as many deals as the product of 1 / (number in a cell)! says, up to a factor that
is the same for all. The ways to go on are summed backward, cell by cell, for every combination of cards that may be
left in the columns.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from hearts_bench._jit import leaf
from hearts_bench.cards import CLUB_CARDS, HEART_CARDS, HEARTS, below, count, has, lowest, only, suit_cards, suit_of
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
from hearts_bench.view import ViewRow, holder_of_pass, is_void, unseen, unseen_twice

# The kitty is one more place for cards, behind the last seat.
PLACES = MAX_SEATS + 1
# Places tell cards apart by suit, penalty, Q♠, and as clubs below, at or above the opening lead: 5 + 2 + 3 + 1 classes.
MAX_CLASSES = 11
_MAX_CELLS = PLACES * MAX_CLASSES
INVERSE_FACTORIALS = 1 / np.cumprod(np.maximum(1.0, np.arange(MAX_PLAYS + 1)))

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


def new_plans() -> npt.NDArray[np.void]:
    """Return an array with one empty PLAN record."""
    return np.zeros(1, PLAN).view(np.recarray)


@overload(new_plans, strict=False)
def _compiled_new_plans() -> Any:
    return lambda: np.zeros(1, PLAN)


@leaf
def player_of(view: ViewRow, at: int) -> int:
    """Return the seat that played card number `at` of `view.plays`."""
    return (view.leaders[at // view.players] + at % view.players) % view.players


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
        plan.pinned[place] &= once
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
def next_block(plan: Any, total: int) -> int:
    """Turn `left` into the next combination of cards left in the columns but the first; return its sum, given the last.

    States that differ in the first column only follow each other: they make a block.
    """
    for column in range(1, column_count(plan)):
        if plan.left[column] < column_size(plan, column):
            plan.left[column] += 1
            return total + 1
        total -= plan.left[column]
        plan.left[column] = 0
    return total


@leaf
def count_last_row(plan: Any, ways: Any) -> None:
    """Fill in the ways of the last row, which takes what is left in every column, if it may."""
    total, block = 0, column_size(plan, 0) + 1
    for start in range(0, plan.states, block):
        plan.left[0] = row_size(plan, plan.last_row) - total
        if 0 <= plan.left[0] < block:
            value = 1.0
            for column in range(column_count(plan)):
                is_possible = plan.left[column] == 0 or is_cell(plan, plan.last_row, column)
                value *= INVERSE_FACTORIALS[plan.left[column]] if is_possible else 0.0
            ways[plan.cells, start + plan.left[0]] = value
        total = next_block(plan, total)


@leaf
def count_cell(plan: Any, ways: Any, cell: int) -> None:
    """Fill in the ways from one cell on, for all states that this row may leave; the first cell finds all it has."""
    total, later, column = 0, plan.cell_later[cell], plan.cell_column[cell]
    most, block = later + row_size(plan, plan.cell_row[cell]), column_size(plan, 0) + 1
    least = most if plan.cell_size[cell] != 0 else later
    stride, closes = plan.stride[column], plan.cell_closes[cell] != 0
    for start in range(0, plan.states, block):
        for first in range(max(0, least - total), min(block - 1, most - total) + 1):
            state, left = start + first, total + first - later
            value = 0.0
            for amount in range(left if closes else 0, min(left, first if column == 0 else plan.left[column]) + 1):
                value += INVERSE_FACTORIALS[amount] * ways[cell + 1, state - amount * stride]
            ways[cell, state] = value
        total = next_block(plan, total)


@leaf
def orders(view: ViewRow, plan: Any) -> float:
    """Return how many worlds there are for each way: the factorials of the classes, and the splits of the groups."""
    product = 1.0
    for each in range(plan.classes):
        product /= INVERSE_FACTORIALS[plan.class_size[each]]
    for group in range(plan.groups):
        product /= INVERSE_FACTORIALS[plan.group_size[group]]
    for place in range(view.players + 1):
        product *= INVERSE_FACTORIALS[plan.room[place]] if plan.group[place] >= 0 else 1.0
    return product
