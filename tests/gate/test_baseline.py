"""Baselines: what is in the file, that it comes out again, and that no gate uses one that does not."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli.program import invoke

from hearts_bench import runner
from hearts_bench.baseline import Baseline, _checksum, load, save
from hearts_bench.chunk import play_chunk
from hearts_bench.duel import Duel, Question, board_values

from .gates import MINE, ONE_RULE_LESS, RAISES, TIDIED, play, slips, without_time

pytestmark = pytest.mark.compiled
REFERENCE = ONE_RULE_LESS
FIELDS = [name for name in Baseline.model_fields if name != "schema_version"]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A baseline of MINE, for all tests to read."""
    path = tmp_path_factory.mktemp("baseline") / "strength.json"
    said = invoke("baseline", "save", path, MINE, "--reference", REFERENCE, "--deals", 6000, "--seed", 3)
    assert (said.code, said.out) == (0, "")
    assert f"1,200 boards are on record in {path}." in said.err
    return path


def changed(kept: Path, folder: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """Write a sound baseline, checksum and all, in which something is different."""
    content = json.loads(kept.read_text())
    change(content)
    content["checksum"] = _checksum({name: value for name, value in content.items() if name != "checksum"})
    path = folder / "changed.json"
    save(Baseline.model_validate_json(json.dumps(content)), path)
    return path


def gate_with(folder: Path, new: str, baseline: Path, *options: object, more: dict[str, Any] | None = None) -> Any:
    """Play a gate with a baseline and return what it said, having made sure that document and exit code agree."""
    said = play(folder, new, None, "--json", *options, gate={"baseline": str(baseline), "detect": 0.2} | (more or {}))
    codes = {"pass": 0, "fail": 1, "inconclusive": 3, "fault": 4, "mismatch": 5}
    assert said.code == codes[said.document["verdict"]]
    return said.document


def test_the_file(kept: Path) -> None:
    """It says what was played, by whom, on which boards; a line holds a board."""
    content = json.loads(kept.read_text())
    assert (content["schema_version"], content["deal_scheme"]) == (1, "splitmix64-1")
    assert (content["seed"], content["first_board"], content["boards"]) == (3, 0, 1200)
    assert content["rules"]["preset"] == "article"
    assert len(content["rules"]["digest"]) == 20
    assert [content[role]["strategy"] for role in ("old", "reference")] == [MINE, REFERENCE]
    assert all(len(content[role]["source_digest"]) == 20 for role in ("old", "reference"))
    assert {"hearts_bench", "numba", "numpy", "python"} <= set(content["versions"])
    assert content["summary"]["interval"][0] < content["summary"]["payoff"] < content["summary"]["interval"][1]
    assert f"\n    {json.dumps(content['data'][123])},\n" in kept.read_text()


def test_the_numbers(kept: Path) -> None:
    """They are exactly those of a duel of old and reference, and of the reference alone, worked out the slow way."""
    baseline = load(kept)
    scores = play_chunk(baseline.match(MINE), 0, 50).scores.tolist()
    for board, row in zip(scores, baseline.data[:50], strict=True):
        own = [board[seat][seat] for seat in range(4)]
        assert row[0] == sum(sum(board[seat]) - 4 * own[seat] for seat in range(4))
        assert row[1] == sum(own)
        assert row[2:] == board[4]


def test_show(kept: Path) -> None:
    """`show` tells what is in it, as text and as JSON without the boards."""
    said = invoke("baseline", "show", kept)
    assert said.code == 0
    assert f"old        {MINE} (compiled, source " in said.out
    assert "boards     1,200 from 0, 6,000 deals, seed 3" in said.out
    document = invoke("baseline", "show", kept, "--json").document
    assert document == {name: value for name, value in json.loads(kept.read_text()).items() if name != "data"}


@pytest.mark.parametrize(("options", "boards"), [((), "20"), (("--all", "--jobs", 2), "1,200")])
def test_verify(kept: Path, options: tuple[object, ...], boards: str) -> None:
    """The boards come out again to the last digit."""
    said = invoke("baseline", "verify", kept, *options)
    assert said.code == 0
    assert said.out == f"{boards} of 1,200 boards come out as they are on record, played by {MINE} and {REFERENCE}.\n"


@pytest.mark.parametrize("change", ["gone", "edited"])
def test_verify_without_the_old_strategy(tmp_path: Path, change: str) -> None:
    """Only the reference plays where the code of old is gone or another one: that is why there is a baseline."""
    old, path = tmp_path / "old.py", tmp_path / "strength.json"
    source = Path(MINE.rpartition(":")[0]).read_text().replace(", compiled=True", "")
    old.write_text(source)
    arguments = ("--reference", "patient", "--deals", 120, "--seed", 3, "--jobs", 1)
    assert invoke("baseline", "save", path, f"{old}:Mine", *arguments).code == 0
    if change == "gone":
        content = path.read_text().replace("old.py", "odl.py")
        path.write_text(content.replace(load(path).checksum, _checksum_of(content)))
    else:
        old.write_text(source + "# edited\n")
    for options in ((), ("--all", "--jobs", 1)):
        said = invoke("baseline", "verify", path, *options)
        assert said.code == 0
        assert "boards come out as they are on record, played by patient." in said.out
        reason = "does not exist" if change == "gone" else f"the source of {old}:Mine has changed since"
        assert reason in said.out


def _checksum_of(text: str) -> str:
    content = json.loads(text)
    del content["checksum"]
    return _checksum(content)


def test_the_old_strategy_equals_its_record(kept: Path, tmp_path: Path) -> None:
    """Exactly: NEW may well be OLD, and then no board differs."""
    for new in (MINE, TIDIED):
        document = gate_with(tmp_path, new, kept)
        assert (document["verdict"], document["payoff"], document["alike"]) == ("pass", 0.0, 1.0)
        assert (document["seed"], document["baseline"]) == (3, str(kept))


def test_a_rule_less_is_caught(kept: Path, tmp_path: Path) -> None:
    """What is judged is by how much the payoffs of new and old differ, against the same reference."""
    document = gate_with(tmp_path, ONE_RULE_LESS, kept)
    assert document["verdict"] == "fail"
    boards = document["boards"]
    values = [board_values(play_chunk(load(kept).match(each), 0, boards).scores)[0] for each in (ONE_RULE_LESS, MINE)]
    assert document["payoff"] == pytest.approx(np.mean(values[0] - values[1]), abs=1e-12)
    said = play(tmp_path, ONE_RULE_LESS, None, gate={"baseline": str(kept), "detect": 0.2})
    assert f"new v the baseline {MINE}, each against {REFERENCE}" in said.out
    assert f"FAIL: new is worse than the baseline {MINE}." in said.out


def test_differences_have_twice_the_bound(kept: Path) -> None:
    """Two payoffs of up to 26 differ by up to 52: with less, the test would not be valid."""
    match = load(kept).match(MINE)
    assert Duel(match, Question(), load(kept).recorded)._test.bound == 52
    assert Duel(match, Question())._test.bound == 26


def test_workers_and_chunks_decide_nothing(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in any gate."""
    documents = []
    for jobs, seconds in ((1, 0.25), (1, 0.0005), (2, 0.001)):
        monkeypatch.setattr(runner, "_SECONDS_PER_CHUNK", seconds)
        documents.append(without_time(gate_with(tmp_path, ONE_RULE_LESS, kept, "--jobs", jobs)))
    assert documents[1:] == documents[:1] * 2


def test_all_boards_are_the_most(kept: Path, tmp_path: Path) -> None:
    """The baseline's boards, or fewer if the gate says so; more are refused."""
    document = gate_with(tmp_path, MINE, kept, more={"detect": 0.001})
    assert (document["verdict"], document["boards"]) == ("inconclusive", 1200)
    document = gate_with(tmp_path, MINE, kept, more={"max_boards": 240})
    assert (document["verdict"], document["boards"]) == ("inconclusive", 240)
    said = play(tmp_path, MINE, None, gate={"baseline": str(kept), "max_boards": 1201})
    assert (said.code, said.out) == (2, "")
    assert "gate.max_boards is 1201, but the baseline has 1200 boards" in said.err


@pytest.mark.parametrize("field", FIELDS)
def test_an_edited_file(kept: Path, tmp_path: Path, field: str) -> None:
    """Whatever is edited: the checksum tells, or the field is named."""
    content = json.loads(kept.read_text())
    path = tmp_path / "edited.json"
    for value in (_another(content[field]), None):
        path.write_text(json.dumps(content | {field: value}))
        document = gate_with(tmp_path, MINE, path)
        assert document["verdict"] == "mismatch"
        assert f"{path} " in document["message"]
        assert (field if value is None else "checksum") in document["message"]
        said = invoke("baseline", "verify", path)
        assert (said.code, said.out) == (5, "")
        assert invoke("baseline", "show", path).code == 5
    del content[field]
    path.write_text(json.dumps(content))
    assert f"{field} is missing" in gate_with(tmp_path, MINE, path)["message"]


def _another(value: Any) -> Any:
    """Return a value of the same type that is different."""
    if isinstance(value, dict):
        name = next(iter(value))
        return value | {name: _another(value[name])}
    if isinstance(value, list):
        return [_another(value[0]), *value[1:]]
    return value + type(value)(1) if isinstance(value, int | float) else f"{value}x"


@pytest.mark.parametrize("share", [0, 0.01, 0.5, 0.999])
def test_a_truncated_file(kept: Path, tmp_path: Path, share: float) -> None:
    """A file that was written by half is not mistaken for a whole one."""
    path = tmp_path / "half.json"
    text = kept.read_text()
    path.write_text(text[: int(share * len(text))])
    assert f"{path} is damaged, or no baseline" in gate_with(tmp_path, MINE, path)["message"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda content: content.update(schema_version=2), "schema_version is 2; this version of hearts-bench reads 1"),
        (lambda content: content.update(deal_scheme="mersenne"), "deal_scheme is 'mersenne', here 'splitmix64-1'"),
        (lambda content: content["rules"]["options"].update(moon="none"), 'rules: moon is "none", here "add"'),
        (lambda content: content["rules"].update(digest="0"), "rules: digest is 0, here "),
        (lambda content: content["reference"].update(source_digest="0"), f"source_digest of {REFERENCE} is 0, here "),
        (lambda content: content["data"].pop(), "data has 1199 boards, and boards is 1200"),
        (lambda content: content["data"][7].pop(), "data has rows that have not 6 numbers"),
    ],
    ids=["schema", "deals", "rules", "rules digest", "reference", "boards", "seats"],
)
@pytest.mark.parametrize("command", ["gate", "verify"])
def test_a_baseline_of_something_else(
    kept: Path, tmp_path: Path, change: Callable[[dict[str, Any]], object], sentence: str, command: str
) -> None:
    """Other rules, other deals, another reference, another schema: named, with exit code 5, and nothing is played."""
    path = changed(kept, tmp_path, change)
    if command == "gate":
        document = gate_with(tmp_path, MINE, path)
        assert sentence in document["message"]
        assert document["boards"] is None
    else:
        said = invoke("baseline", "verify", path)
        assert (said.code, said.out) == (5, "")
        assert sentence in said.err


