"""Tactics against a player who may take all the points: notice it early, and take a point trick away.

Each returns a card of `view.legal`, or -1 where nobody threatens to shoot the moon, or where it has no advice.
"""

from hearts_bench import View, leaf
from hearts_bench.cards import (
    HEART_CARDS,
    HEARTS,
    Card,
    above,
    highest,
    highest_rank,
    in_suit,
    lowest_rank,
    only,
    suit_of,
)
from hearts_bench.rules import MOON_NONE, RulesRow
from hearts_bench.scoring import set_points
from hearts_bench.view import beats, is_last, sole_taker, unseen
from hearts_bench_strategies.bonus import spare
from hearts_bench_strategies.tactics import (
    HIGH_SPADES,
    can_follow,
    costliest,
    costly,
    costly_to_come,
    keep_penalties,
    must_discard,
)

ACE_OF_HEARTS = 51
USUAL_TOTAL = 26
LOW_CLUB = 6  # the eight of clubs
ALARM = 3  # so many points of 26 that one seat alone has taken worry the others


@leaf
def penalty_points(view: View, seat: int) -> int:
    """Return the points of the penalty cards that a seat has taken, without any bonus."""
    bonus = view.rules.bonus_cards
    if bonus == 0:
        return view.points[seat]
    return view.points[seat] - set_points(view.rules, view.taken[seat] & bonus, view.taken_twice[seat] & bonus)


@leaf
def is_large(rules: RulesRow, points: int, part: int) -> bool:
    """Tell whether penalty points are at least `part` of the usual 26, or as large a part of another total."""
    if points < part or rules.values[ACE_OF_HEARTS] <= 1:
        return points >= part
    return USUAL_TOTAL * points >= part * set_points(rules, rules.penalty_cards, 0)


@leaf
def moon_suspect(view: View, alarm: int) -> int:
    """Return another seat that alone has taken points, and at least `alarm` of 26; -1 if there is none.

    There is none either where a moon counts nothing, or where it needs a bonus card that went elsewhere.
    """
    taker = sole_taker(view)
    if taker < 0 or taker == view.seat or view.rules.moon == MOON_NONE:
        return -1
    if not is_large(view.rules, penalty_points(view, taker), alarm):
        return -1
    return -1 if view.rules.moon_cards & view.seen & ~view.trick_cards & ~view.taken[taker] != 0 else taker


@leaf
def can_win_still(view: View, suspect: int) -> bool:
    """Tell whether a seat wins the trick so far or has yet to play to it."""
    return view.winner == suspect or view.trick[suspect] < 0


@leaf
def lead_against_moon(view: View) -> Card:
    """Lead the highest heart if no unseen one beats it and the queen of spades is out of the way; else no heart."""
    hearts = view.legal & HEART_CARDS
    if hearts == 0:
        return -1
    top = highest(hearts)
    if above(in_suit(unseen(view), HEARTS), top) == 0 and costly_to_come(view) == 0:
        return top
    others = spare(view) & ~HEART_CARDS & ~HIGH_SPADES
    return lowest_rank(others) if others != 0 else -1


@leaf
def take_points(view: View) -> Card:
    """Follow with your highest card where that takes a trick with points."""
    top = highest(view.legal)
    return top if view.trick_cards & view.rules.penalty_cards != 0 and beats(view, top) else -1


@leaf
def stop_moon(view: View, alarm: int) -> Card:
    """Keep a seat that alone has all points so far, at least `alarm`, from taking the rest.

    Take a point trick, and give that seat no more. On lead, a heart that nobody can beat takes a point trick for sure,
    and another suit feeds nobody. Later in the trick the suspect is dangerous while it is winning or has yet to play.
    """
    suspect = moon_suspect(view, alarm)
    if suspect < 0:
        return -1
    if view.led_suit < 0:
        return lead_against_moon(view)
    if not can_win_still(view, suspect):
        hearts = view.legal & HEART_CARDS
        return highest(hearts) if hearts != 0 and must_discard(view) else -1
    if can_follow(view):
        return take_points(view)
    harmless = view.legal & ~view.rules.penalty_cards & ~view.rules.bonus_cards
    return lowest_rank(harmless if harmless != 0 else spare(view))


@leaf
def resist_moon(view: View, alarm: int) -> Card:
    """Stop a moon as `stop_moon` does, at less cost to yourself.

    Void, discard the highest card without points rather than the lowest, and give the queen of spades or else a heart
    to whoever wins the trick once that cannot be the suspect any more.
    """
    suspect = moon_suspect(view, alarm)
    if suspect < 0:
        return -1
    if view.led_suit < 0:
        return lead_against_moon(view)
    if not can_win_still(view, suspect):
        gifts = view.legal & view.rules.penalty_cards
        return costliest(view.rules, gifts) if gifts != 0 and must_discard(view) else -1
    if can_follow(view):
        return take_points(view)
    card = keep_penalties(view)
    return card if card >= 0 else lowest_rank(spare(view))


@leaf
def are_split(view: View) -> bool:
    """Tell whether two seats or more have taken points, so that nobody shoots the moon in this deal."""
    return view.seen & ~view.trick_cards & view.rules.penalty_cards != 0 and sole_taker(view) < 0


@leaf
def keep_top_heart(view: View) -> Card:
    """Void, discard the highest card but for your highest heart, while one seat may still take all the points."""
    if not must_discard(view) or view.rules.moon == MOON_NONE or are_split(view):
        return -1
    hearts = view.legal & HEART_CARDS
    if hearts == 0:
        return -1
    others = spare(view) & ~only(highest(hearts))
    return highest_rank(others) if others != 0 else -1


@leaf
def followed_with_low_club(view: View, seat: int) -> bool:
    """Tell whether a seat that did not lead followed to the first trick with a club below the eight.

    Most players get rid of a high club then. A low one hints at a hand without high ones to lose: short in clubs, or
    meant for a moon, where high cards are kept.
    """
    first = view.leaders[0]
    turn = (seat - first) % view.players
    card = view.plays[turn]
    return turn != 0 and view.cards_played > turn and 0 <= card < LOW_CLUB


@leaf
def stop_hinted_moon(view: View) -> Card:
    """Stop a moon from the first point on if a low club on the first trick hinted at one, else from three points on."""
    suspect = moon_suspect(view, 1)
    if suspect < 0:
        return -1
    return stop_moon(view, 1 if followed_with_low_club(view, suspect) else ALARM)


@leaf
def fall_on_sword(view: View, alarm: int) -> Card:
    """Take the queen of spades, or what costs as much, yourself to stop a seat that has all points, `alarm` of them.

    Win the trick she lies in, or win one with her: as the last seat, or once nobody can beat her.
    """
    if moon_suspect(view, alarm) < 0 or must_discard(view):
        return -1
    if view.trick_cards & costly(view) != 0:
        return take_points(view)
    own = view.legal & costly(view)
    if own == 0 or not beats(view, highest(own)):
        return -1
    is_sure = is_last(view) or above(in_suit(unseen(view), suit_of(highest(own))), highest(own)) == 0
    return highest(own) if is_sure else -1
