"""Whole games: where they end, who wins, and what a moon near the end does."""

import pytest
from properties.positions import Game, Position

from hearts_bench import Rules
from hearts_bench.presets import PRESETS

from .deals import WHOLE_SUITS

# N takes every trick of WHOLE_SUITS, hence a moon: 26 for each other seat.
TRICKS = [" ".join(cards) for cards in zip(*(hand.split() for hand in WHOLE_SUITS), strict=True)]
ADD, SUBTRACT, AUTO = range(3)


def game(rules: Rules, totals: list[int]) -> Position:
    """Return a later deal of a game, before its first card."""
    return Position(rules, WHOLE_SUITS, 0, totals=totals, in_game=True)


def play_deal(rules: Rules, totals: list[int]) -> Position:
    """Play all tricks of a later deal of a game."""
    laid = game(rules, totals)
    laid.play(" ".join(TRICKS))
    return laid


def state(laid: Position) -> tuple[list[int], bool]:
    """Return the totals, and whether the game is over; if not, the next deal is under way."""
    assert laid.is_over or laid.field("deal_number") == 1
    return laid.field("totals")[:4], laid.is_over


def test_end_is_tested_after_the_deal() -> None:
    """A total that passes 100 in the middle of a deal ends nothing: the moon may still wipe it out."""
    laid = game(Rules(), [95, 10, 20, 30])
    for number, trick in enumerate(TRICKS[:-1], start=1):
        laid.play(trick)
        assert not laid.is_over
        assert laid.field("points")[0] == number + 13 * (number > 10)
    laid.play(TRICKS[-1])
    assert state(laid) == ([95, 36, 46, 56], False)


@pytest.mark.parametrize(
    ("end_when", "before", "over"),
    [("reached", 74, True), ("exceeded", 74, False), ("reached", 73, False), ("exceeded", 75, True)],
)
def test_exactly_the_target(end_when: str, before: int, over: bool) -> None:
    """A total of exactly 100 ends the game where it need only be reached."""
    laid = play_deal(Rules(end_when=end_when), [40, before, 34, 32])
    assert state(laid) == ([40, before + 26, 60, 58], over)


@pytest.mark.parametrize(("target", "over"), [(50, True), (66, True), (67, False)])
def test_target_option(target: int, over: bool) -> None:
    """The target is an option."""
    assert state(play_deal(Rules(target=target), [0, 40, 0, 0])) == ([0, 66, 26, 26], over)


@pytest.mark.parametrize(("ties", "over"), [("share", True), ("extra_deal", False)])
def test_equal_lowest_totals(ties: str, over: bool) -> None:
    """Equal lowest totals share the win, or play another deal."""
    assert state(play_deal(Rules(ties=ties), [40, 80, 14, 60])) == ([40, 106, 40, 86], over)


@pytest.mark.parametrize("ties", ["share", "extra_deal"])
def test_equal_totals_that_are_not_lowest(ties: str) -> None:
    """Only a tie for the lowest total matters."""
    assert state(play_deal(Rules(ties=ties), [40, 80, 80, 60])) == ([40, 106, 106, 86], True)


# Adding ends the game with seat 2 in front; subtracting leaves everybody below 100.
NEAR_THE_END = [90, 80, 20, 85]


@pytest.mark.parametrize(
    ("moon", "totals", "over"),
    [("add", [90, 106, 46, 111], True), ("subtract", [64, 80, 20, 85], False), ("auto", [64, 80, 20, 85], False)],
)
def test_moon_near_the_end(moon: str, totals: list[int], over: bool) -> None:
    """The automatic moon is subtracted where adding would end the game with somebody else in front."""
    assert state(play_deal(Rules(moon=moon), NEAR_THE_END)) == (totals, over)


@pytest.mark.parametrize(
    ("answer", "totals"), [(ADD, [90, 106, 46, 111]), (SUBTRACT, [64, 80, 20, 85]), (AUTO, [64, 80, 20, 85])]
)
def test_choice_near_the_end(answer: int, totals: list[int]) -> None:
    """The shooter may choose the worse; who leaves it to the rules gets what is better."""
    laid = play_deal(Rules(moon="choice"), NEAR_THE_END)
    assert (laid.is_choosing, laid.seat) == (True, 0)
    assert laid.field("totals")[:4] == NEAR_THE_END
    assert laid.answer(answer)
    assert state(laid)[0] == totals


@pytest.mark.parametrize("answer", [-1, 3, 4, 1 << 40])
def test_other_choices_are_refused(answer: int) -> None:
    """There is no other choice than to add, to subtract or to leave it to the rules."""
    laid = play_deal(Rules(moon="choice"), NEAR_THE_END)
    assert not laid.answer(answer)
    assert laid.is_choosing


