"""Makes the report of a run out of its folder, and writes its files."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hearts_bench
from hearts_bench.behaviour import Behaviours, behaviours
from hearts_bench.errors import HeartsBenchError
from hearts_bench.findings import Findings, findings_of
from hearts_bench.measures import MEASURES
from hearts_bench.records import RunFolder, write_whole
from hearts_bench.report import page, provenance, sheets, story
from hearts_bench.report.page import Group, Report
from hearts_bench.report.results import results_csv, results_document
from hearts_bench.report.tables import leaderboard_notes, notes

_FEW_FAULTS = 5


@dataclass(frozen=True)
class Run:
    """What is known of a run: its findings, how strategies behaved, its manifest, and who misbehaved."""

    findings: Findings
    behaviours: Behaviours
    manifest: Mapping[str, Any]
    faults: Sequence[Mapping[str, str]]

    @property
    def document(self) -> dict[str, Any]:
        """The results as a JSON document."""
        return results_document(self.findings, self.behaviours, self.manifest, self.faults)


def read_run(folder: RunFolder) -> Run:
    """Read a run folder, also while the run is being played.

    Raises:
        RecordError: not a board can be read.
        MismatchError: the manifest is damaged.

    """
    manifest, findings = folder.manifest(), findings_of(folder)
    try:
        behaved = behaviours([each.result for each in findings.matches], manifest.get("strategies", {}))
    except HeartsBenchError as error:
        behaved = Behaviours((), (f"Behaviour is not shown: {error}",))
    return Run(findings, behaved, manifest, folder.faults())


def write_report(run: Run, target: Path) -> list[Path]:
    """Write page, Markdown, CSV and JSON into a folder, each whole or not at all, and return the files."""
    report = _report(run, [_behaviour(run.behaviours)])
    texts = {
        "report.html": page.html(report),
        "report.md": page.markdown(report),
        "results.csv": results_csv(run.findings),
        "results.json": json.dumps(run.document, indent=2, allow_nan=False, ensure_ascii=False) + "\n",
    }
    target.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        _write(target / name, text)
    return [target / name for name in texts]


def _write(target: Path, text: str) -> None:
    write_whole(target, lambda path: path.write_text(text, encoding="utf-8"))


def _behaviour(found: Behaviours) -> Group:
    """Return the section on how strategies play."""
    title = "How do they play?"
    if not found.behaviours:
        return Group("behaviour", title, notes=found.notes)
    meanings = [(measure.title, f"{measure.meaning}.") for measure in MEASURES.values()]
    return Group("behaviour", title, sheets=(sheets.behaviour_sheet(found),), meanings=meanings)


def _report(run: Run, groups: Sequence[Group]) -> Report:
    findings, config = run.findings, run.manifest.get("config") or {}
    board = findings.leaderboard
    standing = None
    if board is not None and board.rows:
        standing = sheets.leaderboard_sheet(board, story.subtitle(findings), leaderboard_notes(board))
    return Report(
        name=findings.name,
        version=hearts_bench.__version__,
        title=story.title(findings),
        subtitle=story.subtitle(findings),
        finding=story.finding(findings),
        is_complete=findings.is_complete,
        problems=findings.problems,
        faults=_told(run.faults),
        notes=findings.notes,
        leaderboard=standing,
        groups=groups,
        matches=[sheets.match_sheet(each, notes(each.result)) for each in findings.matches],
        facts=provenance.facts(findings, run.manifest),
        strategies=sheets.strategies_sheet(findings, run.manifest.get("strategies", {})),
        rules=[(name, _said(value)) for name, value in findings.rules.options().items()],
        words=provenance.words(findings),
        commands=provenance.commands(findings, config, findings.name),
        config=provenance.configuration(config),
    )


def _told(faults: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the first faults in words, and how many more there are."""
    told = [f"{fault['fault']}: {fault['message']}" for fault in faults[:_FEW_FAULTS]]
    more = len(faults) - len(told)
    return [*told, *([f"{more:,} more are in faults.jsonl."] if more > 0 else [])]


def _said(value: Any) -> str:
    """Return the value of a rule option as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {each}" for name, each in value.items()) or "none"
    return str(value)
