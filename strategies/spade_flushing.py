"""Duck-low, with the habit of forcing the queen of spades out."""

from hearts_bench import View, register
from hearts_bench_strategies.duck_low import DuckLow, play_low
from hearts_bench_strategies.tactics import flush_spades


@register("spade-flushing", compiled=True)
class SpadeFlushing(DuckLow):
    """Plays as duck-low does, but leads low spades to force the queen out while it holds none of the three high spades.

    The fourth of the article's five principles put on top of the second.
    """

    def play(self, view: View) -> int:
        """Lead a low spade while that is safe; else play low."""
        card = flush_spades(view)
        return card if card >= 0 else play_low(view)
