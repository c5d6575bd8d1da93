"""What strategies do with the totals of a game, and the German rules page's passing advice.

Seat 0 decides; the last card on the table is that of seat 3.
"""

import pytest

from hearts_bench.cards import card_set, set_text
from hearts_bench.rules import MOON_ADD, MOON_SUBTRACT

from .positions import card_of, moon_of, pass_of, position

COVERED = "QS 2S 3S 4S 9C"  # the queen can wait: three low spades protect her


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((0, 0, 0, 0), "QS"),  # nobody leads
        ((50, 40, 60, 45), "QS"),  # seat 1, which wins the trick, leads the match
        ((50, 70, 60, 45), "9C"),  # it has the highest total: she waits for another
        ((40, 90, 60, 45), "QS"),  # but I lead, and she takes it over the limit
        ((50, 90, 60, 45), "9C"),  # that would end a game which seat 3 wins
    ],
)
def test_the_queen_goes_to_the_leader_of_the_match(totals: tuple[int, ...], expected: str) -> None:
    """Void, `herzen` keeps her from the highest total, unless she wins the game there."""
    assert card_of("herzen", position(COVERED, "KD 2D 4D", rules="herzen", totals=totals)) == expected


def test_a_queen_without_cover_cannot_wait() -> None:
    """With fewer than three low spades she goes to anybody."""
    assert card_of("herzen", position("QS 2S 3S 4C 9C", "KD 2D 4D", rules="herzen", totals=(50, 70, 60, 45))) == "QS"


@pytest.mark.parametrize("strategy", ["herzen", "score-aware"])
@pytest.mark.parametrize(
    ("trick", "totals", "expected"),
    [
        ("AS", (50, 60, 60, 45), "QS"),  # under the ace at once, rather than the king
        ("AS 2S 5S", (50, 70, 60, 45), "KS"),  # not to the highest total
        ("AS 2S 5S", (40, 90, 60, 45), "QS"),  # unless that wins the game
        ("JS", (50, 60, 60, 45), "7S"),
    ],
)
def test_the_queen_goes_under_a_higher_spade(strategy: str, trick: str, totals: tuple[int, ...], expected: str) -> None:
    """Following, she is given to whoever wins with the ace or king, by the same rule."""
    assert card_of(strategy, position("KS QS 7S 3S 4S 9C", trick, rules="herzen", totals=totals)) == expected


@pytest.mark.parametrize(
    ("hand", "trick", "totals", "expected"),
    [
        ("AH 9C 4C", "KD 2D 4D", (50, 98, 60, 45), "AH"),  # 99: the game goes on
        ("AH 9C 4C", "KD 2D 4D", (50, 99, 60, 45), "9C"),  # 100 would end a game that seat 3 wins
        ("AH 9C 4C", "KD 2D 4D", (40, 99, 60, 45), "AH"),  # that I win
        ("AH 9H 4H", "KD 2D 4D", (50, 99, 60, 45), "AH"),  # no choice
        ("AD 3D 4C", "KD 2H 4D", (50, 98, 60, 45), "3D"),
        ("AD 3D 4C", "KD 2H 4D", (50, 99, 60, 45), "AD"),  # takes the point itself
        ("AD 3D 4C", "KD QS 4D", (90, 99, 60, 45), "3D"),  # not if that ends the game as well
    ],
)
def test_a_losing_game_is_kept_going(hand: str, trick: str, totals: tuple[int, ...], expected: str) -> None:
    """Behind, `score-aware` keeps points from a player who would go over the limit; seat 1 wins the trick."""
    taken = {2: "TH", 3: "JH"}
    assert (
        card_of("score-aware", position(hand, trick, rules="herzen", totals=totals, taken=taken, gone="QC")) == expected
    )


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((50, 40, 60, 45), "AD"),  # behind: takes the risk that the two of clubs loses a trick
        ((30, 40, 60, 45), "AD"),
    ],
)
def test_goes_on_with_a_moon(totals: tuple[int, ...], expected: str) -> None:
    """Alone with four points, and high cards in hand, it takes what it can."""
    view = position("AD KD QD AC AH KH", "JD 9H", taken={0: "3H 4H 5H 6H"}, rules="herzen", totals=totals)
    assert card_of("score-aware", view) == expected
    assert card_of("score-aware:risk_ahead=0,risk_behind=0", view) in {"AD", "KD", "QD"}


