"""The strategy of the worked example in docs/gate.md."""

from hearts_bench import Strategy, View, leaf, register
from hearts_bench.cards import QUEEN_OF_SPADES, SPADES, Card, below, has, highest_rank, in_suit, lowest_rank, only


@leaf
def duck(view: View) -> Card:
    """Return the highest card that does not win the trick so far, else the lowest."""
    under = below(view.legal, view.winning_card)
    return highest_rank(under) if under != 0 else lowest_rank(view.legal)


@leaf
def discard(view: View) -> Card:
    """Return the queen of spades, else the highest card."""
    return QUEEN_OF_SPADES if has(view.legal, QUEEN_OF_SPADES) else highest_rank(view.legal)


@leaf
def lead(view: View) -> Card:
    """Return a low spade to drive the queen out, unless the high spades are at home; else the lowest card."""
    spades = in_suit(view.legal, SPADES)
    low = below(spades, QUEEN_OF_SPADES)
    return lowest_rank(low) if low == spades and low != 0 else lowest_rank(view.legal)


@register("mine", compiled=True)
class Mine(Strategy):
    """Ducks, gives the queen of spades away, and leads low spades to drive her out."""

    def choose_pass(self, view: View) -> int:
        """Pass the highest cards."""
        chosen = 0
        for _ in range(view.pass_count):
            chosen |= only(highest_rank(view.hand & ~chosen))
        return chosen

    def play(self, view: View) -> int:
        """Lead, follow suit, or discard."""
        if view.led_suit < 0:
            return lead(view)
        return duck(view) if in_suit(view.legal, view.led_suit) != 0 else discard(view)
