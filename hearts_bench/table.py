"""One deal in play: dealing, passing, playing tricks.

A table is a record of TABLE (what is hidden) beside a record of VIEW (what is public).
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from hearts_bench._jit import leaf, routine
from hearts_bench.cancelling import cancel_equals, carry_trick, taker_of_cancelled
from hearts_bench.cards import (
    CLUB_CARDS,
    DECK_SIZE,
    HEART_CARDS,
    CardSet,
    count,
    has,
    lowest,
    only,
    suit_of,
)
from hearts_bench.deal import deal_hands
from hearts_bench.legal import legal_follows, legal_leads, opening_leads
from hearts_bench.rng import absorb, deal_stream, decision_stream, strategy_stream
from hearts_bench.rules import (
    FIRST_HEART,
    FIRST_PENALTY,
    FIRST_TRICK,
    LEFT_OF_DEALER,
    MAX_HAND,
    MAX_PLAYS,
    MAX_SEATS,
    MOON_AUTO,
    MOON_CHOICE,
    MOON_NONE,
    NOBODY,
    RulesRow,
)
from hearts_bench.scoring import moon_shooter, score_deal, take_up_kitty
from hearts_bench.view import ViewRow

OVER, WAITING, FAULTY, READY = range(4)
# The phases that ask a strategy are numbered as the columns of `entries` with the method that they ask.
PLAYING, PASSING, CHOOSING, SCORED = 0, 1, 4, 5
FAIL, REVOKE = 0, 1
NAME = 3  # column of `entries` with the digest of a strategy's name
NO_SEAT = -1

TABLE = np.dtype(
    [
        ("board", "i8"),  # the number of the board
        ("key", "i8"),  # what all random draws of the board derive from
        ("turn", "i8"),  # where in the cycle of pass directions the board begins
        ("status", "i8"),  # READY to play, WAITING for an answer from outside, OVER or FAULTY
        ("phase", "i8"),  # PASSING, PLAYING, CHOOSING what a moon does, or SCORED
        ("to_act", "i8"),  # the seat that decides next
        ("answer", "i8"),  # the last answer, kept for the report of a fault
        ("timed", "i8"),  # 1: measure how long the strategies take
        ("stop_early", "i8"),  # 1: a deal ends once no card that counts is left to play
        ("whole_game", "i8"),  # 1: deal after deal is played until the game is over
        ("most_deals", "i8"),  # a game is stopped after so many deals, whatever its totals
        ("on_illegal", "i8"),  # FAIL, or go on with the revoke penalty
        ("deals", "i8"),  # deals scored
        ("moon_seat", "i8"),  # who took every penalty card of this deal, or -1
        ("revoker", "i8"),  # who played an illegal card in this deal, or -1
        ("kitty", "i8"),  # the cards left over, and those that are so twice
        ("kitty_twice", "i8"),
        ("strategies", "i8", (MAX_SEATS,)),  # row of `entries` that plays each seat
        ("hands", "i8", (MAX_SEATS,)),  # the card set each seat holds, and the cards it holds twice
        ("hands_twice", "i8", (MAX_SEATS,)),
        ("dealt", "i8", (MAX_SEATS,)),  # the card set each seat was dealt, and the cards it was dealt twice
        ("dealt_twice", "i8", (MAX_SEATS,)),
        ("passed", "i8", (MAX_SEATS,)),  # the card set each seat passes
        ("received", "i8", (MAX_SEATS,)),  # the card set each seat was passed
        ("streams", "i8", (MAX_SEATS,)),  # the random stream of each seat's strategy
        ("scores", "i8", (MAX_SEATS,)),  # points after the moon rule, once SCORED
        ("tricks", "i8", (MAX_SEATS,)),  # tricks won
        ("score_sums", "i8", (MAX_SEATS,)),  # over the deals of a game: scores, and deals with a moon,
        ("moons", "i8", (MAX_SEATS,)),
        ("queens", "i8", (MAX_SEATS,)),  # with the queen of spades,
        ("clean", "i8", (MAX_SEATS,)),  # and without a penalty card
        ("revokes", "i8", (MAX_SEATS,)),  # illegal cards played
        ("decisions", "i8", (MAX_SEATS,)),  # timed decisions
        ("elapsed", "i8", (MAX_SEATS,)),  # nanoseconds they took
        ("pile", "i1", (MAX_PLAYS,)),  # the deck while it is dealt
    ],
    align=True,
)
TableRow: TypeAlias = Any


def new_tables(count: int) -> npt.NDArray[np.void]:
    """Return `count` empty table records; the engine and strategies read their fields as attributes."""
    return np.zeros(count, TABLE).view(np.recarray)


@overload(new_tables, strict=False)
def _compiled_new_tables(count: Any) -> Any:  # noqa: ARG001
    return lambda count: np.zeros(count, TABLE)


@routine
def open_table(table: TableRow, view: ViewRow, rules: RulesRow) -> None:
    """Reset a table and its public view, before the first deal."""
    view.rules = rules
    view.players = rules.players
    view.deal_number = 0
    table.deals = 0
    table.timed = 0
    table.stop_early = 0
    table.whole_game = 0
    table.most_deals = 1
    table.on_illegal = FAIL
    for seat in range(rules.players):
        view.totals[seat] = 0
        table.score_sums[seat] = 0
        table.moons[seat] = 0
        table.queens[seat] = 0
        table.clean[seat] = 0
        table.revokes[seat] = 0
        table.decisions[seat] = 0
        table.elapsed[seat] = 0


@routine
def open_deal(table: TableRow, view: ViewRow, pass_offset: int) -> None:
    """Reset what is about one deal, before any card is dealt."""
    view.dealer = (table.board + view.deal_number) % view.players
    view.pass_offset = pass_offset
    view.pass_count = view.rules.pass_count if pass_offset != 0 else 0
    view.tricks_played = 0
    view.leader = -1
    view.hearts_broken = 0
    view.seen = 0
    view.seen_twice = 0
    view.cards_played = 0
    view.kitty_taker = -1
    view.carried = 0
    view.carried_twice = 0
    view.carried_points = 0
    table.moon_seat = -1
    table.revoker = -1
    table.kitty = 0
    table.kitty_twice = 0
    for seat in range(view.players):
        view.played[seat] = 0
        view.played_twice[seat] = 0
        view.taken[seat] = 0
        view.taken_twice[seat] = 0
        view.points[seat] = 0
        view.voids[seat] = 0
        table.passed[seat] = 0
        table.received[seat] = 0
        table.tricks[seat] = 0
    for at in range(MAX_PLAYS):
        view.plays[at] = -1
    for at in range(MAX_HAND + 1):
        view.leaders[at] = -1
    clear_trick(view)


@leaf
def clear_trick(view: ViewRow) -> None:
    """Take the cards of a trick off the public table."""
    view.trick_size = 0
    view.trick_cards = 0
    view.trick_points = 0
    view.led_suit = -1
    view.winner = -1
    view.winning_card = -1
    for seat in range(view.players):
        view.trick[seat] = -1


@routine
def next_deal(table: TableRow, view: ViewRow, entries: Any) -> None:
    """Deal the next deal of a board, whose key the table knows, and give every seat its random stream."""
    number = view.deal_number
    key = table.key if number == 0 else absorb(table.key, number)
    open_deal(table, view, view.rules.pass_offsets[(table.turn + number) % view.rules.pass_cycle_length])
    deal_hands(view.rules, deal_stream(key), table)
    for seat in range(view.players):
        table.hands[seat] = table.dealt[seat]
        table.hands_twice[seat] = table.dealt_twice[seat]
        table.streams[seat] = entries[table.strategies[seat], NAME]
    # A loop of its own: in one with the look-up, numba 0.68 with NUMBA_BOUNDSCHECK=1 gives all seats the same stream.
    for seat in range(view.players):
        table.streams[seat] = strategy_stream(key, seat, table.streams[seat])
    begin(table, view)


@routine
def begin(table: TableRow, view: ViewRow) -> None:
    """Start passing, or play if nothing is passed, once the hands are dealt."""
    table.to_act = 0
    table.phase = PASSING
    table.status = READY
    if view.pass_offset == 0:
        begin_play(table, view)


@routine
def begin_play(table: TableRow, view: ViewRow) -> None:
    """Let the opening leader lead: the holder of the lowest club dealt, or who sits left of the dealer."""
    table.phase = PLAYING
    if view.rules.opening_lead == LEFT_OF_DEALER:
        table.to_act = (view.dealer + 1) % view.players
    else:
        opening_card = lowest_club(table, view)
        for seat in range(view.players - 1, -1, -1):
            if has(table.hands[seat], opening_card):
                table.to_act = seat
    view.leader = table.to_act
    view.leaders[0] = table.to_act


@routine
def lowest_club(table: TableRow, view: ViewRow) -> int:
    """Return the lowest club that somebody holds."""
    clubs = view.rules.deck & CLUB_CARDS
    if view.rules.kitty_size != 0:
        clubs = 0
        for seat in range(view.players):
            clubs |= table.hands[seat] & CLUB_CARDS
    return lowest(clubs)


@leaf
def legal_plays(table: TableRow, view: ViewRow) -> CardSet:
    """Return the cards that the seat to act may play."""
    return legal_cards(view, table.hands[table.to_act])


@leaf
def legal_cards(view: ViewRow, hand: CardSet) -> CardSet:
    """Return the cards of a hand that may be played to the trick that a view shows."""
    if view.led_suit >= 0:
        return legal_follows(view.rules, hand, view.led_suit, view.tricks_played == 0, view.hearts_broken != 0)
    if view.tricks_played == 0:
        return opening_leads(view.rules, hand)
    return legal_leads(view.rules, hand, view.hearts_broken != 0)


@leaf
def show(table: TableRow, view: ViewRow) -> None:
    """Fill in what only the seat to act may know."""
    seat = table.to_act
    view.seat = seat
    view.hand = table.hands[seat]
    if view.rules.decks + view.rules.kitty_size != 1:
        view.hand_twice = table.hands_twice[seat]
        view.kitty = table.kitty if view.kitty_taker == seat else 0
        view.kitty_twice = table.kitty_twice if view.kitty_taker == seat else 0
    if table.phase == PASSING:
        view.legal = view.hand
        view.passed = 0
        view.received = 0
        view.stream = decision_stream(table.streams[seat], 0)
        return
    view.legal = legal_plays(table, view) if table.phase == PLAYING else 0
    view.passed = table.passed[seat]
    view.received = table.received[seat]
    view.stream = decision_stream(table.streams[seat], view.tricks_played + 1)


@leaf
def decide(table: TableRow, view: ViewRow, answer: int) -> bool:
    """Carry out the answer of the seat to act; False if it is illegal.

    An answer is a card set when passing, a card when playing, and one of the first three moon rules when choosing.
    """
    if table.phase == PLAYING:
        if answer < 0 or answer >= DECK_SIZE or not has(view.legal, answer):
            return False
        play_card(table, view, answer)
        return True
    if table.phase == PASSING:
        if answer & ~view.hand != 0 or count(answer) != view.pass_count:
            return False
        pass_cards(table, view, answer)
        return True
    if answer < 0 or answer > MOON_AUTO:
        return False
    score_deal(table, view, answer)
    table.phase = SCORED
    return True


@routine
def pass_cards(table: TableRow, view: ViewRow, cards: CardSet) -> None:
    """Put a seat's pass aside; once all have passed, everybody takes up what they were given."""
    table.passed[table.to_act] = cards
    table.to_act += 1
    if table.to_act < view.players:
        return
    for seat in range(view.players):
        given = table.passed[seat]
        twice = table.hands_twice[seat] & given
        table.hands_twice[seat] ^= twice
        table.hands[seat] ^= given ^ twice
        table.received[(seat + view.pass_offset) % view.players] = given
    for seat in range(view.players):
        table.hands_twice[seat] |= table.hands[seat] & table.received[seat]
        table.hands[seat] |= table.received[seat]
    begin_play(table, view)


