"""The strategy that knows only the rules."""

from hearts_bench import Strategy, View, register
from hearts_bench.cards import count, nth, only
from hearts_bench.rng import draw_below


@register("random", compiled=True)
class Random(Strategy):
    """Passes random cards and plays random legal ones.

    The yardstick of the article's experiment: anything that thinks should beat it.
    """

    def choose_pass(self, view: View) -> int:
        """Draw the cards to pass one after the other."""
        rest, chosen = view.hand, 0
        for at in range(view.pass_count):
            card = nth(rest, draw_below(view.stream, at, count(rest)))
            rest &= ~only(card)
            chosen |= only(card)
        return chosen

    def play(self, view: View) -> int:
        """Draw one of the legal cards."""
        return nth(view.legal, draw_below(view.stream, 0, count(view.legal)))
