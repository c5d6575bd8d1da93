"""In how many ways classes of cards can be shared out to groups of places.

A filling of the table of `hearts_bench.layout` stands for as many worlds as the product of 1 / (number in a cell)!
says, up to a factor that is the same for all. The sum of these products over all fillings of just two rows that give
each column a certain number of cards has a closed form: a column that may get cards of one of the rows only has no
choice, and what is left of both rows lies in any order in the other columns. So with two rows there is nothing to list,
and with up to four all splits are listed, of what each column gets from the front pair and what from the back pair.
Rows between the pairs are rare; the ways to fill them are summed backward, cell by cell, for every combination of cards
that may be left in the columns.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from hearts_bench._jit import routine
from hearts_bench.cards import highest
from hearts_bench.layout import share
from hearts_bench.possible import BACK, BOTH_PAIRS, EITHER, FRONT, ONLY_FIRST, ONLY_SECOND
from hearts_bench.rules import MAX_PLAYS
from hearts_bench.view import ViewRow

FACTORIALS = np.cumprod(np.maximum(1.0, np.arange(MAX_PLAYS + 1)))
INVERSE_FACTORIALS = 1 / FACTORIALS

# What the columns get from the front pair. While splits are listed, column by column, `weight` is the product of
# 1 / (number of cards)! for the columns so far; in the end it is the sum of the ways of all splits up to this one.
SPLIT = np.dtype(
    [
        ("weight", "f8"),
        ("sums", "i8"),  # how many cards the columns get: all, those that may get one row only of either pair
        ("shares", "i8"),  # how many each of them gets
    ]
)
# A sum of cards has this many bits in `sums`.
_SUM_BITS = 7
_SUM = (1 << _SUM_BITS) - 1


def new_splits(number: int) -> npt.NDArray[np.void]:
    """Return an array of so many SPLIT records, with anything in it."""
    return np.empty(number, SPLIT).view(np.recarray)


@overload(new_splits, strict=False)
def _compiled_new_splits(number: Any) -> Any:  # noqa: ARG001
    return lambda number: np.empty(number, SPLIT)


@routine
def pair_size(plan: Any, pair: int) -> int:
    """Return how many cards a pair of rows has."""
    return plan.row_size[plan.pair[pair, 0]] + plan.row_size[plan.pair[pair, 1]]


@routine
def ways_of_pair(first: int, second: int) -> float:
    """Return the ways to fill a pair of rows, but for a factor 1 / (number of cards)! for each column.

    The numbers say how many cards of the two rows are left for the columns that may get cards of both.
    """
    if first < 0 or second < 0:
        return 0.0
    return INVERSE_FACTORIALS[first] * INVERSE_FACTORIALS[second] * FACTORIALS[first + second]


@routine
def ways_of_back(plan: Any) -> float:
    """Return the ways to fill the back pair with what is left in the columns."""
    value, first, second = 1.0, plan.row_size[plan.pair[BACK, 0]], plan.row_size[plan.pair[BACK, 1]]
    for column in range(plan.columns):
        left, rows = plan.left[column], plan.pair_rows[BACK, column]
        value *= INVERSE_FACTORIALS[left] if left == 0 or rows != 0 else 0.0
        first -= left if rows == ONLY_FIRST else 0
        second -= left if rows == ONLY_SECOND else 0
    return value * ways_of_pair(first, second)


@routine
def count_splits(plan: Any, splits: Any, ways: Any) -> float:
    """List the splits that are possible, in the first half of `splits`; return in how many ways all rows can be filled.

    Splits are extended column by column, from the one half to the other.
    """
    if plan.most_splits == 0:
        return 0.0
    half, start, number = len(splits) // 2, 0, 1
    splits[0].weight = 1.0
    splits[0].sums = 0
    splits[0].shares = 0
    least = pair_size(plan, FRONT)
    most = least
    for column in range(plan.columns):
        least -= plan.high[column]
        most -= plan.low[column]
    for at in range(plan.columns - 1):
        column = plan.column_order[at]
        least += plan.high[column]
        most += plan.low[column]
        number = add_column(plan, splits, column, start, number, half - start, least, most)
        start = half - start
    return add_last_column(plan, splits, ways, start, number)


@routine
def unit_of(plan: Any, column: int) -> int:
    """Return what one card that a column gets from the front pair adds to the sums of a split."""
    unit = 1
    for pair in range(2):
        rows = plan.pair_rows[pair, column]
        if rows not in (0, EITHER):
            unit += 1 << (2 * pair + rows) * _SUM_BITS
    return unit


@routine
def add_column(plan: Any, splits: Any, column: int, start: int, number: int, target: int, least: int, most: int) -> int:
    """Extend so many splits by what one more column can get, with sums from `least` to `most`; return how many it are.

    They are read from `start` on, and written from `target` on.
    """
    size, low, high, shift = plan.column_size[column], plan.low[column], plan.high[column], plan.shift[column]
    unit, end, is_rest_free = unit_of(plan, column), target, plan.rows > BOTH_PAIRS
    for at in range(start, start + number):
        weight, sums, shares = splits[at].weight, splits[at].sums, splits[at].shares
        total = sums & _SUM
        for amount in range(max(low, least - total), min(high, most - total) + 1):
            rest = 1.0 if is_rest_free else INVERSE_FACTORIALS[size - amount]
            splits[end].weight = weight * INVERSE_FACTORIALS[amount] * rest
            splits[end].sums = sums + amount * unit
            splits[end].shares = shares + (amount << shift)
            end += 1
    return end - target


@routine
def add_last_column(plan: Any, splits: Any, ways: Any, start: int, number: int) -> float:
    """Extend so many splits by what the last column has to get, and add up the ways of all splits that have some."""
    column = plan.column_order[plan.columns - 1]
    size, shift, unit, is_rest_free = (
        plan.column_size[column],
        plan.shift[column],
        unit_of(plan, column),
        plan.rows > BOTH_PAIRS,
    )
    cards, first, second = (
        pair_size(plan, FRONT),
        plan.row_size[plan.pair[FRONT, 0]],
        plan.row_size[plan.pair[FRONT, 1]],
    )
    back_first, back_second = plan.row_size[plan.pair[BACK, 0]], plan.row_size[plan.pair[BACK, 1]]
    for each in range(plan.columns):
        back_first -= plan.column_size[each] if plan.pair_rows[BACK, each] == ONLY_FIRST else 0
        back_second -= plan.column_size[each] if plan.pair_rows[BACK, each] == ONLY_SECOND else 0
    total, end = 0.0, 0
    for at in range(start, start + number):
        amount = cards - (splits[at].sums & _SUM)
        sums, shares = splits[at].sums + amount * unit, splits[at].shares + (amount << shift)
        value = splits[at].weight * INVERSE_FACTORIALS[amount]
        value *= ways_of_pair(first - ((sums >> _SUM_BITS) & _SUM), second - ((sums >> 2 * _SUM_BITS) & _SUM))
        if is_rest_free:
            value *= ways[0, state_behind(plan, shares)]
        else:
            value *= INVERSE_FACTORIALS[size - amount]
            value *= ways_of_pair(back_first + ((sums >> 3 * _SUM_BITS) & _SUM), back_second + (sums >> 4 * _SUM_BITS))
        if value > 0:
            total += value
            splits[end].weight = total
            splits[end].shares = shares
            end += 1
    plan.splits = end
    return total


@routine
def state_behind(plan: Any, shares: int) -> int:
    """Return the number of the combination of cards that a split leaves in the columns."""
    state = plan.states - 1
    for column in range(plan.columns):
        state -= share(plan, shares, column) * plan.stride[column]
    return state


@routine
def next_block(plan: Any, total: int) -> int:
    """Turn `left` into the next combination of cards left in the columns but the first; return its sum, given the last.

    States that differ in the first column only follow each other: they make a block.
    """
    for column in range(1, plan.columns):
        if plan.left[column] < plan.column_size[column]:
            plan.left[column] += 1
            return total + 1
        total -= plan.left[column]
        plan.left[column] = 0
    return total


@routine
def count_back(plan: Any, ways: Any) -> None:
    """Fill in the ways of the back pair, which takes what is left in every column, if it may."""
    total, block, size = 0, plan.column_size[0] + 1, pair_size(plan, BACK)
    for start in range(0, plan.states, block):
        plan.left[0] = size - total
        if 0 <= plan.left[0] < block:
            ways[plan.cells, start + plan.left[0]] = ways_of_back(plan)
        total = next_block(plan, total)


@routine
def count_between(plan: Any, ways: Any) -> None:
    """Fill in the ways of the cells between the pairs, from the last one on backward."""
    count_back(plan, ways)
    cell, later = plan.cells, pair_size(plan, BACK)
    for at in range(plan.rows - 1, BOTH_PAIRS - 1, -1):
        row = plan.row_order[at]
        size, columns = plan.row_size[row], plan.row_columns[row]
        rest = columns
        while rest != 0:
            cell -= 1
            column = highest(rest)
            closes = rest == columns
            rest ^= 1 << column
            count_cell(plan, ways, cell, column, later, later + size, closes, rest == 0)
        later += size


@routine
def count_cell(plan: Any, ways: Any, cell: int, column: int, later: int, most: int, closes: bool, opens: bool) -> None:
    """Fill in the ways from one cell on, for all states that its row may leave; the first cell of a row finds it whole.

    The rows behind get `later` cards, and `most` with this row.
    """
    total, block, stride = 0, plan.column_size[0] + 1, plan.stride[column]
    least = most if opens else later
    for start in range(0, plan.states, block):
        for first in range(max(0, least - total), min(block - 1, most - total) + 1):
            state, left = start + first, total + first - later
            value = 0.0
            for amount in range(left if closes else 0, min(left, first if column == 0 else plan.left[column]) + 1):
                value += INVERSE_FACTORIALS[amount] * ways[cell + 1, state - amount * stride]
            ways[cell, state] = value
        total = next_block(plan, total)


@routine
def orders(view: ViewRow, plan: Any) -> float:
    """Return how many worlds there are for each way: the factorials of the classes, and the splits of the groups."""
    product = 1.0
    for each in range(plan.classes):
        product *= FACTORIALS[plan.class_size[each]]
    for group in range(plan.groups):
        room = 0
        for place in range(view.players + 1):
            room += plan.room[place] if plan.group[place] == group else 0
        product *= FACTORIALS[room]
    for place in range(view.players + 1):
        product *= INVERSE_FACTORIALS[plan.room[place]] if plan.group[place] >= 0 else 1.0
    return product