@leaf
def play_card(table: TableRow, view: ViewRow, card: int) -> None:
    """Play a card of the seat to act to the trick; the last one completes it."""
    seat = table.to_act
    cards = only(card)
    suit = suit_of(card)
    table.hands[seat] ^= cards
    if view.led_suit < 0:
        view.led_suit = suit
        view.winner = seat
        view.winning_card = card
    elif suit != view.led_suit:
        view.voids[seat] |= 1 << view.led_suit
    elif card > view.winning_card:
        view.winner = seat
        view.winning_card = card
    view.plays[view.cards_played] = card
    view.cards_played += 1
    seen_before, played_before = view.seen & cards, view.played[seat] & cards
    view.seen |= cards
    view.played[seat] |= cards
    view.trick[seat] = card
    view.trick_cards |= cards
    view.trick_points += view.rules.values[card]
    view.trick_size += 1
    if view.rules.breaking_cards & cards != 0:
        view.hearts_broken = 1
    if view.rules.decks != 1:
        twice = table.hands_twice[seat] & cards
        table.hands_twice[seat] ^= twice
        table.hands[seat] |= twice
        view.seen_twice |= seen_before
        view.played_twice[seat] |= played_before
        cancel_equals(view)
    if view.trick_size == view.players:
        finish_trick(table, view)
    else:
        table.to_act = seat + 1 if seat + 1 < view.players else 0


