"""One deal in play, and `advance`, the one function that plays it.

A table is a record of TABLE (what is hidden) beside a record of VIEW (what is public). `advance` plays it until the
deal is over or until a seat must be asked whose strategy does not live in compiled code; then the caller asks, and goes
on with the answer. So there is one engine for every mix of strategies.
"""

from typing import Any, TypeAlias

import numba
import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import overload

from hearts_bench._call import call_strategy, nanoseconds
from hearts_bench._jit import entry, leaf
from hearts_bench.cards import CLUB_CARDS, DECK_SIZE, CardSet, count, has, lowest, only, suit_of
from hearts_bench.deal import deal_hands
from hearts_bench.rng import board_key, deal_stream, decision_stream, strategy_stream
from hearts_bench.rules import (
    MAX_HAND,
    MAX_SEATS,
    MOON_ADD,
    MOON_SUBTRACT,
    RULES,
    RulesRow,
    legal_follows,
    legal_leads,
    opening_leads,
)
from hearts_bench.view import VIEW_RECORD, ViewRow

OVER, WAITING, FAULTY = 0, 1, 2
PASSING, PLAYING, SCORED = 0, 1, 2

TABLE = np.dtype(
    [
        ("board", "i8"),  # the number of the board
        ("status", "i8"),  # OVER, WAITING for an answer from outside, or FAULTY
        ("phase", "i8"),  # PASSING, PLAYING or SCORED
        ("to_act", "i8"),  # the seat that decides next
        ("answer", "i8"),  # the last answer, kept for the report of a fault
        ("timed", "i8"),  # 1: measure how long the strategies take
        ("stop_early", "i8"),  # 1: a deal ends once no penalty card is left to play
        ("moon_seat", "i8"),  # who took every penalty card, or -1
        ("strategies", "i8", (MAX_SEATS,)),  # row of `entries` that plays each seat
        ("hands", "i8", (MAX_SEATS,)),  # the card set each seat holds
        ("dealt", "i8", (MAX_SEATS,)),  # the card set each seat was dealt
        ("passed", "i8", (MAX_SEATS,)),  # the card set each seat passes
        ("received", "i8", (MAX_SEATS,)),  # the card set each seat was passed
        ("streams", "i8", (MAX_SEATS,)),  # the random stream of each seat's strategy
        ("scores", "i8", (MAX_SEATS,)),  # points after the moon rule, once SCORED
        ("tricks", "i8", (MAX_SEATS,)),  # tricks won
        ("decisions", "i8", (MAX_SEATS,)),  # timed decisions
        ("elapsed", "i8", (MAX_SEATS,)),  # nanoseconds they took
    ],
    align=True,
)
TABLE_RECORD = numba.from_dtype(TABLE)
TableRow: TypeAlias = Any

# A strategy as the engine knows it: addresses of its two methods and of its parameters (0 where it must be asked
# outside), and the digest of its name.
PLAY, CHOOSE_PASS, PARAMETERS, NAME = range(4)
Entries: TypeAlias = Any

TABLES = types.Array(TABLE_RECORD, 1, "C")
VIEWS = types.Array(VIEW_RECORD, 1, "C")
_RULES = types.Array(numba.from_dtype(RULES), 1, "C")


def new_tables(count: int) -> npt.NDArray[np.void]:
    """Return `count` empty table records; the engine and strategies read their fields as attributes."""
    return np.zeros(count, TABLE).view(np.recarray)


@overload(new_tables, strict=False)
def _compiled_new_tables(count: Any) -> Any:  # noqa: ARG001
    return lambda count: np.zeros(count, TABLE)


@leaf
def open_table(table: TableRow, view: ViewRow, rules: RulesRow, pass_offset: int) -> None:
    """Reset a table and its public view to the start of a deal, before any card is dealt."""
    view.rules = rules
    view.players = rules.players
    view.pass_offset = pass_offset
    view.pass_count = rules.pass_count if pass_offset != 0 else 0
    view.tricks_played = 0
    view.leader = -1
    view.hearts_broken = 0
    view.seen = 0
    table.moon_seat = -1
    table.stop_early = 0
    table.timed = 0
    for seat in range(MAX_SEATS):
        view.played[seat] = 0
        view.taken[seat] = 0
        view.points[seat] = 0
        view.voids[seat] = 0
        table.passed[seat] = 0
        table.received[seat] = 0
        table.tricks[seat] = 0
        table.scores[seat] = 0
        table.decisions[seat] = 0
        table.elapsed[seat] = 0
    for at in range(DECK_SIZE):
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


