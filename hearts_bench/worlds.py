"""Determinized worlds: hidden hands that agree with what a seat knows, and tables to play them out on.

Search strategies use this module as anybody may. A world gives every other seat as many cards as it holds, none of a
suit it has shown to be void in, and the cards that it was passed by the searching seat and has not played yet. Cards
that were left over from the deal, unless the searching seat took them, are dealt anew as well.
"""

from typing import Any

from hearts_bench._jit import leaf
from hearts_bench.cards import Card, CardSet, Suit, count, in_suit, lowest, nth, only, suit_cards
from hearts_bench.rng import draw_below, strategy_stream
from hearts_bench.rules import MAX_SEATS
from hearts_bench.table import FAIL, NO_SEAT, OVER, PLAYING, TableRow
from hearts_bench.view import ViewRow, holder_of_pass, is_void, unseen, unseen_twice

# The kitty is one more place for cards, behind the last seat.
PLACES = MAX_SEATS + 1


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
def sample_world(view: ViewRow, stream: int, table: TableRow, room: Any) -> None:
    """Draw the other seats' hands, and the kitty, of a table from a random stream.

    Cards go one by one to a place drawn in proportion to the room it has left, suits that fewest can hold first.
    Without voids every world is equally likely; with voids all possible worlds can come, roughly equally likely (in
    endgames with many voids they came 0.48 to 1.98 times as often as they should). If a card finds no room, cards
    move over between the places until it does. `room` is an int64 array of PLACES elements.
    """
    holder = holder_of_pass(view)
    pinned = view.passed & ~view.played[holder] if holder >= 0 else 0
    clear_places(view, table, room, holder, pinned)
    both = unseen_twice(view)
    once = (unseen(view) & ~pinned) | (both & pinned)
    both &= ~pinned
    drawn = 0
    for holders in range(1, view.players + 1):
        for suit in range(4):
            if possible_holders(view, suit) != holders:
                continue
            for copies in (once, both):
                rest = in_suit(copies, suit)
                while rest != 0:
                    place = draw_place(view, suit, room, stream, drawn)
                    if place < 0:
                        place = make_room(view, suit, table, room, pinned, stream, drawn)
                    give(view, table, room, place, lowest(rest))
                    rest &= rest - 1
                    drawn += 1


@leaf
def clear_places(view: ViewRow, table: TableRow, room: Any, holder: int, pinned: CardSet) -> None:
    """Empty the other hands but for the pinned cards, and note how much room there is."""
    for seat in range(view.players):
        room[seat] = 0
        if seat != view.seat:
            table.hands[seat] = pinned if seat == holder else 0
            table.hands_twice[seat] = 0
            held = view.rules.hand_size - count(view.played[seat]) - count(view.played_twice[seat])
            room[seat] = held - count(table.hands[seat])
    is_known = view.kitty_taker == view.seat
    table.kitty = view.kitty
    table.kitty_twice = view.kitty_twice
    room[view.players] = 0 if is_known else view.rules.kitty_size


@leaf
def give(view: ViewRow, table: TableRow, room: Any, place: int, card: Card) -> None:
    """Put a card at a seat or, behind the last one, into the kitty."""
    cards = only(card)
    room[place] -= 1
    if place == view.players:
        table.kitty_twice |= table.kitty & cards
        table.kitty |= cards
    else:
        table.hands_twice[place] |= table.hands[place] & cards
        table.hands[place] |= cards


@leaf
def take(view: ViewRow, table: TableRow, room: Any, place: int, card: Card) -> None:
    """Take a card away from a seat or from the kitty."""
    cards = only(card)
    room[place] += 1
    if place == view.players:
        twice = table.kitty_twice & cards
        table.kitty_twice ^= twice
        table.kitty ^= cards ^ twice
    else:
        twice = table.hands_twice[place] & cards
        table.hands_twice[place] ^= twice
        table.hands[place] ^= cards ^ twice


