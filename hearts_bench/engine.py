"""`advance`, the one function that plays: until a deal or game is over, or a seat must be asked outside.

Compiled strategies are called by their address; for others the caller asks, and goes on with the answer. So there is
one engine for every mix of strategies.
"""

from typing import Any, TypeAlias

import numba
from numba import types

from hearts_bench._call import call_strategy, nanoseconds
from hearts_bench._jit import entry, leaf, routine
from hearts_bench.cards import lowest
from hearts_bench.rng import board_key, drawn_direction
from hearts_bench.rules import MOON_AUTO, RULES
from hearts_bench.scoring import close_deal
from hearts_bench.table import (
    FAULTY,
    OVER,
    PLAYING,
    READY,
    REVOKE,
    SCORED,
    TABLE,
    WAITING,
    TableRow,
    begin,
    decide,
    next_deal,
    open_deal,
    open_table,
    play_card,
    show,
)
from hearts_bench.view import VIEW_RECORD, ViewRow

# A strategy as the engine knows it, a row of `entries`: the addresses of its methods (0 where it must be asked outside)
# and of its parameters, the digest of its name, and the address of `choose_moon`, AUTOMATIC if it has none.
PLAY, CHOOSE_PASS, PARAMETERS = 0, 1, 2
CHOOSE_MOON = 4
AUTOMATIC = -1
Entries: TypeAlias = Any

TABLES = types.Array(numba.from_dtype(TABLE), 1, "C")
VIEWS = types.Array(VIEW_RECORD, 1, "C")
_ENTRIES = types.int64[:, ::1]
_RULES = types.Array(numba.from_dtype(RULES), 1, "C")


@routine
def advance(table: TableRow, view: ViewRow, entries: Entries) -> int:
    """Play a table until the deal or game is OVER, it is WAITING for an answer from outside, or an answer is FAULTY."""
    while True:
        while table.phase != SCORED:
            show(table, view)
            strategy = table.strategies[table.to_act]
            address = entries[strategy, table.phase]
            if address == 0:
                return WAITING
            if not carry_out(table, view, ask(table, view, entries, strategy, address)):
                return FAULTY
        if table.whole_game == 0 or close_deal(table, view):
            return OVER
        view.deal_number += 1
        next_deal(table, view, entries)


@leaf
def ask(table: TableRow, view: ViewRow, entries: Entries, strategy: int, address: int) -> int:
    """Ask a compiled strategy, and note how long it took on a table that is timed."""
    if address == AUTOMATIC:
        return MOON_AUTO
    parameters = entries[strategy, PARAMETERS]
    if table.timed == 0:
        return call_strategy(address, parameters, view)
    start = nanoseconds()
    answer = call_strategy(address, parameters, view)
    table.elapsed[table.to_act] += nanoseconds() - start
    table.decisions[table.to_act] += 1
    return answer


@leaf
def carry_out(table: TableRow, view: ViewRow, answer: int) -> bool:
    """Carry out an answer; where illegal cards do not end a match, they become the lowest legal one and a revoke."""
    if decide(table, view, answer):
        return True
    table.answer = answer
    if table.on_illegal != REVOKE or table.phase != PLAYING:
        return False
    table.revokes[table.to_act] += 1
    if table.revoker < 0:
        table.revoker = table.to_act
    play_card(table, view, lowest(view.legal))
    return True


@entry(types.void(TABLES, VIEWS, _ENTRIES, _RULES, types.int64, types.int64, types.int64, types.int64, types.int64))
def deal_tables(
    tables: Any,
    views: Any,
    entries: Any,
    rules: Any,
    seed: int,
    drawn: int,
    timed_every: int,
    most_deals: int,
    on_illegal: int,
) -> None:
    """Deal every table its board; `rules` has one record. With `most_deals` above 0, boards are games that long.

    A deal's pass direction goes round with the board's number or, where `drawn` is not 0, is drawn from the seed; a
    game begins with the first one.
    """
    for at in range(len(tables)):
        table = tables[at]
        view = views[at]
        open_table(table, view, rules[0])
        table.timed = 1 if table.board % timed_every == 0 else 0
        table.whole_game = 1 if most_deals > 0 else 0
        table.most_deals = most_deals
        table.on_illegal = on_illegal
        table.key = board_key(seed, table.board)
        table.turn = table.board if most_deals == 0 else 0
        if drawn != 0:
            table.turn = drawn_direction(table.key, view.rules.pass_cycle_length)
        next_deal(table, view, entries)


@entry(types.void(TABLES, VIEWS, _RULES, types.int64))
def set_tables(tables: Any, views: Any, rules: Any, pass_offset: int) -> None:
    """Begin a deal on every table with the hands that stand in its `dealt`, instead of dealing them from a seed."""
    for at in range(len(tables)):
        table = tables[at]
        view = views[at]
        kitty, kitty_twice = table.kitty, table.kitty_twice
        open_table(table, view, rules[0])
        open_deal(table, view, pass_offset)
        table.kitty = kitty
        table.kitty_twice = kitty_twice
        for seat in range(view.players):
            table.hands[seat] = table.dealt[seat]
            table.hands_twice[seat] = table.dealt_twice[seat]
        begin(table, view)


@entry(types.int64(TABLES, VIEWS, _ENTRIES))
def advance_tables(tables: Any, views: Any, entries: Any) -> int:
    """Play every table as far as compiled strategies can, and return how many are not OVER then.

    A table that was WAITING first carries out its `answer`.
    """
    stopped = 0
    for at in range(len(tables)):
        table = tables[at]
        view = views[at]
        if table.status == WAITING and not carry_out(table, view, table.answer):
            table.status = FAULTY
        if table.status in (WAITING, READY):
            table.status = advance(table, view, entries)
        stopped += 1 if table.status != OVER else 0
    return stopped
