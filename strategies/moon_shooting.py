"""The article's player, going for all the points when its hand is fit for that."""

from typing import Annotated

from pydantic import Field

from hearts_bench import Strategy, View, register
from hearts_bench_strategies.article import play_by_article
from hearts_bench_strategies.shooting import is_moon_hand, moon_is_possible, pass_to_shoot, shoot
from hearts_bench_strategies.tactics import pass_dangerous


@register("moon-shooting", compiled=True)
class MoonShooting(Strategy):
    """Goes for all the points from the first trick on if its hand is fit for that, until somebody else takes a point.

    Such a hand has three hearts or more, and at most `risk` percent of its cards look like losers: what the high cards
    of their suit cannot make good, an unprotected queen of spades among them. The count is careful; hands with few
    losers by it are rare. It passes its losers if the rest is such a hand. It leads from its longest suit that nobody
    can beat, and wins every trick if it can. With any other hand, and as soon as another player has a point, it plays
    as article does. The advice is the article's, and that of the other rules pages; the percentage was set after
    trials against duck-low and moon-defending.
    """

    risk: Annotated[int, Field(ge=0, le=100)] = 50

    def choose_pass(self, view: View) -> int:
        """Pass the losers of a hand that is fit for a moon; else the most dangerous cards."""
        losers = pass_to_shoot(view)
        return losers if is_moon_hand(view, view.hand & ~losers, self.risk) else pass_dangerous(view)

    def play(self, view: View) -> int:
        """Shoot with a hand that is fit for it; else play as `article` does."""
        dealt = view.hand | view.played[view.seat]  # what it held after the pass
        card = shoot(view) if moon_is_possible(view) and is_moon_hand(view, dealt, self.risk) else -1
        return card if card >= 0 else play_by_article(view)
