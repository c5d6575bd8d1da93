"""The table in which classes of cards are shared out to groups of places: its rows, its columns, and how it is dealt.

How many cards of each class each group gets fills a table with given sums of rows and columns. The rows are taken in
two pairs, which makes counting cheap (`hearts_bench.counting`): a column that may get cards of one row of a pair only
has no choice, and what is left of both rows lies in any order in the other columns. Here the rows are paired, and the
moves are noted that deal a world once it is known how many cards each pair gives to each column.
"""

from typing import Any

from hearts_bench._jit import routine
from hearts_bench.cards import count, highest, lowest
from hearts_bench.possible import (
    A_PAIR,
    BOTH_PAIRS,
    EITHER,
    FRONT,
    GROUP_SET,
    MIXED_SET,
    NO_MOVE,
    NO_ROW,
    ONLY_FIRST,
    ONLY_SECOND,
)

# More cards than any set has: a move of all that are left.
_ALL = 127


@routine
def lay_out(plan: Any) -> None:
    """Choose rows, columns and pairs so that there is the least to count."""
    least = 0
    for turn in range(3):  # classes as rows, groups as rows, classes again if that was better
        draw_up(plan, turn != 1)
        work = choose_pairs(plan)
        if plan.rows <= A_PAIR or (turn == 1 and work <= least):
            break
        least = work
    order_columns(plan)


@routine
def draw_up(plan: Any, rows_are_classes: bool) -> None:
    """Make classes or groups the rows, and put those that have cards in order, the largest first."""
    plan.rows_are_classes = 1 if rows_are_classes else 0
    plan.columns = plan.groups if rows_are_classes else plan.classes
    for column in range(plan.columns):
        plan.column_size[column] = plan.group_size[column] if rows_are_classes else plan.class_size[column]
    plan.rows = 0
    for row in range(plan.classes if rows_are_classes else plan.groups):
        size, at = plan.class_size[row] if rows_are_classes else plan.group_size[row], plan.rows
        plan.row_size[row] = size
        plan.row_columns[row] = plan.class_groups[row] if rows_are_classes else plan.group_classes[row]
        if size > 0:
            while at > 0 and plan.row_size[plan.row_order[at - 1]] < size:
                plan.row_order[at] = plan.row_order[at - 1]
                at -= 1
            plan.row_order[at] = row
            plan.rows += 1


@routine
def choose_pairs(plan: Any) -> int:
    """Pair rows so that there is the least to list; return how much that may be.

    Of the largest four rows the first is paired with each other one. Further rows are rare, and lie between the pairs.
    """
    chosen, least = 0, 0
    for partner in range(1, BOTH_PAIRS):
        pair_up(plan, partner)
        most = compare_columns(plan)
        if chosen == 0 or most < least:
            chosen, least = partner, most
        if plan.rows <= A_PAIR:
            break
    if chosen != partner:
        pair_up(plan, chosen)
        compare_columns(plan)
    plan.most_splits = least
    number_states(plan)
    return least + plan.cells * plan.states


@routine
def pair_up(plan: Any, partner: int) -> None:
    """Make the back pair of the largest row and the one at a place of the order, 1 to 3; the others go to the front."""
    other = 2 if partner == 1 else 1
    for at in range(4):
        place = (other, 6 - partner - other, 0, partner)[at]
        plan.pair[at >> 1, at & 1] = plan.row_order[place] if place < plan.rows else NO_ROW


@routine
def compare_columns(plan: Any) -> int:
    """Note what each column can get from each pair; return how many splits there may be.

    That is the product of what all columns but one can get, whose number follows from the others'.
    """
    product, widest = 1, 1
    for column in range(plan.columns):
        size, most = plan.column_size[column], 0
        for pair in range(2):
            plan.pair_rows[pair, column] = 0
            most <<= 8
            for place in range(2):
                row = plan.pair[pair, place]
                if (plan.row_columns[row] >> column) & 1 != 0:
                    plan.pair_rows[pair, column] |= 1 << place
                    most += plan.row_size[row]
        plan.high[column] = min(size, most >> 8)
        plan.low[column] = max(0, size - (most & 255)) if plan.rows <= BOTH_PAIRS else 0
        width = max(0, plan.high[column] - plan.low[column] + 1)
        product *= width
        widest = max(widest, width)
    return product // widest


