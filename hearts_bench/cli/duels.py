"""The commands that compare two strategies: duel, plan and selfcheck."""

from collections.abc import Sequence
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_bench.cli.common import (
    FAILED,
    INCONCLUSIVE,
    MISMATCH,
    OK,
    Backend,
    Fresh,
    Jobs,
    Json,
    Out,
    Quiet,
    Rule,
    Rules,
    Seed,
    answers_errors,
    chosen_seed,
    console,
    new_session,
    print_json,
)
from hearts_bench.errors import StrategyFault

if TYPE_CHECKING:
    from hearts_bench.duel import Outcome, Pilot

EXIT_CODES = {"pass": OK, "fail": FAILED, "inconclusive": INCONCLUSIVE}


class ExpectChoice(StrEnum):
    """What a duel tests."""

    no_worse = "no-worse"
    better = "better"


New = Annotated[str, typer.Argument(help="The strategy that is tested.", metavar="NEW")]
Old = Annotated[str, typer.Argument(help="The strategy it is compared with.", metavar="OLD")]
Detect = Annotated[
    float, typer.Option(help="The loss, or the gain, in points per deal that shall be found.", metavar="POINTS")
]
Alpha = Annotated[float, typer.Option(help="How often, at most, a loss of that size passes.")]
Beta = Annotated[float, typer.Option(help="How often, at most, an equal strategy fails.")]


