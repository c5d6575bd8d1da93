"""What each piece of advice does, decision by decision, on top of what duck-low does.

Seat 0 decides; the last card on the table is that of seat 3.
"""

import pytest

from hearts_bench.cards import card_set, set_text

from .positions import card_of, pass_of, position


@pytest.mark.parametrize(
    ("strategy", "hand", "trick", "gone", "expected", "of_duck_low"),
    [
        # Lead what most unseen cards beat: in suits that were led little.
        ("low-leading", "3C 4D", "", "5C 6C 7C 8C", "4D", "3C"),
        ("low-leading", "3C 4D", "", "5D 6D 7D 8D", "3C", "3C"),
        ("low-leading", "KS AC", "", "", "AC", "AC"),  # no high spade while there is another card
        # Follow low to points.
        ("low-following", "4D 6D KD", "9D 3H", "", "4D", "6D"),
        ("low-following", "4D 6D KD", "9D 3S", "", "6D", "6D"),
        ("low-following", "QS 2S 3S", "KS 3H", "", "2S", "QS"),
        # Void: points first, then what beats most of the cards still out.
        ("burden-dropping", "2H AC 9C", "4D", "", "2H", "AC"),
        ("burden-dropping", "QS AH 9C", "4D", "", "QS", "AH"),
        ("burden-dropping", "AC KS 9C", "4D", "2C 3C 4C 5C 6C 7C 8C TC JC QC", "KS", "AC"),
        ("queen-dropping", "KS AC 9C", "4D", "", "KS", "AC"),
        # Ace and king are gone: throw the queen, or become void.
        ("queen-throwing", "QS AH 9C", "4D", "AS KS", "QS", "AH"),
        ("queen-throwing", "QS AH 9C", "4D", "AS", "AH", "AH"),
        ("queen-throwing", "QS 9C 3D 4D", "", "AS KS", "9C", "3D"),
        ("queen-throwing", "QS 9C 3D 4D", "", "KS", "3D", "3D"),
        # The safest exit: a three whose two is gone; then a four with only the two below it, while many are above.
        ("card-counting", "3C 2D", "", "", "2D", "2D"),
        ("card-counting", "5C 3D", "", "2C 3C 4C", "5C", "3D"),
        ("card-counting", "4C 5D", "", "3C 5C 6C 7C 8C 9C TC JC QC KC", "5D", "4C"),  # one club is above, one below
        ("card-counting", "4C 5D", "", "3C 5C", "4C", "4C"),
        ("card-counting", "AC KS 9C", "4D", "2C 3C 4C 5C 6C 7C 8C TC JC QC", "KS", "AC"),
    ],
)
def test_advice(strategy: str, hand: str, trick: str, gone: str, expected: str, of_duck_low: str) -> None:
    """The strategy follows the advice, where duck-low plays otherwise."""
    view = position(hand, trick, gone=gone)
    assert card_of(strategy, view) == expected
    assert card_of("duck-low", view) == of_duck_low