@leaf
def deal_table(table: TableRow, view: ViewRow, entries: Entries, seed: int, scratch: Any) -> None:
    """Deal the table's board from the seed and hand every seat its random stream."""
    key = board_key(seed, table.board)
    deal_hands(view.rules, deal_stream(key), table.hands, scratch)
    for seat in range(view.players):
        table.dealt[seat] = table.hands[seat]
        table.streams[seat] = strategy_stream(key, seat, entries[table.strategies[seat], NAME])
    begin(table, view)


@leaf
def begin(table: TableRow, view: ViewRow) -> None:
    """Start passing, or play if nothing is passed, once the hands are dealt."""
    table.to_act = 0
    table.phase = PASSING
    table.status = OVER
    if view.pass_offset == 0:
        begin_play(table, view)


@leaf
def begin_play(table: TableRow, view: ViewRow) -> None:
    """Let the holder of the lowest club lead."""
    table.phase = PLAYING
    opening_card = lowest(view.rules.deck & CLUB_CARDS)
    for seat in range(view.players):
        if has(table.hands[seat], opening_card):
            table.to_act = seat
    view.leader = table.to_act
    view.leaders[0] = table.to_act


@leaf
def legal_plays(table: TableRow, view: ViewRow) -> CardSet:
    """Return the cards that the seat to act may play."""
    hand = table.hands[table.to_act]
    if view.led_suit >= 0:
        return legal_follows(view.rules, hand, view.led_suit, view.tricks_played == 0)
    if view.tricks_played == 0:
        return opening_leads(view.rules, hand)
    return legal_leads(view.rules, hand, view.hearts_broken != 0)


@leaf
def show(table: TableRow, view: ViewRow) -> None:
    """Fill in what only the seat to act may know."""
    seat = table.to_act
    view.seat = seat
    view.hand = table.hands[seat]
    if table.phase == PASSING:
        view.legal = view.hand
        view.passed = 0
        view.received = 0
        view.stream = decision_stream(table.streams[seat], 0)
        return
    view.legal = legal_plays(table, view)
    view.passed = table.passed[seat]
    view.received = table.received[seat]
    view.stream = decision_stream(table.streams[seat], view.tricks_played + 1)


@leaf
def decide(table: TableRow, view: ViewRow, answer: int) -> bool:
    """Carry out the answer of the seat to act, a card set when passing, a card when playing; False if it is illegal."""
    if table.phase == PASSING:
        if answer & ~view.hand != 0 or count(answer) != view.pass_count:
            return False
        pass_cards(table, view, answer)
        return True
    if answer < 0 or answer >= DECK_SIZE or not has(view.legal, answer):
        return False
    play_card(table, view, answer)
    return True


@leaf
def pass_cards(table: TableRow, view: ViewRow, cards: CardSet) -> None:
    """Put a seat's pass aside; once all have passed, everybody takes up what they were given."""
    table.passed[table.to_act] = cards
    table.to_act += 1
    if table.to_act < view.players:
        return
    for seat in range(view.players):
        receiver = (seat + view.pass_offset) % view.players
        table.received[receiver] = table.passed[seat]
        table.hands[seat] &= ~table.passed[seat]
        table.hands[receiver] |= table.passed[seat]
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
    view.plays[count(view.seen)] = card
    view.seen |= cards
    view.played[seat] |= cards
    view.trick[seat] = card
    view.trick_cards |= cards
    view.trick_points += view.rules.values[card]
    view.trick_size += 1
    if view.rules.breaking_cards & cards != 0:
        view.hearts_broken = 1
    if view.trick_size == view.players:
        finish_trick(table, view)
    else:
        table.to_act = seat + 1 if seat + 1 < view.players else 0


