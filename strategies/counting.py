"""Tactics that count: what is still out, who can hold the queen of spades, and which cards are safe exits."""

from hearts_bench import View, leaf
from hearts_bench.cards import (
    QUEEN_OF_SPADES,
    SPADES,
    Card,
    above,
    below,
    count,
    has,
    in_suit,
    lowest,
    suit_of,
)
from hearts_bench.view import holder_of_pass, is_void, unseen
from hearts_bench_strategies.bonus import spare
from hearts_bench_strategies.shooting import most_beaten
from hearts_bench_strategies.tactics import HIGH_SPADES, costliest, must_discard


@leaf
def lower_unseen(view: View, card: Card) -> int:
    """Return how many unseen cards a card beats."""
    return count(below(in_suit(unseen(view), suit_of(card)), card))


@leaf
def higher_unseen(view: View, card: Card) -> int:
    """Return how many unseen cards beat a card."""
    return count(above(in_suit(unseen(view), suit_of(card)), card))


@leaf
def may_hold_queen(view: View, seat: int) -> bool:
    """Tell whether another seat may hold the queen of spades: she is out, and it has not shown a void in spades.

    Whoever got her from you in the pass is the only one.
    """
    if seat == view.seat or not has(unseen(view), QUEEN_OF_SPADES) or is_void(view, seat, SPADES):
        return False
    return seat == holder_of_pass(view) if has(view.passed, QUEEN_OF_SPADES) else True


@leaf
def threatens_queen(view: View, suit: int) -> bool:
    """Tell whether a seat that may hold the queen of spades has shown a void in a suit, and waits to throw her."""
    found = False
    for seat in range(view.players):
        found |= is_void(view, seat, suit) and may_hold_queen(view, seat)
    return found


@leaf
def lead_bail(view: View) -> Card:
    """Lead a card that nobody can duck under, in a suit where the queen of spades waits to be thrown.

    It is lower than all unseen cards of its suit, and one of them at least is higher, so that somebody else wins.
    """
    if view.led_suit >= 0:
        return -1
    for suit in range(4):
        cards = in_suit(spare(view), suit)
        if cards != 0 and threatens_queen(view, suit):
            card = lowest(cards)
            if lower_unseen(view, card) == 0 and higher_unseen(view, card) != 0:
                return card
    return -1


@leaf
def lead_to_lose(view: View) -> Card:
    """Lead the card that most unseen cards beat: a low card of a suit that was led little, but no high spade."""
    if view.led_suit >= 0:
        return -1
    cards = spare(view)
    quiet = cards & ~HIGH_SPADES
    return most_beaten(quiet if quiet != 0 else cards, unseen(view))


@leaf
def exit_risk(view: View, card: Card) -> int:
    """Return how likely a lead is to win its trick, roughly: 0 for what nobody can stay under, 100 for a sure winner.

    A card wins if all who can follow stay under it. A four does so with only the two unseen below it if the two and all
    that is left above sit in one hand: likely after three rounds of the suit, most unlikely after one.
    """
    lower, higher = lower_unseen(view, card), higher_unseen(view, card)
    return 100 * lower // (lower + higher) if higher != 0 else 100


@leaf
def lead_safe_exit(view: View) -> Card:
    """Lead the card that is least likely to win, by what is still out; of equals the lowest id, but no high spade."""
    if view.led_suit >= 0:
        return -1
    cards = spare(view) & ~HIGH_SPADES
    best, least = -1, 101
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        risk = exit_risk(view, card)
        if risk < least:
            best, least = card, risk
    return best


@leaf
def discard_burden(view: View) -> Card:
    """Void, discard the dearest point card; without one, the card you most want to lose: it beats most unseen cards."""
    if not must_discard(view):
        return -1
    cards = spare(view)
    points = cards & view.rules.penalty_cards
    if points != 0:
        return costliest(view.rules, points)
    best, most = lowest(cards), -1
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        lower = lower_unseen(view, card)
        if lower >= most:
            best, most = card, lower
    return best
