"""The command line: parse, call, print. Heavy imports wait until a command needs them."""

import functools
import inspect
import json
import logging
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from hearts_bench import __version__
from hearts_bench.errors import ConfigError, HeartsBenchError, StrategyFault

if TYPE_CHECKING:
    from hearts_bench.match import Match
    from hearts_bench.runner import Result
    from hearts_bench.session import Session

_F = TypeVar("_F", bound=Callable[..., Any])

OK, NOT_REPRODUCED, USAGE, FAULT, INTERRUPTED = 0, 1, 2, 4, 130

app = typer.Typer(
    help="Pit strategies for the card game Hearts against each other, and see which is stronger.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
strategies_app = typer.Typer(help="See which strategies there are, and how they play.", invoke_without_command=True)
rules_app = typer.Typer(help="See which rules there are, and how they differ.", invoke_without_command=True)
app.add_typer(strategies_app, name="strategies")
app.add_typer(rules_app, name="rules")


class SeatingsChoice(StrEnum):
    """Who sits where."""

    fixed = "fixed"
    rotate = "rotate"
    all = "all"


class BackendChoice(StrEnum):
    """Where boards are played."""

    threads = "threads"
    processes = "processes"


Rules = Annotated[str, typer.Option(help="The rules to play by: a preset's name.", metavar="PRESET")]
Seed = Annotated[int | None, typer.Option(help="Decides all deals and all random choices; drawn and shown if absent.")]
Jobs = Annotated[int | None, typer.Option(help="How many workers play at the same time; by default one per core.")]
Backend = Annotated[BackendChoice | None, typer.Option(help="Threads or processes; by default what fits the strategies.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no messages.")]
Out = Annotated[Path | None, typer.Option(help="Write a run folder there, with every deal.", metavar="DIR")]
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
            raise typer.Exit(FAULT if isinstance(error, StrategyFault) else USAGE) from error
        except KeyboardInterrupt:
            typer.echo("Interrupted.", err=True)
            raise typer.Exit(INTERRUPTED) from None

    return run  # type: ignore[return-value]


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


@app.command()
@answers_errors
def article(
    deals: Annotated[int, typer.Option(help="How many deals to play.")] = 400,
    seed: Annotated[int, typer.Option(help="Decides all deals and all random choices.")] = 1,
    jobs: Jobs = None,
    out: Out = None,
    fresh: Fresh = False,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Repeat the article's experiment: a random player against three article strategies.

    Prints the table and whether the claim holds: random about 15 points per deal, the others 2 to 5.

    Example: `hearts-bench article`
    """
    from hearts_bench import claim  # noqa: PLC0415

    result, seconds = _session(jobs, out, fresh, quiet).play([claim.claim_match(deals, seed)])[0]
    reproduced = claim.is_reproduced(result)
    if json_:
        from hearts_bench.report.tables import match_document  # noqa: PLC0415

        _print_json(match_document(result, seconds) | {"reproduced": reproduced})
    else:
        _print_table(result, seconds)
        typer.echo(claim.verdict(result))
    if not reproduced:
        raise typer.Exit(NOT_REPRODUCED)


@app.command()
@answers_errors
def match(
    strategies: Annotated[list[str], typer.Argument(help="One strategy per seat.", metavar="STRATEGY...")],
    deals: Annotated[int, typer.Option(help="How many deals to play; rounded up to whole boards.")] = 1000,
    rules: Rules = "article",
    seed: Seed = None,
    seatings: Annotated[
        SeatingsChoice, typer.Option(help="As listed, each strategy once in every seat, or in every order.")
    ] = SeatingsChoice.rotate,
    jobs: Jobs = None,
    backend: Backend = None,
    out: Out = None,
    fresh: Fresh = False,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Let strategies meet at one table, and print points per deal and payoff of each.

    A strategy is a name, a name with parameters, or a class in a file or module:
    `article`, `monte-carlo:worlds=20`, `mine.py:Mine`, `package.module:Mine`.

    Example: `hearts-bench match random duck-low spade-flushing article --deals 10000`
    """
    from hearts_bench.match import Match, boards_for  # noqa: PLC0415
    from hearts_bench.rules import preset  # noqa: PLC0415

    if deals < 1:
        msg = f"--deals {deals}: at least one deal must be played"
        raise ConfigError(msg)
    boards = boards_for(deals, seatings.value, preset(rules).rules.players)
    played = Match(tuple(strategies), boards, _seed(seed), rules, seatings.value)
    if played.deals != deals and not quiet:
        typer.echo(f"Playing {played.deals} deals: {boards} boards in all {len(played.seating_table)} seatings.", err=True)
    result, seconds = _session(jobs, out, fresh, quiet, backend).play([played])[0]
    if json_:
        from hearts_bench.report.tables import match_document  # noqa: PLC0415

        _print_json(match_document(result, seconds))
    else:
        _print_table(result, seconds)


@app.command()
@answers_errors
def run(
    config: Annotated[Path, typer.Argument(help="A YAML file; see configs/ for examples.", metavar="CONFIG.yaml")],
    seed: Seed = None,
    jobs: Jobs = None,
    backend: Backend = None,
    out: Annotated[
        Path | None, typer.Option(help="The run folder; by default results/ and the file's name.", metavar="DIR")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an interrupted run.")] = False,
    fresh: Fresh = False,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a tournament from a file and write a run folder.

    Example: `hearts-bench run configs/round-robin.yaml`
    """
    from hearts_bench.config import load  # noqa: PLC0415

    loaded = load(config)
    folder = out or Path("results") / config.stem
    if resume and fresh:
        msg = "--resume and --fresh contradict each other"
        raise ConfigError(msg)
    recorded_seed = _recorded_seed(folder) if resume else None
    chosen = next((each for each in (seed, recorded_seed, loaded.seed) if each is not None), None)
    matches = loaded.matches(_seed(chosen))
    session = _session(jobs, folder, fresh, quiet, backend, resume=resume, config=loaded.model_dump(mode="json"))
    try:
        results = session.play(matches)
    except KeyboardInterrupt:
        again = ["hearts-bench", "run", str(config), "--out", str(folder), "--resume"]
        typer.echo(f"What was played is kept. Go on with: {shlex.join(again)}", err=True)
        raise
    if json_:
        from hearts_bench.report.tables import match_document  # noqa: PLC0415

        _print_json({"run": str(folder), "matches": [match_document(*each) for each in results]})
        return
    for result, seconds in results:
        _print_table(result, seconds)
    typer.echo(f"Every deal is in {folder}.", err=True)


def _recorded_seed(folder: Path) -> int:
    from hearts_bench.records import RunFolder  # noqa: PLC0415

    return int(RunFolder.open(folder).manifest()["seed"])


@app.command()
@answers_errors
def replay(
    what: Annotated[
        list[str], typer.Argument(help="A run folder, or one strategy per seat.", metavar="RUN | STRATEGY...")
    ],
    board: Annotated[int, typer.Option(help="The number of the board.", min=0)] = 0,
    seating: Annotated[int, typer.Option(help="For a run: which seating of the board.")] = 0,
    seed: Annotated[int | None, typer.Option(help="For strategies: the seed of the deal.")] = None,
    rules: Rules = "article",
    json_: Json = False,
) -> None:
    """Show a deal trick by trick, played again from its seed.

    Example: `hearts-bench replay random article article article --seed 1 --board 17`
    """
    from hearts_bench.report import replay as report  # noqa: PLC0415

    deal = report.replay(_replayed_match(what, board, seed, rules), board, seating)
    if json_:
        _print_json(report.replay_document(deal))
    else:
        typer.echo(report.replay_text(deal))
    if deal.fault is not None:
        raise typer.Exit(FAULT)


def _replayed_match(what: list[str], board: int, seed: int | None, rules: str) -> "Match":
    from hearts_bench.match import Match  # noqa: PLC0415
    from hearts_bench.records import RunFolder  # noqa: PLC0415

    if len(what) > 1:
        return Match(tuple(what), board + 1, _seed(seed), rules, "fixed")
    matches = RunFolder.open(Path(what[0])).matches()
    for match in matches:
        if match.first_board <= board < match.first_board + match.boards:
            return match
    last = max(match.first_board + match.boards for match in matches) - 1
    msg = f"{what[0]} has no board {board}; it has 0 to {last}"
    raise ConfigError(msg)


@strategies_app.callback()
@answers_errors
def strategies(context: typer.Context) -> None:
    """See which strategies there are, and how they play."""
    if context.invoked_subcommand is None:
        list_strategies()


@strategies_app.command("list")
@answers_errors
def list_strategies(json_: Json = False) -> None:
    """List the installed strategies.

    Example: `hearts-bench strategies list`
    """
    from hearts_bench.registry import make, names  # noqa: PLC0415
    from hearts_bench.strategy import parameters_of  # noqa: PLC0415

    entrants = [make(name) for name in names()]
    if json_:
        _print_json(
            [
                {
                    "name": entrant.name,
                    "kind": entrant.kind,
                    "summary": _first_sentence(entrant.cls),
                    "parameters": [str(parameter) for parameter in parameters_of(entrant.cls).values()],
                }
                for entrant in entrants
            ]
        )
        return
    rows = [
        (each.name, each.kind, ", ".join(map(str, parameters_of(each.cls).values())), _first_sentence(each.cls))
        for each in entrants
    ]
    _print_columns(("strategy", "kind", "parameters", "how it plays"), rows)


@strategies_app.command("show")
@answers_errors
def show_strategy(spec: Annotated[str, typer.Argument(help="A name, or a class in a file or module.")]) -> None:
    """Show how a strategy plays, its parameters and its source.

    Example: `hearts-bench strategies show article`
    """
    from hearts_bench.registry import make  # noqa: PLC0415
    from hearts_bench.strategy import parameters_of  # noqa: PLC0415

    entrant = make(spec)
    parameters = [f"  {parameter}" for parameter in parameters_of(entrant.cls).values()] or ["  none"]
    lines = [
        f"{entrant.name} ({entrant.kind})",
        "",
        inspect.getdoc(entrant.cls) or "No description.",
        "",
        "Parameters:",
        *parameters,
        "",
        f"Source: {inspect.getfile(entrant.cls)}",
        "",
        inspect.getsource(entrant.cls).rstrip(),
    ]
    typer.echo("\n".join(lines))


@rules_app.callback()
@answers_errors
def rules_(context: typer.Context) -> None:
    """See which rules there are, and how they differ."""
    if context.invoked_subcommand is None:
        list_rules()


@rules_app.command("list")
@answers_errors
def list_rules(json_: Json = False) -> None:
    """List the presets.

    Example: `hearts-bench rules list`
    """
    from hearts_bench.rules import PRESETS  # noqa: PLC0415

    if json_:
        _print_json([{"name": each.name, "source": each.source} for each in PRESETS.values()])
    else:
        _print_columns(("preset", "source"), [(each.name, each.source) for each in PRESETS.values()])


@rules_app.command("show")
@answers_errors
def show_rules(
    preset: Annotated[str, typer.Argument(help="A preset's name.", metavar="PRESET")], json_: Json = False
) -> None:
    """Show the options of a preset, its source, and how it differs from the article's rules.

    Example: `hearts-bench rules show bicycle`
    """
    from hearts_bench import rules  # noqa: PLC0415

    chosen = rules.preset(preset)
    options, differences = chosen.rules.options(), chosen.differences()
    if json_:
        differing = {name: {"here": here, "article": there} for name, (here, there) in differences.items()}
        _print_json({"name": preset, "source": chosen.source, "options": options, "differences": differing})
        return
    typer.echo(f"{preset}: {chosen.source}\n")
    described = rules.Rules.model_fields
    rows = [(name, _value(value), described[name].description or "") for name, value in options.items()]
    _print_columns(("option", "value", "meaning"), rows)
    typer.echo("")
    if not differences:
        typer.echo("These are the article's rules." if preset == "article" else "No option differs from article.")
    for name, (here, there) in differences.items():
        typer.echo(f"Differs from article: {name} is {_value(here)}, there {_value(there)}.")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (", ".join(map(str, value)) or "none") if isinstance(value, list | tuple) else str(value)


def _first_sentence(cls: type) -> str:
    return (inspect.getdoc(cls) or "No description.").split("\n\n")[0].replace("\n", " ")


def _seed(seed: int | None) -> int:
    if seed is not None:
        return seed
    import secrets  # noqa: PLC0415

    return secrets.randbelow(2**32)


def _session(
    jobs: int | None, out: Path | None, fresh: bool, quiet: bool, backend: BackendChoice | None = None, **more: Any
) -> "Session":
    from hearts_bench.session import Session  # noqa: PLC0415

    chosen = backend.value if backend else None
    return Session(jobs=jobs, backend=chosen, folder=out, fresh=fresh, quiet=quiet, **more)


def _print_table(result: "Result", seconds: float) -> None:
    from hearts_bench.report import tables  # noqa: PLC0415

    console = _console()
    console.print(tables.heading(result), highlight=False)
    console.print()
    console.print(tables.match_table(result))
    console.print()
    for note in tables.notes(result):
        console.print(note)


def _print_columns(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=None, header_style="bold")
    for number, name in enumerate(header):
        table.add_column(name, no_wrap=number == 0)
    for row in rows:
        table.add_row(*row)
    _console().print(table)


def _console() -> Any:
    from rich.console import Console  # noqa: PLC0415

    return Console() if sys.stdout.isatty() else Console(width=140)


def _print_json(document: Any) -> None:
    typer.echo(json.dumps(document, indent=2, allow_nan=False, ensure_ascii=False))


def main() -> None:
    """Run the command line."""
    with suppress(BrokenPipeError):
        app(prog_name="hearts-bench")


if __name__ == "__main__":
    main()
