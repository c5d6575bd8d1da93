"""Pieces of advice on which cards to pass, each put on top of passing the highest."""

from hearts_bench import View, leaf
from hearts_bench.cards import (
    ACE_OF_SPADES,
    CLUBS,
    DIAMONDS,
    HEART_CARDS,
    KING_OF_SPADES,
    QUEEN_OF_SPADES,
    SPADE_CARDS,
    CardSet,
    count,
    highest,
    in_suit,
    only,
)
from hearts_bench_strategies.tactics import SAFE_SPADES, fill_pass


@leaf
def pass_but_top_heart(view: View) -> CardSet:
    """Pass the highest cards, but keep the highest heart, with which you can stop a moon."""
    hearts = view.hand & HEART_CARDS
    return fill_pass(view, 0, only(highest(hearts)) if hearts != 0 else 0)


@leaf
def pass_for_void(view: View) -> CardSet:
    """Pass all clubs or all diamonds, whichever are fewer, if there are as few as are passed; then the highest cards.

    Spades and hearts are not for that, since low ones are worth keeping; nor is a suit with a bonus card.
    """
    whole, size = 0, view.pass_count + 1
    for suit in (CLUBS, DIAMONDS):
        cards = in_suit(view.hand, suit)
        if cards & view.rules.bonus_cards == 0 and 0 < count(cards) < size:
            whole, size = cards, count(cards)
    return fill_pass(view, whole, 0)


@leaf
def pass_bare_spades(view: View) -> CardSet:
    """Pass the queen, king and ace of spades if fewer than four spades protect you from them, else no spade.

    Spades below the queen stay in any case. The rest of the pass are the highest cards.
    """
    spades = view.hand & SPADE_CARDS
    high = spades & (only(QUEEN_OF_SPADES) | only(KING_OF_SPADES) | only(ACE_OF_SPADES))
    return fill_pass(view, high if count(spades) < SAFE_SPADES else 0, SPADE_CARDS)
