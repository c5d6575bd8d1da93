"""The command line: parse, call, print."""

from contextlib import suppress
from typing import Annotated

import typer

from hearts_bench import __version__
from hearts_bench.cli import diffs, duels, gates, lists, play, replays, reports, watching

app = typer.Typer(
    help="Pit strategies for the card game Hearts against each other, and see which is stronger.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
for command in (
    play.article,
    play.match,
    play.run,
    duels.duel,
    duels.plan,
    gates.gate,
    duels.selfcheck,
    diffs.diff,
    diffs.profile,
    replays.replay,
    replays.analyse,
    reports.report,
    watching.watch,
):
    app.command()(command)
app.add_typer(gates.baseline_app, name="baseline")
app.add_typer(lists.strategies_app, name="strategies")
app.add_typer(lists.rules_app, name="rules")


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"hearts-bench {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Pit strategies for the card game Hearts against each other, and see which is stronger."""


def main() -> None:
    """Run the command line."""
    with suppress(BrokenPipeError):
        app(prog_name="hearts-bench")
