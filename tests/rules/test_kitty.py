"""Cards left over from the deal: set aside, or taken by somebody whom their points then cost."""

import pytest

from hearts_bench import Rules
from hearts_bench.cards import FULL_DECK, card_set, set_text
from hearts_bench.manual import ManualTable
from hearts_bench.presets import changed_rules

# The queen of spades is left over. Seat 2 wins the first trick, without points; seat 0 the third, with the first heart.
QUEEN_LEFT_OVER = (
    "2C 4C 6C AD QD 3D 4D 5D 6D 7D 2S 3S 4S 5S 6S 7S 8S",
    "3C 5C 8C 8D 9D TD JD 2D 9S TS JS KS AS 2H 3H 4H 5H",
    "7C 9C TC JC QC KC AC KD 6H 7H 8H 9H TH JH QH KH AH",
)
PLAYS = "2C 3C 7C KD AD 8D QD 9D 6H"


@pytest.mark.parametrize(("players", "size", "hand_size"), [(3, 1, 17), (4, 0, 13), (5, 2, 10), (6, 4, 8), (7, 3, 7)])
@pytest.mark.parametrize("kitty_to", ["nobody", "first_trick"])
def test_size(players: int, size: int, hand_size: int, kitty_to: str) -> None:
    """With no card removed, what an even deal leaves over is the kitty."""
    rules = Rules(players=players, removed_cards=(), kitty_to=kitty_to)
    assert (rules.kitty_size, rules.hand_size, rules.deck) == (size, hand_size, FULL_DECK)


def test_kitty_rules_remove_nothing() -> None:
    """Where somebody takes the cards left over, no card is removed by default."""
    assert changed_rules("hearts-5", (("kitty_to", "first_heart"),)).deck == FULL_DECK
    assert changed_rules("hearts-5").kitty_size == 0


def test_cards_may_be_removed_beside_a_kitty() -> None:
    """Five players without the two of clubs get ten cards each, and one is left over."""
    rules = Rules(players=5, removed_cards=("2C",), kitty_to="first_trick")
    assert (rules.hand_size, rules.kitty_size, set_text(FULL_DECK & ~rules.deck)) == (10, 1, "2C")


@pytest.mark.parametrize(
    ("kitty_to", "takers"),
    [
        ("nobody", [-1, -1, -1]),
        ("first_trick", [2, 2, 2]),
        ("first_penalty", [-1, -1, 0]),
        ("first_heart", [-1, -1, 0]),
    ],
)
def test_taker(kitty_to: str, takers: list[int]) -> None:
    """The kitty goes to the first trick, the first penalty card or the first heart, and to nobody else later."""
    table = ManualTable(Rules(players=3, removed_cards=(), kitty_to=kitty_to), QUEEN_LEFT_OVER)
    cards = PLAYS.split()
    for trick, taker in enumerate(takers):
        table.play(" ".join(cards[3 * trick : 3 * trick + 3]))
        assert table.view.kitty_taker == taker
    while not table.is_over:
        table.play(table.legal.split()[0])
    assert table.view.kitty_taker == takers[-1]


def play_lowest(table: ManualTable) -> ManualTable:
    """Play the lowest legal card until the deal is over."""
    while not table.is_over:
        table.play(table.legal.split()[0])
    return table


@pytest.mark.parametrize(
    ("kitty_to", "taker"), [("nobody", None), ("first_trick", 2), ("first_penalty", 0), ("first_heart", 0)]
)
def test_points_go_to_the_taker(kitty_to: str, taker: int | None) -> None:
    """The queen in the kitty costs its taker 13, once the deal is over; set aside she costs nobody."""
    table = ManualTable(Rules(players=3, removed_cards=(), kitty_to=kitty_to, moon="none"), QUEEN_LEFT_OVER)
    table.play(PLAYS)
    assert table.points == [1, 0, 0]
    play_lowest(table)
    taken = [table.view.taken[seat] for seat in range(3)]
    hearts = [(cards >> 39).bit_count() for cards in taken]
    assert table.scores == [count + 13 * (seat == taker) for seat, count in enumerate(hearts)]
    assert sum(table.scores) == (13 if taker is None else 26)
    assert [bool(cards & card_set("QS")) for cards in taken] == [seat == taker for seat in range(3)]


