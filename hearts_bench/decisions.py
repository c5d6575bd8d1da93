"""Every card of finished deals with what its player could choose from: the deals are played again, card by card.

The rules are the engine's own, so whatever they are, what was legal is what the strategy was shown.
"""

from typing import Any, TypeAlias

import numba
import numpy as np
import numpy.typing as npt
from numba import types

from hearts_bench._jit import entry, leaf
from hearts_bench.cards import only
from hearts_bench.engine import TABLES, VIEWS
from hearts_bench.rules import Rules
from hearts_bench.scoring import set_points
from hearts_bench.table import PASSING, TABLE, TableRow, begin, open_deal, pass_cards, play_card, show
from hearts_bench.view import VIEW, ViewRow

# One card that a seat played. What is said of the trick was so before the card was played.
DECISION = np.dtype(
    [
        ("seat", "i8"),
        ("card", "i8"),
        ("hand", "i8"),  # the card sets it held, and could choose from
        ("legal", "i8"),
        ("led_suit", "i8"),  # -1 for a lead
        ("winner", "i8"),  # who would have won the trick so far, and by which card; -1 if nobody
        ("winning_card", "i8"),
        ("penalties", "i8"),  # points of the penalty cards on the table
        ("hearts_broken", "i8"),
    ],
    align=True,
)
# One trick: who won it (-1 where two decks left it to nobody), and the points that the winner took with it. To these
# belong what earlier tricks had left over, and the kitty. `penalties` leaves bonus cards out.
TRICK = np.dtype([("winner", "i8"), ("points", "i8"), ("penalties", "i8")], align=True)
Records: TypeAlias = npt.NDArray[np.void]

_DECISIONS = types.Array(numba.from_dtype(DECISION), 3, "C")
_TRICKS = types.Array(numba.from_dtype(TRICK), 2, "C")


def decisions_of(rules: Rules, tables: Records, views: Records) -> tuple[Records, Records]:
    """Return every decision and trick of some finished deals.

    `tables` and `views` are those of a block; of games, it is their last deal that counts.

    Returns:
        Records of DECISION, of shape (tables, tricks, seats) in the order of play, and of TRICK, of shape (tables,
        tricks).

    """
    shape = (len(tables), rules.hand_size)
    decisions, tricks = np.zeros((*shape, rules.players), DECISION), np.zeros(shape, TRICK)
    _retrace(tables, views, np.zeros(1, TABLE), np.zeros(1, VIEW), decisions, tricks)
    return decisions, tricks


@entry(types.void(TABLES, VIEWS, TABLES, VIEWS, _DECISIONS, _TRICKS))
def _retrace(tables: Any, views: Any, room: Any, seen: Any, decisions: Any, tricks: Any) -> None:
    """Play finished deals again in the room of one table, and put down every decision and trick."""
    for at in range(len(tables)):
        room[0] = tables[at]
        seen[0] = views[at]
        begin_again(room[0], seen[0], tables[at])
        carried = 0
        for number in range(views[at].rules.hand_size):
            carried = play_trick(room[0], seen[0], views[at].plays, decisions[at, number], tricks[at, number], carried)


@leaf
def begin_again(table: TableRow, view: ViewRow, finished: TableRow) -> None:
    """Put a table, a copy of a finished one, back to where the first card is led."""
    open_deal(table, view, view.pass_offset)
    table.kitty = finished.kitty
    table.kitty_twice = finished.kitty_twice
    for seat in range(view.players):
        table.hands[seat] = finished.dealt[seat]
        table.hands_twice[seat] = finished.dealt_twice[seat]
    begin(table, view)
    while table.phase == PASSING:
        pass_cards(table, view, finished.passed[table.to_act])


@leaf
def play_trick(table: TableRow, view: ViewRow, plays: Any, decisions: Any, trick: Any, carried: int) -> int:
    """Play a trick again and put it down; return the penalty points it leaves over, as the last one left `carried`."""
    points, penalties, kitty_taker = view.carried_points, 0, view.kitty_taker
    for turn in range(view.players):
        card = plays[view.cards_played]
        show(table, view)
        put_down(decisions[turn], view, card, penalties)
        points += view.rules.values[card]
        penalties += set_points(view.rules, only(card) & view.rules.penalty_cards, 0)
        play_card(table, view, card)
    penalties += carried
    if view.carried != 0:
        trick.winner = -1
        return penalties
    if view.kitty_taker != kitty_taker:
        bad = view.rules.penalty_cards
        points += set_points(view.rules, table.kitty, table.kitty_twice)
        penalties += set_points(view.rules, table.kitty & bad, table.kitty_twice & bad)
    trick.winner = view.leader
    trick.points = points
    trick.penalties = penalties
    return 0


@leaf
def put_down(decision: Any, view: ViewRow, card: int, penalties: int) -> None:
    """Fill in a decision, as it is seen before the card is played."""
    decision.seat = view.seat
    decision.card = card
    decision.hand = view.hand
    decision.legal = view.legal
    decision.led_suit = view.led_suit
    decision.winner = view.winner
    decision.winning_card = view.winning_card
    decision.penalties = penalties
    decision.hearts_broken = view.hearts_broken
