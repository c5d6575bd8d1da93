"""The first trick: penalty cards stay in hand where they are forbidden and other cards are held."""

import pytest

from hearts_bench import Rules

from .deals import EAST_VOID_IN_CLUBS, HEARTS_AND_QUEEN, SURVEYED, WHOLE_SUITS, legal_after, texts

HARMLESS = texts("2D 3D 4D 8D JD KD 3S 9S")
PENALTIES = texts("QS 2H 5H TH AH")


@pytest.mark.parametrize(("first_trick_points", "legal"), [("forbid", HARMLESS), ("allow", HARMLESS | PENALTIES)])
def test_points_option(first_trick_points: str, legal: set[str]) -> None:
    """Who is void in clubs may discard penalty cards on the first trick only if the rules allow it."""
    rules = Rules(first_trick_points=first_trick_points)
    assert legal_after(rules, EAST_VOID_IN_CLUBS, "2C") == (1, legal)


@pytest.mark.parametrize("preset", SURVEYED)
def test_presets_forbid_points(preset: str) -> None:
    """All presets bar hearts and the queen of spades from the first trick (html5-hearts#1, hearts-engine PR 110)."""
    assert legal_after(SURVEYED[preset], EAST_VOID_IN_CLUBS, "2C") == (1, HARMLESS)


@pytest.mark.parametrize("only_hand", ["any", "hearts_only", "queen_forced"])
def test_thirteen_hearts(only_hand: str) -> None:
    """A hand of thirteen hearts may play any of them: the ban never leaves a seat without a legal card."""
    rules = Rules(first_trick_points_only_hand=only_hand)
    assert legal_after(rules, WHOLE_SUITS, "2C 2D") == (2, texts(WHOLE_SUITS[2]))


def test_seat_after_thirteen_hearts() -> None:
    """A heart on the first trick lifts the ban for nobody: the next seat still keeps the queen of spades."""
    assert legal_after(Rules(), WHOLE_SUITS, "2C 2D 2H") == (3, texts(WHOLE_SUITS[3]) - {"QS"})


@pytest.mark.parametrize(
    ("only_hand", "legal"),
    [
        ("any", texts(HEARTS_AND_QUEEN[2])),
        ("hearts_only", texts(HEARTS_AND_QUEEN[2]) - {"QS"}),
        ("queen_forced", {"QS"}),
    ],
)
def test_twelve_hearts_and_queen(only_hand: str, legal: set[str]) -> None:
    """A hand of twelve hearts and the queen of spades may play what the option says: anything, a heart, the queen."""
    rules = Rules(first_trick_points_only_hand=only_hand)
    assert legal_after(rules, HEARTS_AND_QUEEN, "2C 2D") == (2, legal)


@pytest.mark.parametrize("preset", SURVEYED)
def test_presets_leave_a_hand_of_penalties_free(preset: str) -> None:
    """In all presets a hand of nothing but penalty cards may play any of them."""
    assert legal_after(SURVEYED[preset], HEARTS_AND_QUEEN, "2C 2D") == (2, texts(HEARTS_AND_QUEEN[2]))


def test_ban_ends_with_the_first_trick() -> None:
    """On the second trick a void seat may discard the queen of spades."""
    to_act, legal = legal_after(Rules(), WHOLE_SUITS, "2C 2D 2H 2S 3C 3D 3H")
    assert to_act == 3
    assert "QS" in legal