def test_first_penalty_may_be_the_queen() -> None:
    """A queen of spades taken before any heart is the first penalty card, but no heart."""
    hands = (
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC 2S 3S 4S 5S 6S 7S 8S",
        "QC KC AC QS 9S TS JS KS AS 2D 3D 4D 5D 6D 7D 8D 9D",
        "TD JD QD KD AD 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
    )
    plays = "2C QC TD QS AD 2S"
    for kitty_to, taker in (("first_penalty", 1), ("first_heart", -1)):
        table = ManualTable(Rules(players=3, removed_cards=(), kitty_to=kitty_to), hands)
        table.play(plays)
        assert table.view.kitty_taker == taker


def test_only_the_taker_sees_the_kitty() -> None:
    """From the trick on that wins it, its taker sees the kitty, and nobody else does."""
    table = ManualTable(Rules(players=3, removed_cards=(), kitty_to="first_trick"), QUEEN_LEFT_OVER)
    table.play("2C 3C")
    assert table.view.kitty == 0
    table.play("7C")
    seen = {}
    for _ in range(3):
        seen[table.to_act] = set_text(table.view.kitty)
        table.play(table.legal.split()[-1])
    assert seen == {2: "QS", 0: "", 1: ""}


@pytest.mark.parametrize(
    ("kitty_to", "shooter", "scores"), [("nobody", 0, [0, 25, 25]), ("first_trick", 0, [0, 26, 26])]
)
def test_moon_with_a_kitty(kitty_to: str, shooter: int, scores: list[int]) -> None:
    """A moon is all penalty cards in play: those set aside are not, those in a kitty are."""
    hands = (
        "2C 4C 5C 6C 7C 8C 9C TC JC QC KC AC AS KS QS AH KH",
        "3C 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2S 3S 4S",
        "5S 6S 7S 8S 9S TS JS 3H 4H 5H 6H 7H 8H 9H TH JH QH",
    )
    table = ManualTable(Rules(players=3, removed_cards=(), kitty_to=kitty_to, opening_lead="any_club"), hands)
    while not table.is_over:
        table.play(table.legal.split()[-1] if table.to_act == 0 else table.legal.split()[0])
    assert (table.moon_seat, table.scores) == (shooter, scores)


@pytest.mark.parametrize(("kitty_to", "scores"), [("nobody", [0, 25, 25]), ("first_trick", [25, 1, 0])])
def test_kitty_of_another_spoils_a_moon(kitty_to: str, scores: list[int]) -> None:
    """Who takes all penalty cards but that in somebody else's kitty has shot no moon."""
    hands = (
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AS KS QS AH KH",
        "AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2S 3S 4S",
        "5S 6S 7S 8S 9S TS JS 3H 4H 5H 6H 7H 8H 9H TH JH QH",
    )
    table = ManualTable(Rules(players=3, removed_cards=(), kitty_to=kitty_to, opening_lead="any_club"), hands)
    table.play("KC AC 5S 2S 6S AS")
    while not table.is_over:
        table.play(table.legal.split()[-1] if table.to_act == 0 else table.legal.split()[0])
    assert (table.moon_seat, table.scores) == (0 if kitty_to == "nobody" else None, scores)


@pytest.mark.parametrize("kitty_to", ["nobody", "first_trick"])
def test_two_of_clubs_in_the_kitty(kitty_to: str) -> None:
    """Where the two of clubs is left over, the lowest club that was dealt opens."""
    hands = (QUEEN_LEFT_OVER[0].replace("2C", "QS"), *QUEEN_LEFT_OVER[1:])
    table = ManualTable(Rules(players=3, removed_cards=(), kitty_to=kitty_to), hands)
    assert (table.to_act, table.legal) == (1, "3C")
