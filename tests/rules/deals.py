"""Deals that several clauses are shown with, seats N E S W, and the presets' rules by name."""

from hearts_bench import Rules
from hearts_bench.manual import ManualTable
from hearts_bench.presets import PRESETS

ARTICLE, BICYCLE, MICROSOFT, OPENSPIEL = (
    PRESETS[name].rules for name in ("article", "bicycle", "microsoft", "openspiel")
)
SURVEYED = {"article": ARTICLE, "bicycle": BICYCLE, "microsoft": MICROSOFT, "openspiel": OPENSPIEL}

# Everybody holds one whole suit: N clubs, E diamonds, S hearts, W spades.
WHOLE_SUITS = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
    "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
)

# As above, but S holds the queen of spades instead of the two of hearts.
HEARTS_AND_QUEEN = (
    *WHOLE_SUITS[:2],
    "QS 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
    "2H 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS",
)

# E is void in clubs and holds other cards beside hearts and the queen of spades.
EAST_VOID_IN_CLUBS = (
    "2C 3C 4C 5C AD QD TD KH QH AS KS JS TS",
    "QS 9S 3S AH TH 5H 2H KD JD 8D 4D 3D 2D",
    "6C 7C 8C 9C 9D 7D 6D JH 9H 8H 8S 7S 6S",
    "TC JC QC KC AC 5D 7H 6H 4H 3H 5S 4S 2S",
)

# W can discard the queen of spades on S's second trick.
WEST_DISCARDS_QUEEN = (
    "2C 7C 8C 2D 4D 5D 6D 2H 3H 4H 2S 3S 4S",
    "3C JC QC KC 3D 7D 8D 9D TD JD 5H TH JH",
    "AC 9C TC AD KD QD 9H 8H 7H 6H 5S 6S 7S",
    "QS 4C 5C 6C AH KH QH AS KS JS TS 9S 8S",
)

_CLUBS_OF_SOUTH = "AC KC QC JC TC 9C 8C 7C 6C"
# S wins nine club tricks and then leads from hearts alone, with no heart and no queen played yet.
SOUTH_ENDS_IN_HEARTS = (
    "2C 3C 4C 5C 2D 3D 4D 5D 2S 3S 4S AH 2H",
    "6D 7D 8D 9D TD 5S 6S 7S 8S 4H 5H 6H 8H",
    f"{_CLUBS_OF_SOUTH} TH KH 7H 3H",
    "JD QD KD AD 9S TS JS KS AS QS 9H JH QH",
)
# The same, with the queen of spades in S's hand instead of the ten of hearts.
SOUTH_ENDS_IN_HEARTS_AND_QUEEN = (
    *SOUTH_ENDS_IN_HEARTS[:2],
    f"{_CLUBS_OF_SOUTH} QS KH 7H 3H",
    "JD QD KD AD 9S TS JS KS AS 9H TH JH QH",
)
NINE_CLUB_TRICKS = (
    "2C 6D AC JD KC QD 3C 7D QC KD 4C 8D JC AD 5C 9D TC 9S 2D TD 9C TS 3D 5S 8C JS 4D 6S 7C KS 5D 7S 6C AS 2S 8S"
)

# E wins the first trick and leads the ten of diamonds, of which S is void.
SOUTH_DISCARDS_QUEEN = (
    "2C 5C 2D 3D 4D 5D 6D 7D 8D 9D JD KD AD",
    "AC TD 6C 7C 8C 9C TC JC QC KC 2S 3S 4S",
    "3C QS AS KS JS TS 9S 8S 7S 6S 5S 2H 3H",
    "4C QD 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
)


def texts(cards: str) -> set[str]:
    """Return the cards of a text as a set."""
    return set(cards.split())


def legal_after(rules: Rules, hands: tuple[str, ...], plays: str) -> tuple[int | None, set[str]]:
    """Return whose turn it is after the plays, without a pass, and what that seat may play."""
    table = ManualTable(rules, hands)
    table.play(plays)
    return table.to_act, texts(table.legal)
