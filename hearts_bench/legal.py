"""Which cards may be played: small functions that apply the rules to card sets."""

from hearts_bench._jit import leaf
from hearts_bench.cards import CLUB_CARDS, HEART_CARDS, CardSet, in_suit, lowest, only
from hearts_bench.rules import (
    FORBID_POINTS,
    HEARTS_ONLY,
    LEFT_OF_DEALER,
    LOWEST_CLUB,
    QUEEN_FORCED,
    QUEEN_SET,
    RulesRow,
)


@leaf
def opening_leads(rules: RulesRow, hand: CardSet) -> CardSet:
    """Return the cards that the opening leader may lead to the first trick."""
    if rules.opening_lead == LOWEST_CLUB:
        return only(lowest(hand & CLUB_CARDS))
    if rules.opening_lead != LEFT_OF_DEALER:
        return hand & CLUB_CARDS
    leads = legal_leads(rules, hand, False)  # noqa: FBT003 - nothing was played yet
    harmless = leads & ~rules.penalty_cards
    return harmless if harmless != 0 and rules.first_trick_points == FORBID_POINTS else leads


@leaf
def legal_leads(rules: RulesRow, hand: CardSet, hearts_broken: bool) -> CardSet:
    """Return the cards that may be led to a trick after the first."""
    others = hand & ~HEART_CARDS
    if hearts_broken or rules.must_break_hearts == 0 or others == 0:
        return hand
    if others == QUEEN_SET and rules.queen_counts_as_heart_when_leading != 0:
        return hand
    return others


@leaf
def legal_follows(rules: RulesRow, hand: CardSet, led_suit: int, first_trick: bool, hearts_broken: bool) -> CardSet:
    """Return the cards that may be played to a trick that somebody has led to."""
    same_suit = in_suit(hand, led_suit)
    if same_suit != 0:
        return same_suit
    if first_trick and rules.first_trick_points == FORBID_POINTS:
        harmless = hand & ~rules.penalty_cards
        hand = harmless if harmless != 0 else _only_penalties(rules, hand)
    if rules.queen_discard_needs_broken != 0 and not hearts_broken and hand & ~QUEEN_SET != 0:
        return hand & ~QUEEN_SET
    return hand


@leaf
def _only_penalties(rules: RulesRow, hand: CardSet) -> CardSet:
    """Return what a hand of nothing but penalty cards may discard on the first trick."""
    if rules.first_trick_points_only_hand == HEARTS_ONLY and hand & HEART_CARDS != 0:
        return hand & HEART_CARDS
    if rules.first_trick_points_only_hand == QUEEN_FORCED and hand & QUEEN_SET != 0:
        return QUEEN_SET
    return hand
