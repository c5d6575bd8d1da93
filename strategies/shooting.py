"""Tactics for taking all the points: judge whether a hand is good enough, and win every trick.

A moon counts for nothing in some rules, and nobody plans one with two decks, where every card has an equal: there
none of these has anything to say.
"""

from hearts_bench import View, leaf
from hearts_bench.cards import (
    HEART_CARDS,
    HEARTS,
    Card,
    CardSet,
    above,
    count,
    highest,
    in_suit,
    lowest,
    lowest_rank,
    only,
    suit_of,
)
from hearts_bench.rules import MOON_NONE
from hearts_bench.view import is_last, sole_taker, unseen
from hearts_bench_strategies.bonus import spare
from hearts_bench_strategies.moon_defence import is_large, penalty_points
from hearts_bench_strategies.tactics import can_follow, costly

MANY_HEARTS = 3


@leaf
def masters_of(own: CardSet, rivals: CardSet) -> CardSet:
    """Return those of some cards of one suit that none of the rivals' cards of that suit beats."""
    return own if rivals == 0 else above(own, highest(rivals))


@leaf
def masters(view: View, suit: int) -> CardSet:
    """Return your cards of a suit that no unseen card beats."""
    return masters_of(in_suit(view.hand, suit), in_suit(unseen(view), suit))


@leaf
def likely_losers(own: CardSet, others: CardSet, players: int) -> CardSet:
    """Return those of your cards that are likely to lose a trick: those that the suit's masters cannot make high.

    `others` are the cards that the other seats may hold.
    """
    found = 0
    for suit in range(4):
        cards, rivals = in_suit(own, suit), in_suit(others, suit)
        sure = masters_of(cards, rivals)
        # Each master takes a card from about two of three other seats.
        if 2 * (players - 1) * count(sure) < 3 * count(rivals):
            found |= cards & ~sure
    return found


@leaf
def has_few_losers(view: View, cards: CardSet, others: CardSet, risk: int) -> bool:
    """Tell whether at most `risk` percent of some cards of yours are likely losers against the others' cards."""
    return 100 * count(likely_losers(cards, others, view.players)) // count(cards) <= risk


@leaf
def moon_is_possible(view: View) -> bool:
    """Tell whether you can still take all that a moon needs, and it counts: no other seat has taken any of that."""
    rules = view.rules
    if rules.moon == MOON_NONE or rules.decks != 1:
        return False
    return rules.moon_cards & view.seen & ~view.trick_cards & ~view.taken[view.seat] == 0


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
def most_beaten(cards: CardSet, others: CardSet) -> Card:
    """Return the card that most of the others' cards beat in its suit; of equals the lowest id."""
    best, most = lowest(cards), -1
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        higher = count(above(in_suit(others, suit_of(card)), card))
        if higher > most:
            best, most = card, higher
    return best


@leaf
def shoot(view: View) -> Card:
    """Go for all the points, as long as nobody else has taken one; then have nothing to say.

    Lead what nobody can beat, from the longest suit. Win every trick: the last seat as cheaply as it can, others with
    their highest card. Where that fails play low, but not the queen of spades; when void, throw away the card that
    costs nothing and is beaten most easily.
    """
    if not moon_is_possible(view):
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
    return most_beaten(harmless if harmless != 0 else spare(view), unseen(view))


@leaf
def go_on_shooting(view: View, enough: int, risk: int) -> Card:
    """Shoot once chance has given you enough points, and nobody else any.

    Enough are `enough` of 26, and at most `risk` percent of your cards may look like losers.
    """
    if sole_taker(view) != view.seat or not is_large(view.rules, penalty_points(view, view.seat), enough):
        return -1
    return shoot(view) if has_few_losers(view, view.hand, unseen(view), risk) else -1


@leaf
def is_moon_hand(view: View, cards: CardSet, risk: int) -> bool:
    """Tell whether cards dealt to you are fit for a moon: many hearts, and at most `risk` percent likely losers.

    An unprotected queen of spades is a loser, and so is what is left of a suit when its high cards have been played.
    """
    if view.rules.moon == MOON_NONE or view.rules.decks != 1 or count(cards & HEART_CARDS) < MANY_HEARTS:
        return False
    return has_few_losers(view, cards, view.rules.deck & ~cards, risk)


@leaf
def pass_to_shoot(view: View) -> CardSet:
    """Pass likely losers: hearts first, then what is beaten most easily; when there are no more, the lowest cards."""
    others = view.rules.deck & ~view.hand
    chosen = 0
    for _ in range(view.pass_count):
        rest = view.hand & ~view.rules.bonus_cards & ~chosen
        rest = rest if rest != 0 else view.hand & ~chosen
        lost = likely_losers(rest, others, view.players) & rest
        hearts = in_suit(lost, HEARTS)
        if lost == 0:
            chosen |= only(lowest_rank(rest))
        else:
            chosen |= only(most_beaten(hearts if hearts != 0 else lost, others))
    return chosen
