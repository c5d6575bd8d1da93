"""Duck-low, with an eye on whoever has taken all the points."""

from hearts_bench import Strategy, View, register
from hearts_bench_strategies.tactics import can_follow, discard_highest, duck, lead_low, pass_highest, stop_moon


@register("moon-defending", compiled=True)
class MoonDefending(Strategy):
    """Plays as duck-low does, but takes a point trick away from a player who has all points so far, at least three.

    It also gives that player no points when it cannot follow. The fifth of the article's five principles put on top of
    the second.
    """

    def choose_pass(self, view: View) -> int:
        """Pass the highest cards."""
        return pass_highest(view)

    def play(self, view: View) -> int:
        """Stop a moon if one threatens; else lead low, duck, discard high."""
        stopper = stop_moon(view)
        if stopper >= 0:
            return stopper
        if view.led_suit < 0:
            return lead_low(view)
        return duck(view) if can_follow(view) else discard_highest(view)
