"""Determinized worlds: hidden hands that agree with what a seat knows, and tables to play them out on.

Search strategies use this module as anybody may. A world gives every other seat as many cards as it holds, none of a
suit it has shown to be void in, and the cards that it was passed by the searching seat and has not played yet.
"""

from typing import Any

from hearts_bench._jit import leaf
from hearts_bench.cards import CardSet, Suit, count, in_suit, lowest, nth, only, suit_cards
from hearts_bench.rng import draw_below, strategy_stream
from hearts_bench.rules import MAX_SEATS
from hearts_bench.table import OVER, PLAYING, TableRow
from hearts_bench.view import ViewRow, holder_of_pass, is_void, unseen


@leaf
def table_for_view(table: TableRow, view: ViewRow) -> None:
    """Fill a table with what the seat to play knows; the others' hands are left to `sample_world`.

    All seats are played by row 0 of the entries, and a deal ends once no penalty card is left to play.
    """
    table.board = 0
    table.status = OVER
    table.phase = PLAYING
    table.to_act = view.seat
    table.timed = 0
    table.stop_early = 1
    table.moon_seat = -1
    for seat in range(MAX_SEATS):
        table.strategies[seat] = 0
        table.passed[seat] = 0
        table.received[seat] = 0
        table.tricks[seat] = 0
    table.hands[view.seat] = view.hand
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
def sample_world(view: ViewRow, stream: int, hands: Any, room: Any) -> None:
    """Draw the other seats' hands into `hands` (int64, one card set per seat) from a random stream.

    Cards go one by one to a seat drawn in proportion to the room it has left, suits that fewest seats can hold first.
    Without voids every world is equally likely; with voids all possible worlds can come, roughly equally likely. If a
    card finds no room, cards move over between the seats until it does. `room` is an int64 array, one per seat.
    """
    pinned = view.passed & ~view.seen
    holder = holder_of_pass(view)
    for seat in range(view.players):
        if seat != view.seat:
            hands[seat] = pinned if seat == holder else 0
            room[seat] = view.rules.hand_size - count(view.played[seat]) - count(hands[seat])
    room[view.seat] = 0
    cards = unseen(view) & ~pinned
    drawn = 0
    for holders in range(1, view.players):
        for suit in range(4):
            rest = in_suit(cards, suit)
            if rest == 0 or possible_holders(view, suit) != holders:
                continue
            while rest != 0:
                card = lowest(rest)
                rest &= rest - 1
                seat = draw_holder(view, suit, room, stream, drawn)
                if seat < 0:
                    seat = make_room(view, suit, hands, room, pinned, stream, drawn)
                drawn += 1
                hands[seat] |= only(card)
                room[seat] -= 1


@leaf
def possible_holders(view: ViewRow, suit: Suit) -> int:
    """Return how many other seats may hold cards of a suit."""
    holders = 0
    for seat in range(view.players):
        if seat != view.seat and not is_void(view, seat, suit):
            holders += 1
    return holders


@leaf
def draw_holder(view: ViewRow, suit: Suit, room: Any, stream: int, drawn: int) -> int:
    """Return a seat for a card of a suit, drawn in proportion to the room left; -1 if none has room."""
    total = 0
    for seat in range(view.players):
        if not is_void(view, seat, suit):
            total += room[seat]
    if total == 0:
        return -1
    place = draw_below(stream, drawn, total)
    for seat in range(view.players):
        if not is_void(view, seat, suit):
            place -= room[seat]
            if place < 0:
                return seat
    return -1


@leaf
def may_hold(view: ViewRow, seat: int) -> CardSet:
    """Return all cards of the suits in which a seat has not shown a void."""
    cards = 0
    for suit in range(4):
        if not is_void(view, seat, suit):
            cards |= suit_cards(suit)
    return cards


@leaf
def make_room(view: ViewRow, suit: Suit, hands: Any, room: Any, pinned: CardSet, stream: int, drawn: int) -> int:
    """Move cards along the shortest chain of seats, so that a seat that may hold `suit` gets room; return that seat.

    Breadth first from the seats with room back to one that may hold the suit; `onward` packs where each seat's card
    goes, four bits a seat, 15 for nowhere yet. In a position that can be reached a chain always exists.
    """
    onward = (1 << 4 * MAX_SEATS) - 1
    reached = 0
    for seat in range(view.players):
        if room[seat] > 0:
            reached |= 1 << seat
    for _ in range(view.players):
        for giver in range(view.players):
            if giver == view.seat or (reached >> giver) & 1 != 0:
                continue
            for taker in range(view.players):
                if (reached >> taker) & 1 != 0 and hands[giver] & ~pinned & may_hold(view, taker) != 0:
                    onward = onward & ~(15 << 4 * giver) | (taker << 4 * giver)
                    reached |= 1 << giver
                    break
            if (reached >> giver) & 1 != 0 and not is_void(view, giver, suit):
                shift_cards(view, giver, onward, hands, room, pinned, stream, drawn)
                return giver
    return -1


@leaf
def shift_cards(
    view: ViewRow, giver: int, onward: int, hands: Any, room: Any, pinned: CardSet, stream: int, drawn: int
) -> None:
    """Pass one card along the chain that starts at `giver`, which ends up with room for one."""
    room[giver] += 1
    while (onward >> 4 * giver) & 15 != 15:  # noqa: PLR2004
        taker = (onward >> 4 * giver) & 15
        movable = hands[giver] & ~pinned & may_hold(view, taker)
        card = nth(movable, draw_below(stream, 1000 + drawn, count(movable)))
        hands[giver] &= ~only(card)
        hands[taker] |= only(card)
        giver = taker
    room[giver] -= 1


@leaf
def payoff(table: TableRow, view: ViewRow, seat: int) -> float:
    """Return a seat's payoff in a scored deal: the mean score of the others minus its own."""
    total = 0
    for each in range(view.players):
        total += table.scores[each]
    return (total - view.players * table.scores[seat]) / (view.players - 1)
