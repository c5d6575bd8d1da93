"""What a deal is worth: the kitty, moon and sun, bonuses, the revoke penalty, and whether a game is over.

A moon is recognised by the cards taken, never by a sum of points. With two decks a card set has a companion that tells
which of its cards it holds twice.
"""

from typing import Any

from hearts_bench._jit import routine
from hearts_bench.cards import HEART_CARDS, QUEEN_OF_SPADES, CardSet, has, lowest
from hearts_bench.rules import MOON_ADD, MOON_AUTO, MOON_SUBTRACT, REACHED, SHARE, RulesRow
from hearts_bench.view import ViewRow


@routine
def set_points(rules: RulesRow, cards: CardSet, twice: CardSet) -> int:
    """Return the points of a set of cards, those in `twice` counted once more."""
    points = 0
    for copies in (cards, twice):
        rest = copies
        while rest != 0:
            points += rules.values[lowest(rest)]
            rest &= rest - 1
    return points


@routine
def take_up_kitty(table: Any, view: ViewRow) -> None:
    """Add the kitty to what its taker has, once the deal is over and everybody may see it."""
    if view.kitty_taker < 0:
        return
    view.points[view.kitty_taker] += set_points(view.rules, table.kitty, table.kitty_twice)
    view.taken_twice[view.kitty_taker] |= table.kitty_twice | (view.taken[view.kitty_taker] & table.kitty)
    view.taken[view.kitty_taker] |= table.kitty


@routine
def moon_shooter(table: Any, view: ViewRow) -> int:
    """Return the seat that took every card that a moon needs, -1 if none did. Cards set aside do not count."""
    rules = view.rules
    aside = table.kitty if view.kitty_taker < 0 else 0
    aside_twice = table.kitty_twice if view.kitty_taker < 0 else 0
    if rules.decks == 1:
        needed = rules.moon_cards & ~aside
        needed_twice = 0
    else:
        needed = rules.moon_cards & ~aside_twice
        needed_twice = rules.moon_cards & ~aside
    for seat in range(view.players):
        if view.taken[seat] & needed == needed and view.taken_twice[seat] & needed_twice == needed_twice:
            return seat if needed != 0 else -1
    return -1


@routine
def moon_points(table: Any, view: ViewRow) -> int:
    """Return what a moon counts: the points of all penalty cards in play, doubled for a sun if the rules say so."""
    rules = view.rules
    aside = 0
    if view.kitty_taker < 0:
        aside = set_points(rules, table.kitty & rules.penalty_cards, table.kitty_twice & rules.penalty_cards)
    penalties = rules.penalty_cards
    return set_points(rules, penalties, penalties if rules.decks == 2 else 0) - aside  # noqa: PLR2004


@routine
def is_sun(view: ViewRow, shooter: int) -> bool:
    """Tell whether nobody but the shooter has taken a card."""
    others = 0
    for seat in range(view.players):
        others |= view.taken[seat] if seat != shooter else 0
    return others == 0


@routine
def charge_revoke(table: Any, view: ViewRow) -> None:
    """Charge all the hearts of the deal to the seat that played an illegal card; nobody has shot the moon."""
    rules = view.rules
    for seat in range(view.players):
        hearts = set_points(rules, view.taken[seat] & HEART_CARDS, view.taken_twice[seat] & HEART_CARDS)
        table.scores[seat] -= hearts
        table.scores[table.revoker] += hearts


@routine
def score_deal(table: Any, view: ViewRow, moon: int) -> None:
    """Turn card points into scores; `moon` says what a moon does in this deal: add, subtract or auto."""
    rules = view.rules
    is_plain = table.moon_seat < 0
    for seat in range(view.players):
        no_trick = table.tricks[seat] == 0 and is_plain
        table.scores[seat] = view.points[seat] + (rules.no_trick_bonus if no_trick else 0)
    if table.revoker >= 0:
        charge_revoke(table, view)
    if not is_plain:
        score_moon(table, view, moon)
    if table.moon_seat >= 0:
        table.moons[table.moon_seat] += 1
    for seat in range(view.players):
        table.score_sums[seat] += table.scores[seat]
        table.queens[seat] += 1 if has(view.taken[seat], QUEEN_OF_SPADES) else 0
        table.clean[seat] += 1 if view.taken[seat] & rules.penalty_cards == 0 else 0
    table.deals += 1


@routine
def score_moon(table: Any, view: ViewRow, moon: int) -> None:
    """Apply the moon rule to scores that are card points still."""
    shooter = table.moon_seat
    points = moon_points(table, view)
    swing = 2 * points if view.rules.sun != 0 and is_sun(view, shooter) else points
    if moon == MOON_AUTO:
        moon = MOON_SUBTRACT if adding_loses(table, view, points, swing) else MOON_ADD
    table.scores[shooter] -= points
    for seat in range(view.players):
        if moon == MOON_ADD and seat != shooter:
            table.scores[seat] += swing
        if moon == MOON_SUBTRACT and seat == shooter:
            table.scores[seat] -= swing


@routine
def adding_loses(table: Any, view: ViewRow, points: int, swing: int) -> bool:
    """Tell whether adding a moon's points to the others would end the game with somebody else in front."""
    shooter = table.moon_seat
    own = view.totals[shooter] + table.scores[shooter] - points
    highest, lowest_other = own, view.totals[shooter] + (1 << 40)
    for seat in range(view.players):
        if seat != shooter:
            total = view.totals[seat] + table.scores[seat] + swing
            highest = max(highest, total)
            lowest_other = min(lowest_other, total)
    return is_reached(view.rules, highest) and lowest_other < own


@routine
def is_reached(rules: RulesRow, total: int) -> bool:
    """Tell whether a total ends the game."""
    return total >= rules.target if rules.end_when == REACHED else total > rules.target


@routine
def close_deal(table: Any, view: ViewRow) -> bool:
    """Add a scored deal to the totals of its game; True if the game is over."""
    most, least, winners = -(1 << 40), 1 << 40, 0
    for seat in range(view.players):
        view.totals[seat] += table.scores[seat]
        most = max(most, view.totals[seat])
        if view.totals[seat] < least:
            least, winners = view.totals[seat], 0
        winners += 1 if view.totals[seat] == least else 0
    if table.deals >= table.most_deals:
        return True
    return is_reached(view.rules, most) and (winners == 1 or view.rules.ties == SHARE)
