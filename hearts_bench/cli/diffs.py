"""The commands that look at how strategies play: diff and profile."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hearts_bench.cli.common import (
    Backend,
    BackendChoice,
    Jobs,
    Json,
    Plot,
    Quiet,
    Rule,
    Rules,
    Seed,
    answers_errors,
    check_plot,
    chosen_seed,
    console,
    draw_plot,
    print_json,
)
from hearts_bench.errors import ConfigError, RecordError

if TYPE_CHECKING:
    from hearts_bench.behaviour import Behaviour, Behaviours
    from hearts_bench.chunk import Chunk, Record
    from hearts_bench.difference import Difference
    from hearts_bench.match import Match


@answers_errors
def diff(
    one: Annotated[str, typer.Argument(help="A strategy, or a run folder.", metavar="ONE")],
    other: Annotated[str, typer.Argument(help="What it is compared with.", metavar="OTHER")],
    deals: Annotated[int, typer.Option(help="How many deals ONE plays, in all seats together.", min=1)] = 4000,
    rules: Rules = "article",
    rule: Rule = None,
    seed: Seed = None,
    strategy: Annotated[
        str | None, typer.Option(help="For runs: whose gains to show, if several differ.", metavar="LABEL")
    ] = None,
    jobs: Jobs = None,
    backend: Backend = None,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show where two strategies, or two runs, differ: what they first do differently, and the boards it costs most on.

    On every board ONE sits in each seat once, with OTHER in all others, as in a duel. Two runs are compared deal by
    deal; they need the same seed, rules and boards, and line-ups that differ in one strategy, or in versions.

    Example: `hearts-bench diff git:HEAD~1:mine.py:Mine mine.py:Mine`
    """
    if Path(one).is_dir() or Path(other).is_dir():
        _require_own_rules(rules, rule, seed)
        found = _diff_of_runs(Path(one), Path(other), strategy, quiet=quiet)
    else:
        if strategy is not None:
            msg = "--strategy is for runs: it says whose gains to show"
            raise ConfigError(msg)
        _require_no_run(one, other)
        field = {"rules": rules, "rule": rule, "seed": seed}
        found = _diff_of_strategies(one, other, deals, field, jobs, backend, quiet=quiet)
    _show(found, json_=json_)


def _require_no_run(*names: str) -> None:
    """Say that a run folder is not there, which no strategy could be called."""
    for name in names:
        if "/" in name and ":" not in name and not name.endswith(".py"):
            msg = f"there is no run folder {name}, and no strategy can be called that"
            raise RecordError(msg)


def _require_own_rules(rules: str, rule: list[str] | None, seed: int | None) -> None:
    """Refuse options that runs cannot follow."""
    if rules != "article" or rule or seed is not None:
        msg = "--rules, --rule and --seed are for strategies; runs have their own"
        raise ConfigError(msg)


def _diff_of_runs(one: Path, other: Path, strategy: str | None, *, quiet: bool) -> "Difference":
    from hearts_bench.records import RunFolder
    from hearts_bench.run_difference import run_difference

    for run, with_it in ((one, other), (other, one)):
        if not run.is_dir():
            msg = f"{with_it} is a run folder, and can be compared with another one only; {run} is none"
            raise RecordError(msg)
    if not quiet:
        typer.echo("Looking at both runs, and playing boards again that differ.", err=True)
    return run_difference(RunFolder.open(one), RunFolder.open(other), strategy)


