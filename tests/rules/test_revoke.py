"""The revoke penalty: an illegal card becomes the lowest legal one, and costs all the hearts of the deal."""

import pytest
from properties.positions import Position

from hearts_bench import Rules
from hearts_bench.cards import card, text
from hearts_bench.table import FAIL, REVOKE

from .deals import NINE_CLUB_TRICKS, SOUTH_ENDS_IN_HEARTS, WHOLE_SUITS

TRICKS = [" ".join(cards) for cards in zip(*(hand.split() for hand in WHOLE_SUITS), strict=True)]


def revoked(rules: Rules, seat: int = 1, seats: int = 1) -> Position:
    """Play WHOLE_SUITS, of which N takes everything; from `seat` on, `seats` seats name an illegal card at once."""
    laid = Position(rules, WHOLE_SUITS, 0, on_illegal=REVOKE)
    for at, name in enumerate(TRICKS[0].split()):
        assert laid.answer(card("7C") if seat <= at < seat + seats and at else card(name))
    laid.play(" ".join(TRICKS[1:]))
    return laid


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_all_hearts_are_charged(seat: int) -> None:
    """Who revokes is charged every heart of the deal; the queen stays with her taker, and there is no moon."""
    laid = revoked(Rules(), seat)
    scores = [13, 0, 0, 0]
    scores[seat] += 13
    assert laid.scores == scores
    assert laid.hidden("moon_seat") == -1
    assert laid.hidden("revokes") == [int(each == seat) for each in range(4)]


def test_shooter_revokes() -> None:
    """The shooter's own revoke spoils the moon, too."""
    laid = Position(Rules(), WHOLE_SUITS, 0, on_illegal=REVOKE)
    assert laid.answer(card("3C"))  # the two of clubs has to lead
    assert text(laid.field("trick")[0]) == "2C"
    laid.play(" ".join([TRICKS[0].removeprefix("2C "), *TRICKS[1:]]))
    assert (laid.scores, laid.hidden("moon_seat")) == ([26, 0, 0, 0], -1)


def test_first_to_revoke_pays() -> None:
    """If several revoke in a deal, the first is charged; all are counted."""
    laid = revoked(Rules(), 2, 2)
    assert laid.scores == [13, 0, 13, 0]
    assert laid.hidden("revokes") == [0, 0, 1, 1]


def test_choice_is_not_asked_for() -> None:
    """A moon that a revoke has spoilt leaves nothing to choose."""
    assert revoked(Rules(moon="choice")).is_over


def test_hearts_cost_their_face() -> None:
    """The hearts that are charged cost what they cost in these rules."""
    laid = revoked(Rules(heart_values="face", queen_value=25))
    assert laid.scores == [25, 104, 0, 0]


def test_bonuses_stay() -> None:
    """The bonus card stays with its taker; who took no trick, the revoker included, is paid for that."""
    assert revoked(Rules(bonus=-10, no_trick_bonus=-5)).scores == [3, 8, -5, -5]


@pytest.mark.parametrize("answer", ["QS", "3S", "9H"])
def test_illegal_card_becomes_the_lowest_legal_one(answer: str) -> None:
    """Another seat's card, or one that does not follow suit though it could, is replaced by the lowest legal one."""
    laid = Position(Rules(), SOUTH_ENDS_IN_HEARTS, 0, on_illegal=REVOKE)
    laid.play(f"{NINE_CLUB_TRICKS} 3H 9H")
    assert laid.seat == 0
    assert laid.answer(card(answer))
    assert text(laid.field("trick")[0]) == "2H"
    assert (laid.hidden("revoker"), laid.seat) == (0, 1)


@pytest.mark.parametrize("answer", [-1, 52, 1000])
def test_what_is_no_card(answer: int) -> None:
    """An answer that is no card at all counts as a revoke, too."""
    laid = Position(Rules(), WHOLE_SUITS, 0, on_illegal=REVOKE)
    assert laid.answer(answer)
    assert laid.hidden("revokes") == [1, 0, 0, 0]


def test_illegal_pass_is_no_revoke() -> None:
    """Passing the wrong number of cards is refused whatever the policy is."""
    laid = Position(Rules(), WHOLE_SUITS, 1, on_illegal=REVOKE)
    assert not laid.answer(0b11)
    assert laid.answer(0b111)


def test_no_revoke_by_default() -> None:
    """Where illegal cards end a match, they are refused."""
    laid = Position(Rules(), WHOLE_SUITS, 0, on_illegal=FAIL)
    assert not laid.answer(card("3C"))
    assert laid.hidden("revoker") == -1


def test_penalty_is_for_one_deal() -> None:
    """The next deal of a game starts with nobody charged."""
    laid = Position(Rules(), WHOLE_SUITS, 0, on_illegal=REVOKE, in_game=True)
    laid.answer(card("9C"))
    laid.play(" ".join([TRICKS[0].removeprefix("2C "), *TRICKS[1:]]))
    assert laid.field("deal_number") == 1
    assert laid.field("totals")[:4] == [26, 0, 0, 0]
    assert laid.hidden("revoker") == -1
    assert laid.hidden("revokes")[0] == 1
