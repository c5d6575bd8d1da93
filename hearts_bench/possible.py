"""What the cards that a seat has not seen can be: where each may lie, and in how many ways they can be dealt.

A seat can hold no card of a suit in which it failed to follow, and none that would have made a card it played illegal
when it played it. Cards that may lie at the same places make a class, places that may hold the same classes make a
group, and only how many cards of a class go to a group has to be counted, which `hearts_bench.counting` does.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from hearts_bench._jit import routine
from hearts_bench.cards import CLUB_CARDS, HEART_CARDS, HEARTS, below, count, has, lowest, only, suit_cards, suit_of
from hearts_bench.rules import (
    FORBID_POINTS,
    HEARTS_ONLY,
    LEFT_OF_DEALER,
    LOWEST_CLUB,
    MAX_SEATS,
    QUEEN_FORCED,
    QUEEN_SET,
)
from hearts_bench.view import ViewRow, holder_of_pass, is_void, unseen, unseen_twice

# The kitty is one more place for cards, behind the last seat.
PLACES = MAX_SEATS + 1
# Places tell cards apart by suit, penalty, Q♠, and as clubs below, at or above the opening lead: 5 + 2 + 3 + 1 classes;
# so there are at most as many classes or groups as places.

# The rows of a table are dealt in two pairs, and those in between cell by cell.
FRONT, BACK = 0, 1
A_PAIR, BOTH_PAIRS = 2, 4  # rows
# Which rows of a pair a column may get cards of.
ONLY_FIRST, ONLY_SECOND, EITHER = 1, 2, 3
# Behind all rows is an empty one.
NO_ROW = PLACES
# Sets of cards that a world is dealt from and to: classes, groups and, behind these, what either of two groups may get.
GROUP_SET, MIXED_SET, SETS = PLACES, 2 * PLACES - 1, 2 * PLACES
# There are moves for the cells in between, and for what the pairs give to each column and mix. One more is never made:
# it takes the sizes of what is none.
NO_MOVE = (PLACES - 4) * PLACES + 2 * (PLACES + 2)

# What `prepare_worlds` finds out about the cards to be dealt anew. Rows and columns are classes and groups, or groups
# and classes, whichever takes less counting.
PLAN = np.dtype(
    [
        ("number", "f8"),  # how many worlds there are, copies of two decks told apart; 0 if the view contradicts itself
        ("may", "i8", (PLACES,)),  # the cards that may be dealt to a place
        ("pinned", "i8", (PLACES,)),  # the cards known to be there
        ("room", "i8", (PLACES,)),  # how many others are dealt to it
        ("group", "i8", (PLACES,)),  # its group, -1 for none
        ("groups", "i8"),
        ("group_size", "i8", (PLACES,)),  # how many cards are dealt to a group, but for settled ones
        ("group_classes", "i8", (PLACES,)),  # bit 1 << class is set for the classes it may get cards of
        ("group_end", "i8", (PLACES,)),  # its last place
        ("settled", "i8", (PLACES,)),  # the cards that no other group may get, and those of them there twice
        ("settled_twice", "i8", (PLACES,)),
        ("classes", "i8"),
        ("class_cards", "i8", (PLACES,)),  # which cards are in a class, and which of them twice
        ("class_twice", "i8", (PLACES,)),
        ("class_size", "i8", (PLACES,)),  # how many; 0 if they are settled
        ("class_groups", "i8", (PLACES,)),  # bit 1 << group is set for the groups that may get cards of it
        ("unsettled", "i8"),  # how many cards are not settled; where there are none, nothing more is filled in
        ("rows_are_classes", "i8"),
        ("row_size", "i8", (PLACES + 1,)),  # how many cards a row has; then which columns may get some of them
        ("row_columns", "i8", (PLACES + 1,)),
        ("columns", "i8"),
        ("column_size", "i8", (PLACES,)),  # how many cards a column gets
        ("rows", "i8"),  # how many rows have cards
        ("row_order", "i8", (PLACES,)),  # these rows, the largest first
        ("pair", "i8", (2, 2)),  # the rows of the FRONT pair and of the BACK pair, NO_ROW for none
        ("pair_rows", "i8", (2, PLACES)),  # which of them a column may get cards of: 0 for none
        ("low", "i8", (PLACES,)),  # the least and the most that a column can get from the front pair
        ("high", "i8", (PLACES,)),
        ("column_order", "i8", (PLACES,)),  # the columns, those with the fewest possibilities first
        ("shift", "i8", (PLACES,)),  # the lowest bit of a column's number in the shares of a split, and all its bits
        ("mask", "i8", (PLACES,)),
        ("most_splits", "i8"),  # how many splits there may be, and how many there are
        ("splits", "i8"),
        ("cells", "i8"),  # how many cells the rows between the pairs have
        ("states", "i8"),  # how many combinations of cards left in the columns there are
        ("stride", "i8", (PLACES,)),  # what one card of a column counts in the number of a combination
        ("moves", "i8"),  # how a world is dealt: from which set to which, and how many cards
        ("move_from", "i1", (NO_MOVE + 1,)),
        ("move_to", "i1", (NO_MOVE + 1,)),
        ("move_size", "i8", (NO_MOVE + 1,)),
        ("pair_move", "i8", (2, PLACES)),  # the move with what a column gets from a pair
        ("mixed_move", "i8", (2,)),  # the move to a pair's first group from what is mixed
        ("between_move", "i8"),  # the move for the first cell between the pairs
        # While a world is counted or dealt:
        ("left", "i8", (PLACES,)),  # the cards left in each column
        ("numbers", "i8", (2, PLACES)),  # the cards that each pair gives to each column
        ("sets", "i8", (SETS,)),  # the cards in each set, and those there twice
        ("sets_twice", "i8", (SETS,)),
    ],
    align=True,
)


def new_plans() -> npt.NDArray[np.void]:
    """Return an array with one empty PLAN record."""
    return np.zeros(1, PLAN).view(np.recarray)


@overload(new_plans, strict=False)
def _compiled_new_plans() -> Any:
    return lambda: np.zeros(1, PLAN)


@routine
def player_of(view: ViewRow, at: int) -> int:
    """Return the seat that played card number `at` of `view.plays`."""
    return (view.leaders[at // view.players] + at % view.players) % view.players


@routine
def note_places(view: ViewRow, plan: Any) -> None:
    """Note what voids and the pass tell about every place."""
    for seat in range(view.players):
        if seat == view.seat:
            continue
        for suit in range(4):
            plan.may[seat] |= 0 if is_void(view, seat, suit) else suit_cards(suit)
        plan.room[seat] = view.rules.hand_size - count(view.played[seat]) - count(view.played_twice[seat])
    if view.kitty_taker != view.seat:
        plan.may[view.players] = view.rules.deck
        plan.room[view.players] = view.rules.kitty_size
    holder = holder_of_pass(view)
    if holder >= 0:
        plan.pinned[holder] = view.passed & ~view.played[holder]


@routine
def note_history(view: ViewRow, plan: Any) -> None:
    """Note which cards seats cannot have because what they played would not have been legal with them."""
    rules = view.rules
    if view.leader < 0:
        return
    if rules.opening_lead != LEFT_OF_DEALER:
        note_opening(view, plan)
    if rules.first_trick_points == FORBID_POINTS:
        for at in range(min(view.players, view.cards_played)):
            note_first_trick(view, plan, at)
    if rules.must_break_hearts == 0 or view.hearts_broken == 0:
        return
    for at in range(view.cards_played):
        if has(rules.breaking_cards, view.plays[at]):
            if at % view.players == 0 and suit_of(view.plays[at]) == HEARTS:
                with_queen = rules.queen_counts_as_heart_when_leading != 0
                plan.may[player_of(view, at)] &= HEART_CARDS | (QUEEN_SET if with_queen else 0)
            return


@routine
def note_opening(view: ViewRow, plan: Any) -> None:
    """Note what it tells that the first leader, of the seats that had the lowest club the first, was the leader."""
    rules, leader = view.rules, view.leaders[0]
    card = lowest(rules.deck & CLUB_CARDS)
    if rules.opening_lead == LOWEST_CLUB:
        card = view.plays[0] if view.cards_played > 0 else lowest(view.hand & CLUB_CARDS)
    elif rules.kitty_size != 0:
        return
    elif leader != view.seat and not has(view.played[leader], card):
        plan.pinned[leader] |= only(card)
    for seat in range(view.players):
        plan.may[seat] &= ~below(CLUB_CARDS, card)
        if seat < leader:
            plan.may[seat] &= ~only(card)


@routine
def note_first_trick(view: ViewRow, plan: Any, at: int) -> None:
    """Note what a penalty card tells, of its player, that was played to the first trick although that is forbidden."""
    rules, card, seat = view.rules, view.plays[at], player_of(view, at)
    is_choice = rules.opening_lead == LEFT_OF_DEALER if at == 0 else suit_of(card) != suit_of(view.plays[0])
    if not is_choice or not has(rules.penalty_cards, card):
        return
    plan.may[seat] &= rules.penalty_cards
    if at > 0 and rules.first_trick_points_only_hand == HEARTS_ONLY and suit_of(card) != HEARTS:
        plan.may[seat] &= ~HEART_CARDS
    if at > 0 and rules.first_trick_points_only_hand == QUEEN_FORCED and not has(QUEEN_SET, card):
        plan.may[seat] &= ~QUEEN_SET


@routine
def sort_cards(view: ViewRow, plan: Any) -> None:
    """Sort the cards that are to be dealt into classes: splitting them by what each place may hold."""
    once, both = unseen(view), unseen_twice(view)
    for place in range(view.players):
        plan.pinned[place] &= once
        twice = both & plan.pinned[place]
        both ^= twice
        once ^= plan.pinned[place] ^ twice
        plan.room[place] -= count(plan.pinned[place])
    plan.class_cards[0] = once
    plan.classes = 1 if once != 0 else 0
    for place in range(view.players + 1):
        if plan.room[place] > 0:
            for each in range(plan.classes):
                out = plan.class_cards[each] & ~plan.may[place]
                if out != 0 and out != plan.class_cards[each]:
                    plan.class_cards[each] ^= out
                    plan.class_cards[plan.classes] = out
                    plan.classes += 1
    for each in range(plan.classes):
        plan.class_twice[each] = both & plan.class_cards[each]
        plan.class_size[each] = count(plan.class_cards[each]) + count(plan.class_twice[each])


@routine
def sort_places(view: ViewRow, plan: Any) -> None:
    """Sort the places that get cards into groups of those that may hold the same."""
    for place in range(view.players + 1):
        plan.group[place] = -1
        if plan.room[place] <= 0:
            continue
        classes = 0
        for each in range(plan.classes):
            classes |= 1 << each if plan.class_cards[each] & plan.may[place] != 0 else 0
        group = 0
        while group < plan.groups and plan.group_classes[group] != classes:
            group += 1
        plan.groups = max(plan.groups, group + 1)
        plan.group_classes[group] = classes
        plan.group_size[group] += plan.room[place]
        plan.group[place] = group
        plan.group_end[group] = place
    for group in range(plan.groups):
        for each in range(plan.classes):
            plan.class_groups[each] |= ((plan.group_classes[group] >> each) & 1) << group
    settle_classes(plan)


@routine
def settle_classes(plan: Any) -> None:
    """Give the classes that only one group may get to it; `number` 0 says that there is no world."""
    cards, room = 0, 0
    for group in range(plan.groups):
        room += plan.group_size[group]
    for each in range(plan.classes):
        cards += plan.class_size[each]
        groups = plan.class_groups[each]
        if groups != 0 and groups & (groups - 1) == 0:
            group = lowest(groups)
            plan.group_size[group] -= plan.class_size[each]
            plan.class_size[each] = 0
            plan.settled[group] |= plan.class_cards[each]
            plan.settled_twice[group] |= plan.class_twice[each]
        plan.unsettled += plan.class_size[each]
    plan.number = 1 if cards == room else 0
    for group in range(plan.groups):
        plan.number = 0 if plan.group_size[group] < 0 else plan.number
