"""`replay` shows a deal again, from a run folder or from the strategies."""

from pathlib import Path

import pytest

from hearts_bench.cards import card_set, set_text
from hearts_bench.manual import ManualTable
from hearts_bench.presets import PRESETS
from hearts_bench.records import RunFolder

from .program import invoke, write_config

LINE_UP = ("random", "duck-low", "spade-flushing", "article")
KEYS = {
    "board",
    "seed",
    "rules",
    "strategies",
    "pass_offset",
    "dealt",
    "passed",
    "tricks",
    "scores",
    "moon_seat",
    "fault",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of two matches of ten boards each."""
    folder = tmp_path_factory.mktemp("replay")
    config = write_config(folder / "two.yaml", [LINE_UP, ("article", "random", "random", "article")], deals=40)
    assert invoke("run", config, "--out", folder / "run").code == 0
    return folder / "run"


@pytest.mark.parametrize(("board", "seating"), [(0, 0), (3, 1), (9, 3), (10, 0), (19, 2)])
def test_a_recorded_deal_comes_back(folder: Path, board: int, seating: int) -> None:
    """The replay of a run's deal ends with the recorded scores, and equals the replay from its strategies and seed."""
    said = invoke("replay", folder, "--board", board, "--seating", seating, "--json")
    document = said.document
    assert said.code == 0
    assert set(document) == KEYS
    row = RunFolder(folder).deals().iloc[4 * board + seating]
    assert document["scores"] == [row[f"score_{seat}"] for seat in range(4)]
    again = invoke("replay", *document["strategies"], "--seed", document["seed"], "--board", board, "--json")
    assert again.document == document


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("board", range(4))
def test_the_replay_is_a_whole_deal(rules: str, board: int) -> None:
    """Dealt, passed and played cards agree with each other: played by hand, the deal ends the same way."""
    document = invoke("replay", *LINE_UP, "--seed", 4, "--board", board, "--rules", rules, "--json").document
    table = ManualTable(PRESETS[rules].rules, document["dealt"], document["pass_offset"])
    if document["pass_offset"]:
        for cards in document["passed"]:
            table.pass_cards(cards)
    for trick in document["tricks"]:
        assert table.to_act == trick["leader"]
        table.play(" ".join(trick["cards"]))
    assert len(document["tricks"]) == 13
    assert table.scores == document["scores"]
    assert sum(trick["points"] for trick in document["tricks"]) == 26
    assert document["fault"] is None


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
    assert [line.split()[:2] for line in lines[2:6]] == [
        [seat, name] for seat, name in zip(("South", "West", "North", "East"), LINE_UP, strict=True)
    ]
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
