"""The article's player with an eye on the totals of the game."""

from typing import Annotated

from pydantic import Field

from hearts_bench import Strategy, View, register
from hearts_bench_strategies.article import avoid_points
from hearts_bench_strategies.match_score import give_queen, leads_match, moon_by_totals, prolong
from hearts_bench_strategies.moon_defence import ALARM, stop_moon
from hearts_bench_strategies.shooting import go_on_shooting
from hearts_bench_strategies.tactics import pass_dangerous

ENOUGH = 4  # points of 26 that make a moon worth while


@register("score-aware", compiled=True)
class ScoreAware(Strategy):
    """Plays as article does, but the totals decide how much it risks for a moon, and whether it lets the game end.

    Once it alone has taken points, it tries to take them all if few enough of its cards look like losers: at most
    `risk_ahead` percent while it leads the match, `risk_behind` percent while it does not. It gives the queen of spades
    away under the first higher spade, but not, if she can wait, to who has the highest total, unless that player goes
    over the limit while it is ahead itself. Behind, it gives no points to a player who would go over the limit by them,
    and as the last seat takes such a trick itself. A moon of its own counts for the others if that leaves it in front.
    Shooting is the article's advice, to look at the totals that of a German rules page. The two percentages were set by
    judgement after trials against `article` alone.
    """

    risk_ahead: Annotated[int, Field(ge=0, le=100)] = 50
    risk_behind: Annotated[int, Field(ge=0, le=100)] = 80

    def choose_pass(self, view: View) -> int:
        """Pass the most dangerous cards."""
        return pass_dangerous(view)

    def play(self, view: View) -> int:
        """Stop a moon or go on with one; keep a losing game alive; place the queen; else play as `article` does."""
        card = stop_moon(view, ALARM)
        if card < 0:
            card = go_on_shooting(view, ENOUGH, self.risk_ahead if leads_match(view) else self.risk_behind)
        if card < 0:
            card = prolong(view)
        if card < 0:
            card = give_queen(view)
        return card if card >= 0 else avoid_points(view)

    def choose_moon(self, view: View) -> int:
        """Add to the others what leaves you in front; otherwise subtract, and play on."""
        return moon_by_totals(view)
