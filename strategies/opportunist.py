"""The article's player, on guard against moons and ready to shoot one itself."""

from typing import Annotated

from pydantic import Field

from hearts_bench import Strategy, View, register
from hearts_bench_strategies.article import avoid_points
from hearts_bench_strategies.moon_defence import resist_moon
from hearts_bench_strategies.shooting import go_on_shooting
from hearts_bench_strategies.tactics import pass_dangerous


@register("opportunist", compiled=True)
class Opportunist(Strategy):
    """Plays as article does, but goes on with a moon that chance has begun, and gives nobody else one.

    Once it alone has at least `enough` points, and at most `risk` percent of its cards look like losers, it tries to
    take the rest. Once another player alone has at least `alarm` points, it takes that player's point tricks when it
    can, with its highest card; void, it gives that player no points, but the queen of spades or else a heart to anybody
    else who wins. The advice is that of the article and of a Swedish how-to: four points are better than 26.
    """

    enough: Annotated[int, Field(ge=1, le=26)] = 8
    risk: Annotated[int, Field(ge=0, le=100)] = 33
    alarm: Annotated[int, Field(ge=1, le=26)] = 5

    def choose_pass(self, view: View) -> int:
        """Pass the most dangerous cards."""
        return pass_dangerous(view)

    def play(self, view: View) -> int:
        """Go on with a moon, or stop one; else play as `article` does."""
        card = go_on_shooting(view, self.enough, self.risk)
        if card < 0:
            card = resist_moon(view, self.alarm)
        return card if card >= 0 else avoid_points(view)