@pytest.mark.parametrize(
    ("voids", "passed", "gone", "expected"),
    [
        ({2: "C"}, "", "2C", "3C"),  # seat 2 may throw the queen on a club
        ({2: "C"}, "", "", "2D"),  # somebody may duck with the two
        ({}, "", "2C", "2D"),
        ({2: "CS"}, "", "2C", "2D"),  # it has no spades
        ({2: "C"}, "QS", "2C", "2D"),  # seat 1 has her from me
        ({1: "C"}, "QS", "2C", "3C"),
        ({2: "C"}, "", "2C QS", "2D"),  # she is gone
        ({2: "C"}, "", "2C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "2D"),  # nobody else has a club: it would win
    ],
)
def test_bail_cards(voids: dict[int, str], passed: str, gone: str, expected: str) -> None:
    """`bail-leading` leads what nobody can duck under where the queen of spades waits to be thrown."""
    view = position("3C 2D 9H", voids=voids, passed=passed, gone=gone)
    assert card_of("bail-leading", view) == expected


FIRST_TRICK = "5C KC 4C 2D 3D 4D 5D 2S 3S 4S 2H 3H 4H"
NO_CLUBS = "6D AD 2D 3D 4D 5D KS 2S 3S 4S 2H 3H 4H"


@pytest.mark.parametrize(
    ("hand", "expected", "rules"),
    [
        (FIRST_TRICK, "KC", "article"),
        (NO_CLUBS, "KS", "article"),
        (NO_CLUBS, "AD", "black-maria"),  # points may not be dropped, or everything may: no safe trick
        (FIRST_TRICK, "5C", "black-maria"),
    ],
)
def test_the_first_trick_is_safe(hand: str, expected: str, rules: str) -> None:
    """`club-dropping` gets rid of a high club or, void, of a high spade, if no points may fall."""
    assert card_of("club-dropping", position(hand, "9C", first=True, rules=rules)) == expected


@pytest.mark.parametrize(
    ("hand", "trick", "taken", "expected"),
    [
        ("AD 3D 8C", "KD 2D QS", {1: "4H 5H 6H"}, "AD"),  # takes her
        ("QD 3D 8C", "KD 2D QS", {1: "4H 5H 6H"}, "QD"),  # cannot, and ducks
        ("AD 3D 8C", "KD 2D 7H", {1: "4H 5H 6H"}, "3D"),  # not for a heart
        ("AD 3D 8C", "KD 2D QS", {1: "4H 5H"}, "3D"),  # not for two points
        ("AD 3D 8C", "KD 2D QS", {1: "4H 5H 6H", 2: "7H"}, "3D"),  # nobody shoots
        ("QS 3S 8C", "JS TS 2S", {1: "4H 5H 6H"}, "QS"),  # wins with her
        ("QS 3S 8C", "JS TS", {1: "4H 5H 6H"}, "3S"),  # somebody may beat her
        ("QS 3S 8C", "JS TS", {1: "4H 5H 6H AS KS"}, "QS"),
        ("QS 3S 8C", "", {1: "4H 5H 6H AS KS"}, "QS"),
        ("QS 3S 8C", "4D", {1: "4H 5H 6H AS KS"}, "QS"),  # void, duck-low throws its highest
    ],
)
def test_falling_on_the_sword(hand: str, trick: str, taken: dict[int, str], expected: str) -> None:
    """`sword-falling` takes the queen of spades itself to stop a moon."""
    assert card_of("sword-falling", position(hand, trick, taken=taken)) == expected


@pytest.mark.parametrize(
    ("opening", "taken", "expected"),
    [
        ("2C 3C KC QC", {1: "4H"}, "AD"),  # seat 1, which takes the trick, followed with a low club
        ("2C TC KC QC", {1: "4H"}, "3D"),
        ("2C TC KC QC", {1: "4H 5H 6H"}, "AD"),
        ("2C 3D KC QC", {1: "4H"}, "3D"),  # no club at all
    ],
)
def test_a_low_club_hints_at_a_moon(opening: str, taken: dict[int, str], expected: str) -> None:
    """`hint-reading` is alarmed by the first point of whoever played a low club on the first trick."""
    view = position("AD 3D 8C", "KD 2D 8H", taken=taken, opening=opening)
    assert card_of("hint-reading", view) == expected


@pytest.mark.parametrize(
    ("strategy", "hand", "expected"),
    [
        # All clubs or diamonds, the fewer; spades and hearts are not for that.
        ("void-seeking", "2C 5C 3D 4D 5D 6D 2S 3S 4S 5S AH 3H 4H", "2C 5C AH"),
        ("void-seeking", "2C 5C 9C 4D 5D 2S 3S 4S 5S AH 3H 4H 5H", "4D 5D AH"),
        ("void-seeking", "2C 5C 9C TC 3D 4D 5D 6D AS 3H 4H 5H KH", "TC AS KH"),
        ("void-seeking", "2C 5C 9C TC JC QC KC AC 3H 4H 5H 6H AH", "KC AC AH"),
        # High spades from fewer than four; else no spade.
        ("queen-protecting", "QS 3S 2C 3C 4C 5C 6C 7C 8C 3D AH KH 4D", "QS KH AH"),
        ("queen-protecting", "QS AS 3S 4S 2C 3C 4C 5C 6C 7C KD AD AH", "KD AD AH"),
        ("queen-protecting", "JS TS 2S 2C 3C 4C 5C 6C 3D 4D 5D 6H 7H", "6C 6H 7H"),
        ("danger-passing", "QS 3S AH KH 2C 5C 9C TC 4D 5D 6D 8D JD", "QS KH AH"),
        ("herzen-passing", "AS QS 3S 2C 4C 6C 8C TC 3D 5D 9D TD 4H", "QS AS TD"),
    ],
)
def test_passing_advice(strategy: str, hand: str, expected: str) -> None:
    """What is passed to the left."""
    assert pass_of(strategy, hand) == set_text(card_set(expected))


def test_the_direction_of_the_pass_matters() -> None:
    """To the right `herzen-passing` keeps the ace of spades with a low one."""
    hand = "AS QS 3S 2C 4C 6C 8C TC 3D 5D 9D TD 4H"
    assert pass_of("herzen-passing", hand, offset=3) == set_text(card_set("QS TC TD"))


def test_a_pass_of_two_takes_the_dearest_spades() -> None:
    """Where fewer cards are passed than high spades are held, the ace stays."""
    assert pass_of("queen-protecting", "AS KS QS AC KC 2C 3C 4C 5C 6C 7C 8C 9C", 2) == "QS KS"
