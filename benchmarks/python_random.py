"""The random player as a plug-in author would write it in plain Python: what the engine costs such a strategy."""

from hearts_bench import Strategy, View
from hearts_bench.cards import cards_in
from hearts_bench.rng import draw_below


class PythonRandom(Strategy):
    """Passes random cards and plays random legal ones; interpreted, unlike the built-in `random`."""

    def choose_pass(self, view: View) -> list[int]:
        """Draw the cards to pass one after the other."""
        cards = cards_in(view.hand)
        return [cards.pop(draw_below(view.stream, at, len(cards))) for at in range(view.pass_count)]

    def play(self, view: View) -> int:
        """Draw one of the legal cards."""
        cards = cards_in(view.legal)
        return cards[draw_below(view.stream, 0, len(cards))]
