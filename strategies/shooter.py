"""The player of moons inside a search: with any hand, for as long as a moon is possible."""

from typing import ClassVar

from hearts_bench import Strategy, View
from hearts_bench_strategies.article import play_by_article
from hearts_bench_strategies.shooting import pass_to_shoot, shoot


class Shooter(Strategy):
    """Goes for all the points, however bad its hand, until another player has taken one; then it plays as article does.

    A search asks it what a moon would be worth. It is not registered: at a table, `moon-shooting` knows when to try.
    """

    compiled: ClassVar[bool] = True

    def choose_pass(self, view: View) -> int:
        """Pass the cards that are most likely to lose a trick."""
        return pass_to_shoot(view)

    def play(self, view: View) -> int:
        """Shoot for as long as that is possible."""
        card = shoot(view)
        return card if card >= 0 else play_by_article(view)
