"""Duck-low with one piece of advice each, so that a table can show what the piece is worth.

The advice is that of four texts: the article whose experiment this project reproduces, a German and a Bulgarian rules
page, and a Swedish how-to. Each class says whose it follows. The pieces themselves are in the other modules.
"""

from typing import Annotated

from pydantic import Field

from hearts_bench import View, register
from hearts_bench_strategies.counting import discard_burden, lead_bail, lead_safe_exit, lead_to_lose
from hearts_bench_strategies.duck_low import DuckLow, play_low
from hearts_bench_strategies.herzen import pass_burdens
from hearts_bench_strategies.moon_defence import fall_on_sword, keep_top_heart, stop_hinted_moon, stop_moon
from hearts_bench_strategies.passing import pass_bare_spades, pass_but_top_heart, pass_for_void
from hearts_bench_strategies.tactics import (
    discard_dangerous,
    drop_on_first_trick,
    flush_spades,
    follow_lowest,
    pass_dangerous,
    throw_queen,
)


@register("danger-passing", compiled=True)
class DangerPassing(DuckLow):
    """Plays as duck-low does, but passes dangerous cards: bare high spades, high hearts, cards of short suits.

    The first of the article's five principles.
    """

    def choose_pass(self, view: View) -> int:
        """Pass the most dangerous cards."""
        return pass_dangerous(view)


@register("void-seeking", compiled=True)
class VoidSeeking(DuckLow):
    """Plays as duck-low does, but passes all its clubs or diamonds if there are at most as many as are passed.

    Advice of the article and of the Swedish how-to ("short-suiting"): who is void can throw dangerous cards.
    """

    def choose_pass(self, view: View) -> int:
        """Pass the shortest suit if the pass can empty one."""
        return pass_for_void(view)


@register("queen-protecting", compiled=True)
class QueenProtecting(DuckLow):
    """Plays as duck-low does, but passes queen, king and ace of spades only from fewer than four, and no lower spade.

    Advice of the article (with four or five spades keep the queen), the German page and the Swedish how-to.
    """

    def choose_pass(self, view: View) -> int:
        """Pass bare high spades, else no spades."""
        return pass_bare_spades(view)


@register("herzen-passing", compiled=True)
class HerzenPassing(DuckLow):
    """Plays as duck-low does, but passes by the German page's advice, which minds the direction and keeps high hearts.

    To the right it passes only the queen of spades, not king and ace, as long as it keeps a low spade.
    """

    def choose_pass(self, view: View) -> int:
        """Pass the worst burdens."""
        return pass_burdens(view)


@register("spade-flushing", compiled=True)
class SpadeFlushing(DuckLow):
    """Plays as duck-low does, but leads low spades to force the queen out while it holds none of the three high spades.

    The fourth of the article's five principles, and the German page's first advice.
    """

    def play(self, view: View) -> int:
        """Lead a low spade while that is safe; else play low."""
        card = flush_spades(view)
        return card if card >= 0 else play_low(view)


@register("low-leading", compiled=True)
class LowLeading(DuckLow):
    """Plays as duck-low does, but leads the card that most unseen cards beat: a low card of a suit that was led little.

    Advice of the Swedish how-to: lead what is likely to be beaten.
    """

    def play(self, view: View) -> int:
        """Lead what is likely to be beaten; else play low."""
        card = lead_to_lose(view)
        return card if card >= 0 else play_low(view)


@register("bail-leading", compiled=True)
class BailLeading(DuckLow):
    """Plays as duck-low does, but leads a card that nobody can duck under where the queen of spades waits to be thrown.

    Advice of the Swedish how-to, whose examples of bail cards are the three of clubs and the two of diamonds.
    """

    def play(self, view: View) -> int:
        """Lead a bail card where it is needed; else play low."""
        card = lead_bail(view)
        return card if card >= 0 else play_low(view)


@register("club-dropping", compiled=True)
class ClubDropping(DuckLow):
    """Plays as duck-low does, but gets rid of a high club on the first trick or, void in clubs, of a high spade.

    Advice of the article: no trick is safer.
    """

    def play(self, view: View) -> int:
        """Use the first trick; else play low."""
        card = drop_on_first_trick(view)
        return card if card >= 0 else play_low(view)