def test_rules_that_the_gate_does_not_ask_for(kept: Path, tmp_path: Path) -> None:
    """A gate under other rules than its baseline's is a mismatch that names the options."""
    said = play(tmp_path, MINE, None, "--json", gate={"baseline": str(kept)}, rules={"moon": "subtract"})
    assert said.code == 5
    assert 'rules: moon is "add", here "subtract"' in said.document["message"]


@pytest.mark.parametrize("board", [0, 1199, 301], ids=["first", "last", "one that is not replayed"])
def test_a_board_that_comes_out_otherwise(kept: Path, tmp_path: Path, board: int) -> None:
    """About 20 boards are replayed before the gate; all others are compared while it is played."""

    def change(content: dict[str, Any]) -> None:
        content["data"][board][4] += 1
        content["versions"]["numpy"] = "1.0"

    path = changed(kept, tmp_path, change)
    for jobs in (1, 2):
        document = gate_with(tmp_path, MINE, path, "--jobs", jobs)
        assert document["verdict"] == "mismatch"
        assert f"board {board} comes out otherwise: scores of {REFERENCE} in all seats are " in document["message"]
        assert "numpy 1.0 then" in document["message"]
    said = invoke("baseline", "verify", path, "--all")
    assert (said.code, said.out) == (5, "")
    assert f"board {board} comes out otherwise" in said.err


