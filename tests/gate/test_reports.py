"""What a gate writes for machines: JUnit XML, annotations of GitHub Actions, and JSON that nothing else gets into."""

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from cli.program import Said, invoke

from hearts_bench.gate import GateResult
from hearts_bench.report.gates import annotation, write_junit

from .gates import EXAMPLE, MINE, NOISY, ONE_RULE_LESS, RAISES, TIDIED, play, write_gate

# What each verdict is in JUnit XML.
CASES: dict[str, tuple[str, str | None, dict[str, Any]]] = {
    "pass": (TIDIED, MINE, {}),
    "fail": (ONE_RULE_LESS, MINE, {}),
    "inconclusive": (NOISY, MINE, {"max_boards": 24}),
    "fault": (RAISES, "patient", {"max_boards": 24}),
    "mismatch": (TIDIED, None, {"baseline": "no-baseline.json"}),
}


def play_all(folder: Path, *options: object) -> Said:
    """Play a gate of every verdict in one command."""
    (folder / "no-baseline.json").write_text("{")
    configs = []
    for verdict, (new, old, gate) in CASES.items():
        where = {"baseline": str(folder / "no-baseline.json")} if "baseline" in gate else {}
        configs.append(write_gate(folder / f"{verdict}.yaml", new, old, gate | where))
    return invoke("gate", *configs, "--seed", 1, "--jobs", 1, *options)


@pytest.mark.compiled
def test_junit(tmp_path: Path) -> None:
    """A suite with a case for each gate: what was not answered well is an error, a loss or no answer is a failure."""
    said = play_all(tmp_path, "--junit", tmp_path / "gate.xml", "--json")
    assert (said.code, said.document["verdict"]) == (5, "mismatch")
    assert [each["verdict"] for each in said.document["gates"]] == list(CASES)
    suites = ET.parse(tmp_path / "gate.xml").getroot()  # noqa: S314 - our own
    assert [each.tag for each in suites] == ["testsuite"]
    suite = suites[0]
    assert {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "5",
        "failures": "2",
        "errors": "2",
        "skipped": "0",
    }
    tags = dict(zip(CASES, (None, "failure", "failure", "error", "error"), strict=True))
    cases = suite.findall("testcase")
    assert sum(float(case.get("time", "")) for case in cases) == pytest.approx(float(suite.get("time", "")), abs=0.01)
    for case, document in zip(cases, said.document["gates"], strict=True):
        verdict = document["verdict"]
        assert (case.get("name"), case.get("classname")) == (str(tmp_path / f"{verdict}.yaml"), "hearts_bench.gate")
        assert float(case.get("time", "")) == pytest.approx(document["seconds"], abs=0.001)
        found = [each for each in case if each.tag in {"failure", "error", "skipped"}]
        assert [each.tag for each in found] == [tag for tag in [tags[verdict]] if tag]
        assert [each.get("type") for each in found] == [verdict for tag in [tags[verdict]] if tag]
        assert all(f"{verdict.upper()}: " in str(each.get("message")) for each in found)
        properties = {each.get("name"): each.get("value") for each in case.iter("property")}
        assert properties["verdict"] == verdict
        if verdict != "mismatch":
            assert properties["seed"] == "1"
        if tags[verdict] != "error":
            assert (properties["deals"], properties["boards"]) == (str(document["deals"]), str(document["boards"]))


@pytest.mark.compiled
def test_junit_replaces_the_last_one_whole(tmp_path: Path) -> None:
    """Also when the gate fails; and no other file is left."""
    path = tmp_path / "out" / "gate.xml"
    path.parent.mkdir()
    path.write_text("x" * 100_000)
    assert play(tmp_path, ONE_RULE_LESS, MINE, "--seed", 1, "--junit", path, gate={}).code == 1
    assert ET.parse(path).getroot().find(".//failure") is not None  # noqa: S314
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("path", ["no/such/folder/gate.xml", "."])
def test_junit_that_cannot_be_written(tmp_path: Path, path: str) -> None:
    """Is refused before anything is played."""
    said = play(tmp_path, "random", "patient", "--junit", tmp_path / path, gate={"max_boards": 24})
    assert (said.code, said.out) == (2, "")
    assert "cannot be written: it must be a file in a folder that exists" in said.err


def test_junit_holds_any_text(tmp_path: Path) -> None:
    """What strategies raise may have characters that XML does not know, marks of its own, and anything else."""
    message = "<&\"'> ]]> \x00\x1b[31m\ud800\uffff naïve 🂡\r\n\ttab"
    write_junit([GateResult("<a>.yaml", "fault", 1.0, message=message, broke="new")], tmp_path / "gate.xml")
    case = ET.parse(tmp_path / "gate.xml").getroot()[0][0]  # noqa: S314
    assert case.get("name") == "<a>.yaml"
    text = str(case.find("error").get("message"))  # type: ignore[union-attr]
    assert "<&\"'> ]]> \ufffd\ufffd[31m\ufffd\ufffd naïve 🂡" in text


