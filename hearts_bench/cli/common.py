"""What the commands share: options, exit codes, errors as sentences, and printing. Heavy imports wait."""

import functools
import json
import logging
import secrets
import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from hearts_bench.errors import ConfigError, HeartsBenchError, MismatchError, RecordError, StrategyFault

if TYPE_CHECKING:
    from hearts_bench.leaderboard import Leaderboard
    from hearts_bench.report.chart import Chart
    from hearts_bench.session import Session

_F = TypeVar("_F", bound=Callable[..., Any])

OK, FAILED, USAGE, INCONCLUSIVE, FAULT, MISMATCH, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130


class SeatingsChoice(StrEnum):
    """Who sits where."""

    fixed = "fixed"
    rotate = "rotate"
    balanced = "balanced"
    all = "all"


class IllegalChoice(StrEnum):
    """What happens after an illegal card."""

    fail = "fail"
    revoke = "revoke"


class BackendChoice(StrEnum):
    """Where boards are played."""

    threads = "threads"
    processes = "processes"


Rules = Annotated[str, typer.Option(help="The rules to play by: a preset, or a YAML file.", metavar="PRESET")]
Rule = Annotated[list[str] | None, typer.Option(help="An option that is different.", metavar="OPTION=VALUE")]
Seed = Annotated[int | None, typer.Option(help="Decides all deals and all random choices; drawn and shown if absent.")]
Jobs = Annotated[int | None, typer.Option(help="How many workers play at the same time; by default one per core.")]
Backend = Annotated[
    BackendChoice | None, typer.Option(help="Threads or processes; by default what fits the strategies.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no messages.")]
Out = Annotated[Path | None, typer.Option(help="Write a run folder there, with every deal.", metavar="DIR")]
Plot = Annotated[Path | None, typer.Option(help="Draw a chart, too: FILE.svg or FILE.png.", metavar="FILE")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Replace an existing run folder.")]


def answers_errors(command: _F) -> _F:
    """Turn what goes wrong into a sentence on standard error and the right exit code."""

    @functools.wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        logging.basicConfig(
            level=logging.WARNING if options.get("quiet") else logging.INFO, format="%(message)s", stream=sys.stderr
        )
        try:
            command(*arguments, **options)
        except HeartsBenchError as error:
            typer.echo(f"Error: {error}", err=True)
            codes = {StrategyFault: FAULT, MismatchError: MISMATCH}
            raise typer.Exit(next((code for kind, code in codes.items() if isinstance(error, kind)), USAGE)) from error
        except KeyboardInterrupt:
            typer.echo("Interrupted.", err=True)
            raise typer.Exit(INTERRUPTED) from None

    return run  # type: ignore[return-value]


def chosen_seed(seed: int | None, *, quiet: bool = False) -> int:
    """Return the seed asked for, or draw one and say so at once: an interrupted run can then be repeated, too."""
    if seed is not None:
        return seed
    drawn = secrets.randbelow(2**32)
    if not quiet:
        typer.echo(f"Seed {drawn} drawn.", err=True)
    return drawn


def new_session(
    jobs: int | None,
    out: Path | None,
    fresh: bool,
    quiet: bool,
    backend: BackendChoice | None = None,
    **more: Any,
) -> "Session":
    """Return a session with the options that commands share."""
    from hearts_bench.session import Session

    return Session(jobs=jobs, backend=backend.value if backend else None, folder=out, fresh=fresh, quiet=quiet, **more)


def print_columns(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Print rows under a header, aligned."""
    from rich.table import Table

    table = Table(box=None, header_style="bold")
    for number, name in enumerate(header):
        table.add_column(name, no_wrap=number == 0)
    for row in rows:
        table.add_row(*row)
    console().print(table)


def print_leaderboard(board: "Leaderboard", heading: str) -> None:
    """Print a leaderboard under its heading, with sentences on how to read it."""
    from hearts_bench.report import tables

    screen = console()
    if board.rows:
        screen.print(heading, highlight=False, soft_wrap=True)
        screen.print()
        screen.print(tables.leaderboard_table(board))
        screen.print()
    for note in tables.leaderboard_notes(board):
        screen.print(note, highlight=False, soft_wrap=True)


def check_plot(plot: Path | None) -> None:
    """Refuse a file into which no chart can be drawn, before anything is played.

    Raises:
        ConfigError: it is no SVG or PNG, or its folder is not there.

    """
    if plot is not None and (plot.suffix not in {".svg", ".png"} or not plot.parent.is_dir()):
        msg = f"--plot {plot}: name a .svg or .png file in a folder that is there"
        raise ConfigError(msg)


def draw_plot(chart: "Chart", plot: Path) -> None:
    """Draw a chart into a file, whole or not at all.

    Raises:
        RecordError: it cannot be written.

    """
    from hearts_bench.records import write_whole
    from hearts_bench.report.chart import save

    try:
        write_whole(plot, lambda path: save(chart, path))
    except OSError as error:
        msg = f"cannot write {plot}: {error.strerror}"
        raise RecordError(msg) from error


def console() -> Any:
    """Return rich's console for results; piped, it is wide enough not to wrap tables.

    Brackets are no markup: a label may have them.
    """
    from rich.console import Console

    return Console(markup=False) if sys.stdout.isatty() else Console(markup=False, width=180)


def print_json(document: Any) -> None:
    """Print one strict JSON document."""
    typer.echo(json.dumps(document, indent=2, allow_nan=False, ensure_ascii=False))
