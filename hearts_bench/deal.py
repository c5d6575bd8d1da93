"""Dealing: which cards every seat gets, from a random stream alone."""

from typing import Any

from hearts_bench._jit import leaf
from hearts_bench.cards import CardSet, lowest, only
from hearts_bench.rng import draw_below
from hearts_bench.rules import RulesRow


@leaf
def deal_hands(rules: RulesRow, stream: int, hands: Any, scratch: Any) -> None:
    """Shuffle the deck and fill `hands` (int64, one card set per seat).

    A Fisher-Yates shuffle from the front, which stops where only the last seat's hand is left. `scratch` is an int64
    array with room for the deck.
    """
    size = rules.players * rules.hand_size
    spread(rules.deck, scratch)
    for seat in range(rules.players - 1):
        hand = 0
        for at in range(seat * rules.hand_size, (seat + 1) * rules.hand_size):
            other = at + draw_below(stream, at, size - at)
            hand |= only(scratch[other])
            scratch[other] = scratch[at]
        hands[seat] = hand
    hand = 0
    for at in range(size - rules.hand_size, size):
        hand |= only(scratch[at])
    hands[rules.players - 1] = hand


@leaf
def spread(cards: CardSet, array: Any) -> None:
    """Write the cards of a set into the front of an array, lowest id first."""
    at = 0
    while cards != 0:
        array[at] = lowest(cards)
        cards &= cards - 1
        at += 1
