"""Makes the report of a run out of its folder, and writes its files."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import hearts_bench
from hearts_bench.behaviour import Behaviours, behaviours
from hearts_bench.errors import HeartsBenchError, RecordError
from hearts_bench.findings import Findings, findings_of
from hearts_bench.measures import MEASURES
from hearts_bench.records import RunFolder, write_whole
from hearts_bench.report import page, provenance, sheets, story
from hearts_bench.report.chart import Chart, standalone, svg
from hearts_bench.report.charts import charts
from hearts_bench.report.charts_claim import article_chart
from hearts_bench.report.page import Group, Picture, Report
from hearts_bench.report.profiles import profile_chart
from hearts_bench.report.results import results_csv, results_document
from hearts_bench.report.tables import leaderboard_notes, notes

_FEW_FAULTS = 5
_QUESTIONS = {
    "claim": "Does the article's claim hold?",
    "strength": "Who is stronger?",
    "certainty": "How sure is that?",
    "points": "Where do the points come from?",
    "behaviour": "How do they play?",
    "table": "What do seats, neighbours and passes change?",
    "time": "How long do they think?",
}
# Which question a chart answers, by the first word of its name.
_SECTIONS = {
    "article": "claim",
    "claim": "claim",
    "leaderboard": "strength",
    "wins": "strength",
    "pairs": "strength",
    "running": "certainty",
    "evidence": "certainty",
    "distribution": "points",
    "origins": "points",
    "tricks": "points",
    "behaviour": "behaviour",
    "seats": "table",
    "neighbours": "table",
    "passes": "table",
    "time": "time",
}


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
    return Run(findings, _in_order(behaved, findings), manifest, folder.faults())


def _in_order(behaved: Behaviours, findings: Findings) -> Behaviours:
    """Return behaviours in the order of the leaderboard."""
    places = {each.spec: place for place, each in enumerate(findings.strategies)}
    return replace(behaved, behaviours=tuple(sorted(behaved.behaviours, key=lambda each: places[each.spec])))


def write_report(run: Run, target: Path) -> list[Path]:
    """Write page, Markdown, CSV, JSON and charts into a folder, each whole or not at all, and return the files.

    Raises:
        RecordError: the folder cannot be written.

    """
    try:
        (target / "charts").mkdir(parents=True, exist_ok=True)
        pictures, files = _draw(charts_of(run), target / "charts")
        report = report_of(run, pictures)
        texts = {
            "report.html": page.html(report),
            "report.md": page.markdown(report),
            "results.csv": results_csv(run.findings),
            "results.json": json.dumps(run.document, indent=2, allow_nan=False, ensure_ascii=False) + "\n",
        }
        return [*(_write(target / name, text.encode()) for name, text in texts.items()), *files]
    except OSError as error:
        msg = f"cannot write the report into {target}: {error.strerror}"
        raise RecordError(msg) from error


def charts_of(run: Run) -> list[Chart]:
    """Return all charts of the report of a run."""
    findings, behaved = run.findings, run.behaviours.behaviours
    claimed = [] if findings.claim is None else [article_chart(findings.matches[0].result)]
    return [*claimed, *charts(findings, behaved), *([profile_chart(behaved)] if behaved else [])]


def _draw(drawn: Sequence[Chart], target: Path) -> tuple[list[Picture], list[Path]]:
    """Write every chart as SVG and as PNG; return them as pictures of a page, and the files."""
    pictures, files = [], []
    for chart in drawn:
        text = svg(chart)
        pictures.append(Picture.of(chart, text))
        files.append(_write(target / f"{chart.name}.svg", text.encode()))
        files.append(_write(target / f"{chart.name}.png", standalone(chart, "png")))
    return pictures, files


def _write(target: Path, content: bytes) -> Path:
    write_whole(target, lambda path: path.write_bytes(content))
    return target


def _groups(run: Run, pictures: Sequence[Picture]) -> list[Group]:
    """Return the sections of the report, one for each question that it answers."""
    board = run.findings.leaderboard
    sections = {name: Group(name, question) for name, question in _QUESTIONS.items()}
    if board is not None and board.rows:
        sheet = sheets.leaderboard_sheet(board, story.subtitle(run.findings), leaderboard_notes(board))
        sections["strength"] = replace(sections["strength"], sheets=(sheet,))
    sections["behaviour"] = _behaviour(sections["behaviour"], run.behaviours)
    for picture in pictures:
        name = _SECTIONS[picture.name.partition("-")[0]]
        sections[name] = replace(sections[name], charts=(*sections[name].charts, picture))
    return [each for each in sections.values() if each.charts or each.sheets or each.notes]


def _behaviour(group: Group, found: Behaviours) -> Group:
    """Return the section on how strategies play."""
    if not found.behaviours:
        return replace(group, notes=found.notes)
    meanings = [(measure.title, f"{measure.meaning}.") for measure in MEASURES.values()]
    return replace(group, sheets=(sheets.behaviour_sheet(found),), meanings=meanings)


def report_of(run: Run, pictures: Sequence[Picture]) -> Report:
    """Return all that the report of a run shows, with its charts as pictures."""
    findings, config = run.findings, run.manifest.get("config") or {}
    return Report(
        name=findings.name,
        version=hearts_bench.__version__,
        title=story.title(findings),
        subtitle=story.subtitle(findings),
        finding=story.finding(findings),
        is_complete=findings.is_complete,
        problems=findings.problems,
        faults=told(run.faults),
        notes=findings.notes,
        groups=_groups(run, pictures),
        matches=[sheets.match_sheet(each, notes(each.result)) for each in findings.matches],
        facts=provenance.facts(findings, run.manifest),
        strategies=sheets.strategies_sheet(findings, run.manifest.get("strategies", {})),
        rules=[(name, _said(value)) for name, value in findings.rules.options().items()],
        words=provenance.words(findings),
        commands=provenance.commands(findings, config, findings.name),
        config=provenance.configuration(config),
    )


def told(faults: Sequence[Mapping[str, str]]) -> list[str]:
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
