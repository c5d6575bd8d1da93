"""Cards, card sets and suits, with the helpers that strategies are written with.

A card is an id 0..51 = 13 * suit + rank, suits clubs, diamonds, spades, hearts, ranks 2 up to the ace. A card set is
an int64 bit mask, bit `card` set for every card in it. Card 0 is the two of clubs: never test a card for truth.

Every helper works inside compiled strategies and in plain Python alike, and means the same in both.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

from llvmlite import ir
from numba import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic, overload

from hearts_bench._jit import leaf
from hearts_bench.errors import CardError

Card: TypeAlias = int
CardSet: TypeAlias = int
Suit: TypeAlias = int

CLUBS, DIAMONDS, SPADES, HEARTS = range(4)
RANKS = "23456789TJQKA"
SUITS = "CDSH"
DECK_SIZE = 52
SUIT_SIZE = 13
FULL_DECK: CardSet = (1 << DECK_SIZE) - 1
CLUB_CARDS: CardSet = 0x1FFF
DIAMOND_CARDS: CardSet = 0x1FFF << 13
SPADE_CARDS: CardSet = 0x1FFF << 26
HEART_CARDS: CardSet = 0x1FFF << 39
QUEEN_OF_SPADES: Card = 36
KING_OF_SPADES: Card = 37
ACE_OF_SPADES: Card = 38
_SLOW_DEPOSIT = ("bdver4", "znver1", "znver2")  # processors whose PDEP is microcode, and slower than a loop


def count(cards: CardSet) -> int:
    """Return how many cards a set holds.

    >>> count(card_set("2C QS AH"))
    3
    """
    return int(cards).bit_count()


def lowest(cards: CardSet) -> Card:
    """Return the lowest card id of a set that is not empty; in one suit that is the lowest card.

    >>> text(lowest(card_set("7H 3H KH")))
    '3H'
    """
    return int(cards & -cards).bit_length() - 1


def highest(cards: CardSet) -> Card:
    """Return the highest card id of a set that is not empty; in one suit that is the highest card.

    >>> text(highest(card_set("7H 3H KH")))
    'KH'
    """
    return int(cards).bit_length() - 1


@intrinsic
def _population_count(_typing: Any, _cards: Any) -> Any:
    return types.int64(types.int64), lambda _context, builder, _signature, arguments: builder.ctpop(arguments[0])


@intrinsic
def _trailing_zeros(_typing: Any, _cards: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 0))

    return types.int64(types.int64), generate


@intrinsic
def _leading_zeros(_typing: Any, _cards: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], context.get_constant(types.boolean, 0))

    return types.int64(types.int64), generate


@intrinsic
def _deposit(_typing: Any, _bits: Any, _mask: Any) -> Any:
    """Spread the lowest bits over the places where the mask has ones: the BMI2 instruction PDEP."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word = arguments[0].type
        instruction = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word]))
        return builder.call(instruction, arguments)

    return types.int64(types.int64, types.int64), generate


@overload(count, strict=False)
def _compiled_count(cards: Any) -> Any:  # noqa: ARG001 - numba hands over types here
    return lambda cards: _population_count(cards)


@overload(lowest, strict=False)
def _compiled_lowest(cards: Any) -> Any:  # noqa: ARG001
    return lambda cards: _trailing_zeros(cards)


@overload(highest, strict=False)
def _compiled_highest(cards: Any) -> Any:  # noqa: ARG001
    return lambda cards: 63 - _leading_zeros(cards)


@leaf
def only(card: Card) -> CardSet:
    """Return the set that holds just this card."""
    return 1 << int(card)


@leaf
def has(cards: CardSet, card: Card) -> bool:
    """Tell whether a set holds a card."""
    return (cards >> card) & 1 != 0


@leaf
def suit_of(card: Card) -> Suit:
    """Return the suit of a card: CLUBS, DIAMONDS, SPADES or HEARTS."""
    return card // 13


@leaf
def rank_of(card: Card) -> int:
    """Return the rank of a card: 0 for a two up to 12 for an ace."""
    return card % 13