@leaf
def finish_trick(table: TableRow, view: ViewRow) -> None:
    """Give the trick to its winner, who leads the next one; score the deal after the last."""
    winner = view.winner
    view.points[winner] += view.trick_points
    view.taken[winner] |= view.trick_cards
    table.tricks[winner] += 1
    view.tricks_played += 1
    table.to_act = winner
    view.leader = winner
    view.leaders[view.tricks_played] = winner
    clear_trick(view)
    all_out = table.stop_early != 0 and view.rules.penalty_cards & ~view.seen == 0
    if all_out or view.tricks_played == view.rules.hand_size:
        score(table, view)


@leaf
def score(table: TableRow, view: ViewRow) -> None:
    """Turn card points into scores. A moon is recognised by the cards taken, never by a sum of points."""
    table.phase = SCORED
    penalty_cards = view.rules.penalty_cards
    for seat in range(view.players):
        table.scores[seat] = view.points[seat]
        if view.taken[seat] & penalty_cards == penalty_cards:
            table.moon_seat = seat
    if table.moon_seat < 0 or view.rules.moon > MOON_SUBTRACT:
        return
    total = view.rules.total_points
    for seat in range(view.players):
        table.scores[seat] += total if view.rules.moon == MOON_ADD else 0
    table.scores[table.moon_seat] -= 2 * total


@leaf
def advance(table: TableRow, view: ViewRow, entries: Entries) -> int:
    """Play a table until the deal is OVER, it is WAITING for an answer from outside, or an answer is FAULTY."""
    while table.phase != SCORED:
        show(table, view)
        strategy = table.strategies[table.to_act]
        method = PLAY if table.phase == PLAYING else CHOOSE_PASS
        if entries[strategy, method] == 0:
            return WAITING
        if table.timed != 0:
            answer = timed_call(table, view, entries, strategy, method)
        else:
            answer = call_strategy(entries[strategy, method], entries[strategy, PARAMETERS], view)
        if not decide(table, view, answer):
            table.answer = answer
            return FAULTY
    return OVER


@leaf
def timed_call(table: TableRow, view: ViewRow, entries: Entries, strategy: int, method: int) -> int:
    """Ask a strategy and note how long it took."""
    seat = table.to_act
    start = nanoseconds()
    answer = call_strategy(entries[strategy, method], entries[strategy, PARAMETERS], view)
    table.elapsed[seat] += nanoseconds() - start
    table.decisions[seat] += 1
    return answer


@entry(types.void(TABLES, VIEWS, types.int64[:, ::1], _RULES, types.int64[::1], types.int64, types.int64))
def deal_tables(
    tables: Any, views: Any, entries: Any, rules: Any, pass_offsets: Any, seed: int, timed_every: int
) -> None:
    """Deal every table its board. `rules` has one record; `pass_offsets` is indexed by the board number."""
    scratch = np.empty(DECK_SIZE, np.int64)
    for at in range(len(tables)):
        table = tables[at]
        view = views[at]
        open_table(table, view, rules[0], pass_offsets[table.board % len(pass_offsets)])
        table.timed = 1 if table.board % timed_every == 0 else 0
        deal_table(table, view, entries, seed, scratch)


@entry(types.void(TABLES, VIEWS, _RULES, types.int64[::1]))
def set_tables(tables: Any, views: Any, rules: Any, pass_offsets: Any) -> None:
    """Begin a deal on every table with the hands that stand in its `dealt`, instead of dealing them from a seed."""
    for at in range(len(tables)):
        table = tables[at]
        view = views[at]
        open_table(table, view, rules[0], pass_offsets[table.board % len(pass_offsets)])
        for seat in range(view.players):
            table.hands[seat] = table.dealt[seat]
        begin(table, view)


@entry(types.void(TABLES, VIEWS, types.int64[:, ::1]))
def advance_tables(tables: Any, views: Any, entries: Any) -> None:
    """Play every table as far as compiled strategies can; a table that was WAITING first carries out its `answer`."""
    for at in range(len(tables)):
        table = tables[at]
        view = views[at]
        if table.status == WAITING and not decide(table, view, table.answer):
            table.status = FAULTY
        if table.status != FAULTY:
            table.status = advance(table, view, entries)
