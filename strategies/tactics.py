"""Small pieces of Hearts play that the rule-following strategies are put together from.

Each returns a card of `view.legal`, or -1 where it has no advice; the pieces that pass return a card set.
"""

from hearts_bench import View, leaf
from hearts_bench.cards import (
    ACE_OF_SPADES,
    CLUBS,
    HEART_CARDS,
    HEARTS,
    KING_OF_SPADES,
    QUEEN_OF_SPADES,
    SPADE_CARDS,
    SPADES,
    Card,
    CardSet,
    above,
    below,
    count,
    has,
    highest,
    highest_rank,
    in_suit,
    lowest,
    lowest_rank,
    only,
    rank_of,
    suit_of,
)
from hearts_bench.view import beats, is_last, sole_taker, unseen

QUEEN = only(QUEEN_OF_SPADES)
HIGH_SPADES = only(ACE_OF_SPADES) | only(KING_OF_SPADES) | QUEEN
SAFE_SPADES = 4  # with four or five spades the queen is protected, says the article
MOON_ALARM = 3  # points that one seat alone has taken before the others worry


@leaf
def pass_highest(view: View) -> CardSet:
    """Pass the cards of the highest rank."""
    chosen = 0
    for _ in range(view.pass_count):
        chosen |= only(highest_rank(view.hand & ~chosen))
    return chosen


@leaf
def danger(hand: CardSet, card: Card) -> int:
    """Tell how much one would like to be rid of a card before play: the order in which `pass_dangerous` gives them up.

    The queen, king and ace of spades without enough spades to protect them come first, then high hearts, then the cards
    whose loss leaves a suit short, then whatever is high. Low spades and low hearts stay.
    """
    suit, rank = suit_of(card), rank_of(card)
    held = count(in_suit(hand, suit))
    if suit == SPADES:
        if card < QUEEN_OF_SPADES or held >= SAFE_SPADES:
            return -1
        return 200 if card == QUEEN_OF_SPADES else 100 + rank
    if suit == HEARTS:
        return 50 + rank if rank >= 9 else rank  # noqa: PLR2004 - from the jack up
    if held <= 3:  # noqa: PLR2004 - three passed cards can empty such a suit
        return 40 - 5 * held + rank
    return rank


@leaf
def pass_dangerous(view: View) -> CardSet:
    """Pass the most dangerous cards; of equally dangerous ones, those with the higher id."""
    chosen = 0
    for _ in range(view.pass_count):
        rest = view.hand & ~chosen
        worst = highest(rest)
        while rest != 0:
            card = highest(rest)
            rest &= ~only(card)
            if danger(view.hand, card) > danger(view.hand, worst):
                worst = card
        chosen |= only(worst)
    return chosen


@leaf
def lead_low(view: View) -> Card:
    """Lead the card of the lowest rank, but none of the high spades while there is another."""
    quiet = view.legal & ~HIGH_SPADES
    return lowest_rank(quiet if quiet != 0 else view.legal)


@leaf
def flush_spades(view: View) -> Card:
    """Lead a low spade to force the queen out, while she is about and you hold neither her nor the king nor the ace."""
    spades = view.legal & SPADE_CARDS
    if spades == 0 or view.hand & HIGH_SPADES != 0 or has(view.seen, QUEEN_OF_SPADES):
        return -1
    return lowest(spades)


@leaf
def can_follow(view: View) -> bool:
    """Tell whether you hold cards of the suit led."""
    return in_suit(view.legal, view.led_suit) != 0


@leaf
def duck(view: View) -> Card:
    """Follow with the highest card that stays under the winning one; if there is none, with the lowest.

    The last seat, which must take a trick without points, gets rid of its highest card instead. The queen of spades is
    never what takes a trick while there is another card.
    """
    under = below(view.legal, view.winning_card)
    if under != 0:
        return highest(under)
    others = view.legal & ~QUEEN
    over = others if others != 0 else view.legal
    if is_last(view) and view.trick_points == 0:
        return highest(over)
    return lowest(over)


@leaf
def drop_high_club(view: View) -> Card:
    """On the first trick, where no points fall, follow with the highest club."""
    if view.tricks_played != 0 or view.led_suit != CLUBS:
        return -1
    return highest(view.legal)


@leaf
def discard_highest(view: View) -> Card:
    """Discard the card of the highest rank."""
    return highest_rank(view.legal)


@leaf
def discard_dangerous(view: View) -> Card:
    """Discard the queen of spades, else an ace or king that could still catch her, else the highest heart."""
    if has(view.legal, QUEEN_OF_SPADES):
        return QUEEN_OF_SPADES
    high_spades = view.legal & HIGH_SPADES
    if high_spades != 0 and not has(view.seen, QUEEN_OF_SPADES):
        return highest(high_spades)
    hearts = view.legal & HEART_CARDS
    return highest(hearts) if hearts != 0 else highest_rank(view.legal)


@leaf
def moon_suspect(view: View) -> int:
    """Return another seat that alone has taken points, and at least three of them; -1 if there is none."""
    taker = sole_taker(view)
    if taker < 0 or taker == view.seat or view.points[taker] < MOON_ALARM:
        return -1
    return taker


@leaf
def lead_against_moon(view: View) -> Card:
    """Lead the highest heart if no unseen one beats it and the queen of spades is out of the way; else no heart."""
    hearts = view.legal & HEART_CARDS
    if hearts == 0:
        return -1
    top = highest(hearts)
    if above(in_suit(unseen(view), HEARTS), top) == 0 and has(view.seen, QUEEN_OF_SPADES):
        return top
    others = view.legal & ~HEART_CARDS & ~HIGH_SPADES
    return lowest_rank(others) if others != 0 else -1


@leaf
def stop_moon(view: View) -> Card:
    """Keep a seat that has all points so far from taking the rest: take a point trick, and give it no more points.

    On lead, a heart that nobody can beat takes a point trick for sure, and another suit feeds nobody. Later in the
    trick the suspect is dangerous while it is winning or has yet to play.
    """
    suspect = moon_suspect(view)
    if suspect < 0:
        return -1
    if view.led_suit < 0:
        return lead_against_moon(view)
    if view.winner != suspect and view.trick[suspect] >= 0:
        hearts = view.legal & HEART_CARDS
        return highest(hearts) if hearts != 0 and not can_follow(view) else -1
    if can_follow(view):
        top = highest(view.legal)
        return top if view.trick_points > 0 and beats(view, top) else -1
    harmless = view.legal & ~view.rules.penalty_cards
    return lowest_rank(harmless if harmless != 0 else view.legal)
