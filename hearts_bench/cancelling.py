"""Tricks of two decks, in which equal cards cancel each other, and which then may have no winner."""

from hearts_bench._jit import routine
from hearts_bench.cards import only, suit_of
from hearts_bench.rules import LEADER_TAKES
from hearts_bench.view import ViewRow


@routine
def cancel_equals(view: ViewRow) -> None:
    """Find who wins the trick so far where equal cards of the suit led cancel each other; -1 if nobody does."""
    view.winner = -1
    view.winning_card = -1
    for seat in range(view.players):
        card = view.trick[seat]
        if card < 0 or suit_of(card) != view.led_suit or card <= view.winning_card:
            continue
        equals = 0
        for other in range(view.players):
            equals += 1 if view.trick[other] == card else 0
        if equals == 1:
            view.winner = seat
            view.winning_card = card


@routine
def carry_trick(view: ViewRow) -> None:
    """Lay the trick's cards, of which some may be equal, with those that earlier tricks left over."""
    for seat in range(view.players):
        cards = only(view.trick[seat])
        view.carried_twice |= view.carried & cards
        view.carried |= cards
    view.carried_points += view.trick_points


@routine
def taker_of_cancelled(view: ViewRow) -> int:
    """Return who takes a last trick in which all cards cancel."""
    if view.rules.cancelled_last_trick == LEADER_TAKES:
        return view.leader
    taker, top = view.leader, -1
    for turn in range(view.players):
        seat = (view.leader + turn) % view.players
        card = view.trick[seat]
        if suit_of(card) == view.led_suit and card >= top:  # of a pair, the second card comes later
            taker, top = seat, card
    return taker
