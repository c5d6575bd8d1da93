"""What people see instead of numbers: seats, cards, line-ups and times."""

import itertools
from collections.abc import Sequence

from hearts_bench.cards import RANKS, SUIT_SIZE, Card

_SEATS_OF_FOUR = ("South", "West", "North", "East")
_SYMBOLS = "♣♦♠♥"
_NEWSPAPER_ORDER = "♠♥♦♣"
_ASCII = str.maketrans("♣♦♠♥·—−…", "CDSH---~")


def seat_name(seat: int, players: int) -> str:
    """Return South, West, North or East at a table of four, "seat 2" at others."""
    return _SEATS_OF_FOUR[seat] if players == len(_SEATS_OF_FOUR) else f"seat {seat}"


def card_name(card: Card) -> str:
    """Return a card as people write it: "Q♠", "10♥"."""
    rank = RANKS[card % SUIT_SIZE]
    return ("10" if rank == "T" else rank) + _SYMBOLS[card // SUIT_SIZE]


def suit_ranks(cards: Sequence[Card]) -> list[tuple[str, str]]:
    """Return symbol and ranks of each suit of a hand, as newspapers order them: ("♠", "Q J 10"), ("♥", "") ..."""
    held = sorted(cards, reverse=True)
    return [
        (symbol, " ".join(card_name(card)[:-1] for card in held if card_name(card)[-1] == symbol))
        for symbol in _NEWSPAPER_ORDER
    ]


def hand_name(cards: Sequence[Card]) -> str:
    """Return a hand suit by suit, high to low: "♠ Q J 10   ♦ A   ♣ K 7 2"; empty suits are left out."""
    return "   ".join(f"{symbol} {ranks}" for symbol, ranks in suit_ranks(cards) if ranks)


def ascii_text(text: str) -> str:
    """Return a text in plain ASCII, with letters for suits; columns stay where they are."""
    return text.translate(_ASCII).encode("ascii", "backslashreplace").decode()


def line_up_name(strategies: Sequence[str]) -> str:
    """Return a line-up as people write it: "random v article article article"."""
    return " v ".join(" ".join(same) for _, same in itertools.groupby(strategies))


def time_name(milliseconds: float) -> str:
    """Return a short time with its unit: "54 ns", "5.3 µs", "1.2 ms"."""
    for unit, size in (("ms", 1.0), ("µs", 1e-3)):
        if milliseconds >= size:
            return f"{milliseconds / size:.3g} {unit}"
    return f"{milliseconds * 1e6:.0f} ns"


def short_name(name: str, most: int = 24) -> str:
    """Return both ends of a name that is too long, as a spec may be: "git:1f0c2…mine.py:Mine"."""
    half = (most - 1) // 2
    return name if len(name) <= most else f"{name[: most - 1 - half]}…{name[-half:]}"