def test_verify_plays_old_too(kept: Path, tmp_path: Path) -> None:
    """A payoff of old that does not come out again is found by `verify`; a gate cannot know it."""
    path = changed(kept, tmp_path, lambda content: content["data"][0].__setitem__(0, 3))
    said = invoke("baseline", "verify", path)
    assert (said.code, said.out) == (5, "")
    assert f"board 0 comes out otherwise: sums of payoff and score of {MINE} are " in said.err
    assert gate_with(tmp_path, MINE, path)["verdict"] == "pass"


def test_the_seed_is_the_baselines(kept: Path, tmp_path: Path) -> None:
    """Another one is refused, rather than ignored."""
    said = play(tmp_path, MINE, None, "--seed", 4, gate={"baseline": str(kept)})
    assert (said.code, said.out) == (2, "")
    assert "the boards of the baseline have the seed 3; leave seed 4 out" in said.err
    assert play(tmp_path, MINE, None, gate={"baseline": str(kept), "detect": 0.2}, seed=3).code == 0


def test_who_broke(kept: Path, tmp_path: Path) -> None:
    """A new strategy that breaks is a fault, with a baseline as without."""
    document = gate_with(tmp_path, slips(100), kept)
    assert (document["verdict"], document["broke"]) == ("fault", "new")


