"""Pieces of search by sampling: which cards to try, how to share playouts among them, and what a deal is worth."""

from typing import Any

from hearts_bench import StrategyRef, View, routine
from hearts_bench.cards import CardSet, above, below, lowest, only, suit_of
from hearts_bench.engine import CHOOSE_MOON, PARAMETERS, PLAY
from hearts_bench.rules import MOON_NONE
from hearts_bench.scoring import is_reached
from hearts_bench.view import sole_taker, unseen
from hearts_bench.worlds import payoff

# Rows of the entries: who plays a seat in playouts as a rule, who goes for all the points, who plays a stranger's seat,
# and who lets a moon happen.
PLAYOUT, SHOOTER, STRANGER, BYSTANDER = range(4)


@routine
def fill_entries(entries: Any, playout: StrategyRef, shooter: StrategyRef) -> None:
    """Fill in the engine's entries for who plays as a rule, and who goes for all the points."""
    fill_entry(entries[PLAYOUT], playout)
    fill_entry(entries[SHOOTER], shooter)


@routine
def fill_entry(entry: Any, strategy: StrategyRef) -> None:
    """Fill in a row of the engine's entries."""
    entry[PLAY] = strategy.play
    entry[PARAMETERS] = strategy.parameters
    entry[CHOOSE_MOON] = strategy.choose_moon


@routine
def threatens_moon(view: View) -> bool:
    """Tell whether another seat alone has points, and so may take all of them."""
    taker = sole_taker(view)
    return taker >= 0 and taker != view.seat and view.rules.moon != MOON_NONE


@routine
def let_shoot(view: View, search: Any, index: int, world: Any) -> None:
    """In every `threat`-th world of a decision, let another seat that alone has points go for all of them."""
    if search.threat > 0 and index % search.threat == 0 and threatens_moon(view):
        world.strategies[sole_taker(view)] = SHOOTER


@routine
def distinct(view: View, cards: CardSet) -> CardSet:
    """Return some cards without those that are worth the same as a lower one of them.

    Neighbours of a suit with equal points, and with no card between them that another seat holds or has on the table,
    do the same in every deal. With two decks equal cards cancel, so all cards are distinct.
    """
    if view.rules.decks != 1:
        return cards
    foreign = unseen(view) | view.trick_cards
    chosen, last, rest = 0, -1, cards
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        is_like = (
            last >= 0
            and suit_of(last) == suit_of(card)
            and view.rules.values[last] == view.rules.values[card]
            and above(below(foreign, card), last) == 0
        )
        if not is_like:
            chosen |= only(card)
        last = card
    return chosen


@routine
def rounds_of_halving(arms: int) -> int:
    """Return in how many rounds of dropping the worse half one arm is left: the logarithm to base 2, rounded up."""
    rounds = 0
    while (1 << rounds) < arms:
        rounds += 1
    return rounds


@routine
def keep_better_half(order: Any, sums: Any, arms: int) -> int:
    """Sort the first `arms` entries of `order`, numbers of arms, best sum first; return how many go on: half of them.

    Equal ones keep their order.
    """
    for place in range(1, arms):
        arm, at = order[place], place
        while at > 0 and sums[order[at - 1]] < sums[arm]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = arm
    return (arms + 1) // 2


@routine
def worth(table: Any, view: View, seat: int, win: float) -> float:
    """Return what a scored deal is worth to a seat, in points.

    Its payoff; and where the deal ends a game, `win` for winning it, shared among equals, less everybody's fair share.
    """
    value = payoff(table, view, seat)
    most, least, winners = -(1 << 40), 1 << 40, 0
    for each in range(view.players):
        total = view.totals[each] + table.scores[each]
        most = max(most, total)
        if total < least:
            least, winners = total, 0
        winners += 1 if total == least else 0
    if is_reached(view.rules, most):
        share = 1 / winners if view.totals[seat] + table.scores[seat] == least else 0.0
        value += win * (share - 1 / view.players)
    return value