@leaf
def finish_trick(table: TableRow, view: ViewRow) -> None:
    """Give the trick to its winner, who leads the next one; settle the deal after the last."""
    view.tricks_played += 1
    last = view.tricks_played == view.rules.hand_size
    if view.rules.decks == 1:
        take_trick(table, view)
    else:
        finish_cancelled(table, view, last)
    table.to_act = view.leader
    view.leaders[view.tricks_played] = view.leader
    clear_trick(view)
    all_out = table.stop_early != 0 and (view.rules.penalty_cards | view.rules.bonus_cards) & ~view.seen == 0
    if all_out or last:
        settle(table, view)


@leaf
def take_trick(table: TableRow, view: ViewRow) -> None:
    """Put the trick before its winner."""
    winner = view.winner
    view.points[winner] += view.trick_points
    view.taken[winner] |= view.trick_cards
    if view.rules.kitty_to != NOBODY and view.kitty_taker < 0:
        offer_kitty(view)
    table.tricks[winner] += 1
    view.leader = winner


@routine
def finish_cancelled(table: TableRow, view: ViewRow, last: bool) -> None:
    """Give a trick of two decks, and what earlier ones left over, to its winner, if it has one."""
    carry_trick(view)
    if last and view.winner < 0:
        view.winner = taker_of_cancelled(view)
    if view.winner < 0:
        return
    view.taken_twice[view.winner] |= view.carried_twice | (view.taken[view.winner] & view.carried)
    view.trick_cards = view.carried
    view.trick_points = view.carried_points
    take_trick(table, view)
    view.carried = 0
    view.carried_twice = 0
    view.carried_points = 0


@routine
def offer_kitty(view: ViewRow) -> None:
    """Let the winner of the trick have the kitty if this is the trick that the rules speak of."""
    cards = view.trick_cards
    goes = view.rules.kitty_to == FIRST_TRICK
    goes |= view.rules.kitty_to == FIRST_PENALTY and cards & view.rules.penalty_cards != 0
    goes |= view.rules.kitty_to == FIRST_HEART and cards & HEART_CARDS != 0
    if goes:
        view.kitty_taker = view.winner


@routine
def settle(table: TableRow, view: ViewRow) -> None:
    """Score the deal, or let the shooter of a moon choose first."""
    take_up_kitty(table, view)
    has_moon = table.revoker < 0 and view.rules.moon != MOON_NONE
    table.moon_seat = moon_shooter(table, view) if has_moon else NO_SEAT
    if table.moon_seat >= 0 and view.rules.moon == MOON_CHOICE:
        table.phase = CHOOSING
        table.to_act = table.moon_seat
        return
    score_deal(table, view, view.rules.moon)
    table.phase = SCORED
