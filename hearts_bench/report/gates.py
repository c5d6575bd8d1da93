"""What gates and baselines say: in words, as JSON, as JUnit XML, and as annotations of GitHub Actions."""

import re
import shlex
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import hearts_bench
from hearts_bench.baseline import Baseline, StrategyRecord
from hearts_bench.gate import Gate, GateResult, worst
from hearts_bench.records import write_whole
from hearts_bench.report import verdict

# Every document has them, None where there is nothing to say.
_KEYS = ("verdict", "boards", "deals", "payoff", "interval", "mu0", "mu1", "alpha", "beta", "seed")
# What XML 1.0 cannot hold, not even escaped.
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def heading(result: GateResult) -> str:
    """Return what was tested, in a line."""
    if result.outcome is not None:
        return f"{result.name}: {verdict.heading(result.outcome)}"
    if result.gate is None:
        return f"{result.name}: nothing was played"
    match = result.gate.match
    return f"{result.name}: {' v '.join(match.labels)} · rules {match.rules_name} · seed {match.seed}"


def sentence(result: GateResult) -> str:
    """Return the answer in a sentence or two."""
    if result.outcome is not None and result.verdict == result.outcome.verdict:
        return verdict.sentence(result.outcome)
    who = f"{result.broke} broke, so nothing is said about its strength: " if result.broke else ""
    return f"{result.verdict.upper()}: {who}{result.message}."


def facts(result: GateResult) -> list[tuple[str, str]]:
    """Return what the answer rests on and what to do next, each with its name."""
    rows = [("next", _advice(result))]
    if result.outcome is not None:
        rows = verdict.facts(result.outcome, _advice(result))
    if result.gate is not None and result.gate.alpha != result.gate.question.alpha:
        gates = round(result.gate.alpha / result.gate.question.alpha)
        part = f"{result.gate.question.alpha:.3g}"
        rows.insert(
            -1, ("shared", f"{gates} gates share the alpha of {result.gate.alpha:g}: {part} is this one's part")
        )
    return rows


def _advice(result: GateResult) -> str:
    gate = result.gate
    if gate is None:
        return "find out which of the two is right; `hearts-bench baseline save` makes a new one, with --fresh"
    again = f"hearts-bench gate {shlex.quote(gate.name)}"
    if gate.baseline is None:
        again += f" --seed {gate.match.seed}"
    if result.verdict == "mismatch":
        verify = shlex.join(["hearts-bench", "baseline", "verify", str(gate.baseline_file), "--all"])
        return f"find out what else has changed, with {verify}; if that was meant to be, save the baseline anew"
    if result.verdict == "fault":
        return f"mend it, and play the same boards again: {again}"
    if result.verdict == "fail":
        other = "" if gate.baseline else "; for other boards leave --seed out"
        return f"look at the costliest board; the same boards again: {again}{other}"
    return _plan(gate) if result.verdict == "inconclusive" else "nothing is in the way of this change"


def _plan(gate: Gate) -> str:
    if gate.baseline is not None and gate.match.boards < gate.baseline.boards:
        return "raise gate.max_boards or gate.detect"
    if gate.baseline is not None:
        return "make a baseline of more boards with `hearts-bench baseline save`, or raise gate.detect"
    question, match = gate.question, gate.match
    command = ["hearts-bench", "plan", *match.line_up, "--detect", f"{question.detect:g}"]
    command += ["--alpha", f"{question.alpha:g}", "--beta", f"{question.beta:g}", *match.rules_options]
    return f"raise gate.max_boards or gate.detect; how many boards it takes: {shlex.join(command)}"


def document(results: Sequence[GateResult]) -> dict[str, Any]:
    """Return one gate's result as a JSON document, or several in one."""
    if len(results) == 1:
        return _document(results[0])
    return {"gates": [_document(result) for result in results], "verdict": worst(results)}


def _document(result: GateResult) -> dict[str, Any]:
    content: dict[str, Any] = {"gate": result.name} | dict.fromkeys(_KEYS)
    if result.gate is not None:
        match, question = result.gate.match, result.gate.question
        content |= {"new": match.labels[0], "rules": match.rules_name, "seed": match.seed}
        content |= {name: getattr(question, name) for name in ("expect", "detect", "alpha", "beta")}
        content |= dict(zip(("mu0", "mu1"), question.margins, strict=True))
        content["specs"] = dict(zip(result.gate.roles, match.line_up, strict=True))
        if result.gate.baseline_file is not None:
            content["baseline"] = str(result.gate.baseline_file)
    if result.outcome is not None:
        content |= verdict.outcome_document(result.outcome)
    content |= {"verdict": result.verdict, "seconds": result.seconds}
    if result.message:
        content |= {"message": result.message, "broke": result.broke}
    return content


