"""What the rule-following strategies do, decision by decision: hand, trick so far, card.

Seat 0 decides; the last card on the table is that of seat 3.
"""

import pytest

from hearts_bench.cards import card_set, set_text

from .positions import ADVICE, card_of, pass_of, position

ALL = ("duck-low", *ADVICE, "article", "herzen", "score-aware", "moon-shooting", "opportunist")
SENSIBLE = (*ALL, "patient", "random")


def arranged(cards: str) -> str:
    """Return cards in the order of the deck."""
    return set_text(card_set(cards))


@pytest.mark.parametrize("strategy", ALL)
@pytest.mark.parametrize(
    ("hand", "trick", "expected"),
    [
        ("4D KD 8C", "5D QS 9D", "4D"),  # the last seat ducks the queen (TricksterCards/TricksterBots#365)
        ("4D 6D KD 8C", "5D TS 9D", "6D"),  # with the highest card that stays below
        ("2D 6D JD", "9D", "6D"),
        ("TD JD 8C", "9D", "TD"),  # nothing stays below: the lowest, for another seat may still beat it
        ("TD JD 8C", "5D 9D 3D", "JD"),  # the last seat takes a harmless trick with its highest
        ("TD JD 8C", "5D 9D 3H", "TD"),  # but one with points with its lowest
        ("QS 4S", "KS", "QS"),  # the queen goes under the king
        ("QS 4S", "5S", "4S"),
        ("QS KS", "5S 6S 7S", "KS"),  # better the king than the queen takes it
        ("QS KS", "5S", "KS"),
        ("QS 4H 9C", "KS", "QS"),  # the only card that follows is the queen (gnome-hearts, bug 24)
        ("QS", "", "QS"),  # the last card is the queen (TricksterCards/TricksterBots#316)
        ("QS", "4D", "QS"),
    ],
)
def test_all_duck(strategy: str, hand: str, trick: str, expected: str) -> None:
    """All of them stay below the winning card if they can, and never take a trick with the queen if they need not."""
    assert card_of(strategy, position(hand, trick)) == expected


@pytest.mark.parametrize("strategy", SENSIBLE)
@pytest.mark.parametrize(("hand", "trick"), [("QS", ""), ("QS 4H 9C", "KS"), ("QS", "4D AD")])
def test_forced_plays(strategy: str, hand: str, trick: str) -> None:
    """Every strategy plays the queen where she is the only legal card."""
    assert card_of(strategy, position(hand, trick)) == "QS"


@pytest.mark.parametrize(
    ("strategy", "hand", "trick", "gone", "expected"),
    [
        ("duck-low", "5C 9C 3D KS", "", "", "3D"),  # lead low
        ("duck-low", "AC 2S QS", "", "", "2S"),
        ("duck-low", "AC KS QS", "", "", "AC"),  # rather than a high spade
        ("duck-low", "KS QS", "", "", "QS"),
        ("duck-low", "QS AH 9C", "4D", "", "AH"),  # discard the highest, not knowing of the queen
        ("duck-low", "QS JH 9C", "4D", "", "QS"),
        ("spade-flushing", "5S 9S 3D", "", "", "5S"),  # force the queen out
        ("spade-flushing", "5S 9S 3D", "", "QS", "3D"),  # she is gone
        ("spade-flushing", "5S KS 3D", "", "", "3D"),  # the king would catch her
        ("spade-flushing", "5S AS 3D", "", "", "3D"),
        ("spade-flushing", "5S QS 3D", "", "", "3D"),  # she is mine
        ("spade-flushing", "4C 3D", "", "", "3D"),  # no spades
        ("article", "5S 9S 3D", "", "", "5S"),
        ("article", "5S 9S 3D", "", "QS", "3D"),
        ("article", "5S QS 3D", "", "", "3D"),
        ("article", "QS AH 9C", "4D", "", "QS"),  # when it cannot follow the queen goes first
        ("article", "AS AH 9C", "4D", "", "AS"),  # then what could catch her
        ("article", "AS KS 9C", "4D", "", "AS"),
        ("article", "AS TH 2H 9C", "4D", "QS", "TH"),  # then hearts, the highest first
        ("article", "AS 9C 2D", "4H", "QS", "AS"),  # then what is high
        ("patient", "QS 4H 9C", "4D", "", "QS"),  # gives away what it hates
        ("patient", "AS 4H 9C", "4D", "", "4H"),  # else plays its lowest
        ("patient", "AD 9D", "JD", "", "9D"),
    ],
)
def test_principles(strategy: str, hand: str, trick: str, gone: str, expected: str) -> None:
    """Each strategy follows the principles that its docstring promises."""
    assert card_of(strategy, position(hand, trick, gone=gone)) == expected


