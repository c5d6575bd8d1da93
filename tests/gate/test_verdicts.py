"""What a gate says of a change: that it is caught, that it passes, or that there is no saying."""

import hashlib
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli.program import invoke

from hearts_bench import progress, rng, runner
from hearts_bench.block import BoardPlayer
from hearts_bench.chunk import Sum, play_chunk
from hearts_bench.duel import Question, duel_match
from hearts_bench.gate import GateResult, worst
from hearts_bench.match import Match

from .gates import MINE, NOISY, ONE_RULE_LESS, RAISES, TIDIED, play, slips, without_time, write_gate

KEYS = {"verdict", "boards", "deals", "payoff", "interval", "mu0", "mu1", "alpha", "beta", "seed"}


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("new", "gate", "code", "verdict", "sentence"),
    [
        (ONE_RULE_LESS, {}, 1, "fail", "FAIL: new is worse than old."),
        (TIDIED, {}, 0, "pass", "PASS: new is no worse than old by 0.1 points per deal."),
        (NOISY, {"max_boards": 48}, 3, "inconclusive", "INCONCLUSIVE: whether new is worse than old by 0.1 points"),
        (TIDIED, {"expect": "better"}, 1, "fail", "FAIL: new is not better than old by 0.1 points per deal."),
    ],
    ids=["a rule less", "tidied", "too few boards", "no gain"],
)
def test_a_change(tmp_path: Path, new: str, gate: dict[str, Any], code: int, verdict: str, sentence: str) -> None:
    """A rule less is caught, a mere tidying passes; the document has what scripts rely on."""
    said = play(tmp_path, new, MINE, "--seed", 1, "--json", gate=gate)
    assert (said.code, said.document["verdict"]) == (code, verdict)
    assert set(said.document) >= KEYS
    assert (said.document["alpha"], said.document["beta"], said.document["seed"]) == (0.05, 0.01, 1)
    said = play(tmp_path, new, MINE, "--seed", 1, gate=gate)
    assert said.code == code
    assert sentence in said.out


@pytest.mark.compiled
def test_a_gain_is_seen(tmp_path: Path) -> None:
    """The other way round, the rule is a gain."""
    said = play(tmp_path, MINE, ONE_RULE_LESS, "--seed", 1, "--json", gate={"expect": "better"})
    assert (said.code, said.document["verdict"]) == (0, "pass")
    assert (said.document["mu0"], said.document["mu1"]) == (0.0, 0.1)


@pytest.mark.compiled
def test_every_run_has_boards_of_its_own(tmp_path: Path) -> None:
    """Nobody can tune to one set of deals: without a seed one is drawn, printed and in the document."""
    seeds = set()
    for _ in range(2):
        said = play(tmp_path, TIDIED, MINE, "--json", gate={"max_boards": 24})
        assert f"Seed {said.document['seed']} drawn." in said.err
        seeds.add(said.document["seed"])
    assert len(seeds) == 2
    said = play(tmp_path, TIDIED, MINE, "--json", gate={"max_boards": 24}, seed=5)
    assert (said.document["seed"], said.err) == (5, "")
    said = play(tmp_path, TIDIED, MINE, "--json", "--seed", 6, gate={"max_boards": 24}, seed=5)
    assert said.document["seed"] == 6


@pytest.mark.compiled
@pytest.mark.parametrize("policy", ["fail", "revoke"])
def test_workers_and_chunks_decide_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, policy: str) -> None:
    """Not even where a strategy breaks soon before or after the end of the test, or by how often it has till then."""
    faults = {"policy": policy, "max_fault_rate": 0.0005}
    verdicts = set()
    for seed in range(1, 5):
        documents = []
        for jobs, seconds in ((1, 0.25), (1, 0.0005), (2, 0.0005), (2, 0.002)):
            monkeypatch.setattr(runner, "_SECONDS_PER_CHUNK", seconds)
            arguments = ("--seed", seed, "--jobs", jobs, "--json")
            said = play(tmp_path, slips(30_000), MINE, *arguments, gate={}, faults=faults)
            documents.append((said.code, without_time(said.document)))
        assert all(each == documents[0] for each in documents[1:])
        verdicts.add(documents[0][1]["verdict"])
    assert verdicts == {"fail", "fault"}


@pytest.mark.compiled
def test_several_gates_share_alpha(tmp_path: Path) -> None:
    """Each has its part of alpha, and says so; the exit code is that of the worst."""
    names = {"one": TIDIED, "two": ONE_RULE_LESS}
    configs = [write_gate(tmp_path / f"{name}.yaml", new, MINE, {}) for name, new in names.items()]
    said = invoke("gate", *configs, "--seed", 1, "--json")
    assert (said.code, said.document["verdict"]) == (1, "fail")
    assert [each["verdict"] for each in said.document["gates"]] == ["pass", "fail"]
    assert [each["alpha"] for each in said.document["gates"]] == [0.025, 0.025]
    assert [each["gate"] for each in said.document["gates"]] == list(map(str, configs))
    said = invoke("gate", *configs, "--seed", 1)
    assert said.out.count("2 gates share the alpha of 0.05: 0.025 is this one's part") == 2
    assert said.out.endswith(f"2 gates: {configs[0]} pass, {configs[1]} fail. Together: FAIL\n")


def test_gates_of_one_command_draw_one_seed(tmp_path: Path) -> None:
    """So that one --seed plays them again."""
    configs = [write_gate(tmp_path / f"{name}.yaml", "random", "patient", {"max_boards": 24}) for name in "ab"]
    said = invoke("gate", *configs, "--jobs", 1, "--json")
    assert len({each["seed"] for each in said.document["gates"]}) == 1
    assert said.err.count("drawn") == 1


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        (["pass", "pass"], "pass"),
        (["pass", "inconclusive"], "inconclusive"),
        (["fail", "inconclusive", "pass"], "fail"),
        (["fail", "fault"], "fault"),
        (["mismatch", "fault", "fail"], "mismatch"),
    ],
)
def test_the_worst_of_several(verdicts: list[Any], expected: str) -> None:
    """A regression that was found is worse than one that was not; what says nothing about strength is worst."""
    assert worst([GateResult("a", verdict) for verdict in verdicts]) == expected