def test_the_totals_decide_how_much_is_risked() -> None:
    """With losers in more than half of the cards it goes for a moon only when it does not lead the match."""
    hand, trick = "AD 3D AC 4C 5C", "JD 9H 2D"
    taken = {0: "3H 4H 5H 6H"}
    behind = position(hand, trick, taken=taken, rules="herzen", totals=(50, 40, 60, 45))
    ahead = position(hand, trick, taken=taken, rules="herzen", totals=(30, 40, 60, 45))
    assert card_of("score-aware", behind) == "AD"
    assert card_of("score-aware", ahead) == "3D"


@pytest.mark.parametrize("strategy", ["herzen", "score-aware"])
@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((40, 90, 60, 45), MOON_ADD),  # ends the game, and wins it
        ((40, 50, 60, 45), MOON_ADD),  # in front either way
        ((70, 90, 60, 30), MOON_SUBTRACT),  # adding would end a game that seat 3 wins
        ((70, 75, 60, 30), MOON_SUBTRACT),  # behind even so: a longer game is better
    ],
)
def test_what_a_moon_does(strategy: str, totals: tuple[int, ...], expected: int) -> None:
    """A moon is added to the others if that leaves its shooter in front, and subtracted if not."""
    assert moon_of(strategy, totals) == expected


@pytest.mark.parametrize(
    ("hand", "offset", "expected"),
    [
        # Spades from the queen up go from fewer than four spades.
        ("AS KS QS 2C 4C 6C 8C TC 3D 5D 7D 9D 4H", 1, "QS KS AS"),
        # To the right only the queen, while a low spade is there.
        ("AS QS 3S 2C 4C 6C 8C TC 3D 5D 9D TD 4H", 1, "AS QS TD"),
        ("AS QS 3S 2C 4C 6C 8C TC 3D 5D 9D TD 4H", 3, "QS TD TC"),
        ("AS KS QS 2C 4C 6C 8C TC 3D 5D 7D 9D 4H", 3, "QS KS AS"),
        # Four spades protect them; spades below the queen never go, nor twos and threes.
        ("KS QS 4S 3S 2C 3C 2D 3D 2H 3H 9C 9D 9H", 1, "9C 9D 9H"),
        ("JS TS 9S 2C 3C 2D 3D 2H 3H 4H KC KD 9H", 1, "9H KC KD"),
        # Not the three highest hearts, nor a lone ace.
        ("AH KH QH 2S 3S 4S 2C 3C 4C 5C 2D 3D 8D", 1, "8D KH AH"),
        ("AH 2S 3S 4S 2C 3C 4C 5C 6C 7C 2D 3D 8D", 1, "6C 7C 8D"),
        # Of many hearts with low ones only the second highest.
        ("AH KH JH 3H 2H 2S 3S 4S 2C 8C 9C 4D 8D", 1, "8D 9C KH"),
        # High and middle cards of short suits without low ones, rather than high ones of long suits with low ones.
        ("AC 2C 3C 4C 5C KD TD 8D 2S 3S 4S 2H 3H", 1, "8D TD KD"),
    ],
)
def test_the_pages_passing_advice(hand: str, offset: int, expected: str) -> None:
    """`herzen` passes as the German rules page says."""
    assert pass_of("herzen", hand, rules="herzen", offset=offset) == set_text(card_set(expected))


def test_costly_spades_go_to_the_right_as_well() -> None:
    """The page knows no Black Maria; there, king and ace are worth no keeping."""
    assert pass_of("herzen", "AS KS 3S 2C 4C 6C 8C TC 3D 5D 7D 9D 4H", 2, rules="herzen", offset=3) == "TC 9D"
    assert pass_of("herzen", "AS KS 3S 2C 4C 6C 8C TC 3D 5D 7D 9D 4H", 2, rules="black-maria", offset=3) == "KS AS"
