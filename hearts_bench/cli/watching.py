"""The command that watches a run while it is played."""

import sys
import time
from typing import TYPE_CHECKING

import typer

from hearts_bench.cli.common import FAULT, INTERRUPTED, answers_errors, console
from hearts_bench.cli.reports import RunPath

if TYPE_CHECKING:
    from hearts_bench.following import Follower, Standing

_SECONDS_BETWEEN_LOOKS = 1.0
_SECONDS_BETWEEN_LINES = 30.0


@answers_errors
def watch(run: RunPath) -> None:
    """Watch a run that is being played elsewhere: leaderboard so far, speed, time left, and whether it still goes.

    On a terminal the display is live; otherwise a line is said now and then. It ends when the run is complete, or with
    exit code 4 when a strategy's fault has ended it. Ctrl-C leaves, and the run goes on.

    Example: `hearts-bench watch results/round-robin`
    """
    from hearts_bench.following import Follower

    follower = Follower(run)
    try:
        last = _show_live(follower) if sys.stdout.isatty() else _say_lines(follower)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    if last.is_stopped:
        raise typer.Exit(FAULT)


def _show_live(follower: "Follower") -> "Standing":
    """Show how the run stands until it is over, and return how it stands then."""
    from rich.live import Live

    from hearts_bench.report.live import dashboard

    standing = follower.look()
    if standing.is_over:
        console().print(dashboard(standing))
        return standing
    with Live(dashboard(standing), console=console(), auto_refresh=False, redirect_stderr=False) as live:
        while not standing.is_over:
            time.sleep(_SECONDS_BETWEEN_LOOKS)
            standing = follower.look()
            live.update(dashboard(standing), refresh=True)
    return standing


def _say_lines(follower: "Follower") -> "Standing":
    """Say lines on standard error until the run is over, then print how it ended, and return that."""
    from hearts_bench.report.live import dashboard, line

    said = -_SECONDS_BETWEEN_LINES
    while not (standing := follower.look()).is_over:
        if time.monotonic() - said >= _SECONDS_BETWEEN_LINES:
            typer.echo(line(standing), err=True)
            said = time.monotonic()
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    console().print(dashboard(standing))
    return standing
