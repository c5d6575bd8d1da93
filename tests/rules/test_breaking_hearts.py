"""Leading hearts: not before they are broken, save from a hand of nothing else."""

import pytest

from hearts_bench import Rules

from .deals import (
    NINE_CLUB_TRICKS,
    SOUTH_ENDS_IN_HEARTS,
    SOUTH_ENDS_IN_HEARTS_AND_QUEEN,
    SURVEYED,
    WEST_DISCARDS_QUEEN,
    legal_after,
    texts,
)

FIRST_TRICK = "2C 3C AC 4C"
QUEEN_DISCARDED = f"{FIRST_TRICK} AD QS 2D 3D"
NO_HEARTS = texts("9C TC QD KD 5S 6S 7S")
HEARTS = texts("6H 7H 8H 9H")
QUEEN_AND_HEARTS = texts("QS 3H 7H KH")


@pytest.mark.parametrize(("must_break", "legal"), [(True, NO_HEARTS | {"AD"}), (False, NO_HEARTS | {"AD"} | HEARTS)])
def test_must_break_option(must_break: bool, legal: set[str]) -> None:
    """Hearts may be led unbroken only where the rules need no breaking."""
    assert legal_after(Rules(must_break_hearts=must_break), WEST_DISCARDS_QUEEN, FIRST_TRICK) == (2, legal)


@pytest.mark.parametrize("preset", SURVEYED)
def test_presets_need_breaking(preset: str) -> None:
    """In all presets hearts must be broken before they are led."""
    assert legal_after(SURVEYED[preset], WEST_DISCARDS_QUEEN, FIRST_TRICK) == (2, NO_HEARTS | {"AD"})


@pytest.mark.parametrize(("breaks", "legal"), [(False, NO_HEARTS), (True, NO_HEARTS | HEARTS)])
def test_queen_breaks_option(breaks: bool, legal: set[str]) -> None:
    """A discarded queen of spades opens hearts only where she breaks them."""
    assert legal_after(Rules(queen_breaks_hearts=breaks), WEST_DISCARDS_QUEEN, QUEEN_DISCARDED) == (2, legal)


@pytest.mark.parametrize(
    ("preset", "breaks"), [("article", False), ("microsoft", False), ("openspiel", True), ("bicycle", True)]
)
def test_presets_on_the_queen(preset: str, breaks: bool) -> None:
    """The queen breaks hearts for Bicycle and OpenSpiel, not for Microsoft and the article."""
    legal = NO_HEARTS | HEARTS if breaks else NO_HEARTS
    assert legal_after(SURVEYED[preset], WEST_DISCARDS_QUEEN, QUEEN_DISCARDED) == (2, legal)


@pytest.mark.parametrize(("as_heart", "legal"), [(False, {"QS"}), (True, QUEEN_AND_HEARTS)])
def test_queen_as_heart_option(as_heart: bool, legal: set[str]) -> None:
    """From hearts and the queen alone, unbroken, she must be led, unless she counts as a heart."""
    rules = Rules(queen_counts_as_heart_when_leading=as_heart)
    assert legal_after(rules, SOUTH_ENDS_IN_HEARTS_AND_QUEEN, NINE_CLUB_TRICKS) == (2, legal)


@pytest.mark.parametrize(
    ("preset", "legal"),
    [("article", {"QS"}), ("microsoft", {"QS"}), ("openspiel", {"QS"}), ("bicycle", QUEEN_AND_HEARTS)],
)
def test_presets_on_hearts_and_queen(preset: str, legal: set[str]) -> None:
    """Only Bicycle's rules let a hand of hearts and the queen lead a heart before they are broken."""
    assert legal_after(SURVEYED[preset], SOUTH_ENDS_IN_HEARTS_AND_QUEEN, NINE_CLUB_TRICKS) == (2, legal)


@pytest.mark.parametrize("preset", SURVEYED)
def test_hand_of_hearts_leads_one(preset: str) -> None:
    """A hand of nothing but hearts leads any of them, unbroken as they are."""
    assert legal_after(SURVEYED[preset], SOUTH_ENDS_IN_HEARTS, NINE_CLUB_TRICKS) == (2, texts("3H 7H TH KH"))


@pytest.mark.parametrize("preset", SURVEYED)
def test_forced_heart_lead_breaks_hearts(preset: str) -> None:
    """That forced lead breaks hearts: the winner of the trick may lead another."""
    plays = f"{NINE_CLUB_TRICKS} 3H 9H AH 4H"
    assert legal_after(SURVEYED[preset], SOUTH_ENDS_IN_HEARTS, plays) == (0, texts("2H 3S 4S"))


@pytest.mark.parametrize("preset", SURVEYED)
def test_queen_may_be_led(preset: str) -> None:
    """After the first trick the queen of spades may be led though hearts are unbroken."""
    hands = (
        "2C 3D 4D 5D 6D 7D 8D 2H 3H 4H 5H 6H 7H",
        "AC QS 2S 3C 4C 5C 6C 7C 8C 9C TC JC QC",
        "KC 9D TD JD QD KD AD 3S 4S 5S 6S 7S 8S",
        "2D 9S TS JS KS AS 8H 9H TH JH QH KH AH",
    )
    to_act, legal = legal_after(SURVEYED[preset], hands, "2C AC KC 2D")
    assert to_act == 1
    assert "QS" in legal