@pytest.mark.parametrize(("new", "old", "broke"), [(RAISES, "patient", "new"), ("patient", RAISES, "old")])
def test_who_raises_broke(tmp_path: Path, new: str, old: str, broke: str) -> None:
    """A broken strategy is no weak one: exit code 4, and the role and the message say whose fault it is."""
    said = play(tmp_path, new, old, "--seed", 1, "--jobs", 1, "--json", gate={"max_boards": 24})
    assert (said.code, said.document["verdict"], said.document["broke"]) == (4, "fault", broke)
    assert set(said.document) >= KEYS
    assert f"strategy {RAISES} (seat " in said.document["message"]
    assert "100 % wrong" in said.document["message"]
    said = play(tmp_path, new, old, "--seed", 1, "--jobs", 1, gate={"max_boards": 24})
    assert said.code == 4
    assert f"FAULT: {broke} broke, so nothing is said about its strength: strategy {RAISES}" in said.out
    assert "FAIL" not in said.out


@pytest.mark.compiled
@pytest.mark.parametrize("role", ["new", "old"])
def test_too_many_revokes(tmp_path: Path, role: str) -> None:
    """Where illegal cards cost the revoke penalty, more of them per deal than allowed are a fault, fewer are not."""
    pair = (slips(200), MINE) if role == "new" else (MINE, slips(200))
    arguments = ("--seed", 2, "--jobs", 1, "--json")
    said = play(tmp_path, *pair, *arguments, gate={"max_boards": 48}, faults={"policy": "revoke"})
    assert (said.code, said.document["verdict"], said.document["broke"]) == (4, "fault", role)
    match = duel_match(*pair, 48, 2, Question(detect=0.1, beta=0.01), on_illegal="revoke")
    boards = said.document["boards"]
    revokes = int(play_chunk(match, 0, boards).tally[0 if role == "new" else 1, Sum.REVOKES])
    assert f"strategy {role} played {revokes} illegal cards in {5 * boards} deals" in said.document["message"]
    for rate, is_fault in ((revokes / (5 * boards) + 1e-9, False), (revokes / (5 * boards) - 1e-9, True)):
        faults = {"policy": "revoke", "max_fault_rate": rate}
        said = play(tmp_path, *pair, *arguments, gate={"max_boards": 48}, faults=faults)
        assert (said.code == 4) == is_fault


@pytest.mark.compiled
def test_progress_makes_no_claims(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown meanwhile is how many deals there were, never a figure that looks like a result (fishtest#414)."""
    monkeypatch.setattr(progress, "_SECONDS_BETWEEN_LINES", 1e-4)
    monkeypatch.setattr(runner, "_SECONDS_PER_CHUNK", 0.002)
    said = play(tmp_path, NOISY, MINE, "--seed", 1, "--jobs", 1, gate={})
    lines = said.err.splitlines()
    assert len(lines) > 2
    assert all(re.fullmatch(r"[\d,]+ of [\d,]+ deals, [\d,]+ deals/s, [\d,]+ s left", line) for line in lines)


def test_the_seatings_of_a_board_repeat_its_deal() -> None:
    """All five tables have the same four hands, seat by seat, and the same pass (cutechess#37)."""
    match = duel_match("random", "patient", 24, 3, Question())
    tables = BoardPlayer(match, 24).play(0, 24).tables
    hands = tables["dealt"][:, :4].reshape(24, 5, 4)
    assert (hands == hands[:, :1]).all()
    views = BoardPlayer(match, 24).play(0, 24).views["pass_offset"].reshape(24, 5)
    assert (views == views[:, :1]).all()
    assert len(set(views[:, 0].tolist())) == 4


def test_copies_of_one_strategy_get_the_same_on_every_board() -> None:
    """Whoever sits where: 26 for each copy over the four seatings, 78 with a moon, and all payoffs zero."""
    scores = play_chunk(Match(("patient", "patient"), 25, 1, seatings="duel", drawn=True), 0, 25).scores
    each = np.trace(scores, axis1=1, axis2=2)
    assert set(each.tolist()) <= {26, 78}
    assert (scores.sum(axis=2) == each[:, None]).all()


@pytest.mark.compiled
def test_boards_are_distinct_samples() -> None:
    """As many boards as are counted were dealt: no deal comes twice (alpha-zero-general#337)."""
    match = duel_match("random", "patient", 300, 3, Question())
    tables = BoardPlayer(match, 300).play(0, 300).tables
    assert len(np.unique(tables["dealt"][:, :4], axis=0)) == 300


def test_the_scheme_of_deals_has_its_name() -> None:
    """Baselines name the scheme: whoever changes what a seed stands for must change DEAL_SCHEME, and then this test."""
    match = duel_match("random", "patient", 24, 3, Question(), preset="omnibus")
    block = BoardPlayer(match, 24).play(0, 24)
    content = block.tables["dealt"][:, :4].tobytes() + block.views["pass_offset"].tobytes()
    luck = rng.strategy_stream(rng.board_key(3, 17), 2, rng.name_digest("mine"))
    draws = [rng.draw(rng.decision_stream(luck, decision), 0) for decision in range(14)]
    digest = hashlib.sha256(content + str(draws).encode()).hexdigest()[:12]
    assert (rng.DEAL_SCHEME, digest) == ("splitmix64-1", "e6a8604cba57")
