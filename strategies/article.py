"""The computer players of the article whose experiment this project reproduces."""

from hearts_bench import Strategy, View, register
from hearts_bench_strategies.bonus import lead_bonus
from hearts_bench_strategies.tactics import (
    can_follow,
    discard_dangerous,
    drop_high_club,
    duck,
    flush_spades,
    lead_low,
    pass_dangerous,
    stop_moon,
)


@register("article", compiled=True)
class Article(Strategy):
    """Plays by the article's five principles.

    It passes dangerous cards (unprotected high spades, high hearts, cards that leave a suit short); ducks under the
    winning card; drops the queen of spades and high hearts when it cannot follow; leads low spades to force the queen
    out when it holds none of ace, king and queen; and once one player has taken all points so far, at least three,
    takes a point trick from that player if it can and gives them no more points. From the article's advice it also
    uses the first trick to drop a high club. Where a card counts against the points, such as J♦, it keeps it, takes it
    home when it can, and catches it.
    """

    def choose_pass(self, view: View) -> int:
        """Pass the most dangerous cards."""
        return pass_dangerous(view)

    def play(self, view: View) -> int:
        """Follow the principles in their order of urgency."""
        stopper = stop_moon(view)
        if stopper >= 0:
            return stopper
        if view.led_suit < 0:
            bonus = lead_bonus(view)
            if bonus >= 0:
                return bonus
            spade = flush_spades(view)
            return spade if spade >= 0 else lead_low(view)
        if not can_follow(view):
            return discard_dangerous(view)
        club = drop_high_club(view)
        return club if club >= 0 else duck(view)
