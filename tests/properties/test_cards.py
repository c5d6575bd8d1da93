"""Card-set helpers mean the same as Python's sets, compiled and interpreted."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_bench import cards
from hearts_bench._jit import leaf
from hearts_bench.errors import CardError

some_cards = st.sets(st.integers(0, 51))
any_card = st.integers(0, 51)


def interpreted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a helper's own Python code."""
    return getattr(function, "py_func", function)


@leaf
def compiled_numbers(mask: int, index: int) -> tuple[int, int, int, int, int, int]:
    """Call the helpers that have a compiled and an interpreted form of their own from compiled code."""
    return (
        cards.count(mask),
        cards.lowest(mask),
        cards.highest(mask),
        cards.nth(mask, index),
        cards.highest_rank(mask),
        cards.lowest_rank(mask),
    )


@leaf
def compiled_count(mask: int) -> int:
    """Count from compiled code."""
    return cards.count(mask)


def set_of(mask: int) -> set[int]:
    """Return the positions of the bits of a mask, the long way round."""
    return {at for at, bit in enumerate(reversed(f"{mask:b}")) if bit == "1"}


def mask_of(members: set[int]) -> int:
    """Return the mask with these bits."""
    return sum(2**member for member in members)


@given(some_cards.filter(bool), st.integers(0, 51))
def test_counting_and_choosing(members: set[int], index: int) -> None:
    """Count, lowest, highest, nth and the ranks agree with sorted lists, in both modes."""
    ordered = sorted(members)
    at = index % len(ordered)
    by_rank = sorted(ordered, key=lambda card: card % 13)
    lowest_rank = by_rank[0]
    highest_rank = max(ordered, key=lambda card: (card % 13, card))
    expected = (len(ordered), ordered[0], ordered[-1], ordered[at], highest_rank, lowest_rank)
    mask = mask_of(members)
    helpers = (cards.count, cards.lowest, cards.highest)
    plain = [helper(mask) for helper in helpers] + [
        interpreted(cards.nth)(mask, at),
        interpreted(cards.highest_rank)(mask),
        interpreted(cards.lowest_rank)(mask),
    ]
    assert tuple(plain) == expected
    assert compiled_numbers(mask, at) == expected


def test_empty_set() -> None:
    """An empty set has no cards in either mode."""
    assert cards.count(0) == 0
    assert compiled_count(0) == 0


@given(some_cards, any_card)
def test_sets(members: set[int], card: int) -> None:
    """Membership, suits, below and above agree with Python's sets."""
    mask = mask_of(members)
    assert set_of(cards.only(card)) == {card}
    assert bool(cards.has(mask, card)) == (card in members)
    assert set_of(cards.below(mask, card)) == {member for member in members if member < card}
    assert set_of(cards.above(mask, card)) == {member for member in members if member > card}
    for suit in range(4):
        assert set_of(cards.in_suit(mask, suit)) == {member for member in members if member // 13 == suit}
    assert cards.cards_in(mask) == sorted(members)
    assert cards.card_set(members) == mask


@given(any_card)
def test_suits_and_ranks(card: int) -> None:
    """A card is 13 times its suit plus its rank, and its text leads back to it."""
    assert cards.suit_of(card) * 13 + cards.rank_of(card) == card
    assert cards.card(cards.text(card)) == card
    assert cards.text(card) == "23456789TJQKA"[card % 13] + "CDSH"[card // 13]
    assert cards.card(cards.text(card).lower().replace("t", "10")) == card


@given(some_cards)
def test_text_round_trip(members: set[int]) -> None:
    """A set's text names its cards in order and leads back to the set."""
    mask = mask_of(members)
    assert cards.card_set(cards.set_text(mask)) == mask
    assert cards.set_text(mask).split() == [cards.text(member) for member in sorted(members)]


def test_suits_are_disjoint() -> None:
    """The four suits make up the deck."""
    suits = [cards.CLUB_CARDS, cards.DIAMOND_CARDS, cards.SPADE_CARDS, cards.HEART_CARDS]
    assert [cards.suit_cards(suit) for suit in range(4)] == suits
    assert sum(suits) == cards.FULL_DECK
    names = (cards.QUEEN_OF_SPADES, cards.KING_OF_SPADES, cards.ACE_OF_SPADES)
    assert [cards.text(card) for card in names] == ["QS", "KS", "AS"]


@given(st.text(max_size=3))
def test_other_texts_are_no_cards(name: str) -> None:
    """A text is a card with a sound round trip, or refused with CardError."""
    try:
        card = cards.card(name)
    except CardError:
        return
    assert cards.text(card) == name.strip().upper().replace("10", "T")


@pytest.mark.parametrize("number", [-1, 52])
def test_numbers_beyond_the_deck(number: int) -> None:
    """Numbers outside 0 to 51 have no text."""
    with pytest.raises(CardError, match="no card"):
        cards.text(number)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    "processor", [{}, {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}], ids=["this", "any"]
)
def test_nth_on_processors_with_and_without_a_fast_instruction(processor: dict[str, str]) -> None:
    program = (
        "import numba\n"
        "from hearts_bench.cards import nth\n"
        "compiled = numba.njit(lambda cards, index: nth(cards, index))\n"
        "cards = 0b1011 << 48 | 1 << 36 | 0b101\n"
        "print([compiled(cards, index) for index in range(6)])\n"
    )
    environment = os.environ | processor
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout == "[0, 2, 36, 48, 49, 51]\n"