def test_a_reference_that_breaks(tmp_path: Path) -> None:
    """In the replay all seats have it, so all say that it was the reference."""
    path, reference = tmp_path / "strength.json", tmp_path / "reference.py"
    source = "import os\nfrom hearts_bench import Strategy, register\nfrom hearts_bench.cards import cards_in\n"
    source += '@register("ref")\nclass Ref(Strategy):\n'
    source += "    def choose_pass(self, view):\n        return cards_in(view.hand)[: view.pass_count]\n"
    source += (
        '    def play(self, view):\n        return cards_in(view.legal)[0 if "BROKEN" not in os.environ else 99]\n'
    )
    reference.write_text(source)
    arguments = ("--reference", f"{reference}:Ref", "--deals", 120, "--seed", 3, "--jobs", 1)
    assert invoke("baseline", "save", path, "patient", *arguments).code == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BROKEN", "1")
        document = gate_with(tmp_path, "patient", path)
    assert (document["verdict"], document["broke"]) == ("fault", "reference")


@pytest.mark.parametrize("content", [None, "[1, 2]", "{}", "not JSON"])
def test_nothing_is_overwritten_unasked(kept: Path, tmp_path: Path, content: str | None) -> None:
    """Without --fresh no file at all; with it, a baseline only."""
    path = tmp_path / "taken.json"
    before = kept.read_text() if content is None else content
    path.write_text(before)
    arguments = ("baseline", "save", path, "patient", "--reference", "random", "--deals", 120, "--jobs", 1)
    said = invoke(*arguments)
    assert (said.code, said.out) == (2, "")
    assert f"{path} exists already; add --fresh to replace it" in said.err
    assert path.read_text() == before
    said = invoke(*arguments, "--fresh", "--seed", 5)
    assert (said.code, path.read_text() == before) == ((0, False) if content is None else (2, True))
    assert ("is taken by something that is not a baseline" in said.err) == (content is not None)


def test_a_baseline_is_whole_or_not_there(kept: Path, tmp_path: Path) -> None:
    """A strategy that breaks leaves no file behind, and the old one as it was."""
    path = tmp_path / "strength.json"
    arguments = ("baseline", "save", path, RAISES, "--reference", "random", "--deals", 120, "--jobs", 1)
    assert invoke(*arguments).code == 4
    assert list(tmp_path.iterdir()) == []
    path.write_bytes(kept.read_bytes())
    assert invoke(*arguments, "--fresh").code == 4
    assert path.read_bytes() == kept.read_bytes()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("save", "{}/x.json", "patient", "--reference", "random", "--deals", 119), ""),
        (("save", "{}/x.json", "patient", "--reference", "random", "--deals", 0), "0 deals are too few"),
        (("save", "{}/no/x.json", "patient", "--reference", "random"), "is no folder that can be written to"),
        (("save", "{}/x.json", "patient"), "Missing option '--reference'"),
        (("save", "{}/x.json", "patient", "--reference", "rondom"), "did you mean 'random'?"),
        (("save", "{}/x.json", "patient", "--reference", "random", "--rules", "hart"), "unknown preset 'hart'"),
        (("show", "{}/x.json"), "cannot read the baseline"),
        (("verify", "{}/x.json"), "No such file or directory"),
        (("shw", "{}/x.json"), "Did you mean 'show'?"),
    ],
)
def test_usage(tmp_path: Path, arguments: tuple[object, ...], sentence: str) -> None:
    """What is wrong with a command is said in a sentence, with exit code 2, and nothing is written."""
    said = invoke("baseline", *(str(each).format(tmp_path) for each in arguments))
    if sentence:
        assert (said.code, said.out) == (2, "")
        assert sentence in said.words
        assert list(tmp_path.iterdir()) == []
    else:
        assert said.code == 0  # as many are rounded up to 120, which are enough
