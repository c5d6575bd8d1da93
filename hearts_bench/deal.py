"""Dealing: which cards every seat gets, from a random stream alone."""

from typing import Any

from hearts_bench._jit import routine
from hearts_bench.cards import lowest, only
from hearts_bench.rng import draw_below
from hearts_bench.rules import RulesRow


@routine
def deal_hands(rules: RulesRow, stream: int, table: Any) -> None:
    """Shuffle the deck and fill the table's `dealt`, and its `kitty` with what is left over.

    A Fisher-Yates shuffle of the `pile` from the front, which stops where only the last seat's hand is left.
    """
    size = build_pile(rules, table)
    for seat in range(rules.players):
        hand, twice = 0, 0
        is_rest = seat == rules.players - 1 and rules.kitty_size == 0
        for at in range(seat * rules.hand_size, (seat + 1) * rules.hand_size):
            other = at if is_rest else at + draw_below(stream, at, size - at)
            cards = only(table.pile[other])
            twice |= hand & cards
            hand |= cards
            table.pile[other] = table.pile[at]
        table.dealt[seat] = hand
        table.dealt_twice[seat] = twice
    for at in range(size - rules.kitty_size, size):
        cards = only(table.pile[at])
        table.kitty_twice |= table.kitty & cards
        table.kitty |= cards


@routine
def build_pile(rules: RulesRow, table: Any) -> int:
    """Lay the cards in play on the pile, lowest id first, deck after deck; return how many they are."""
    size = 0
    for _ in range(rules.decks):
        rest = rules.deck
        while rest != 0:
            table.pile[size] = lowest(rest)
            rest &= rest - 1
            size += 1
    return size