@pytest.mark.parametrize(
    ("strategy", "trick", "expected"),
    [("article", "2C 9C", "KC"), ("duck-low", "2C 9C", "5C"), ("article", "2C", "KC"), ("article", "2C AC 9C", "KC")],
)
def test_first_trick(strategy: str, trick: str, expected: str) -> None:
    """On the first trick, where no points fall, `article` gets rid of a high club; `duck-low` ducks as ever."""
    hand = "5C KC 4C 2D 3D 4D 5D 2S 3S 4S 2H 3H 4H"
    assert card_of(strategy, position(hand, trick, first=True)) == expected


THREE_POINTS = "4H 5H 6H"


@pytest.mark.parametrize("strategy", ["moon-defending", "article"])
@pytest.mark.parametrize(
    ("hand", "trick", "taken", "expected"),
    [
        # Seat 3 has all points, and leads or wins: take a point trick, give no more points.
        ("AD 3D 8C", "KD", {3: THREE_POINTS}, "3D"),  # no points in it: let it go
        ("AD 3D 8C", "KD 2D 7H", {1: THREE_POINTS}, "AD"),  # a point in it: take it
        ("QD 3D 8C", "KD 2D 7H", {1: THREE_POINTS}, "QD"),  # it cannot
        ("QS 9H 4C", "KD", {3: THREE_POINTS}, "4C"),  # no gift
        ("QS 9H TH", "KD", {3: THREE_POINTS}, "9H"),  # the smallest, if it must be
        # Somebody else takes the trick for sure: a gift there ends the moon.
        ("9H JH 4C", "5D KD 2D", {1: THREE_POINTS}, "JH"),
        # On lead: a heart that nobody beats, once the queen is out of the way.
        ("AH 3C 9C", "", {1: "4H 5H QS"}, "AH"),
        ("AH 3C 9C", "", {1: THREE_POINTS}, "3C"),  # the queen could be thrown on it
        ("TH 3C 9C", "", {1: "4H 5H QS"}, "3C"),
    ],
)
def test_against_a_moon(strategy: str, hand: str, trick: str, taken: dict[int, str], expected: str) -> None:
    """One seat has all the points so far, at least three: it gets no more, and loses a point trick where that works."""
    assert card_of(strategy, position(hand, trick, taken=taken)) == expected


@pytest.mark.parametrize("strategy", ["moon-defending:alarm=3", "article"])
@pytest.mark.parametrize(
    "taken",
    [{}, {1: "4H 5H"}, {1: THREE_POINTS, 2: "7H"}, {0: THREE_POINTS}],
    ids=["no points", "two points", "two seats", "I myself"],
)
def test_no_moon_in_sight(strategy: str, taken: dict[int, str]) -> None:
    """With fewer than three points, or points with two seats, nobody worries: the trick is ducked."""
    assert card_of(strategy, position("AD 3D 8C", "KD 2D 8H", taken=taken)) == "3D"


def test_the_first_point_can_be_alarming() -> None:
    """`moon-defending` takes a point trick from whoever has the only point so far."""
    assert card_of("moon-defending", position("AD 3D 8C", "KD 2D 8H", taken={1: "4H"})) == "AD"


@pytest.mark.parametrize(
    ("taken", "expected"),
    [({}, "9C"), ({0: "4H"}, "9C"), ({1: "4H", 2: "5H"}, "AH")],
    ids=["no points", "one seat", "two seats"],
)
def test_a_heart_is_kept_against_moons(taken: dict[int, str], expected: str) -> None:
    """Void, `moon-defending` keeps its highest heart until points are with two seats, as the passing advice says."""
    assert card_of("moon-defending", position("AH 9C 4C", "5D", taken=taken)) == expected
    assert card_of("duck-low", position("AH 9C 4C", "5D", taken=taken)) == "AH"


EIGHT_POINTS = "2H 3H 4H 5H 6H 7H 8H 9H"


