"""`--on-illegal revoke`: an illegal card becomes the lowest legal one, and costs all the hearts of the deal."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli.program import invoke, results, write_config

from hearts_bench.chunk import Sum, play_chunk
from hearts_bench.errors import StrategyFault
from hearts_bench.match import Match
from hearts_bench.records import RunFolder
from hearts_bench.replaying import replay
from hearts_bench.runner import play

from .faulty import COMPILED, write
from .test_faults import OTHERS, on_trick_five

NOT_HELD = "return lowest(view.rules.deck & ~view.hand)"
# Plays one illegal card in a deal (or tries to, when all cards it does not hold are gone), and legally else.
ILLEGAL = {
    "not-held": NOT_HELD,
    "negative": "return -1",
    "no-card": "return 52",
    "large": "return 1 << 40",
}
KINDS = {"python": "", "compiled": COMPILED}


def revoking(spec: str, *others: str, boards: int = 20, **options: Any) -> Match:
    """Return a match that goes on after illegal cards."""
    return Match((spec, *(others or OTHERS)), boards, 3, on_illegal="revoke", **options)


@pytest.mark.compiled
@pytest.mark.parametrize("statement", ILLEGAL.values(), ids=ILLEGAL)
@pytest.mark.parametrize("decorator", KINDS.values(), ids=KINDS)
def test_the_match_goes_on(tmp_path: Path, statement: str, decorator: str) -> None:
    """Every deal is played to its end, each illegal card is counted, and the revoker is charged all the hearts."""
    match = revoking(write(tmp_path, playing=on_trick_five(statement), decorator=decorator))
    chunk = play_chunk(match, 0, 20, record=True)
    assert chunk.fault is None
    assert chunk.deals is not None
    assert chunk.tally[:, Sum.REVOKES].tolist() == [80, 0, 0, 0]
    assert (chunk.deals["moon_seat"] == -1).all()
    for row in range(80):
        scores, points = (
            [int(chunk.deals[f"{name}_{seat}"][row]) for seat in range(4)] for name in ("score", "points")
        )
        assert sum(points) == sum(scores) == 26
        revoker = [int(chunk.deals[f"strategy_{seat}"][row]) for seat in range(4)].index(0)
        queen = int(chunk.deals["queen_seat"][row])
        # All that others score is the queen of spades.
        assert scores == [13 * (seat == revoker) + 13 * (seat == queen) for seat in range(4)]


@pytest.mark.compiled
@pytest.mark.parametrize("statement", ILLEGAL.values(), ids=ILLEGAL)
def test_python_and_compiled_revoke_alike(tmp_path: Path, statement: str) -> None:
    """The same illegal card gives the same deals, whether the strategy is compiled or not."""
    played = []
    for kind, decorator in KINDS.items():
        folder = tmp_path / kind
        folder.mkdir()
        spec = write(folder, playing=on_trick_five(statement), decorator=decorator)
        played.append(play_chunk(revoking(spec, "duck-low", "patient", "article"), 0, 20, record=True).deals)
    assert played[0] is not None
    assert played[1] is not None
    assert all(np.array_equal(values, played[1][name]) for name, values in played[0].items())


@pytest.mark.compiled
def test_without_illegal_cards_nothing_changes(tmp_path: Path) -> None:
    """For strategies that play by the rules it makes no difference."""
    for spec in (write(tmp_path), "random"):
        match = Match((spec, *OTHERS), 30, 3)
        plain, lenient = play(match, jobs=1).tally, play(revoking(spec, boards=30), jobs=1).tally
        assert (plain[:, : Sum.DECISIONS] == lenient[:, : Sum.DECISIONS]).all()
        assert (plain[:, Sum.REVOKES] == 0).all()


@pytest.mark.compiled
@pytest.mark.parametrize("decorator", KINDS.values(), ids=KINDS)
def test_every_card_illegal(tmp_path: Path, decorator: str) -> None:
    """Who never plays legally still plays whole deals: thirteen revokes each, charged once."""
    match = revoking(write(tmp_path, playing="return -1", decorator=decorator), boards=5)
    chunk = play_chunk(match, 0, 5, record=True)
    assert chunk.deals is not None
    assert chunk.tally[0, Sum.REVOKES] == 13 * 20
    assert chunk.tally[0, Sum.SCORE] >= 13 * 20
    assert np.array_equal(sum(chunk.deals[f"score_{seat}"] for seat in range(4)), np.full(20, 26))


@pytest.mark.compiled
def test_the_first_of_several_revokers_is_charged(tmp_path: Path) -> None:
    """Two seats revoke in the same deal: the one who did so first pays."""
    early, late = tmp_path / "early", tmp_path / "late"
    for folder in (early, late):
        folder.mkdir()
    first = write(early, playing=f"if view.tricks_played == 2: {NOT_HELD}")
    second = write(late, playing=on_trick_five(NOT_HELD), decorator=COMPILED)
    chunk = play_chunk(revoking(second, first, "random", "article"), 0, 10, record=True)
    assert chunk.tally[:, Sum.REVOKES].tolist() == [40, 40, 0, 0]
    assert chunk.tally[1, Sum.SCORE] >= 13 * 40
    assert chunk.tally[[0, 2, 3], Sum.SCORE].sum() <= 13 * 40


PASSES = {"too few": "return only(lowest(view.hand))", "not held": "return view.hand ^ view.rules.deck"}


@pytest.mark.compiled
@pytest.mark.parametrize("statement", PASSES.values(), ids=PASSES)
@pytest.mark.parametrize("decorator", KINDS.values(), ids=KINDS)
def test_an_illegal_pass_is_a_fault_still(tmp_path: Path, statement: str, decorator: str) -> None:
    """No revoke makes up for cards that cannot be passed."""
    spec = write(tmp_path, passing=statement, decorator=decorator)
    with pytest.raises(StrategyFault, match=r"the pass\).*which is not 3 cards of its hand"):
        play(revoking(spec), jobs=1)


FAULTS = {
    "raises": "raise ValueError('no idea')",
    "nothing": "return None",
    "text": "return 'QS'",
    "true": "return True",
    "float": "return 3.0",
}


@pytest.mark.parametrize("statement", FAULTS.values(), ids=FAULTS)
def test_what_is_no_card_is_a_fault_still(tmp_path: Path, statement: str) -> None:
    """An exception or an answer that is no number ends the match, and the first one is reported."""
    spec = write(tmp_path, playing=f"if view.tricks_played >= 4: {statement}")
    with pytest.raises(StrategyFault, match=r"board 0, seating 0, trick 5\)") as caught:
        play(revoking(spec), jobs=1)
    assert "--on-illegal revoke" in str(caught.value)


@pytest.mark.compiled
def test_a_compiled_strategy_that_raises_is_a_fault_still(tmp_path: Path) -> None:
    """What compiled code raises is found and told in the same words."""
    spec = write(tmp_path, playing=f"if view.tricks_played >= 4: {FAULTS['raises']}", decorator=COMPILED)
    with pytest.raises(StrategyFault, match=r"board 0, seating 0, trick 5\) raised ValueError: no idea"):
        play(revoking(spec), jobs=1)


@pytest.mark.parametrize("decorator", KINDS.values(), ids=KINDS)
def test_the_command_line(tmp_path: Path, decorator: str) -> None:
    """The document counts the faults; without the option the same line-up ends with 4."""
    spec = write(tmp_path, playing=on_trick_five(NOT_HELD), decorator=decorator)
    arguments = ("match", *OTHERS, spec, "--deals", 40, "--seatings", "rotate", "--seed", 7, "--jobs", 1, "--json")
    said = invoke(*arguments, "--on-illegal", "revoke")
    assert said.code == 0
    assert [row["faults"] for row in said.document["strategies"]] == [0, 0, 0, 40]
    assert said.document["strategies"][3]["points_per_deal"] >= 13
    assert invoke(*arguments).code == 4
    assert invoke(*arguments, "--on-illegal", "fail").code == 4
    assert invoke(*arguments, "--on-illegal", "forgive").code == 2
    assert results(invoke(*arguments[:-3], "--on-illegal", "revoke", "--json").document) == results(said.document)


def test_replay(tmp_path: Path) -> None:
    """The replay names the revoker; from a run folder it is played as the run was."""
    spec = write(tmp_path, playing=on_trick_five(NOT_HELD))
    arguments = ("--seed", 7, "--on-illegal", "revoke")
    said = invoke("replay", spec, *OTHERS, *arguments)
    assert said.code == 0
    assert said.out.splitlines()[-1] == "South revoked, and is charged all the hearts."
    document = invoke("replay", spec, *OTHERS, *arguments, "--json").document
    assert document["revoker"] == 0
    assert len(document["tricks"]) == 13
    options = ("--deals", 8, "--seatings", "rotate", "--out", tmp_path / "run")
    assert invoke("match", spec, *OTHERS, *options, *arguments).code == 0
    assert RunFolder(tmp_path / "run").manifest()["matches"][0]["on_illegal"] == "revoke"
    recorded = invoke("replay", tmp_path / "run", "--json").document
    assert recorded == document
    assert invoke("replay", spec, *OTHERS, "--seed", 7).code == 4


def test_whole_games(tmp_path: Path) -> None:
    """A revoke is charged in its own deal; the game goes on to the target."""
    spec = write(tmp_path, playing=f"if view.deal_number == 1 and view.tricks_played == 4: {NOT_HELD}")
    match = revoking(spec, boards=3, whole_games=True, seatings="rotate")
    tally = play(match, jobs=1).tally
    assert tally[0, Sum.REVOKES] == match.deals
    assert [replay(match, 0, 0, deal).revoker for deal in range(3)] == [None, 0, None]


@pytest.mark.compiled
def test_a_configuration(tmp_path: Path) -> None:
    """A run goes on after illegal cards if its configuration says so, and its folder remembers that."""
    spec = write(tmp_path, playing=on_trick_five(NOT_HELD), decorator=COMPILED)
    more = "  seatings: rotate\nfaults: {policy: revoke}"
    config = write_config(tmp_path / "run.yaml", [(spec, *OTHERS)], deals=40, more=more)
    said = invoke("run", config, "--out", tmp_path / "run", "--json", "--jobs", 1)
    assert said.code == 0
    assert said.document["matches"][0]["strategies"][0]["faults"] == 40
    assert RunFolder.open(tmp_path / "run").matches()[0].on_illegal == "revoke"