@pytest.mark.parametrize(
    ("totals", "rules", "after"),
    [
        ([0, 0, 0, 0], Rules(moon="auto"), [0, 26, 26, 26]),  # the game goes on
        ([20, 80, 20, 85], Rules(moon="auto"), [20, 106, 46, 111]),  # the game ends, and the shooter wins
        ([46, 80, 20, 85], Rules(moon="auto"), [46, 106, 46, 111]),  # a shared win is a win
        ([90, 74, 20, 30], Rules(moon="auto", end_when="exceeded"), [90, 100, 46, 56]),  # 100 does not end it
        ([90, 74, 20, 30], Rules(moon="auto"), [64, 74, 20, 30]),  # here it does
        ([47, 60, 0, 0], Rules(moon="auto", sun="double"), [47, 112, 52, 52]),  # a sun adds twice as much
        ([53, 60, 0, 0], Rules(moon="auto", sun="double"), [1, 60, 0, 0]),
        ([52, 80, 20, 0], Rules(moon="auto", bonus=-10), [16, 80, 20, 0]),  # even with the jack, 42 is not lowest
        ([35, 80, 20, 5], Rules(moon="auto", bonus=-10), [25, 106, 46, 31]),  # with the jack, 25 is
    ],
)
def test_automatic_moon(totals: list[int], rules: Rules, after: list[int]) -> None:
    """The automatic moon adds unless that ends the game and another total is lower than the shooter's."""
    assert state(play_deal(rules, totals))[0] == after


def test_shooter_beyond_the_target() -> None:
    """A shooter whose own total has reached the target ends the game by adding, and must not be last then."""
    assert state(play_deal(Rules(moon="auto"), [126, 0, 0, 0])) == ([100, 0, 0, 0], True)


def test_negative_totals() -> None:
    """Totals may fall below zero."""
    assert state(play_deal(Rules(moon="subtract", bonus=-10), [5, 0, 0, 0])) == ([-31, 0, 0, 0], False)


@pytest.mark.parametrize("name", ["article", "hearts-3", "hearts-5", "openspiel"])
def test_single_deals_pass_by_board(name: str) -> None:
    """Single deals go through the pass directions board by board, and so does the deal from seat to seat."""
    rules = PRESETS[name].rules
    cycle = rules.pass_offsets
    for board in range(9):
        deal = Game(rules, board, most_deals=0)
        assert deal.pass_offset == cycle[board % len(cycle)]
        assert deal.field("dealer") == board % rules.players


@pytest.mark.parametrize(
    ("players", "cycle", "offsets"),
    [
        (4, None, [1, 3, 2, 0, 1, 3, 2, 0, 1]),
        (3, ["left", "right", "none"], [1, 2, 0, 1, 2, 0]),
        (5, [1, 2, 4, 3, 0], [1, 2, 4, 3, 0]),
        (5, [1, 4, 2, 3, 0], [1, 4, 2, 3, 0]),
        (5, [1, 4, 2, 0], [1, 4, 2, 0, 1]),
    ],
)
@pytest.mark.parametrize("board", [0, 2])
def test_games_begin_with_the_first_direction(
    players: int, cycle: list[str | int] | None, offsets: list[int], board: int
) -> None:
    """Every game goes through the pass directions from the first on; the dealer's seat moves on."""
    rules = Rules(players=players, pass_cycle=cycle, target=10_000)
    laid = Game(rules, board)
    for number, offset in enumerate(offsets):
        assert laid.field("deal_number") == number
        assert laid.pass_offset == offset
        assert laid.field("dealer") == (board + number) % players
        while laid.field("deal_number") == number:
            laid.answer(_lowest(laid))


def _lowest(laid: Position) -> int:
    """Return the lowest cards to pass, or the lowest to play."""
    legal = laid.field("legal")
    if not laid.is_passing:
        return (legal & -legal).bit_length() - 1
    cards = 0
    for _ in range(laid.rules.pass_count):
        lowest = legal & -legal
        cards |= lowest
        legal ^= lowest
    return cards


def test_first_deal_of_a_game_is_the_single_deal() -> None:
    """Board by board, a game's first deal has the cards of the single deal of that board; later ones have others."""
    rules = Rules(pass_cycle=("none",))
    for board in range(3):
        assert Game(rules, board).hands == Game(rules, board, most_deals=0).hands
    laid = Game(rules, 0)
    seen = {tuple(laid.hidden("dealt"))}
    for number in range(3):
        while laid.field("deal_number") == number:
            laid.answer(_lowest(laid))
        seen.add(tuple(laid.hidden("dealt")))
    assert len(seen) == 4
