"""Tactics for rules with a bonus card, such as J♦ for -10: keep it, take it home, catch somebody else's.

Without a bonus card each of these has nothing to say, so that the other tactics can ask them in any game.
"""

from hearts_bench import View, leaf
from hearts_bench.cards import HEART_CARDS, Card, CardSet, above, count, highest, in_suit, lowest, suit_cards, suit_of
from hearts_bench.view import beats, is_last, unseen


@leaf
def spare(view: View) -> CardSet:
    """Return the legal cards without the bonus card, which nobody gives away while there is another."""
    rest = view.legal & ~view.rules.bonus_cards
    return rest if rest != 0 else view.legal


@leaf
def catchers(view: View) -> CardSet:
    """Return the cards that can catch the bonus card, while somebody else may hold it: those above it in its suit."""
    if view.rules.bonus_cards == 0 or view.rules.bonus_cards & unseen(view) == 0:
        return 0
    bonus = lowest(view.rules.bonus_cards)
    return above(suit_cards(suit_of(bonus)), bonus)


@leaf
def at_stake(view: View) -> int:
    """Return what the trick counts as it lies, with what earlier tricks have left to it."""
    return view.trick_points + view.carried_points


@leaf
def take_bonus(view: View) -> Card:
    """Win a trick that is worth having: with the bonus card where nobody can beat it, or to catch it on the table."""
    if view.rules.bonus_cards == 0:
        return -1
    stake = at_stake(view)
    own = in_suit(view.legal & view.rules.bonus_cards, view.led_suit)
    if own != 0:
        bonus = lowest(own)
        is_safe = is_last(view) or above(in_suit(unseen(view), view.led_suit), bonus) == 0
        if is_safe and beats(view, bonus) and stake + view.rules.values[bonus] < 0:
            return bonus
    top = in_suit(view.legal & ~view.rules.penalty_cards, view.led_suit)
    if stake < 0 and top != 0 and beats(view, highest(top)):
        return highest(top)
    return -1


@leaf
def lead_bonus(view: View) -> Card:
    """Lead the bonus card if no unseen card beats it, and so much of its suit is out that all may follow."""
    own = view.legal & view.rules.bonus_cards
    if own == 0 or view.led_suit >= 0:
        return -1
    bonus = lowest(own)
    rivals = in_suit(unseen(view), suit_of(bonus))
    if above(rivals, bonus) != 0 or (queen_is_about(view) and count(rivals) < view.players):
        return -1
    return bonus


@leaf
def queen_is_about(view: View) -> bool:
    """Tell whether another seat may hold the queen of spades, or whatever else costs more than hearts do."""
    return unseen(view) & view.rules.penalty_cards & ~HEART_CARDS != 0
