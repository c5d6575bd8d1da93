"""Following suit, cards that are not held, and who wins a trick."""

import pytest

from hearts_bench import Rules
from hearts_bench.errors import HeartsBenchError, IllegalPlayError
from hearts_bench.manual import ManualTable

from .deals import NINE_CLUB_TRICKS, SOUTH_DISCARDS_QUEEN, SOUTH_ENDS_IN_HEARTS, WHOLE_SUITS, texts


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("3H", "3H is not in the hand of seat 0"),
        ("QS", "QS is not in the hand of seat 0"),
        ("3S", "3S is not legal of seat 0; legal: 2H AH"),
    ],
)
def test_illegal_follow(card: str, reason: str) -> None:
    """A card that is not held, or not of the suit led though one is held, is refused by name (t_games#476)."""
    table = ManualTable(Rules(), SOUTH_ENDS_IN_HEARTS)
    table.play(f"{NINE_CLUB_TRICKS} 3H 9H")
    before = table.hands
    with pytest.raises(IllegalPlayError, match=reason):
        table.play(card)
    assert table.hands == before
    table.play("2H")
    assert table.to_act == 1


def test_off_suit_queen_does_not_win() -> None:
    """A discarded queen of spades goes to the highest card of the suit led, who leads next."""
    table = ManualTable(Rules(), SOUTH_DISCARDS_QUEEN)
    table.play("2C AC 3C 4C TD QS QD 2D")
    assert table.points == [0, 0, 0, 13]
    assert table.to_act == 3


def test_void_seat_may_discard_anything() -> None:
    """After the first trick, who cannot follow may play any card."""
    table = ManualTable(Rules(), WHOLE_SUITS)
    table.play("2C 2D 2H 2S 3C 3D 3H")
    assert set(table.legal.split()) == texts(WHOLE_SUITS[3]) - {"2S"}


@pytest.mark.parametrize(("cards", "reason"), [("2D", "seat 1"), ("JQ", "no card"), ("5C 3C", "5C .* seat 1")])
def test_refused_card_changes_nothing(cards: str, reason: str) -> None:
    """Another seat's card, or a text that is no card, leaves the turn where it was."""
    table = ManualTable(Rules(), SOUTH_DISCARDS_QUEEN)
    table.play("2C")
    with pytest.raises(HeartsBenchError, match=reason):
        table.play(cards)
    assert table.to_act == 1
    assert table.hands[1] == "6C 7C 8C 9C TC JC QC KC AC TD 2S 3S 4S"
