"""The command that makes a report of a run folder."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from hearts_bench.cli.common import MISMATCH, Json, Quiet, answers_errors, print_json, print_leaderboard

RunPath = Annotated[Path, typer.Argument(help="A run folder, as `run` and --out write it.", metavar="RUN")]


@answers_errors
def report(
    run: RunPath,
    out: Annotated[
        Path | None, typer.Option(help="Write the report there; by default into the run folder.", metavar="DIR")
    ] = None,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Make a report of a run, finished or still being played: a page with tables and charts, and the figures as files.

    Writes report.html, which is one file to show to others, report.md, results.csv, results.json and the charts. The
    exit code is 5 if part of the run is damaged; the report is about the rest then.

    Example: `hearts-bench report results/round-robin`
    """
    from hearts_bench.records import RunFolder
    from hearts_bench.report import assembly, story

    folder = RunFolder.open(run)
    read = assembly.read_run(folder)
    files = assembly.write_report(read, out or run)
    findings = read.findings
    if json_:
        print_json(read.document)
    elif findings.leaderboard is not None:
        print_leaderboard(findings.leaderboard, f"Leaderboard · {story.subtitle(findings)}")
    else:
        for sentence in story.finding(findings):
            typer.echo(sentence)
    _say([*findings.notes, *findings.problems, *assembly.told(read.faults)], files, quiet=quiet)
    if findings.problems:
        raise typer.Exit(MISMATCH)


def _say(sentences: Sequence[str], files: Sequence[Path], *, quiet: bool) -> None:
    """Say on standard error what must be known of the run, which a quiet command says too, and where the files are."""
    for sentence in sentences:
        typer.echo(sentence, err=True)
    if quiet:
        return
    charts = [file for file in files if file.parent.name == "charts"]
    typer.echo(f"Written: {', '.join(str(file) for file in files if file not in charts)}", err=True)
    if charts:
        names = dict.fromkeys(file.stem for file in charts)
        typer.echo(f"Charts, as SVG and PNG, in {charts[0].parent}: {', '.join(names)}", err=True)
