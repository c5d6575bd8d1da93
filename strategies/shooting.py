"""Tactics for taking all the points, once chance has given you the first of them."""

from hearts_bench import View, leaf
from hearts_bench.cards import Card, CardSet, Suit, above, count, highest, in_suit, lowest, lowest_rank
from hearts_bench.rules import MOON_NONE
from hearts_bench.view import is_last, sole_taker, unseen
from hearts_bench_strategies.bonus import spare
from hearts_bench_strategies.tactics import can_follow, costly, penalty_points

ENOUGH = 4  # points that make it worth while


@leaf
def masters(view: View, suit: Suit) -> CardSet:
    """Return your cards of a suit that no unseen card beats."""
    rivals = in_suit(unseen(view), suit)
    own = in_suit(view.hand, suit)
    return own if rivals == 0 else above(own, highest(rivals))


@leaf
def losers(view: View) -> int:
    """Return how many of your cards are likely to lose a trick: those that the suit's masters cannot make high."""
    found = 0
    for suit in range(4):
        sure = count(masters(view, suit))
        # Each master takes about two of the other seats' cards with it.
        if 2 * sure < count(in_suit(unseen(view), suit)):
            found += count(in_suit(view.hand, suit)) - sure
    return found


@leaf
def may_shoot(view: View) -> bool:
    """Tell whether you alone have taken points, at least four, and taking all of them counts."""
    return (
        view.rules.moon != MOON_NONE
        and view.rules.decks == 1
        and sole_taker(view) == view.seat
        and penalty_points(view, view.seat) >= ENOUGH
    )


@leaf
def lead_to_shoot(view: View) -> Card:
    """Lead from the longest suit in which you have a master; else the card that fewest unseen cards beat."""
    best, best_value = -1, -100
    for suit in range(4):
        cards = in_suit(view.legal, suit)
        if cards == 0:
            continue
        value = -count(above(in_suit(unseen(view), suit), highest(cards)))
        value = count(cards) if value == 0 else value
        if value > best_value:
            best, best_value = highest(cards), value
    return best


@leaf
def shoot(view: View, risk: int) -> Card:
    """Go for all the points if at most `risk` percent of your cards are likely losers; else have nothing to say.

    Win every trick, the last seat as cheaply as it can; throw away the losers that cost nothing.
    """
    if not may_shoot(view) or 100 * losers(view) > risk * count(view.hand):
        return -1
    if view.led_suit < 0:
        return lead_to_shoot(view)
    if can_follow(view):
        winners = above(view.legal, view.winning_card)
        if winners != 0:
            return lowest(winners) if is_last(view) else highest(winners)
        quiet = spare(view) & ~costly(view)
        return lowest(quiet if quiet != 0 else view.legal)
    harmless = spare(view) & ~view.rules.penalty_cards
    return lowest_rank(harmless if harmless != 0 else spare(view))
