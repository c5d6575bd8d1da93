"""Tactics that look at the totals of a game: who leads, who is close to the limit, and whom points should go to.

In single deals all totals are 0: nobody leads, nobody is close, and none of these has anything to say.
"""

from hearts_bench import View, leaf
from hearts_bench.cards import QUEEN_OF_SPADES, SPADE_CARDS, Card, below, count, has, highest
from hearts_bench.rules import MOON_ADD, MOON_SUBTRACT
from hearts_bench.scoring import is_reached, is_sun, set_points
from hearts_bench.view import beats, is_last
from hearts_bench_strategies.bonus import at_stake, spare
from hearts_bench_strategies.tactics import can_follow, costliest, costly, keep_penalties, must_discard, staying_under

COVER = 3  # low spades that keep the queen of spades safe for a while


@leaf
def standing(view: View, seat: int) -> int:
    """Return a seat's total with what it has taken in this deal so far."""
    return view.totals[seat] + view.points[seat]


@leaf
def lowest_other(view: View) -> int:
    """Return the lowest standing among the other seats."""
    best = 1 << 40
    for seat in range(view.players):
        if seat != view.seat and standing(view, seat) < best:
            best = standing(view, seat)
    return best


@leaf
def is_ahead(view: View) -> bool:
    """Tell whether you would win, alone or with others, if the game ended as it stands."""
    return standing(view, view.seat) <= lowest_other(view)


@leaf
def leads_match(view: View) -> bool:
    """Tell whether no other seat has a lower total, before this deal."""
    least = view.totals[view.seat]
    for seat in range(view.players):
        least = min(least, view.totals[seat])
    return view.totals[view.seat] == least


@leaf
def goes_over(view: View, seat: int, points: int) -> bool:
    """Tell whether so many more points would take a seat over the limit, so that the game ends after this deal."""
    return is_reached(view.rules, standing(view, seat) + points)


@leaf
def is_over_already(view: View) -> bool:
    """Tell whether a seat has reached the limit by what it has taken so far: this is the last deal, barring a moon."""
    over = False
    for seat in range(view.players):
        over |= is_reached(view.rules, standing(view, seat))
    return over


@leaf
def trails(view: View, seat: int) -> bool:
    """Tell whether another seat has the highest total of the match, and not everybody has the same."""
    least = most = view.totals[0]
    for each in range(view.players):
        least = min(least, view.totals[each])
        most = max(most, view.totals[each])
    return seat >= 0 and seat != view.seat and most > least and view.totals[seat] == most


@leaf
def would_lose_by(view: View, seat: int, points: int) -> bool:
    """Tell whether points to a seat would end a game that you lose as it stands, and that could go on without them."""
    if seat < 0 or seat == view.seat or not goes_over(view, seat, points):
        return False
    return not is_ahead(view) and not is_over_already(view)


@leaf
def would_win_by(view: View, seat: int, points: int) -> bool:
    """Tell whether points to another seat would end the game, with you in front."""
    return seat >= 0 and seat != view.seat and goes_over(view, seat, points) and is_ahead(view)


@leaf
def can_wait(view: View) -> bool:
    """Tell whether the queen of spades in hand can wait for another trick: low spades cover her, and there is time."""
    cover = count(below(view.hand & SPADE_CARDS, QUEEN_OF_SPADES))
    return cover >= COVER and view.rules.hand_size - view.tricks_played > COVER


@leaf
def spare_the_last(view: View) -> Card:
    """Void, keep the queen of spades from whoever has the highest total, if she can wait for somebody else.

    Unless you are ahead, and she would push that player over the limit: then the game ends with you winning.
    """
    if not has(view.legal, QUEEN_OF_SPADES) or not must_discard(view) or not trails(view, view.winner):
        return -1
    if would_win_by(view, view.winner, at_stake(view) + view.rules.values[QUEEN_OF_SPADES]) or not can_wait(view):
        return -1
    return keep_penalties(view)


@leaf
def give_queen(view: View) -> Card:
    """Follow with the queen of spades, or what costs most besides, as soon as a higher spade wins the trick.

    But not to whoever has the highest total, if she can wait, unless that wins the game.
    """
    if not can_follow(view):
        return -1
    dear = staying_under(view, view.legal & costly(view))
    if dear == 0:
        return -1
    card = costliest(view.rules, dear)
    if trails(view, view.winner) and can_wait(view):
        points = at_stake(view) + view.rules.values[card]
        cover = staying_under(view, spare(view) & ~costly(view))
        if not would_win_by(view, view.winner, points) and cover != 0:
            return highest(cover)
    return card


@leaf
def prolong(view: View) -> Card:
    """Keep a game going that you would lose: no points to who goes over the limit by them, and take such a trick away.

    The trick is taken only as the last seat, and only if it does not take you over the limit.
    """
    if view.led_suit < 0 or view.winner < 0 or view.winner == view.seat:
        return -1
    stake = at_stake(view)
    if not can_follow(view):
        dear = view.rules.values[costliest(view.rules, view.legal)]
        if dear > 0 and would_lose_by(view, view.winner, stake + dear):
            return keep_penalties(view)
        return -1
    if is_last(view) and stake > 0 and would_lose_by(view, view.winner, stake):
        top = view.legal & ~costly(view)
        if top != 0 and beats(view, highest(top)) and not goes_over(view, view.seat, stake):
            return highest(top)
    return -1


@leaf
def moon_by_totals(view: View) -> int:
    """Choose what your moon does: end the game if that wins it, else whatever leaves the others most to do.

    Adding brings the end nearer, which suits who is in front afterwards. Subtracting keeps the game going.
    """
    rules = view.rules
    points = set_points(rules, rules.penalty_cards, rules.penalty_cards if rules.decks != 1 else 0)
    swing = 2 * points if rules.sun != 0 and is_sun(view, view.seat) else points
    own = standing(view, view.seat) - points
    return MOON_ADD if own <= lowest_other(view) + swing else MOON_SUBTRACT
