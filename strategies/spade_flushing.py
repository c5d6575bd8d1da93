"""Duck-low, with the habit of forcing the queen of spades out."""

from hearts_bench import Strategy, View, register
from hearts_bench_strategies.tactics import can_follow, discard_highest, duck, flush_spades, lead_low, pass_highest


@register("spade-flushing", compiled=True)
class SpadeFlushing(Strategy):
    """Plays as duck-low does, but leads low spades to force the queen out while it holds none of the three high spades.

    The fourth of the article's five principles put on top of the second.
    """

    def choose_pass(self, view: View) -> int:
        """Pass the highest cards."""
        return pass_highest(view)

    def play(self, view: View) -> int:
        """Lead a low spade while that is safe; else lead low, duck, discard high."""
        if view.led_suit < 0:
            spade = flush_spades(view)
            return spade if spade >= 0 else lead_low(view)
        return duck(view) if can_follow(view) else discard_highest(view)