@leaf
def suit_cards(suit: Suit) -> CardSet:
    """Return all thirteen cards of a suit."""
    return 0x1FFF << (13 * suit)


@leaf
def in_suit(cards: CardSet, suit: Suit) -> CardSet:
    """Return the cards of a set that belong to a suit."""
    return cards & suit_cards(suit)


@leaf
def below(cards: CardSet, card: Card) -> CardSet:
    """Return the cards of a set with a lower id than `card`; within the card's suit these are the lower ones."""
    return cards & (only(card) - 1)


@leaf
def above(cards: CardSet, card: Card) -> CardSet:
    """Return the cards of a set with a higher id than `card`; within the card's suit these are the higher ones."""
    return cards & ~((only(card) << 1) - 1)


def nth(cards: CardSet, index: int) -> Card:
    """Return the card at position `index`, counting from the lowest id; `index` must be below `count(cards)`."""
    for _ in range(index):
        cards &= cards - 1
    return lowest(cards)


@overload(nth, strict=False)
def _compiled_nth(cards: Any, index: Any) -> Any:  # noqa: ARG001
    # The loop's length is a random choice's, so that processors guess it wrongly; one instruction has nothing to guess.
    _, processor, features = cpu_target.target_context.codegen().magic_tuple()
    if "+bmi2" in features.split(",") and processor not in _SLOW_DEPOSIT:
        return lambda cards, index: _trailing_zeros(_deposit(1 << index, cards))
    return nth


@leaf
def highest_rank(cards: CardSet) -> Card:
    """Return the card of the highest rank; of several, the one with the highest id. The set must not be empty."""
    best, rest = lowest(cards), cards
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if rank_of(card) >= rank_of(best):
            best = card
    return best


@leaf
def lowest_rank(cards: CardSet) -> Card:
    """Return the card of the lowest rank; of several, the one with the lowest id. The set must not be empty."""
    best, rest = lowest(cards), cards
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if rank_of(card) < rank_of(best):
            best = card
    return best


def text(card: Card) -> str:
    """Return a card as rank and suit, such as "QS", "TH" or "2C".

    >>> text(36)
    'QS'
    """
    if not 0 <= card < DECK_SIZE:
        msg = f"{card!r} is no card: cards are numbered 0 (2C) to 51 (AH)"
        raise CardError(msg)
    return RANKS[card % SUIT_SIZE] + SUITS[card // SUIT_SIZE]


def card(name: str) -> Card:
    """Return the card that a text such as "QS" or "10h" names.

    >>> card("QS"), card("10h")
    (36, 47)

    Raises:
        CardError: the text names no card.

    """
    upper = name.strip().upper().replace("10", "T")
    if len(upper) != 2 or upper[0] not in RANKS or upper[1] not in SUITS:  # noqa: PLR2004
        msg = f"{name!r} is no card: write a rank of {RANKS} and a suit of {SUITS}, such as QS"
        raise CardError(msg)
    return SUITS.index(upper[1]) * SUIT_SIZE + RANKS.index(upper[0])


def cards_in(cards: CardSet) -> list[Card]:
    """Return the cards of a set in order: clubs, diamonds, spades, hearts, each from the two to the ace."""
    rest, found = int(cards), []
    while rest:
        lowest_card = rest & -rest
        found.append(lowest_card.bit_length() - 1)
        rest ^= lowest_card
    return found


def card_set(cards: str | Iterable[Card]) -> CardSet:
    """Return the set of the given cards, from ids or from a text such as "2C QS AH".

    Raises:
        CardError: a card is unknown or given twice.

    """
    ids = [card(name) for name in cards.split()] if isinstance(cards, str) else list(cards)
    result = 0
    for each in ids:
        name = text(each)
        if result >> each & 1:
            msg = f"{name} is given twice"
            raise CardError(msg)
        result |= 1 << each
    return result


def set_text(cards: CardSet) -> str:
    """Return a set as text, sorted: "2C QS AH".

    >>> set_text(card_set("QS AH 2C"))
    '2C QS AH'
    """
    return " ".join(text(each) for each in cards_in(cards))
