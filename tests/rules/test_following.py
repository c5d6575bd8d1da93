"""Following suit, cards that are not held, and who wins a trick."""

import pytest

from hearts_bench import Rules
from hearts_bench.cards import FULL_DECK, card_set, set_text
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


@pytest.mark.parametrize(("needs_broken", "queen"), [(False, {"QS"}), (True, set())])
def test_early_queen_option(needs_broken: bool, queen: set[str]) -> None:
    """Before hearts are broken the queen of spades may not be discarded, by option, while another card is held."""
    table = ManualTable(Rules(queen_discard_needs_broken=needs_broken), SOUTH_DISCARDS_QUEEN)
    table.play("2C AC 3C 4C TD")
    assert texts(table.legal) == texts("2H 3H 5S 6S 7S 8S 9S TS JS KS AS") | queen
    table = ManualTable(Rules(queen_discard_needs_broken=needs_broken, must_break_hearts=False), WHOLE_SUITS)
    table.play("2C 2D 2H 2S 3C 3D 3H")
    assert "QS" in table.legal.split()  # hearts are broken


def test_early_queen_as_the_last_card() -> None:
    """With nothing but the queen left she is discarded, hearts broken or not; and she always follows and leads."""
    rules = Rules(
        queen_discard_needs_broken=True, players=4, removed_cards=all_but("2C 3C 4C 2D 3D 4D QS 2H"), pass_count=1
    )
    table = ManualTable(rules, ("2C 4D", "3C 2D", "4C 3D", "QS 2H"))
    table.play("2C 3C 4C")
    assert table.legal == "2H"
    table = ManualTable(rules, ("2C 2H", "3C 2D", "4C 3D", "QS 4D"))
    table.play("2C 3C 4C 4D 3D")
    assert table.to_act == 3
    assert table.legal == "QS"


def all_but(cards: str) -> tuple[str, ...]:
    """Return what to remove so that only these cards are left."""
    return tuple(set_text(FULL_DECK & ~card_set(cards)).split())
