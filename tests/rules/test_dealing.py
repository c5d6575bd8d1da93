"""Which cards are left out so that all hands are equal."""

import pytest

from hearts_bench import Rules
from hearts_bench.cards import FULL_DECK, card_set, set_text
from hearts_bench.errors import CardError
from hearts_bench.manual import ManualTable

from .deals import SURVEYED, WHOLE_SUITS


@pytest.mark.parametrize(
    ("players", "hand_size", "removed"),
    [(3, 17, "2D"), (4, 13, ""), (5, 10, "2C 2D"), (6, 8, "3C 4C 2D 3D"), (7, 7, "3C 2D 3D")],
)
def test_default_deck(players: int, hand_size: int, removed: str) -> None:
    """Low clubs and diamonds are left out, never a penalty card: a deal always has 26 points."""
    rules = Rules(players=players)
    assert rules.hand_size == hand_size
    assert set_text(FULL_DECK & ~rules.deck) == removed
    assert rules.payoff_bound == 26


@pytest.mark.parametrize(
    ("players", "removed"),
    [(3, "2C"), (5, "2D 2S"), (6, "2C 2D 3C 3D"), (7, "2C 2D 3C"), (4, "2C 2D 2H 2S")],
)
def test_other_decks(players: int, removed: str) -> None:
    """Any cards may be left out, as other programs do, as long as all hands are equal."""
    rules = Rules(players=players, removed_cards=tuple(removed.split()))
    assert rules.deck == FULL_DECK & ~card_set(removed)
    assert rules.hand_size * players == 52 - len(removed.split())


@pytest.mark.parametrize("preset", SURVEYED)
def test_presets_play_the_whole_deck(preset: str) -> None:
    """The four-player presets deal all 52 cards."""
    assert SURVEYED[preset].deck == FULL_DECK


@pytest.mark.parametrize(
    "hands",
    [
        WHOLE_SUITS[:3],
        (WHOLE_SUITS[0], WHOLE_SUITS[0], *WHOLE_SUITS[2:]),
        ("", *WHOLE_SUITS[1:]),
        (f"{WHOLE_SUITS[0]} 2D", WHOLE_SUITS[1].removeprefix("2D "), *WHOLE_SUITS[2:]),
    ],
    ids=["a hand missing", "cards twice", "an empty hand", "unequal hands"],
)
def test_what_is_no_deal(hands: tuple[str, ...]) -> None:
    """Hands that are not an equal share of the deck are refused."""
    with pytest.raises(CardError, match="a deal of these rules is 4 hands of 13 cards"):
        ManualTable(Rules(), hands)
