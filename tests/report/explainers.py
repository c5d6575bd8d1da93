"""Strategies that say what they consider, for tests: what they say can be worked out by hand."""

# Plays its lowest card, and thinks that a card is worth as many points as its number is below the lowest one's. Of
# passes it considers neighbours in its hand; the lowest ones, which it passes, are best, the next each a point worse.
LOW = """
from hearts_bench import Strategy
from hearts_bench.cards import card_set, cards_in, lowest


class Low(Strategy):
    def choose_pass(self, view):
        return cards_in(view.hand)[: view.pass_count]

    def play(self, view):
        return lowest(view.legal)

    def explain(self, view, options):
        cards, size = cards_in(view.legal), view.pass_count
        if view.leader < 0:
            worth = {card_set(cards[at : at + size]): -at for at in range(len(cards) - size + 1)}
        else:
            worth = {card: cards[0] - card for card in cards}
        for option, (answer, payoff) in zip(options, worth.items()):
            option.answer, option.payoff, option.playouts = answer, payoff, 7
            option.points, option.moons, option.moon = -payoff / 52, 0.25, answer % 2
        return len(worth)
"""

# Passes its highest cards, which is the last thing that it considers.
HIGH = LOW.replace("[: view.pass_count]", "[-view.pass_count :]").replace("class Low", "class High")