@pytest.mark.compiled
def test_annotations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In GitHub Actions, and only there, every gate that did not pass has one, on standard error."""
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    assert "::" not in play_all(tmp_path).err
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    said = play_all(tmp_path, "--json")
    assert len(said.document["gates"]) == 5
    commands = [line for line in said.err.splitlines() if line.startswith("::")]
    verdicts = list(CASES)[1:]
    assert len(commands) == len(verdicts)
    for verdict, command in zip(verdicts, commands, strict=True):
        title, _, text = command.removeprefix("::error title=").partition("::")
        assert unescaped(title) == f"hearts-bench gate {tmp_path / verdict}.yaml: {verdict}"
        assert unescaped(text).startswith(f"{verdict.upper()}: ")


def unescaped(text: str) -> str:
    """Return what the runner of GitHub Actions makes of it: in its order, %25 last."""
    for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, character)
    return text


def test_annotations_are_escaped() -> None:
    """Neither a name nor a message can end the line, the title or the command, or start another one."""
    message = "100 % wrong, 50%0A off\r\n::error title=no::no"
    command = annotation(GateResult("a,b::c.yaml", "fault", message=message, broke="new"))
    assert "\n" not in command
    assert "\r" not in command
    assert command.startswith("::error title=hearts-bench gate a%2Cb%3A%3Ac.yaml%3A fault::FAULT: new broke, ")
    assert "100 %25 wrong, 50%250A off%0D%0A::error title=no::no" in command


@pytest.mark.parametrize(
    ("gate", "sentence"),
    [
        ({"alpha": 0}, "gate.alpha: input should be greater than 0, not 0"),
        ({"alpha": 0.5}, "gate.alpha: input should be less than 0.5, not 0.5"),
        ({"beta": 1}, "gate.beta: input should be less than 0.5, not 1"),
        ({"detect": 0}, "gate.detect: input should be greater than 0, not 0"),
        ({"detect": -0.1}, "gate.detect: input should be greater than 0, not -0.1"),
        ({"detect": 26}, "no two strategies differ by 26 points per deal under rules article"),
        ({"detect": "much"}, "gate.detect: input should be a valid number"),
        (
            {"max_boards": 23},
            "23 boards are too few for a sequential test, which looks at its evidence every 24 boards",
        ),
        ({"max_boards": 0}, "gate.max_boards: input should be greater than or equal to 1, not 0"),
        ({"expect": "worse"}, "gate.expect: input should be 'no-worse' or 'better', not 'worse'"),
        ({"maxboards": 9}, "unknown key in gate 'maxboards'; did you mean 'max_boards'?"),
        ({"baseline": "x"}, "a gate needs 'tournament: {type: duel, strategies: ...}' with [new], as the old one"),
    ],
)
def test_a_wrong_gate(tmp_path: Path, gate: dict[str, object], sentence: str) -> None:
    """What is out of range or unknown is a usage error that names file and field, and nothing is played."""
    said = play(tmp_path, "random", "patient", "--seed", 1, gate=gate)
    assert (said.code, said.out) == (2, "")
    assert f"Error: {tmp_path / 'gate.yaml'}: " in said.err
    assert sentence in said.err


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ('"random"', '"rondom"', "unknown strategy 'rondom'; did you mean 'random'?"),
        ('["new", "old"]', '["new", "odl"]', "unknown strategy label 'odl'; did you mean 'old'?"),
        ('["new", "old"]', '["new"]', "with [new, old]"),
        ('"type": "duel"', '"type": "round-robin", "deals": 9', "a gate needs 'tournament: {type: duel, "),
        ('"gate": {"detect": 0.1}', '"gate": null', "there is no section gate, such as 'gate: {expect: "),
        ('"gate": {"detect": 0.1}', '"gate": {}', "gate.detect is missing"),
        ('"version": 1', '"faults": {"max_fault_rate": -1}, "version": 1', "faults.max_fault_rate: input should be"),
        ('"version": 1', '"rules": "hart", "version": 1', "unknown preset 'hart'"),
        ('"version": 1', '"seed": 99999999999999999999, "version": 1', "does not fit into 64 bits"),
    ],
)
def test_a_wrong_configuration(tmp_path: Path, old: str, new: str, text: str) -> None:
    """So is what is wrong with the rest of the file."""
    path = write_gate(tmp_path / "gate.yaml", "random", "patient", {})
    assert path.read_text().count(old) == 1
    path.write_text(path.read_text().replace(old, new))
    said = invoke("gate", path)
    assert (said.code, said.out) == (2, "")
    assert text in said.err


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("article", "article"),
        ("article", "hearts_bench_strategies.article:Article"),
        ("monte-carlo", "monte-carlo:worlds=50"),
        (MINE, MINE.replace("/gate/", "/gate/../gate/")),
        (MINE, MINE.removesuffix(":Mine")),
    ],
)
def test_one_strategy_under_two_names(tmp_path: Path, new: str, old: str) -> None:
    """A gate of a strategy against itself would pass whatever is in it."""
    said = play(tmp_path, new, old, gate={})
    assert (said.code, said.out) == (2, "")
    assert "are the same strategy, " in said.err


@pytest.mark.compiled
def test_a_strategy_that_does_not_compile_stops_all_gates(tmp_path: Path) -> None:
    """So that no gate is played for nothing."""
    source = (EXAMPLE / "mine.py").read_text().replace("return lead(view)", "return lead(view).card")
    (tmp_path / "bad.py").write_text(source)
    good = write_gate(tmp_path / "good.yaml", TIDIED, MINE, {"max_boards": 24})
    bad = write_gate(tmp_path / "bad.yaml", f"{tmp_path / 'bad.py'}:Mine", MINE, {"max_boards": 24})
    said = invoke("gate", good, bad, "--junit", tmp_path / "gate.xml")
    assert (said.code, said.out) == (2, "")
    assert "bad.py:Mine cannot be compiled" in said.err
    assert not (tmp_path / "gate.xml").exists()


def test_a_wrong_file_stops_all_gates(tmp_path: Path) -> None:
    """Before the first one is played."""
    good = write_gate(tmp_path / "good.yaml", "random", "patient", {"max_boards": 24})
    said = invoke("gate", good, tmp_path / "missing.yaml")
    assert (said.code, said.out) == (2, "")
    assert "missing.yaml: No such file or directory" in said.err
