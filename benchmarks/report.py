"""Measures how long the report of a long run takes, and how much memory: its findings, its charts, all its files.

A million deals of compiled strategies are played into a temporary run folder, or folders given are read. Each step runs
in a process of its own, whose peak of memory it is. Wanted for a million deals: findings and charts within 6 seconds,
and well below a gigabyte.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

DEALS = 1_000_000
LINE_UP = ("random", "article", "duck-low", "moon-defending")


def play(name: str, deals: int, folder: Path) -> Path:
    """Play a run of compiled strategies into a folder, and return where it is."""
    from hearts_bench.claim import claim_match  # noqa: PLC0415 - only the process that plays pays for it
    from hearts_bench.match import Match, boards_for  # noqa: PLC0415
    from hearts_bench.session import Session  # noqa: PLC0415

    table = Match(LINE_UP, 1, 1)
    duel = replace(table, line_up=("article", "duck-low"), seatings="duel", labels=())
    match = {
        "claim": claim_match(deals),
        "table": replace(table, boards=boards_for(table, deals)),
        "duel": replace(duel, boards=boards_for(duel, deals)),
    }[name]
    Session(folder=folder / name, quiet=True).play([match])
    return folder / name


def findings(run: Path) -> None:
    """Gather the findings of a run."""
    from hearts_bench.findings import findings_of  # noqa: PLC0415
    from hearts_bench.records import RunFolder  # noqa: PLC0415

    findings_of(RunFolder.open(run))


def drawings(run: Path) -> None:
    """Gather the findings of a run, and draw all charts as SVG."""
    from hearts_bench.findings import findings_of  # noqa: PLC0415
    from hearts_bench.records import RunFolder  # noqa: PLC0415
    from hearts_bench.report.chart import svg  # noqa: PLC0415
    from hearts_bench.report.charts import charts  # noqa: PLC0415

    for chart in charts(findings_of(RunFolder.open(run))):
        svg(chart)


def whole(run: Path) -> None:
    """Make the whole report of a run: also how strategies behave, pages, and charts in two formats."""
    from hearts_bench.records import RunFolder  # noqa: PLC0415
    from hearts_bench.report.assembly import read_run, write_report  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as target:
        write_report(read_run(RunFolder.open(run)), Path(target))


STEPS: dict[str, Callable[[Path], None]] = {"findings": findings, "and charts": drawings, "whole report": whole}


def measure(step: str, run: Path) -> dict[str, float]:
    """Take a step in this process; return seconds, seconds of the processor, and the peak of memory in MB."""
    start, processor = time.perf_counter(), time.process_time()
    STEPS[step](run)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    peak_mb = peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return {"seconds": time.perf_counter() - start, "processor": time.process_time() - processor, "peak": peak_mb}


def measured(step: str, run: Path) -> dict[str, float]:
    """Take a step in a new process."""
    command = [sys.executable, __file__, "--step", step, str(run)]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)  # noqa: S603 - itself


def main() -> None:
    """Read the command line, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="*", type=Path, help="run folders; without any, three are played")
    parser.add_argument("--deals", type=int, default=DEALS, help="how many deals to play in each")
    parser.add_argument("--step", choices=STEPS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.step:
        print(json.dumps(measure(given.step, given.runs[0])))
        return
    table = Table("run", "step", *("seconds", "of the processor", "peak MB"), box=None, header_style="bold")
    with tempfile.TemporaryDirectory() as folder:
        runs = given.runs or [play(name, given.deals, Path(folder)) for name in ("claim", "table", "duel")]
        for run in runs:
            for step in STEPS:
                took = measured(step, run)
                table.add_row(
                    run.name, step, f"{took['seconds']:.1f}", f"{took['processor']:.1f}", f"{took['peak']:.0f}"
                )
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