def closing(results: Sequence[GateResult]) -> str:
    """Return how several gates went together, in a line."""
    said = ", ".join(f"{result.name} {result.verdict}" for result in results)
    return f"{len(results)} gates: {said}. Together: {worst(results).upper()}"


def annotation(result: GateResult) -> str:
    """Return the command by which GitHub Actions shows on the page of a run that a gate did not pass.

    Escaped as the toolkit of GitHub Actions does it: https://github.com/actions/toolkit, packages/core/src/command.ts.

    >>> annotation(GateResult("a.yaml", "mismatch", message="50 % are different"))[:63]
    '::error title=hearts-bench gate a.yaml%3A mismatch::MISMATCH: 5'
    """
    title = _escaped(f"hearts-bench gate {result.name}: {result.verdict}").replace(":", "%3A").replace(",", "%2C")
    told = [f"{name}: {fact}" for name, fact in facts(result) if name in {"payoff", "next"}]
    return f"::error title={title}::{_escaped(chr(10).join([sentence(result), *told]))}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def write_junit(results: Sequence[GateResult], path: Path) -> None:
    """Write the results as JUnit XML, whole or not at all: a suite with a case for each gate.

    A gate that fails or has no answer is a failure, one that could not be answered properly is an error.
    """
    verdicts = [result.verdict for result in results]
    suite = ET.Element(
        "testsuite",
        name="hearts-bench gate",
        tests=str(len(results)),
        failures=str(verdicts.count("fail") + verdicts.count("inconclusive")),
        errors=str(verdicts.count("fault") + verdicts.count("mismatch")),
        skipped="0",
        time=f"{sum(result.seconds for result in results):.3f}",
    )
    suite.extend(_case(result) for result in results)
    root = ET.Element("testsuites")
    root.append(suite)
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode", xml_declaration=True)
    write_whole(path, lambda target: target.write_text(text + "\n", encoding="utf-8"))


def _case(result: GateResult) -> ET.Element:
    case = ET.Element(
        "testcase", classname="hearts_bench.gate", name=_xml_text(result.name), time=f"{result.seconds:.3f}"
    )
    properties = ET.SubElement(case, "properties")
    content = _document(result) | {"hearts_bench": hearts_bench.__version__}
    for name, value in content.items():
        if isinstance(value, str | int | float) and name not in {"gate", "message"}:
            ET.SubElement(properties, "property", name=name, value=_xml_text(str(value)))
    text = "\n".join([heading(result), *(f"{name}: {fact}" for name, fact in facts(result))])
    if result.verdict != "pass":
        tag = "failure" if result.verdict in {"fail", "inconclusive"} else "error"
        problem = ET.SubElement(case, tag, type=result.verdict, message=_xml_text(sentence(result)))
        problem.text = _xml_text(text)
    else:
        ET.SubElement(case, "system-out").text = _xml_text(f"{sentence(result)}\n{text}")
    return case


def _xml_text(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def baseline_text(baseline: Baseline, path: Path) -> list[tuple[str, str]]:
    """Return what a baseline holds, line by line, each with its name."""
    summary = baseline.summary
    match = baseline.match(baseline.reference.strategy)
    interval = "" if summary.interval is None else f" (95 %: {summary.interval[0]:+.3f} … {summary.interval[1]:+.3f})"
    points = f"{summary.points_of_old:.2f}, {summary.points_of_reference:.2f} with the reference in the same seats"
    return [
        ("file", str(path)),
        ("old", _strategy_text(baseline.old)),
        ("reference", _strategy_text(baseline.reference)),
        ("rules", f"{match.rules_name} (digest {baseline.rules.digest})"),
        ("boards", f"{baseline.boards:,} from {baseline.first_board}, {match.deals:,} deals, seed {baseline.seed}"),
        ("deals", f"scheme {baseline.deal_scheme}"),
        ("payoff", f"{summary.payoff:+.3f}{interval} points per deal for old; sd {summary.standard_deviation:.2f}"),
        ("points", points),
        ("versions", ", ".join(f"{name} {number}" for name, number in baseline.versions.items())),
    ]


def _strategy_text(record: StrategyRecord) -> str:
    commit = f", commit {record.commit}" if record.commit else ""
    return f"{record.strategy} ({record.kind}, source {record.source_digest}{commit})"
