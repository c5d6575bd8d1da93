"""The random player as a plug-in author would write it in plain Python: what the engine costs such a strategy."""

from hearts_bench import Strategy, View
from hearts_bench.cards import cards_in, count, nth
from hearts_bench.rng import draw, draw_below


class PythonRandom(Strategy):
    """Passes random cards and plays random legal ones; interpreted, unlike the built-in `random`."""

    def choose_pass(self, view: View) -> list[int]:
        """Pass the cards whose draws are the lowest."""
        cards = cards_in(view.hand)
        draws = {card: draw(view.stream, at) for at, card in enumerate(cards)}
        return sorted(cards, key=draws.__getitem__)[: view.pass_count]

    def play(self, view: View) -> int:
        """Draw one of the legal cards."""
        return nth(view.legal, draw_below(view.stream, 0, count(view.legal)))
