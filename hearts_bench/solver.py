"""The last tricks of a deal, solved exactly when all hands are known.

Every seat plays for the lowest score of its own, and knows that the others do: the equilibrium found by backward
induction, called max^n (Luckhardt and Irani, "An algorithmic solution of n-person games", AAAI 1986). Of cards that
cost it the same, a seat plays the one after which the others get most together, and of equals the lowest; a shooter who
may choose what a moon does has the points subtracted. Other ways to break ties can lead to other scores.

The engine itself plays the cards, so that all rules for one deck hold, whatever a moon, a kitty or a bonus makes of the
scores. Two things save work: neighbouring cards of one hand that count the same are tried once, and what is still to
come is remembered for every set of cards left, leader, and what else of the past has a say in it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import types

from hearts_bench._jit import entry, leaf
from hearts_bench.cards import CardSet, above, below, cards_in, count, in_suit, lowest, only, suit_of, text
from hearts_bench.engine import TABLES, VIEWS
from hearts_bench.errors import CardError
from hearts_bench.rng import absorb
from hearts_bench.rules import MAX_SEATS, MAX_SEATS_OF_ONE_DECK, MOON_AUTO, MOON_NONE, MOON_SUBTRACT, QUEEN_SET
from hearts_bench.scoring import score_deal
from hearts_bench.table import CHOOSING, SCORED, TableRow, legal_plays, new_tables, play_card
from hearts_bench.view import View, ViewRow, copy_view, new_views
from hearts_bench.worlds import table_for_view

_SEATS = MAX_SEATS_OF_ONE_DECK
_MOST_REMEMBERED = 1 << 16  # positions; a new one takes the place of an older one
# A row of the memory: two numbers that name a position, then what each seat will get from there on.
_KEY, _PAST, _FUTURE, _ROW = 0, 1, 2, 2 + _SEATS
_UNKNOWN = 1 << 40


@leaf
def solve_table(table: TableRow, view: ViewRow, values: Any) -> int:
    """Fill in what every seat scores after each legal card of the seat to act; return how many cards were tried.

    The table must have all hands (and the kitty), as `table_for_view` and `sample_world` leave it, and be at a play.
    `values` is an int64 array of 52 rows, one for each card, by at least `view.players`; rows of other cards stay.
    """
    depth = 0
    for seat in range(view.players):
        depth += count(table.hands[seat])
    tables, views = new_tables(depth + 1), new_views(depth + 1)
    tables[0] = table
    copy_view(views, 0, view)
    tables[0].revoker = -1
    memory = np.zeros((min(_MOST_REMEMBERED, 1 << depth), _ROW), np.int64)
    best = np.empty((depth + 1, _SEATS), np.int64)
    reply = np.empty(_SEATS, np.int64)
    rest, tried = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    at, cards = 0, 0
    legal = legal_plays(tables[0], views[0])
    open_choice(tables[0], views[0], rest, best, 0)
    while at > 0 or rest[0] != 0:
        if rest[at] == 0:
            if views[at].trick_size == 0:
                remember(views[at], tables[at], best[at], memory)
            take_over(view.players, best[at], reply)
            at -= 1
        else:
            tried[at] = lowest(rest[at])
            rest[at] &= rest[at] - 1
            tables[at + 1] = tables[at]
            views[at + 1] = views[at]
            play_card(tables[at + 1], views[at + 1], tried[at])
            cards += 1
            if not is_known(tables[at + 1], views[at + 1], memory, reply):
                at += 1
                open_choice(tables[at], views[at], rest, best, at)
                continue
        seat = tables[at].to_act
        if at == 0:
            take_over(view.players, reply, values[tried[0]])
        if is_better(view.players, seat, reply, best[at]):
            take_over(view.players, reply, best[at])
    fill_in_equals(table, view, legal, values)
    return cards


@leaf
def open_choice(table: TableRow, view: ViewRow, rest: Any, best: Any, at: int) -> None:
    """Note which cards the seat to act has to try, and that none was tried yet."""
    rest[at] = distinct_cards(table, view, legal_plays(table, view))
    best[at, table.to_act] = _UNKNOWN


@leaf
def take_over(players: int, source: Any, target: Any) -> None:
    """Copy what every seat scores."""
    for seat in range(players):
        target[seat] = source[seat]


@leaf
def is_better(players: int, seat: int, scores: Any, than: Any) -> bool:
    """Tell whether a seat likes scores better than others: fewer points of its own, or as many and more elsewhere."""
    if scores[seat] != than[seat]:
        return scores[seat] < than[seat]
    more = 0
    for each in range(players):
        more += scores[each] - than[each]
    return more > 0


@leaf
def is_known(table: TableRow, view: ViewRow, memory: Any, scores: Any) -> bool:
    """Fill in what every seat scores, and return True, if the deal is over or the position is remembered."""
    if table.phase == CHOOSING:
        score_deal(table, view, MOON_SUBTRACT)
        table.phase = SCORED
    if table.phase == SCORED:
        take_over(view.players, table.scores, scores)
        return True
    if view.trick_size != 0:
        return False
    key, past = name_position(table, view)
    row = memory[absorb(key, past) & (len(memory) - 1)]
    if row[_KEY] != key or row[_PAST] != past:
        return False
    for seat in range(view.players):
        scores[seat] = view.points[seat] + row[_FUTURE + seat]
    return True


@leaf
def remember(view: ViewRow, table: TableRow, scores: Any, memory: Any) -> None:
    """Keep what every seat will still get from the beginning of a trick on."""
    key, past = name_position(table, view)
    row = memory[absorb(key, past) & (len(memory) - 1)]
    row[_KEY] = key
    row[_PAST] = past
    for seat in range(view.players):
        row[_FUTURE + seat] = scores[seat] - view.points[seat]


@leaf
def name_position(table: TableRow, view: ViewRow) -> tuple[int, int]:
    """Return two numbers that are equal for positions of one deal from which every seat gets the same.

    The first is the set of cards left. The second has what of the past matters: the leader, broken hearts, who took
    the kitty, who may still shoot the moon and, where the rules look at it, who has taken tricks or the bonus card.
    """
    rules = view.rules
    left, moon, tricks, bonus = 0, 0, 0, 0
    for seat in range(view.players):
        left |= table.hands[seat]
        moon |= 1 << seat if view.taken[seat] & rules.moon_cards != 0 else 0
        tricks |= 1 << seat if view.taken[seat] != 0 else 0
        bonus |= 1 << seat if view.taken[seat] & rules.bonus_cards != 0 else 0
    if rules.moon == MOON_NONE or moon & (moon - 1) != 0:
        moon = (1 << _SEATS) - 1  # no moon, whoever took what
    if rules.no_trick_bonus == 0 and rules.sun == 0:
        tricks = 0
    if rules.moon != MOON_AUTO:
        bonus = 0
    past = ((moon << _SEATS | tricks) << _SEATS | bonus) << 8
    return left, past | (view.kitty_taker + 1) << 4 | table.to_act << 1 | (1 if view.hearts_broken != 0 else 0)


@leaf
def distinct_cards(table: TableRow, view: ViewRow, cards: CardSet) -> CardSet:
    """Return, of some cards of the seat to act, the lowest ones of those that make no difference.

    Cards are equal if they count the same and no card that somebody else holds, or that lies on the table, stands
    between them. Q♠ is like no other card: some rules know her by name.
    """
    rules = view.rules
    others = view.trick_cards
    for seat in range(view.players):
        others |= table.hands[seat] if seat != table.to_act else 0
    special = rules.penalty_cards | rules.bonus_cards | rules.breaking_cards | rules.moon_cards
    distinct, rest, previous = 0, cards, -1
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        is_new = previous < 0 or suit_of(card) != suit_of(previous) or QUEEN_SET & (only(card) | only(previous)) != 0
        if not is_new:
            kinds = (special >> card) & 1 != (special >> previous) & 1
            is_new = kinds or rules.values[card] != rules.values[previous]
            is_new = is_new or above(below(in_suit(others, suit_of(card)), card), previous) != 0
        if is_new:
            distinct |= only(card)
        previous = card
    return distinct


@leaf
def fill_in_equals(table: TableRow, view: ViewRow, legal: CardSet, values: Any) -> None:
    """Give cards that were not tried the values of the card that stood for them: the nearest tried one below."""
    tried = distinct_cards(table, view, legal)
    standing = lowest(legal)
    while legal != 0:
        card = lowest(legal)
        legal &= legal - 1
        if (tried >> card) & 1 != 0:
            standing = card
        else:
            take_over(view.players, values[standing], values[card])


@leaf
def best_cards(view: ViewRow, seat: int, legal: CardSet, values: Any) -> CardSet:
    """Return the cards that a seat likes best, by the `values` of `solve_table`; all that are equal."""
    best, rest = 0, legal
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if best == 0 or is_better(view.players, seat, values[card], values[lowest(best)]):
            best = only(card)
        elif not is_better(view.players, seat, values[lowest(best)], values[card]):
            best |= only(card)
    return best


@entry(types.int64(TABLES, VIEWS, types.int64[:, :, ::1], types.int64[::1]))
def solve_tables(tables: Any, views: Any, values: Any, best: Any) -> int:
    """Solve every table; fill in its `values` and set of `best` cards, and return how many cards were tried in all."""
    cards = 0
    for at in range(len(tables)):
        legal = legal_plays(tables[at], views[at])
        cards += solve_table(tables[at], views[at], values[at])
        best[at] = best_cards(views[at], tables[at].to_act, legal, values[at])
    return cards


@dataclass(frozen=True)
class Solution:
    """What best play by everybody leads to: the scores of all seats after each legal card, and the best cards."""

    scores: dict[str, tuple[int, ...]]
    best: tuple[str, ...]


def solve(view: View, hands: list[CardSet]) -> Solution:
    """Solve a deal from the view of the seat to act and the card sets that all seats hold; one deck only.

    It takes about a second with five cards a seat, and soon more with every further one.

    Raises:
        CardError: the hands do not agree with the view.

    """
    tables, views = new_tables(1), new_views(1)
    copy_view(views, 0, view)
    row, known = tables[0], views[0]
    table_for_view(row, known)
    if known.rules.decks != 1:
        msg = "only deals of one deck can be solved"
        raise CardError(msg)
    sizes = [known.rules.hand_size - count(known.played[seat]) for seat in range(known.players)]
    union = 0
    for hand in hands:
        union |= hand
    is_deal = [count(hand) for hand in hands] == sizes and count(union) == sum(sizes)
    if (
        not is_deal
        or hands[known.seat] != known.hand
        or union & (known.seen | known.kitty)
        or union & ~known.rules.deck
    ):
        msg = f"these are not the hands of a deal that seat {known.seat} sees like that"
        raise CardError(msg)
    for seat, hand in enumerate(hands):
        row.hands[seat] = hand
    row.kitty = known.rules.deck & ~union & ~known.seen
    values, best = np.zeros((1, 52, MAX_SEATS), np.int64), np.zeros(1, np.int64)
    solve_tables(tables, views, values, best)
    legal = cards_in(legal_plays(row, known))
    scores = {text(card): tuple(values[0, card, : known.players].tolist()) for card in legal}
    return Solution(scores, tuple(map(text, cards_in(int(best[0])))))
