"""What the strategies do where cards count otherwise: J♦, Black Maria's spades, dear hearts, two decks, no moon.

Seat 0 decides; the last card on the table is that of seat 3.
"""

import pytest

from .positions import ADVICE, card_of, pass_of, position

THINKING = ("article", "herzen", "score-aware", "moon-shooting", "opportunist")
DUCKING = ("duck-low", *ADVICE, *THINKING)


@pytest.mark.parametrize("strategy", DUCKING)
@pytest.mark.parametrize(
    ("hand", "trick", "expected"),
    [
        ("QD 3D 8C", "JD 9D 4D", "QD"),  # the last seat catches it
        ("QD 3D 8C", "JD 9D", "QD"),  # so does an earlier one, hoping that nobody has better
        ("KC 3C 8D", "TC JD 4C", "KC"),  # thrown on another suit
        ("QD 3D 8C", "JD QS 4D", "3D"),  # not at the price of the queen of spades
        ("TD 3D 8C", "JD 9D 4D", "TD"),  # it cannot
        ("JD 3D 8C", "TD 9D 4D", "JD"),  # taken home
        ("JD 3D 8C", "QD 9D 4D", "3D"),  # kept for another trick
        ("JD 3D 8C", "TD QS 4D", "3D"),
        ("JD 3D 8C", "9D", "3D"),  # somebody may hold a higher one
        ("JD 8D", "QD AH", "8D"),
    ],
)
def test_a_bonus_card_is_kept_and_caught(strategy: str, hand: str, trick: str, expected: str) -> None:
    """With J♦ for -10 nobody parts with it, and a trick that it makes worth having is taken."""
    assert card_of(strategy, position(hand, trick, rules="omnibus")) == expected


@pytest.mark.parametrize("strategy", DUCKING)
@pytest.mark.parametrize("hand", ["JD TH 9H", "JD 2H 3H", "JD AC KC"])
def test_a_bonus_card_is_never_thrown_away(strategy: str, hand: str) -> None:
    """Void, everybody throws something else than J♦."""
    assert card_of(strategy, position(hand, "AS 3S 4S", rules="omnibus")) != "JD"


@pytest.mark.parametrize("strategy", THINKING)
@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        ("AD KD QD QS", "JD"),  # nobody beats it
        ("AD KD QS", "3C"),  # the queen of diamonds would
        ("AD KD QD 2D 3D 4D 5D 6D 7D 8D", "3C"),  # few have a diamond left, and one of them the queen of spades
    ],
)
def test_a_bonus_card_is_led_when_it_is_high(strategy: str, gone: str, expected: str) -> None:
    """It is led once no higher diamond is left, unless the queen of spades is likely to be thrown on it."""
    assert card_of(strategy, position("JD 3C KC", gone=gone, rules="omnibus")) == expected


@pytest.mark.parametrize("strategy", [*DUCKING, "patient"])
def test_without_a_bonus_the_jack_is_a_card_like_others(strategy: str) -> None:
    """Under the ordinary rules a trick with J♦ in it is ducked."""
    assert card_of(strategy, position("QD 3D 8C", "JD 9D 4D")) == "3D"


@pytest.mark.parametrize("strategy", DUCKING)
def test_a_bonus_card_is_not_passed(strategy: str) -> None:
    """J♦ stays with whoever holds it."""
    assert "JD" not in pass_of(strategy, "AD KD JD QH 9H 8H 9C 8C 7C 6C 2S 3S 4S", rules="omnibus").split()


@pytest.mark.parametrize("strategy", THINKING)
def test_what_catches_a_bonus_card_is_not_passed(strategy: str) -> None:
    """The diamonds above the jack stay, too, as long as another seat may hold him."""
    passed = pass_of(strategy, "AD KD 3D QH JH TH 9C 8C 7C 6C 2S 3S 4S", rules="omnibus").split()
    assert not {"AD", "KD"} & set(passed)


@pytest.mark.parametrize("strategy", THINKING)
@pytest.mark.parametrize(
    ("hand", "trick", "expected"),
    [
        ("AS KS QS 9C", "4D", "QS"),  # void: what costs most goes first
        ("AS KS AH 9C", "4D", "KS"),
        ("AS AH 9C", "4D", "AS"),
        ("AH 4H 9C", "4D", "AH"),
        ("KS QS 4C", "AS", "QS"),  # under the ace the queen rather than the king
        ("KS 4S 4C", "9S", "4S"),  # and nobody takes a trick with a costly spade while there is another
        ("AS TS 4C", "9S", "TS"),
        ("AS KS", "9S", "AS"),  # or else with the one that costs least
    ],
)
def test_costly_spades(strategy: str, hand: str, trick: str, expected: str) -> None:
    """Black Maria's king and ace of spades are dropped and ducked as the queen is."""
    assert card_of(strategy, position(hand, trick, rules="black-maria")) == expected


def test_low_spades_drive_out_whichever_costly_spade_is_left() -> None:
    """In Black Maria the queen's fall does not end the hunt."""
    assert card_of("article", position("5S 3D", gone="QS", rules="black-maria")) == "5S"
    assert card_of("article", position("5S 3D", gone="QS KS AS", rules="black-maria")) == "3D"
    assert card_of("article", position("5S 3D", gone="QS")) == "3D"


def test_dear_hearts_go_by_their_value() -> None:
    """In Spot Hearts the queen, at 25, goes before the ace of hearts, at 14, and high hearts before low ones."""
    assert card_of("article", position("QS AH 9C", "4D", rules="spot")) == "QS"
    assert card_of("article", position("TH AH 9C", "4D", gone="QS", rules="spot")) == "AH"


@pytest.mark.parametrize("strategy", ["moon-defending:alarm=3", "opportunist:alarm=3", "article", "herzen"])
@pytest.mark.parametrize(
    ("rules", "taken", "expected"),
    [
        ("article", {1: "4H 5H 6H"}, "AD"),
        ("black-maria", {1: "4H 5H 6H"}, "3D"),  # a moon counts nothing there
        ("spot", {1: "4H 5H"}, "3D"),  # nine of 129 are not much
        ("spot", {1: "4H 5H 6H"}, "AD"),
        ("omnibus", {1: "4H 5H 6H JD"}, "AD"),  # the bonus hides the points, not the cards
        ("omnibus", {1: "4H 5H 6H", 2: "JD"}, "AD"),  # and does not count towards a moon
    ],
)
def test_a_moon_is_seen_by_its_cards(strategy: str, rules: str, taken: dict[int, str], expected: str) -> None:
    """A point trick is taken from a lone taker of enough penalty points, where a moon counts at all."""
    assert card_of(strategy, position("AD 3D 8C", "KD 2D 8H", taken=taken, rules=rules)) == expected


def test_passes_to_black_maria() -> None:
    """Unprotected spades from the queen up go, the costliest first."""
    assert pass_of("article", "AS KS QS 4S 5S 2C 3C 4C 5C 6C 7C 8C 9C", rules="black-maria") != "QS KS AS"
    assert pass_of("article", "AS KS QS AC KC 2C 3C 4C 5C 6C 7C 8C 9C", rules="black-maria") == "QS KS AS"
    assert pass_of("article", "AS KS QS AC KC 2C 3C 4C 5C 6C 7C 8C 9C", 2, rules="black-maria") == "QS KS"


def test_equal_cards_cancel() -> None:
    """With two decks the equal of the winning card is a safe card, too."""
    assert card_of("article", position("9D TD 3D", "9D", rules="cancellation")) == "9D"
    assert card_of("article", position("9D TD 3D", "9D")) == "3D"
