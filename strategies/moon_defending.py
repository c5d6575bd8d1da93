"""Duck-low, with an eye on whoever has taken all the points."""

from typing import Annotated

from pydantic import Field

from hearts_bench import View, register
from hearts_bench.cards import HEART_CARDS, highest, only
from hearts_bench_strategies.duck_low import DuckLow, play_low
from hearts_bench_strategies.moon_defence import keep_top_heart, stop_moon
from hearts_bench_strategies.tactics import pass_highest_but


@register("moon-defending", compiled=True)
class MoonDefending(DuckLow):
    """Plays as duck-low does, but sees to it that nobody takes all the points.

    It keeps its highest heart, in the pass and when it cannot follow, until two players have points. Once one player
    has all points so far, at least `alarm` of them, it takes a point trick away if it can, and gives that player no
    points when it cannot follow. The advice against moons of all four sources, put on top of duck-low; the article
    itself worries from three points on, the others from the first.
    """

    alarm: Annotated[int, Field(ge=1, le=26)] = 1

    def choose_pass(self, view: View) -> int:
        """Pass the highest cards, but keep the highest heart."""
        hearts = view.hand & HEART_CARDS
        return pass_highest_but(view, only(highest(hearts)) if hearts != 0 else 0)

    def play(self, view: View) -> int:
        """Stop a moon if one threatens; keep a heart that can stop one; else play low."""
        card = stop_moon(view, self.alarm)
        if card < 0:
            card = keep_top_heart(view)
        return card if card >= 0 else play_low(view)