@routine
def number_states(plan: Any) -> None:
    """Give a number to each combination of cards left in the columns, if there are rows between the pairs."""
    plan.cells = 0
    plan.states = 1
    if plan.rows > BOTH_PAIRS:
        for column in range(plan.columns):
            plan.stride[column] = plan.states
            plan.states *= plan.column_size[column] + 1
        for at in range(BOTH_PAIRS, plan.rows):
            plan.cells += count(plan.row_columns[plan.row_order[at]])


@routine
def order_columns(plan: Any) -> None:
    """Put the columns in order, those with the fewest possibilities first, and give each its bits in `shares`."""
    shift = 0
    for column in range(plan.columns):
        width, at = plan.high[column] - plan.low[column], column
        while at > 0 and plan.high[plan.column_order[at - 1]] - plan.low[plan.column_order[at - 1]] > width:
            plan.column_order[at] = plan.column_order[at - 1]
            at -= 1
        plan.column_order[at] = column
        bits = highest(2 * plan.column_size[column] + 1)
        plan.shift[column] = shift
        plan.mask[column] = (1 << bits) - 1
        shift += bits


@routine
def share(plan: Any, shares: int, column: int) -> int:
    """Return how many cards a column gets from the front pair in a split."""
    return (shares >> plan.shift[column]) & plan.mask[column]


@routine
def note_moves(plan: Any) -> None:
    """Note how the rows are dealt, from the front to the back: with the right sizes if the back pair gets all cards."""
    plan.moves = 0
    for pair in range(2):
        plan.mixed_move[pair] = NO_MOVE
        for column in range(plan.columns):
            plan.pair_move[pair, column] = NO_MOVE
        if plan.rows_are_classes != 0:
            note_class_moves(plan, pair)
        else:
            note_group_moves(plan, pair)
        if pair == FRONT and plan.rows > BOTH_PAIRS:
            note_moves_between(plan)


@routine
def note_move(plan: Any, source: int, target: int, size: int) -> None:
    """Add a move of so many cards from one set to another."""
    plan.move_from[plan.moves] = source
    plan.move_to[plan.moves] = target
    plan.move_size[plan.moves] = size
    plan.moves += 1


@routine
def note_class_moves(plan: Any, pair: int) -> None:
    """Deal a pair of classes: first to the groups that may get one of them only, then what is left of both."""
    one, two = plan.pair[pair, 0], plan.pair[pair, 1]
    for step in range(2):
        for group in range(plan.groups):
            rows = plan.pair_rows[pair, group]
            if rows != 0 and (rows == EITHER) == (step == 1):
                plan.pair_move[pair, group] = plan.moves
                note_move(plan, two if rows == ONLY_SECOND else one, GROUP_SET + group, plan.group_size[group])
        if step == 0 and two != NO_ROW:
            note_move(plan, two, one, _ALL)


@routine
def note_group_moves(plan: Any, pair: int) -> None:
    """Deal a pair of groups: each what the other may not get, and then what either may get, mixed."""
    one, two = plan.pair[pair, 0], plan.pair[pair, 1]
    missing = plan.row_size[one]
    for each in range(plan.classes):
        rows = plan.pair_rows[pair, each]
        if rows != 0:
            missing -= plan.class_size[each] if rows == ONLY_FIRST else 0
            plan.pair_move[pair, each] = plan.moves
            target = MIXED_SET if rows == EITHER else GROUP_SET + (two if rows == ONLY_SECOND else one)
            note_move(plan, each, target, plan.class_size[each])
    if two != NO_ROW:
        plan.mixed_move[pair] = plan.moves
        note_move(plan, MIXED_SET, GROUP_SET + one, missing)
        note_move(plan, MIXED_SET, GROUP_SET + two, _ALL)


@routine
def note_moves_between(plan: Any) -> None:
    """Deal the rows between the pairs, cell by cell."""
    plan.between_move = plan.moves
    for at in range(BOTH_PAIRS, plan.rows):
        row = plan.row_order[at]
        columns = plan.row_columns[row]
        while columns != 0:
            column = lowest(columns)
            columns &= columns - 1
            each, group = (row, column) if plan.rows_are_classes != 0 else (column, row)
            note_move(plan, each, GROUP_SET + group, 0)
