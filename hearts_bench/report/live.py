"""A run that is being watched: what is shown of it on a terminal, and in plain lines."""

from datetime import timedelta
from typing import Any

from rich.console import Group
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from hearts_bench.duel import Outcome
from hearts_bench.following import Standing
from hearts_bench.report import tables, verdict

_FEW = 3  # faults or problems that are shown
_SLOW = 10  # deals per second below which a whole number says too little
_INTERIM = "Interim: intervals are right for numbers of boards fixed beforehand, not for looking again and again."


def dashboard(standing: Standing) -> Group:
    """Return what a terminal shows: progress, the leaderboard so far, and what went wrong."""
    progress = Text(_amount(standing)) if standing.is_complete else _progress(standing)
    parts: list[Any] = [Text(heading(standing), style="bold"), progress, Text()]
    board = standing.leaderboard
    if board is not None and board.rows:
        parts += [tables.leaderboard_table(board), Text()]
        parts += [Text(note, style="dim") for note in tables.leaderboard_notes(board)]
    elif board is not None:
        parts += [Text(note) for note in board.notes]
    if standing.outcome is not None:
        parts.append(Text(_of_duel(standing.outcome)))
    if not standing.is_complete and board is not None:
        parts.append(Text(_INTERIM, style="dim"))
    parts += [Text(line, style="yellow") for line in warnings(standing)]
    return Group(*parts)


def heading(standing: Standing) -> str:
    """Return which run it is, in a line."""
    state = "finished" if standing.is_complete else "stopped by a fault" if standing.is_stopped else "being played"
    if not standing.results:
        return f"{standing.name} · {state}"
    match = standing.results[0].match
    matches = f" · {standing.matches} matches" if standing.matches > 1 else ""
    return f"{standing.name} · rules {match.rules_name}{matches} · seed {match.seed} · {state}"


def _progress(standing: Standing) -> Table:
    row = Table.grid(padding=(0, 2))
    bar = ProgressBar(total=standing.planned_deals, completed=standing.deals, width=30)
    row.add_row(bar, Text(_amount(standing)))
    return row


def _amount(standing: Standing) -> str:
    """Return how far a run is, how fast it goes, and how long it will take: "4,000 of 9,000 deals, 80 deals/s"."""
    unit = "games" if standing.results and standing.results[0].match.whole_games else "deals"
    of = "" if standing.is_complete else f" of {standing.planned_deals:,}"
    said = [f"{standing.deals:,}{of} {unit}"]
    if standing.deals_per_second is not None and standing.seconds_left is not None and not standing.is_quiet:
        digits = ",.0f" if standing.deals_per_second >= _SLOW else ".2g"
        most = "at most" if standing.outcome is not None else "about"
        said.append(f"{standing.deals_per_second:{digits}} {unit}/s")
        said.append(f"{most} {timedelta(seconds=round(standing.seconds_left))} left")
    return ", ".join(said)


def _of_duel(outcome: Outcome) -> str:
    """Return what a sequential test says so far; its interval may be looked at whenever one likes."""
    facts = [f"{name:10}{fact}" for name, fact in verdict.facts(outcome) if name not in {"next", "costliest"}]
    return "\n".join([verdict.sentence(outcome), "", *facts])


def line(standing: Standing) -> str:
    """Return how a run stands in one line, for logs."""
    said = [_amount(standing)]
    board = standing.leaderboard
    if board is not None and board.rows and board.rows[0].against is None:
        first = board.rows[0]
        said.append(f"{first.strategy} leads with {first.payoff.mean:+.2f} so far")
    return "; ".join([*said, *warnings(standing)])


def warnings(standing: Standing) -> list[str]:
    """Return what is wrong, in sentences."""
    said = [f"{fault['fault']}: {fault['message']}" for fault in standing.faults[-_FEW:]]
    said += standing.problems[-_FEW:]
    if standing.is_quiet:
        ago = timedelta(seconds=round(standing.seconds_quiet))
        said.append(
            f"The run seems dead: it has written nothing for {ago}. If nobody plays it any more, "
            "`hearts-bench run` with --resume goes on with it."
        )
    return said