@leaf
def movable(view: ViewRow, table: TableRow, place: int, pinned: CardSet) -> CardSet:
    """Return the cards at a seat or in the kitty that may be elsewhere; of a pinned card, only its twin may."""
    if place == view.players:
        return table.kitty
    if place != holder_of_pass(view):
        return table.hands[place]
    return (table.hands[place] & ~pinned) | (table.hands_twice[place] & pinned)


@leaf
def can_hold(view: ViewRow, place: int, suit: Suit) -> bool:
    """Tell whether an unseen card of a suit may be at a place."""
    if place == view.players:
        return view.rules.kitty_size != 0 and view.kitty_taker != view.seat
    return place != view.seat and not is_void(view, place, suit)


@leaf
def possible_holders(view: ViewRow, suit: Suit) -> int:
    """Return at how many places unseen cards of a suit may be."""
    holders = 0
    for place in range(view.players + 1):
        holders += 1 if can_hold(view, place, suit) else 0
    return holders


@leaf
def draw_place(view: ViewRow, suit: Suit, room: Any, stream: int, drawn: int) -> int:
    """Return a place for a card of a suit, drawn in proportion to the room left; -1 if there is no room."""
    total = 0
    for place in range(view.players + 1):
        total += room[place] if can_hold(view, place, suit) else 0
    if total == 0:
        return -1
    left = draw_below(stream, drawn, total)
    for place in range(view.players + 1):
        if can_hold(view, place, suit):
            left -= room[place]
            if left < 0:
                return place
    return -1


@leaf
def may_hold(view: ViewRow, place: int) -> CardSet:
    """Return all cards of the suits of which unseen cards may be at a place."""
    cards = 0
    for suit in range(4):
        if can_hold(view, place, suit):
            cards |= suit_cards(suit)
    return cards


@leaf
def make_room(view: ViewRow, suit: Suit, table: TableRow, room: Any, pinned: CardSet, stream: int, drawn: int) -> int:
    """Move cards along the shortest chain of places, so that one that may hold `suit` gets room; return that place.

    Breadth first from the places with room back to one that may hold the suit; `onward` packs where each place's card
    goes, four bits a place, 15 for nowhere yet. In a position that can be reached a chain always exists.
    """
    onward = (1 << 4 * PLACES) - 1
    reached = 0
    for place in range(view.players + 1):
        if room[place] > 0:
            reached |= 1 << place
    for _ in range(view.players + 1):
        for giver in range(view.players + 1):
            is_known = giver == view.seat or (giver == view.players and view.kitty_taker == view.seat)
            if is_known or (reached >> giver) & 1 != 0:
                continue
            for taker in range(view.players + 1):
                is_reached = (reached >> taker) & 1 != 0
                if is_reached and movable(view, table, giver, pinned) & may_hold(view, taker) != 0:
                    onward = onward & ~(15 << 4 * giver) | (taker << 4 * giver)
                    reached |= 1 << giver
                    break
            if (reached >> giver) & 1 != 0 and can_hold(view, giver, suit):
                shift_cards(view, giver, onward, table, room, pinned, stream, drawn)
                return giver
    return view.players


@leaf
def shift_cards(
    view: ViewRow, giver: int, onward: int, table: TableRow, room: Any, pinned: CardSet, stream: int, drawn: int
) -> None:
    """Pass one card along the chain that starts at `giver`, which ends up with room for one."""
    while (onward >> 4 * giver) & 15 != 15:  # noqa: PLR2004
        taker = (onward >> 4 * giver) & 15
        cards = movable(view, table, giver, pinned) & may_hold(view, taker)
        card = nth(cards, draw_below(stream, 1000 + drawn, count(cards)))
        take(view, table, room, giver, card)
        give(view, table, room, taker, card)
        giver = taker


@leaf
def payoff(table: TableRow, view: ViewRow, seat: int) -> float:
    """Return a seat's payoff in a scored deal: the mean score of the others minus its own."""
    total = 0
    for each in range(view.players):
        total += table.scores[each]
    return (total - view.players * table.scores[seat]) / (view.players - 1)
