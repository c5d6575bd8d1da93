"""Strategies that say what they consider, for tests: what they say can be worked out by hand."""

# Plays its lowest card, and thinks that a card is worth as many points as its number is below the lowest one's.
LOW = """
from hearts_bench import Strategy
from hearts_bench.cards import cards_in, count, lowest


class Low(Strategy):
    def choose_pass(self, view):
        return cards_in(view.hand)[: view.pass_count]

    def play(self, view):
        return lowest(view.legal)

    def explain(self, view, options):
        for option, card in zip(options, cards_in(view.legal)):
            option.card, option.playouts, option.payoff = card, 7, lowest(view.legal) - card
            option.points, option.moons, option.moon = card / 52, 0.25, card % 2
        return count(view.legal)
"""
