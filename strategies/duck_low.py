"""The strategy of most beginners: play low, and duck."""

from hearts_bench import Strategy, View, leaf, register
from hearts_bench.cards import Card
from hearts_bench_strategies.tactics import can_follow, discard_highest, duck, lead_low, pass_highest


@leaf
def play_low(view: View) -> Card:
    """Lead low, duck, discard high: what is left to do where no other piece has advice."""
    if view.led_suit < 0:
        return lead_low(view)
    return duck(view) if can_follow(view) else discard_highest(view)


@register("duck-low", compiled=True)
class DuckLow(Strategy):
    """Leads low, ducks under the winning card when it can, and throws its highest card when it cannot follow.

    Passes its highest cards. This is the second of the article's five principles by itself, with the first advice that
    every rules page gives: play low. It does not count, and does not know that the queen of spades is special when it
    discards.
    """

    def choose_pass(self, view: View) -> int:
        """Pass the highest cards."""
        return pass_highest(view)

    def play(self, view: View) -> int:
        """Lead low, duck, discard high."""
        return play_low(view)
