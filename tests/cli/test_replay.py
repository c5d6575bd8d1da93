"""`replay` shows a deal again, from a run folder or from the strategies."""

import re
from collections import Counter
from pathlib import Path

import pytest

from hearts_bench.cards import RANKS, card_set, set_text
from hearts_bench.manual import ManualTable
from hearts_bench.presets import PRESETS
from hearts_bench.records import RunFolder
from hearts_bench.rules import Rules

from .program import invoke, write_config

LINE_UP = ("random", "duck-low", "spade-flushing", "article")
KEYS = {
    "event",
    "board",
    "seed",
    "rules",
    "strategies",
    "deal",
    "dealer",
    "pass_offset",
    "dealt",
    "passed",
    "kitty",
    "kitty_taker",
    "tricks",
    "points",
    "scores",
    "totals",
    "moon_seat",
    "revoker",
    "fault",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of two matches of ten boards each."""
    folder = tmp_path_factory.mktemp("replay")
    line_ups = (LINE_UP, ("article", "random", "random", "article"))
    config = write_config(folder / "two.yaml", line_ups, deals=40, more="  seatings: rotate")
    assert invoke("run", config, "--out", folder / "run").code == 0
    return folder / "run"


@pytest.mark.parametrize(("board", "seating"), [(0, 0), (3, 1), (9, 3), (10, 0), (19, 2)])
def test_a_recorded_deal_comes_back(folder: Path, board: int, seating: int) -> None:
    """The replay of a run's deal ends with the recorded scores, and equals the replay from its strategies and seed."""
    said = invoke("replay", folder, "--board", board, "--seating", seating, "--json")
    document = said.document
    assert said.code == 0
    assert set(document) == KEYS
    assert (document["deal"], document["totals"], document["kitty"], document["revoker"]) == (None, None, "", None)
    row = RunFolder(folder).deals().iloc[4 * board + seating]
    assert document["scores"] == [row[f"score_{seat}"] for seat in range(4)]
    again = invoke("replay", *document["strategies"], "--seed", document["seed"], "--board", board, "--json")
    assert again.document == document


def winner(rules: Rules, leader: int, cards: list[str], *, last: bool) -> int | None:
    """Return who wins a trick, None if equal cards cancel each other and nobody does."""
    follows = [card for card in cards if card[1] == cards[0][1]]
    single = [card for card in follows if rules.decks == 1 or cards.count(card) == 1]
    if not single:
        return leader if last else None
    return (leader + cards.index(max(single, key=lambda card: RANKS.index(card[0])))) % len(cards)


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("board", range(4))
def test_the_replay_is_a_whole_deal(rules: str, board: int) -> None:
    """Dealt, passed and played cards agree with each other: played by hand, the deal goes the same way."""
    options = PRESETS[rules].rules
    players = options.players
    line_up = (LINE_UP * 2)[:players]
    if options.opening_lead == "left_of_dealer":
        board *= players  # a table played by hand has its dealer in seat 0
    document = invoke("replay", *line_up, "--seed", 4, "--board", board, "--rules", rules, "--json").document
    table = ManualTable(options, document["dealt"], document["pass_offset"])
    if document["pass_offset"]:
        for cards in document["passed"]:
            table.pass_cards(cards)
    points, carried = [0] * players, 0
    for number, trick in enumerate(document["tricks"], 1):
        last = number == options.hand_size
        assert table.to_act == trick["leader"]
        table.play(" ".join(trick["cards"]))
        assert trick["winner"] == winner(options, trick["leader"], trick["cards"], last=last)
        carried += trick["points"]
        if trick["winner"] is not None:
            points[trick["winner"]] += carried
            carried = 0
        assert table.points == document["points"][number - 1] == points
    assert len(document["tricks"]) == options.hand_size
    assert document["scores"] == points or document["moon_seat"] is not None
    assert document["fault"] is None


@pytest.mark.parametrize("rules", ["classic", "black-maria", "cancellation"])
def test_the_deal_goes_round(rules: str) -> None:
    """Where the seat left of the dealer leads, board after board another seat does, and in games deal after deal."""
    players = PRESETS[rules].rules.players
    arguments = ("replay", *(LINE_UP * 2)[:players], "--seed", 4, "--rules", rules, "--json")
    for number in range(players + 1):
        document = invoke(*arguments, "--board", number).document
        assert document["tricks"][0]["leader"] == (number + 1) % players
    for deal in range(3):
        document = invoke(*arguments, "--board", 1, "--deal", deal).document
        assert document["tricks"][0]["leader"] == (deal + 2) % players


@pytest.mark.parametrize(
    ("players", "changes"),
    [
        (3, ("players=3", "kitty_to=first_trick")),
        (5, ("players=5", "kitty_to=first_penalty")),
        (7, ("players=7", "kitty_to=first_heart")),
        (9, ("players=9", "decks=2", "kitty_to=first_trick", "moon=none")),
        (7, ("players=7", "decks=2", "pass_count=3")),
        (11, ("players=11", "decks=2", "kitty_to=first_penalty", "pass_count=2")),
    ],
    ids=str,
)
def test_cards_left_over(players: int, changes: tuple[str, ...]) -> None:
    """Hands and kitty are all the cards; who takes the kitty has its points, and the text says so."""
    options = [part for change in changes for part in ("--rule", change)]
    for board in range(4):
        arguments = ("replay", *(LINE_UP * 3)[:players], "--seed", 4, "--board", board, *options)
        document = invoke(*arguments, "--json").document
        hands, kitty = [hand.split() for hand in document["dealt"]], document["kitty"].split()
        decks = 2 if "decks=2" in changes else 1
        together = Counter([card for hand in hands for card in hand] + kitty)
        assert set(together.values()) == {decks}
        assert len(together) == 52
        assert {len(hand) for hand in hands} == {52 * decks // players}
        said = invoke(*arguments).out
        assert ("  kitty  " in said) == bool(kitty)
        taker = document["kitty_taker"]
        assert (taker is not None) == any(change.startswith("kitty_to") for change in changes)
        if taker is None or document["moon_seat"] is not None:
            continue
        assert f"seat {taker} took the kitty, whose points are in the score." in said
        worth = sum(13 if card == "QS" else card[1] == "H" for card in kitty)
        points, carried = [0] * players, 0
        for trick in document["tricks"]:
            carried += trick["points"]
            if trick["winner"] is not None:
                points[trick["winner"]] += carried
                carried = 0
        points[taker] += worth
        assert document["scores"] == points


@pytest.mark.compiled
def test_tricks_that_nobody_wins() -> None:
    """With two decks the text marks no winner where all cards cancel, and the points go to the next winner."""
    seen = 0
    for board in range(20):
        arguments = ("replay", *LINE_UP * 2, "--rules", "cancellation", "--seed", 1, "--board", board)
        document = invoke(*arguments, "--json").document
        if all(trick["winner"] is not None for trick in document["tricks"]):
            continue
        seen += 1
        lines = [line for line in invoke(*arguments).out.splitlines() if line[:5].strip().isdigit()]
        before, carried = [0] * 8, 0
        for line, trick in zip(lines, document["tricks"], strict=True):
            points = [int(number) for number in line.split()[-8:]]
            carried += trick["points"]
            assert line.count(">") == 1
            assert line.count("*") == (trick["winner"] is not None)
            assert sum(points) - sum(before) == (carried if trick["winner"] is not None else 0)
            carried = 0 if trick["winner"] is not None else carried
            before = points
        assert before == document["scores"]
    assert seen


def test_what_is_passed_is_held(folder: Path) -> None:
    """Dealt hands without the cards passed, with the cards received, are the hands that are played."""
    document = invoke("replay", folder, "--board", 4, "--json").document
    played = [0, 0, 0, 0]
    for trick in document["tricks"]:
        for turn, card in enumerate(trick["cards"]):
            played[(trick["leader"] + turn) % 4] |= card_set(card)
    for seat in range(4):
        received = document["passed"][(seat - document["pass_offset"]) % 4]
        hand = card_set(document["dealt"][seat]) & ~card_set(document["passed"][seat]) | card_set(received)
        assert set_text(played[seat]) == set_text(hand)


def test_text() -> None:
    """The text has the hands, the pass, thirteen tricks and the scores."""
    said = invoke("replay", *LINE_UP, "--seed", 1, "--board", 17)
    lines = said.out.splitlines()
    assert (said.code, said.err) == (0, "")
    assert lines[0] == "Board 17 · seed 1 · rules article · pass right"
    seats = ("South", "West", "North", "East")
    for seat, name in zip(seats, LINE_UP, strict=True):
        assert re.search(rf"{seat}  {name}\b", said.out)
    tricks = [line for line in lines if line[:5].strip().isdigit()]
    assert [int(line[:5]) for line in tricks] == list(range(1, 14))
    assert all(line.count(">") == line.count("*") == 1 for line in tricks)
    assert lines[-1].startswith("Score  ")


def test_a_board_the_run_does_not_have(folder: Path) -> None:
    """A board or seating outside the run is refused with the range there is."""
    said = invoke("replay", folder, "--board", 20)
    assert said.code == 2
    assert "has no board 20; it has 0 to 19" in said.words
    said = invoke("replay", folder, "--seating", 4)
    assert said.code == 2
    assert "there is no seating 4: seatings 'rotate' has 0 to 3" in said.words


def test_a_replay_without_seed_shows_the_one_it_drew() -> None:
    """A deal shown without --seed can be shown again."""
    document = invoke("replay", *LINE_UP, "--json").document
    assert invoke("replay", *LINE_UP, "--seed", document["seed"], "--json").document == document


def test_a_run_of_deals_has_no_deal_within_a_game(folder: Path) -> None:
    """--deal is about games; for single deals it is refused."""
    said = invoke("replay", folder, "--deal", 3)
    assert (said.code, said.out) == (2, "")
    assert f"boards of {folder} are single deals; leave --deal out" in said.words


def test_a_deal_of_a_game() -> None:
    """With --deal a board is a game: totals are the sums of the scores so far; deals past its end are refused."""
    arguments = ("replay", *LINE_UP, "--seed", 1, "--board", 2)
    totals, number = [0, 0, 0, 0], 0
    while max(totals) < 100:
        document = invoke(*arguments, "--deal", number, "--json").document
        assert set(document) == KEYS
        assert document["deal"] == number
        assert document["pass_offset"] == (1, 3, 2, 0)[number % 4]
        totals = [before + score for before, score in zip(totals, document["scores"], strict=True)]
        assert document["totals"] == totals
        number += 1
    lines = invoke(*arguments, "--deal", number - 1).out.splitlines()
    assert lines[0].startswith(f"Board 2, deal {number - 1} · seed 1 · rules article · ")
    assert lines[-1].split() == ["Total", *map(str, totals)]
    for past in (number, number + 50):
        said = invoke(*arguments, "--deal", past)
        assert (said.code, said.out) == (2, "")
        assert f"the game of board 2 has only {number} deals, counted from 0" in said.words
