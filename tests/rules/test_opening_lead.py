"""The opening lead: the lowest club, wherever it lies once the cards are passed."""

import pytest
from properties.positions import Position

from hearts_bench import Rules
from hearts_bench.cards import SUITS, card_set
from hearts_bench.manual import ManualTable

from .deals import EAST_VOID_IN_CLUBS, HEARTS_AND_QUEEN, SURVEYED, WHOLE_SUITS, legal_after


@pytest.mark.parametrize("preset", SURVEYED)
@pytest.mark.parametrize("holder", range(4))
def test_two_of_clubs_leads_without_a_pass(preset: str, holder: int) -> None:
    """In a deal without a pass, too, the holder of the two of clubs leads it (t_games#475)."""
    hands = WHOLE_SUITS[4 - holder :] + WHOLE_SUITS[: 4 - holder]
    assert legal_after(SURVEYED[preset], hands, "") == (holder, {"2C"})


def test_receiver_of_the_two_of_clubs_leads() -> None:
    """The two of clubs may be passed; who gets it leads, and each follows with what they hold now (t_games#374)."""
    table = ManualTable(Rules(), WHOLE_SUITS, pass_offset=1)
    for cards in ("2C KC AC", "2D KD AD", "2H KH AH", "2S KS AS"):
        table.pass_cards(cards)
    assert (table.to_act, table.legal) == (1, "2C")
    steps = {
        "2C": (2, "2D KD AD"),
        "2D": (3, "3S 4S 5S 6S 7S 8S 9S TS JS"),
        "3S": (0, "3C 4C 5C 6C 7C 8C 9C TC JC QC"),
    }
    for card, expected in steps.items():
        table.play(card)
        assert (table.to_act, table.legal) == expected


@pytest.mark.parametrize(("opening_lead", "legal"), [("lowest_club", {"2C"}), ("any_club", {"2C", "3C", "4C", "5C"})])
def test_any_club_option(opening_lead: str, legal: set[str]) -> None:
    """With `any_club` the holder of the two of clubs opens with any club it holds."""
    assert legal_after(Rules(opening_lead=opening_lead), EAST_VOID_IN_CLUBS, "") == (0, legal)


@pytest.mark.parametrize("preset", SURVEYED)
def test_presets_open_with_the_two(preset: str) -> None:
    """All presets force the two of clubs out, though other clubs are held."""
    assert legal_after(SURVEYED[preset], EAST_VOID_IN_CLUBS, "") == (0, {"2C"})


@pytest.mark.parametrize(("players", "lowest"), [(3, "2C"), (4, "2C"), (5, "3C"), (6, "2C"), (7, "2C")])
def test_lowest_club_in_play(players: int, lowest: str) -> None:
    """Where the two of clubs is left out of the deck, the lowest club in play opens."""
    rules = Rules(players=players)
    cards = [rank + suit for suit in SUITS for rank in "23456789TJQKA" if rules.deck >> _at(rank + suit) & 1]
    hands = [" ".join(cards[seat::players]) for seat in range(players)]
    table = ManualTable(rules, hands)
    assert table.legal == lowest
    assert lowest in hands[table.to_act or 0].split()


LEFT_LEADS = Rules(opening_lead="left_of_dealer")
# Seat 1 sits left of the dealer; seat 2 holds the two of clubs.
LEFT_OF_DEALER = (
    "5D 6D 7D 8D TD JD QD KD AD 3H 4H 5H 6H",
    "3D 3C 4C 5C 6C 7C 2S 3S 4S QS 2H 7H 8H",
    "2C 9D 4D KS AS 5S 6S 7S 8S 9H TH JH QH",
    "2D 8C 9C TC JC QC KC AC 9S TS JS KH AH",
)


def test_left_of_dealer_leads_anything() -> None:
    """With `left_of_dealer` any card but a penalty card opens, and the two of clubs is a card like others."""
    to_act, legal = legal_after(LEFT_LEADS, LEFT_OF_DEALER, "")
    assert (to_act, legal) == (1, set("3D 3C 4C 5C 6C 7C 2S 3S 4S".split()))


def test_two_of_clubs_must_follow_no_other_suit() -> None:
    """When another suit is led its holder follows suit, rather than play the two of clubs (t_games#374)."""
    assert legal_after(LEFT_LEADS, LEFT_OF_DEALER, "3D") == (2, {"4D", "9D"})


@pytest.mark.parametrize(
    ("options", "more"),
    [
        ({"first_trick_points": "allow"}, {"QS"}),
        ({"must_break_hearts": False}, set()),
        ({"first_trick_points": "allow", "must_break_hearts": False}, {"QS", "2H", "7H", "8H"}),
    ],
)
def test_penalties_as_opening_leads(options: dict[str, object], more: set[str]) -> None:
    """Penalty cards open only where the first trick may have points; hearts, only if they need not be broken."""
    rules = Rules(opening_lead="left_of_dealer", **options)
    assert legal_after(rules, LEFT_OF_DEALER, "")[1] == set("3D 3C 4C 5C 6C 7C 2S 3S 4S".split()) | more


@pytest.mark.parametrize("dealer", range(4))
def test_dealer_decides_who_leads(dealer: int) -> None:
    """The seat after the dealer leads, whichever it is."""
    laid = Position(LEFT_LEADS, LEFT_OF_DEALER, 0, dealer=dealer)
    assert (laid.seat, laid.field("leader"), laid.field("dealer")) == ((dealer + 1) % 4, (dealer + 1) % 4, dealer)


@pytest.mark.parametrize(("only_hearts", "legal"), [(WHOLE_SUITS[2], WHOLE_SUITS[2]), (HEARTS_AND_QUEEN[2], "QS")])
def test_opening_lead_of_penalties_alone(only_hearts: str, legal: str) -> None:
    """A hand of nothing but penalty cards opens with one: the queen, or a heart if there is no other card."""
    hands = WHOLE_SUITS if only_hearts == WHOLE_SUITS[2] else HEARTS_AND_QUEEN
    laid = Position(LEFT_LEADS, hands, 0, dealer=1)
    assert (laid.seat, laid.field("legal")) == (2, card_set(legal))


def _at(name: str) -> int:
    return 13 * SUITS.index(name[1]) + "23456789TJQKA".index(name[0])