@answers_errors
def duel(
    new: New,
    old: Old,
    expect: Annotated[
        ExpectChoice, typer.Option(help="Pass if NEW is no worse than OLD, or only if it is better.")
    ] = ExpectChoice.no_worse,
    detect: Detect = 0.1,
    alpha: Alpha = 0.05,
    beta: Beta = 0.05,
    max_boards: Annotated[int, typer.Option(help="Without an answer, stop after so many boards.")] = 20_000,
    deals: Annotated[
        int | None, typer.Option(help="Play so many deals, and judge at the end, rather than stop when sure.")
    ] = None,
    rules: Rules = "article",
    rule: Rule = None,
    seed: Seed = None,
    jobs: Jobs = None,
    backend: Backend = None,
    out: Out = None,
    fresh: Fresh = False,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare two strategies on the same deals, and tell whether NEW is better than OLD, or at least no worse.

    On every board NEW sits in each seat once, with OLD in all others. The duel ends as soon as the answer is sure; the
    exit code is 0 for pass, 1 for fail, 3 if there is no answer by the last board, 4 if a strategy broke.

    Example: `hearts-bench duel mine.py:Mine article --detect 0.2`
    """
    from hearts_bench.config import read_rules
    from hearts_bench.duel import Duel, Question, duel_match

    preset, changes = read_rules(rules, rule or [])
    question = Question(expect.value, detect, alpha, beta, sequential=deals is None)
    match = duel_match(
        new, old, max_boards, chosen_seed(seed, quiet=quiet), question, deals=deals, preset=preset, changes=changes
    )
    session = new_session(jobs, out, fresh, quiet, backend, config={"duel": asdict(question)})
    played = Duel(match, question)
    try:
        session.play([match], played.is_enough)
    except StrategyFault as fault:
        if json_:
            print_json({"verdict": "fault", "message": str(fault), "seed": match.seed})
        raise
    _answer(played.outcome(), json_=json_)


def _answer(outcome: "Outcome", *, json_: bool) -> None:
    from hearts_bench.report import verdict

    if json_:
        print_json(verdict.outcome_document(outcome))
    else:
        print_outcome(outcome)
    raise typer.Exit(EXIT_CODES[outcome.verdict])


def print_outcome(outcome: "Outcome") -> None:
    """Print what a duel showed: the answer first, then what it rests on."""
    from hearts_bench.report import verdict

    print_answer(verdict.heading(outcome), verdict.sentence(outcome), verdict.facts(outcome))


def print_answer(heading: str, sentence: str, facts: Sequence[tuple[str, str]]) -> None:
    """Print what was tested, the answer, and what it rests on, line by line: commands stay whole to be copied."""
    from rich.text import Text

    screen = console()
    colour = {"PASS": "green", "INCONCLUSIVE": "yellow"}.get(sentence.partition(":")[0], "red")
    width = max(len(name) for name, _ in facts)
    lines = [Text(heading), Text(), Text(sentence, style=f"bold {colour}"), Text()]
    for line in lines + [Text.assemble((f"{name:<{width}}", "dim"), "  ", fact) for name, fact in facts]:
        screen.print(line, soft_wrap=True)


@answers_errors
def plan(
    new: New,
    old: Old,
    detect: Annotated[
        list[float] | None, typer.Option(help="A difference in points per deal; may be given several times.")
    ] = None,
    alpha: Alpha = 0.05,
    beta: Beta = 0.05,
    boards: Annotated[int, typer.Option(help="How many boards the pilot plays.")] = 480,
    rules: Rules = "article",
    rule: Rule = None,
    seed: Seed = None,
    jobs: Jobs = None,
    backend: Backend = None,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a pilot, and say how many deals and how much time a duel of NEW and OLD will take.

    Example: `hearts-bench plan mine.py:Mine article --detect 0.1 --detect 0.05`
    """
    from hearts_bench.config import read_rules
    from hearts_bench.duel import Duel, Question, duel_match, pilot

    preset, changes = read_rules(rules, rule or [])
    question = Question(detect=min(detect or [0.1]), alpha=alpha, beta=beta, sequential=False)
    match = duel_match(new, old, boards, chosen_seed(seed, quiet=quiet), question, preset=preset, changes=changes)
    played = Duel(match, question)
    _, seconds = new_session(jobs, None, fresh=False, quiet=quiet, backend=backend).play([match], played.is_enough)[0]
    result = pilot(played, seconds, detect or [0.5, 0.2, 0.1, 0.05])
    if json_:
        from hearts_bench.report.verdict import pilot_document

        print_json(pilot_document(result))
    else:
        _print_pilot(result)


def _print_pilot(result: "Pilot") -> None:
    from hearts_bench.report import verdict

    screen = console()
    screen.print(verdict.pilot_heading(result), highlight=False, soft_wrap=True)
    screen.print()
    screen.print(verdict.pilot_table(result))
    screen.print()
    screen.print(verdict.PILOT_NOTE, highlight=False, soft_wrap=True)


@answers_errors
def selfcheck(
    strategies: Annotated[
        list[str] | None,
        typer.Argument(help="Strategies to check; by default all installed ones.", metavar="STRATEGY..."),
    ] = None,
    boards: Annotated[int, typer.Option(help="How many boards each strategy plays.", min=1)] = 24,
    rules: Rules = "article",
    rule: Rule = None,
    seed: Annotated[int, typer.Option(help="Decides all deals and all random choices.")] = 1,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check that each strategy equals itself: exactly zero in a duel, and the same wherever and whenever it plays.

    Example: `hearts-bench selfcheck article mine.py:Mine`
    """
    from hearts_bench.config import read_rules
    from hearts_bench.match import Match
    from hearts_bench.registry import names
    from hearts_bench.selfcheck import selfcheck as check

    preset, changes = read_rules(rules, rule or [])
    results = []
    for spec in strategies or names():
        if not quiet:
            typer.echo(f"Checking {spec}.", err=True)
        results.append(check(Match((spec, spec), boards, seed, preset, "duel", labels=(), changes=changes)))
    ok = all(result.ok for result in results)
    if json_:
        from hearts_bench.report.verdict import selfcheck_document

        print_json(selfcheck_document(results))
    else:
        from hearts_bench.report.verdict import selfcheck_table

        console().print(selfcheck_table(results))
    if not ok:
        raise typer.Exit(MISMATCH)
