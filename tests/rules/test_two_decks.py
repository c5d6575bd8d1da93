"""Cancellation Hearts: with two decks equal cards of a trick cancel each other."""

from collections import Counter

import pytest
from properties.positions import Position, as_cards, deck_of, share_out

from hearts_bench import Rules
from hearts_bench.cards import card, text
from hearts_bench.manual import ManualTable
from hearts_bench.presets import PRESETS, changed_rules

SIX = Rules(
    players=6,
    decks=2,
    kitty_to="first_trick",
    opening_lead="left_of_dealer",
    first_trick_points="allow",
    must_break_hearts=False,
    moon="none",
)


def position(*tricks: str, rules: Rules = SIX, kitty: str = "", order: str = "") -> Position:
    """Lay out a deal in which seat 0 leads and these tricks can be played as they stand, seat by seat from its leader.

    A seat gets the cards it plays; the rest are dealt so that nobody who is to discard can follow. `order` has the
    leader of each trick, seat 0 by default.
    """
    leaders = list(map(int, order.split())) if order else [0] * len(tricks)
    hands: list[list[int]] = [[] for _ in range(rules.players)]
    for leader, trick in zip(leaders, tricks, strict=True):
        for turn, name in enumerate(trick.split()):
            hands[(leader + turn) % rules.players].append(card(name))
    left = Counter(deck_of(rules))
    left.subtract(each for hand in [*hands, as_cards(kitty)] for each in hand)
    voids = [_voids(leaders, tricks, seat, rules.players) for seat in range(rules.players)]
    rest = sorted(left.elements(), key=lambda each: -sum(each // 13 in suits for suits in voids))
    kitty_size = rules.kitty_size - len(kitty.split())
    for each in rest:
        fitting = [
            seat for seat, hand in enumerate(hands) if len(hand) < rules.hand_size and each // 13 not in voids[seat]
        ]
        if fitting:
            hands[min(fitting, key=lambda seat: len(hands[seat]))].append(each)
        else:
            kitty += f" {text(each)}"
            kitty_size -= 1
    assert kitty_size == 0
    laid = Position(rules, hands, 0, kitty=kitty, dealer=rules.players - 1)
    laid.play(" ".join(tricks))
    return laid


def _voids(leaders: list[int], tricks: tuple[str, ...], seat: int, players: int) -> set[int]:
    """Return the suits of which a seat may hold no more than it plays."""
    voids = set()
    for leader, trick in zip(leaders, tricks, strict=True):
        cards = [card(name) for name in trick.split()]
        led, own = cards[0] // 13, cards[(seat - leader) % players] // 13
        if own != led:
            voids.add(led)
    return voids


@pytest.mark.parametrize(
    ("trick", "winner", "points"),
    [
        ("JC TC 9C 8C 4C JC", 1, 0),  # the top pair is gone
        ("AH KH 2S AH 5H QS", 1, 17),  # cancelled hearts cost their point all the same
        ("5D AS AS 3D 2D 9C", 0, 0),  # equal cards of other suits do not matter
        ("9C 9C TC TC JC 2C", 4, 0),  # of several pairs, all are gone
        ("QS QS 2S AH AH 2D", 2, 28),  # the lowest card may win, and both queens cost 13
    ],
)
def test_equal_cards_cancel(trick: str, winner: int, points: int) -> None:
    """Equal cards of the suit led cannot win; the highest other one does, and what they cost goes to its player."""
    laid = position(trick)
    assert laid.field("leader") == winner == laid.seat
    assert laid.field("points")[:6] == [points * (seat == winner) for seat in range(6)]


def test_trick_without_a_winner() -> None:
    """Where all cards of the suit led cancel nobody wins, other suits do not save it, and the same seat leads again."""
    laid = position("JC JC TC TC 9C 9C", "5D 5D KS AH 2C 3C")
    assert laid.seat == 0
    assert laid.field("leaders")[:3] == [0, 0, 0]
    assert laid.hidden("tricks") == [0] * 6
    assert laid.field("points")[:6] == [0] * 6
    assert laid.field("carried_points") == 1
    assert laid.field("kitty_taker") == -1


def test_next_winner_takes_what_is_left() -> None:
    """The winner of a later trick takes the cards of those that nobody won; all of it counts as one trick."""
    laid = position("JC JC TC TC 9C 9C", "5D 5D KS AH 2C 3C", "2S 3S 4S 5S AS 6S")
    assert laid.seat == 4
    assert laid.hidden("tricks") == [0, 0, 0, 0, 1, 0]
    assert laid.field("points")[:6] == [0, 0, 0, 0, 1, 0]
    taken = "JC JC TC TC 9C 9C 5D 5D KS AH 2C 3C 2S 3S 4S 5S AS 6S"
    assert laid.pair("taken", 4) == as_cards(taken)
    assert laid.field("carried") == laid.field("carried_points") == 0
    assert laid.field("kitty_taker") == 4


@pytest.mark.parametrize(
    ("players", "hand_size", "left"), [(6, 17, 2), (7, 14, 6), (8, 13, 0), (9, 11, 5), (10, 10, 4), (11, 9, 5)]
)
def test_even_deal(players: int, hand_size: int, left: int) -> None:
    """104 cards are dealt evenly; what is left over goes to the winner of the first trick; a deal has 52 points."""
    rules = changed_rules("cancellation", (("players", str(players)),))
    assert (rules.hand_size, rules.kitty_size, rules.kitty_to) == (hand_size, left, "first_trick")
    assert rules.payoff_bound == 52


def test_without_a_low_card_of_two_suits() -> None:
    """Cards are removed from both decks."""
    rules = Rules(players=10, decks=2, removed_cards=("2C", "2D"))
    assert (rules.hand_size, rules.kitty_size) == (10, 0)


# Every second seat holds what its left neighbour holds: all tricks cancel, if everybody plays low.
def pairs(rules: Rules) -> Position:
    """Return a deal of eight in which neighbours hold the same cards, one suit for each two pairs of seats."""
    cards = sorted(deck_of(rules))
    hands = [cards[26 * (seat // 2) + seat % 2 : 26 * (seat // 2 + 1) : 2] for seat in range(8)]
    return Position(rules, hands, 0, dealer=7)


@pytest.mark.parametrize(("option", "taker"), [("leader", 0), ("top_pair", 1)])
def test_last_trick_cancelled(option: str, taker: int) -> None:
    """If all cards cancel in the last trick its leader takes it, or who played the second card of the top pair."""
    rules = changed_rules("cancellation", (("cancelled_last_trick", option), ("must_break_hearts", "false")))
    laid = pairs(rules)
    while not laid.is_over:
        laid.answer(min(as_cards(laid.field("legal"))))
    assert laid.hidden("tricks") == [int(seat == taker) for seat in range(8)]
    assert laid.scores == [52 * (seat == taker) for seat in range(8)]
    assert laid.pair("taken", taker) == deck_of(rules)


def test_top_pair_of_several() -> None:
    """Of several pairs of the suit led, the highest decides, and of its cards the one that was played later."""
    rules = Rules(
        players=6,
        decks=2,
        removed_cards=tuple(f"{rank}{suit}" for suit in "CDSH" for rank in "23456789TJQK" if rank + suit != "2H"),
        kitty_to="first_trick",
        pass_cycle=("none",),
        opening_lead="left_of_dealer",
        first_trick_points="allow",
        cancelled_last_trick="top_pair",
        must_break_hearts=False,
        moon="none",
    )
    assert (rules.hand_size, rules.kitty_size) == (1, 4)
    laid = Position(rules, ["2H", "AH", "2H", "AS", "AH", "AC"], 0, kitty="AS AD AD AC", dealer=5)
    laid.play("2H AH 2H AS AH AC")
    assert laid.is_over
    assert laid.hidden("tricks") == [0, 0, 0, 0, 1, 0]
    assert laid.scores == [0, 0, 0, 0, 4, 0]
    assert laid.field("kitty_taker") == 4


def test_moon_needs_both_copies() -> None:
    """A moon of two decks is all 28 penalty cards, and worth 52; without one of them it is none."""
    rules = changed_rules(
        "cancellation", (("moon", "add"), ("must_break_hearts", "false"), ("cancelled_last_trick", "leader"))
    )
    laid = pairs(rules)
    while not laid.is_over:
        laid.answer(min(as_cards(laid.field("legal"))))
    assert laid.hidden("moon_seat") == 0
    assert laid.scores == [0] + [52] * 7


def test_first_of_two_lowest_clubs_opens() -> None:
    """Where the lowest club leads and is there twice, the first seat that holds it opens."""
    rules = changed_rules("cancellation", (("opening_lead", "lowest_club"),))
    hands, _ = share_out(rules, sorted(deck_of(rules), key=lambda each: -each))
    laid = Position(rules, hands, 0)
    assert (laid.seat, laid.field("legal")) == (7, 1)
    hands[2], hands[7] = hands[7], hands[2]
    assert Position(rules, hands, 0).seat == 2


def test_two_copies_in_one_hand() -> None:
    """A hand may hold a card twice: it plays one, and then still holds the other."""
    rules = PRESETS["cancellation"].rules
    hands = [" ".join(map(text, hand)) for hand in share_out(rules, deck_of(rules))[0]]
    table = ManualTable(rules, hands)
    assert table.to_act == 1
    assert table.hands[1] == "8C 9C 9C TC TC JC JC QC QC KC KC AC AC"
    table.play("9C")
    assert table.hands[1] == "8C 9C TC TC JC JC QC QC KC KC AC AC"


def test_both_copies_are_passed_one_by_one() -> None:
    """A pass is of different cards: who holds a card twice passes one of them, and may get the other back."""
    rules = changed_rules("cancellation", (("pass_cycle", "[left]"),))
    hands, _ = share_out(rules, deck_of(rules))
    laid = Position(rules, hands, 1)
    for seat in range(8):
        assert laid.answer(sum(1 << each for each in sorted(set(hands[seat]))[:3]))
    assert [text(each) for each in laid.held(0)[:4]] == ["2C", "3C", "4C", "5C"]
    assert "2C" in [text(each) for each in laid.held(1)]
