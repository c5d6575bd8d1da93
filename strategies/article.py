"""The computer players of the article whose experiment this project reproduces."""

from hearts_bench import Strategy, View, leaf, register
from hearts_bench.cards import Card
from hearts_bench_strategies.bonus import lead_bonus
from hearts_bench_strategies.duck_low import play_low
from hearts_bench_strategies.moon_defence import ALARM, stop_moon
from hearts_bench_strategies.tactics import discard_dangerous, drop_on_first_trick, flush_spades, pass_dangerous


@leaf
def avoid_points(view: View) -> Card:
    """Follow all of the article's principles but the defence against a moon."""
    card = lead_bonus(view)
    if card < 0:
        card = flush_spades(view)
    if card < 0:
        card = discard_dangerous(view)
    if card < 0:
        card = drop_on_first_trick(view)
    return card if card >= 0 else play_low(view)


@leaf
def play_by_article(view: View) -> Card:
    """Follow the article's principles in their order of urgency."""
    card = stop_moon(view, ALARM)
    return card if card >= 0 else avoid_points(view)


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
        return play_by_article(view)
