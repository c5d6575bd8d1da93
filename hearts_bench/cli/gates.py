"""The commands of the strength gate: gate, and baseline save, show and verify."""

import functools
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_bench.cli.common import (
    FAILED,
    FAULT,
    INCONCLUSIVE,
    MISMATCH,
    OK,
    Backend,
    Jobs,
    Json,
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
from hearts_bench.cli.duels import print_answer
from hearts_bench.errors import ConfigError

if TYPE_CHECKING:
    from hearts_bench.chunk import Chunk
    from hearts_bench.gate import GateResult

EXIT_CODES = {"pass": OK, "fail": FAILED, "inconclusive": INCONCLUSIVE, "fault": FAULT, "mismatch": MISMATCH}

baseline_app = typer.Typer(
    help="What an old strategy did, on record for a time when its code is gone.", no_args_is_help=True
)

File = Annotated[Path, typer.Argument(help="A baseline.", metavar="FILE")]


@answers_errors
def gate(
    configs: Annotated[list[Path], typer.Argument(help="YAML files with a section gate.", metavar="CONFIG.yaml...")],
    seed: Annotated[
        int | None, typer.Option(help="Play the boards of this seed rather than those of the configuration.")
    ] = None,
    jobs: Jobs = None,
    backend: Backend = None,
    junit: Annotated[Path | None, typer.Option(help="Write the results as JUnit XML.", metavar="FILE")] = None,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tell whether a change makes a strategy worse: a duel of new and old for CI, with an exit code.

    0 for pass, 1 for fail, 3 if there is no answer by the last board, 4 if a strategy broke, 5 if a baseline is damaged
    or does not come out again; of several gates the worst: these share alpha.

    Example: `hearts-bench gate gate.yaml --junit gate.xml`
    """
    from hearts_bench.config import load
    from hearts_bench.gate import GateResult, open_gate, play_gate, worst

    loaded = [load(each) for each in configs]
    if seed is not None:
        loaded = [each.model_copy(update={"seed": seed}) for each in loaded]
    draw_seed = functools.cache(functools.partial(chosen_seed, None, quiet=quiet))
    names = [str(each) for each in configs]
    opened = [open_gate(*each, len(configs), draw_seed) for each in zip(names, loaded, strict=True)]
    if junit is not None:
        _check_folder(junit)
    session = new_session(jobs, None, fresh=False, quiet=quiet, backend=backend)
    results = [
        each if isinstance(each, GateResult) else play_gate(each, lambda match, enough: session.play([match], enough))
        for each in opened
    ]
    _tell(results, junit, json_=json_)
    raise typer.Exit(EXIT_CODES[worst(results)])


def _check_folder(junit: Path) -> None:
    if junit.is_dir() or not os.access(junit.parent, os.W_OK):
        msg = f"--junit {junit} cannot be written: it must be a file in a folder that exists"
        raise ConfigError(msg)


def _tell(results: "list[GateResult]", junit: Path | None, *, json_: bool) -> None:
    from hearts_bench.report import gates as report

    if junit is not None:
        report.write_junit(results, junit)
    if json_:
        print_json(report.document(results))
    else:
        for result in results:
            print_answer(report.heading(result), report.sentence(result), report.facts(result))
            typer.echo()
        if len(results) > 1:
            typer.echo(report.closing(results))
    if os.environ.get("GITHUB_ACTIONS") == "true":
        for result in results:
            if result.verdict != "pass":
                typer.echo(report.annotation(result), err=True)


@baseline_app.command("save")
@answers_errors
def save_baseline(
    file: Annotated[Path, typer.Argument(help="The file to write, such as strength.json.", metavar="FILE")],
    strategy: Annotated[str, typer.Argument(help="The strategy to keep on record.", metavar="STRATEGY")],
    reference: Annotated[
        str, typer.Option(help="Whom it plays against, and whom others will: it must not change.", metavar="STRATEGY")
    ],
    deals: Annotated[int, typer.Option(help="How many deals at least; no gate can use more.")] = 100_000,
    rules: Rules = "article",
    rule: Rule = None,
    seed: Seed = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Replace an existing baseline.")] = False,
    jobs: Jobs = None,
    backend: Backend = None,
    quiet: Quiet = False,
) -> None:
    """Write down what a strategy does against a reference, board by board, for gates that come later.

    Example: `hearts-bench baseline save strength.json mine.py:Mine --reference article`
    """
    from hearts_bench.baseline import Recording, baseline_match, check_target, save
    from hearts_bench.config import read_rules

    check_target(file, fresh=fresh)
    preset, changes = read_rules(rules, rule or [])
    chosen = chosen_seed(seed, quiet=quiet)
    match = baseline_match(strategy, reference, deals, chosen, preset=preset, changes=changes)
    recording = Recording(match)
    new_session(jobs, None, fresh=False, quiet=quiet, backend=backend).play([match], recording.add)
    save(recording.baseline(), file)
    if not quiet:
        typer.echo(f"{match.boards:,} boards are on record in {file}.", err=True)


@baseline_app.command("show")
@answers_errors
def show_baseline(file: File, json_: Json = False) -> None:
    """Show what a baseline holds, but for its boards.

    Example: `hearts-bench baseline show strength.json`
    """
    from rich.text import Text

    from hearts_bench.baseline import load
    from hearts_bench.report.gates import baseline_text

    baseline = load(file)
    if json_:
        print_json(baseline.document())
        return
    for name, fact in baseline_text(baseline, file):
        console().print(Text.assemble((f"{name:<9}", "dim"), "  ", fact), soft_wrap=True)


@baseline_app.command("verify")
@answers_errors
def verify_baseline(
    file: File,
    all_: Annotated[bool, typer.Option("--all", help="Play all boards again, not about 20 of them.")] = False,
    jobs: Jobs = None,
    backend: Backend = None,
    quiet: Quiet = False,
) -> None:
    """Play boards of a baseline again, and compare them to the last digit; exit code 5 if they differ.

    The reference always plays; the old strategy does, too, if its code is still there and the same.

    Example: `hearts-bench baseline verify strength.json --all`
    """
    from hearts_bench.baseline import check_fits, compare, load, replay_match, replay_some, some_boards

    baseline = load(file)
    check_fits(baseline, file, baseline.match(baseline.reference.strategy))
    match, left_out = replay_match(baseline)
    if all_:

        def is_enough(chunk: "Chunk") -> bool:
            compare(baseline, match, chunk)
            return False

        new_session(jobs, None, fresh=False, quiet=quiet, backend=backend).play([match], is_enough)
    else:
        replay_some(baseline, match)
    boards = baseline.boards if all_ else len(some_boards(baseline))
    who = baseline.reference.strategy if left_out else f"{baseline.old.strategy} and {baseline.reference.strategy}"
    typer.echo(f"{boards:,} of {baseline.boards:,} boards come out as they are on record, played by {who}.")
    if left_out:
        typer.echo(f"{baseline.old.strategy} did not play: {left_out}.")