def _diff_of_strategies(
    one: str,
    other: str,
    deals: int,
    field: dict[str, Any],
    jobs: int | None,
    backend: BackendChoice | None,
    *,
    quiet: bool,
) -> "Difference":
    from dataclasses import replace

    from hearts_bench.config import read_rules
    from hearts_bench.difference import DuelComparison, duel_columns
    from hearts_bench.match import Match

    preset, changes = read_rules(field["rules"], field["rule"] or [])
    match = Match((one, other), 1, chosen_seed(field["seed"], quiet=quiet), preset, "duel", changes=changes)
    blocks = -(-deals // (match.rules.players * match.block))  # all pass directions come equally often
    match = replace(match, boards=blocks * match.block)
    comparison = DuelComparison(match, (one, other))
    for chunk in _played(match, duel_columns, jobs, backend, quiet=quiet):
        comparison.add(chunk)
    return comparison.outcome()


def _played(
    match: "Match", record: "Record", jobs: int | None, backend: BackendChoice | None, title: str = "", *, quiet: bool
) -> Iterator["Chunk"]:
    """Play a match with progress, and yield its chunks; what strategies print goes to standard error."""
    from hearts_bench.progress import progress
    from hearts_bench.runner import chunks

    played = chunks(match, jobs=jobs, backend=backend.value if backend else None, record=record)
    with progress(match.deals, match.turns, title, quiet=quiet) as show, closing(played):
        for chunk in played:
            if chunk.printed:
                typer.echo(chunk.printed, nl=False, err=True)
            yield chunk
            show(chunk)


def _show(found: "Difference", *, json_: bool) -> None:
    from hearts_bench.report import diffs

    if json_:
        print_json(diffs.difference_document(found))
        return
    screen = console()
    _say(diffs.heading(found), "", *diffs.sentences(found))
    for table in diffs.tables(found):
        screen.print()
        screen.print(table)
    endings = diffs.endings(found)
    _say(*([""] if endings else []), *endings)


def _say(*lines: str) -> None:
    """Print lines that stay whole, so that commands can be copied."""
    screen = console()
    for line in lines:
        screen.print(line, highlight=False, soft_wrap=True)


@answers_errors
def profile(
    what: Annotated[list[str], typer.Argument(help="Strategies, or one run folder.", metavar="STRATEGY... | RUN")],
    against: Annotated[
        str, typer.Option(help="Who sits in the other seats, so that profiles compare.", metavar="STRATEGY")
    ] = "article",
    deals: Annotated[
        int | None, typer.Option(help="How many deals each strategy plays, by default 4000.", min=1)
    ] = None,
    plot: Plot = None,
    rules: Rules = "article",
    rule: Rule = None,
    seed: Seed = None,
    jobs: Jobs = None,
    backend: Backend = None,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show how strategies behave: how often they duck, dump Q♠, break hearts or try moons, and what each trick costs.

    Each strategy plays the same deals in every seat, with three of the same kind around it. The strategies of a run are
    seen among each other, on boards that are played again.

    Example: `hearts-bench profile mine.py:Mine duck-low article`
    """
    check_plot(plot)
    if len(what) == 1 and Path(what[0]).is_dir():
        _require_own_rules(rules, rule, seed)
        found = _profile_of_run(Path(what[0]), deals, jobs, backend, quiet=quiet)
    else:
        _require_no_run(*what)
        field = {"rules": rules, "rule": rule, "seed": seed}
        found = _profile_of_strategies(what, against, deals or 4000, field, jobs, backend, quiet=quiet)
    _show_profile(found, json_=json_)
    if plot is not None and found.behaviours:
        from hearts_bench.report.profiles import profile_chart

        draw_plot(profile_chart(found.behaviours), plot)


def _profile_of_run(
    run: Path, deals: int | None, jobs: int | None, backend: BackendChoice | None, *, quiet: bool
) -> "Behaviours":
    from dataclasses import replace

    from hearts_bench.behaviour import Behaviours, Observer, chosen, observed
    from hearts_bench.records import RunFolder

    folder = RunFolder.open(run)
    choice = chosen(folder.results(), folder.manifest().get("strategies", {}), deals=deals)
    if not choice.matches or choice.matches[0][0].whole_games:  # of games, only the first deals are played again
        return Behaviours(observed(choice.matches, choice.labels) if choice.matches else (), choice.notes)
    observer = Observer(choice.labels, choice.matches[0][0].rules)
    for number, (match, boards) in enumerate(choice.matches, 1):
        title = f"match {number} of {len(choice.matches)}"
        for chunk in _played(replace(match, boards=boards), observer.record, jobs, backend, title, quiet=quiet):
            observer.add(chunk.deals or {})
    return Behaviours(observer.behaviours, choice.notes)


def _profile_of_strategies(
    strategies: list[str],
    against: str,
    deals: int,
    field: dict[str, Any],
    jobs: int | None,
    backend: Backend,
    *,
    quiet: bool,
) -> "Behaviours":
    from hearts_bench.behaviour import Behaviours, Observer, field_matches
    from hearts_bench.config import read_rules

    preset, changes = read_rules(field["rules"], field["rule"] or [])
    seed = chosen_seed(field["seed"], quiet=quiet)
    found: list[Behaviour] = []
    for spec, match in zip(
        strategies, field_matches(strategies, against, deals, seed, preset=preset, changes=changes), strict=True
    ):
        observer = Observer({match.line_up[0]: spec}, match.rules)
        for chunk in _played(match, observer.record, jobs, backend, spec, quiet=quiet):
            observer.add(chunk.deals or {})
        found += observer.behaviours
    boards = f"Each in all seats of the same {match.boards:,} boards"
    note = f"{boards}, with {against} in the others; rules {match.rules_name}, seed {seed}."
    return Behaviours(tuple(found), (note,))


def _show_profile(found: "Behaviours", *, json_: bool) -> None:
    from hearts_bench.report import profiles

    if json_:
        print_json(profiles.profile_document(found))
        return
    screen = console()
    for table in profiles.profile_tables(found.behaviours, screen.width) if found.behaviours else ():
        screen.print(table)
        screen.print()
    for note in profiles.profile_notes(found):
        screen.print(note, highlight=False)