@register("low-following", compiled=True)
class LowFollowing(DuckLow):
    """Plays as duck-low does, but follows with its lowest card as soon as a point card lies in the trick.

    Advice of the Swedish how-to.
    """

    def play(self, view: View) -> int:
        """Follow with the lowest card to a trick with points; else play low."""
        card = follow_lowest(view)
        return card if card >= 0 else play_low(view)


@register("queen-dropping", compiled=True)
class QueenDropping(DuckLow):
    """Plays as duck-low does, but void it drops the queen of spades, what could catch her, or the highest heart.

    The third of the article's five principles.
    """

    def play(self, view: View) -> int:
        """Drop the queen and high hearts; else play low."""
        card = discard_dangerous(view)
        return card if card >= 0 else play_low(view)


@register("burden-dropping", compiled=True)
class BurdenDropping(DuckLow):
    """Plays as duck-low does, but void it drops its dearest point card, else the card it most wants to lose.

    That is the one that beats most of the cards still out. Advice of the Swedish how-to.
    """

    def play(self, view: View) -> int:
        """Drop points, else burdens; else play low."""
        card = discard_burden(view)
        return card if card >= 0 else play_low(view)


@register("queen-throwing", compiled=True)
class QueenThrowing(DuckLow):
    """Plays as duck-low does, but holding the queen of spades with ace and king gone it makes itself void to throw her.

    Advice of the Swedish how-to.
    """

    def play(self, view: View) -> int:
        """Throw the queen, or become void; else play low."""
        card = throw_queen(view)
        return card if card >= 0 else play_low(view)


@register("card-counting", compiled=True)
class CardCounting(DuckLow):
    """Plays as duck-low does, but counts: it leads its safest exit, and void drops points or what beats most cards out.

    A safe exit is a card that loses however the unseen cards of its suit lie, or almost. Advice of all four texts, and
    the German page's account of when a four still wins.
    """

    def play(self, view: View) -> int:
        """Lead a safe exit, drop points or burdens; else play low."""
        card = lead_safe_exit(view)
        if card < 0:
            card = discard_burden(view)
        return card if card >= 0 else play_low(view)


@register("moon-defending", compiled=True)
class MoonDefending(DuckLow):
    """Plays as duck-low does, but sees to it that nobody takes all the points.

    It keeps its highest heart, in the pass and when it cannot follow, until two players have points. Once one player
    has all points so far, at least `alarm` of them, it takes a point trick away if it can, and gives that player no
    points when it cannot follow. The fifth of the article's principles, which worries from three points on, with the
    advice of the German page (see that hearts go to two players, and do not pass the highest) and the Swedish how-to
    (stop a shooter at the first chance).
    """

    alarm: Annotated[int, Field(ge=1, le=26)] = 1

    def choose_pass(self, view: View) -> int:
        """Pass the highest cards, but keep the highest heart."""
        return pass_but_top_heart(view)

    def play(self, view: View) -> int:
        """Stop a moon if one threatens; keep a heart that can stop one; else play low."""
        card = stop_moon(view, self.alarm)
        if card < 0:
            card = keep_top_heart(view)
        return card if card >= 0 else play_low(view)


@register("hint-reading", compiled=True)
class HintReading(DuckLow):
    """Plays as duck-low does, but stops moons, and sooner if a low club on the first trick hinted at one.

    From a player who played such a club it takes a point trick as soon as that one alone has a point; from others, when
    they have three. Advice of the Swedish how-to.
    """

    def play(self, view: View) -> int:
        """Stop a moon; else play low."""
        card = stop_hinted_moon(view)
        return card if card >= 0 else play_low(view)


@register("sword-falling", compiled=True)
class SwordFalling(DuckLow):
    """Plays as duck-low does, but takes the queen of spades itself to stop a player who alone has `alarm` points.

    Advice of the Swedish how-to ("falling on the sword"): 13 points are better than 26.
    """

    alarm: Annotated[int, Field(ge=1, le=26)] = 3

    def play(self, view: View) -> int:
        """Take the queen to stop a moon; else play low."""
        card = fall_on_sword(view, self.alarm)
        return card if card >= 0 else play_low(view)