@pytest.mark.parametrize(
    ("hand", "trick", "taken", "expected"),
    [
        # Seat 1 has all points, five or more.
        ("AD 3D 8C", "KD 2D 7H", {1: "2H 3H 4H 5H 6H"}, "AD"),  # take the point trick
        ("AD 3D 8C", "KD 2D 7H", {1: "2H 3H 4H 5H"}, "3D"),  # four do not worry it
        ("AD KH 8C 3C", "JS", {3: "2H 3H 4H 5H 6H"}, "AD"),  # void: no points, but what it wants to lose
        ("9H QS 4C", "5D KD 2D", {1: "2H 3H 4H 5H 6H"}, "QS"),  # the queen for somebody else
        ("9H JH 4C", "5D KD 2D", {1: "2H 3H 4H 5H 6H"}, "JH"),
        # It has all points itself, eight or more, and few losers.
        ("AD KD QD", "2D 3D", {0: EIGHT_POINTS}, "AD"),
        ("AD KD QD", "2D 3D 4D", {0: EIGHT_POINTS}, "QD"),  # last: as cheaply as possible
        ("AD KD QD", "2D 3D", {0: "2H 3H 4H 5H 6H 7H 8H"}, "QD"),  # seven are not enough
        ("AD KC QC", "2D 3D", {0: EIGHT_POINTS}, "AD"),
        ("AD 4D 3D", "5D 6D", {0: EIGHT_POINTS}, "4D"),  # too many losers
        ("AD KD 2C", "QS", {0: EIGHT_POINTS}, "2C"),  # cannot win: throw the loser away
        ("AD KD QD", "2D 3D", {0: EIGHT_POINTS, 1: "TH"}, "QD"),  # no moon any more
    ],
)
def test_the_opportunist(hand: str, trick: str, taken: dict[int, str], expected: str) -> None:
    """`opportunist` stops moons from five points on, and goes on with its own from eight on."""
    assert card_of("opportunist", position(hand, trick, taken=taken)) == expected


FIT = "AC KC QC JC 2C AD KD QD AS KS AH KH QH"
UNFIT = "AC KC QC JC 2C AD KD QD AS KS QS JH 3H"


@pytest.mark.parametrize(
    ("hand", "trick", "gone", "taken", "expected"),
    [
        (FIT, "", "", {}, "AC"),  # the longest suit that nobody beats
        (FIT, "TD 9D 8D", "", {}, "QD"),  # last: the lowest winner
        (FIT, "TD 9D", "", {}, "AD"),
        (UNFIT, "TD 9D", "", {}, "QD"),  # too few hearts: plays as article does
        (FIT, "TD 9D", "2H", {1: "2H"}, "QD"),  # gives up, and ducks as well as it can
        ("AH KH QH 2C", "", "", {}, "AH"),
        ("AH KH QH 2C", "JS", "", {}, "2C"),
    ],
)
def test_a_moon_from_the_start(hand: str, trick: str, gone: str, taken: dict[int, str], expected: str) -> None:
    """With a hand that is fit for it, `moon-shooting` wins every trick."""
    assert card_of("moon-shooting", position(hand, trick, gone=gone, taken=taken)) == expected


@pytest.mark.parametrize(
    ("strategy", "hand", "expected"),
    [
        ("article", "QS 3S AH KH 2C 5C 9C TC 4D 5D 6D 8D JD", "QS AH KH"),  # a queen without protection
        ("article", "QS 3S 4S 5S AH KH 2H 5C 9C TC JC 4D KD", "AH KH KD"),  # with it she stays
        ("article", "AS KS 2S 2H 3H 4H 2C 5C 9C TC 4D 5D 6D", "AS KS 6D"),
        ("duck-low", "QS 3S AH KH 2C 5C 9C TC 4D 5D 6D 8D JD", "QS AH KH"),
        ("duck-low", "2S 3S AC KC QC AD 4D 5D 6D 8D JD 2H 3H", "KC AC AD"),
        ("spade-flushing", "2S 3S AC KC QC AD 4D 5D 6D 8D JD 2H 3H", "KC AC AD"),
        ("moon-defending", "2S 3S AC KC QC AD 4D 5D 6D 8D JD 2H 3H", "KC AC AD"),
        ("moon-defending", "2S 3S AC KC QC AD 4D 5D 6D 8D JD KH AH", "AC AD KH"),  # its highest heart stays
        ("moon-shooting", "AC KC QC JC 2C AD KD 3D AS KS AH KH QH", "2C JC 3D"),  # fit for a moon: losers go
        ("moon-shooting", "AC KC QC JC 2C AD 3D 4D 5D 2S 3S AH 2H", "AC AD AH"),  # not fit
        ("patient", "2S 3S AC KC QC AD 4D 5D 6D 8D JD 2H 3H", "KC AC AD"),
    ],
)
def test_passes(strategy: str, hand: str, expected: str) -> None:
    """What is passed: the highest cards, or the most dangerous ones."""
    assert pass_of(strategy, hand) == arranged(expected)
