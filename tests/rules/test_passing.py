"""Passing: where cards go, deal after deal, and what may be passed."""

import pytest

from hearts_bench import Rules
from hearts_bench.errors import IllegalPlayError, RulesError
from hearts_bench.manual import ManualTable

from .deals import SURVEYED, WHOLE_SUITS, texts


@pytest.mark.parametrize(
    ("preset", "cycle"),
    [
        ("article", ("left", "right", "across", "none")),
        ("bicycle", ("left", "right", "across", "none")),
        ("microsoft", ("left", "right", "across", "none")),
        ("openspiel", ("none", "left", "across", "right")),
    ],
)
def test_presets_pass_cycle(preset: str, cycle: tuple[str, ...]) -> None:
    """Four players pass left, right, across, not at all; OpenSpiel's chance directions come equally often."""
    offsets = {"none": 0, "left": 1, "across": 2, "right": 3}
    assert SURVEYED[preset].pass_offsets == tuple(offsets[name] for name in cycle)


@pytest.mark.parametrize(("players", "right"), [(3, 2), (5, 4), (6, 5), (7, 6)])
def test_other_player_counts_pass_left_and_right(players: int, right: int) -> None:
    """With other player counts cards go left and right in turn."""
    assert Rules(players=players).pass_offsets == (1, right)


@pytest.mark.parametrize(
    ("players", "cycle", "offsets"),
    [
        (3, ("left", "right", "none"), (1, 2, 0)),
        (5, (1, 2, "right", 3, "none"), (1, 2, 4, 3, 0)),
        (5, (1, 4, 2, 3, 0), (1, 4, 2, 3, 0)),
        (6, ("across",), (3,)),
    ],
)
def test_cycle_of_offsets(players: int, cycle: tuple[str | int, ...], offsets: tuple[int, ...]) -> None:
    """A cycle may mix names and seat offsets; across is half-way round."""
    assert Rules(players=players, pass_cycle=cycle).pass_offsets == offsets


@pytest.mark.parametrize("players", [3, 5, 7])
def test_nobody_sits_across_at_an_odd_table(players: int) -> None:
    """With an odd number of players there is no passing across: it would be a second pass to the left or right."""
    with pytest.raises(RulesError, match="'across'"):
        Rules(players=players, pass_cycle=("left", "across"))


@pytest.mark.parametrize("offset", [1, 2, 3])
def test_cards_go_to_the_seat_at_the_offset(offset: int) -> None:
    """Everybody's three cards go to the seat `offset` to the left, and what was received is not passed on."""
    table = ManualTable(Rules(), WHOLE_SUITS, offset)
    passed = ["2C 3C 4C", "2D 3D 4D", "2H 3H 4H", "2S 3S 4S"]
    for cards in passed:
        table.pass_cards(cards)
    for seat, hand in enumerate(WHOLE_SUITS):
        kept = texts(hand) - texts(passed[seat])
        assert texts(table.hands[seat]) == kept | set(passed[(seat - offset) % 4].split())


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("AC AC AC", "AC is given twice"),
        ("AC KC", "3 cards of its hand are wanted"),
        ("AC KC QC JC", "3 cards of its hand are wanted"),
        ("AC KC 2D", "3 cards of its hand are wanted"),
        ("", "3 cards of its hand are wanted"),
        ("AC KC 1X", "'1X' is no card"),
    ],
)
def test_bad_pass(cards: str, reason: str) -> None:
    """A pass of the wrong number, of a card twice or of a card not held is refused, and the hand stays whole."""
    table = ManualTable(Rules(), WHOLE_SUITS, pass_offset=1)
    with pytest.raises(IllegalPlayError, match=f"seat 0 .*{reason}"):
        table.pass_cards(cards)
    assert table.hands == list(WHOLE_SUITS)
    assert table.is_passing
    table.pass_cards("AC KC QC")
    assert table.to_act == 1


@pytest.mark.parametrize("number", [1, 2, 4, 13])
def test_pass_count_option(number: int) -> None:
    """`pass_count` cards are passed, be it one or the whole hand."""
    table = ManualTable(Rules(pass_count=number), WHOLE_SUITS, pass_offset=1)
    for hand in WHOLE_SUITS:
        table.pass_cards(" ".join(hand.split()[:number]))
    assert not table.is_passing
    assert set(WHOLE_SUITS[0].split()[:number]) <= texts(table.hands[1])


def test_play_waits_for_the_pass() -> None:
    """No card is played while cards are passed, and none is passed while cards are played."""
    table = ManualTable(Rules(), WHOLE_SUITS, pass_offset=1)
    with pytest.raises(IllegalPlayError, match="being passed"):
        table.play("2C")
    with pytest.raises(IllegalPlayError, match="no cards are to be passed"):
        ManualTable(Rules(), WHOLE_SUITS).pass_cards("2C 3C 4C")
