"""The commands that play: article, match and run."""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_bench.cli.common import (
    FAILED,
    Backend,
    Fresh,
    IllegalChoice,
    Jobs,
    Json,
    Out,
    Plot,
    Quiet,
    Rule,
    Rules,
    SeatingsChoice,
    Seed,
    answers_errors,
    check_plot,
    chosen_seed,
    console,
    draw_plot,
    new_session,
    print_json,
    print_leaderboard,
)
from hearts_bench.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hearts_bench.match import Match
    from hearts_bench.runner import Result

# With more matches than a handful, their tables would hide the leaderboard.
_TABLES_SHOWN = 5


@answers_errors
def article(
    deals: Annotated[int, typer.Option(help="How many deals to play.")] = 400,
    seed: Annotated[int, typer.Option(help="Decides all deals and all random choices.")] = 1,
    plot: Plot = None,
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
    from hearts_bench import claim

    check_plot(plot)
    result, seconds = new_session(jobs, out, fresh, quiet).play([claim.claim_match(deals, seed)])[0]
    reproduced = claim.is_reproduced(result)
    if json_:
        from hearts_bench.report.tables import match_document

        print_json(match_document(result, seconds) | {"reproduced": reproduced})
    else:
        _print_table(result)
        typer.echo(claim.verdict(result))
    if plot is not None:
        from hearts_bench.report.charts_claim import article_chart

        draw_plot(article_chart(result), plot)
    if not reproduced:
        raise typer.Exit(FAILED)


@answers_errors
def match(
    strategies: Annotated[list[str], typer.Argument(help="One strategy per seat.", metavar="STRATEGY...")],
    deals: Annotated[
        int | None,
        typer.Option(help="How many deals to play, by default 1000; rounded up until seats and neighbours balance."),
    ] = None,
    games: Annotated[int | None, typer.Option(help="Play so many games to the target instead of single deals.")] = None,
    rules: Rules = "article",
    rule: Rule = None,
    seed: Seed = None,
    seatings: Annotated[
        SeatingsChoice,
        typer.Option(help="As listed; each strategy once in every seat; also with all neighbours; or in every order."),
    ] = SeatingsChoice.balanced,
    on_illegal: Annotated[
        IllegalChoice, typer.Option(help="End at an illegal card, or go on: the revoke penalty is all the hearts.")
    ] = IllegalChoice.fail,
    jobs: Jobs = None,
    backend: Backend = None,
    out: Out = None,
    fresh: Fresh = False,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Let strategies meet at one table, and print points per deal and payoff of each.

    A strategy is a name, a name with parameters, or a class in a file or module:
    `article`, `monte-carlo:worlds=20`, `mine.py:Mine`, `package.module:Mine`. Old versions and other folders take part
    in processes of their own: `git:v1.4:mine.py:Mine`, `wheel:FILE.whl:NAME`, `dir:FOLDER:mine.py:Mine`.

    Example: `hearts-bench match random duck-low spade-flushing article --deals 10000`
    """
    from hearts_bench.config import read_rules
    from hearts_bench.match import Match, boards_for

    if deals is not None and games is not None:
        msg = "--deals and --games contradict each other"
        raise ConfigError(msg)
    unit = "deals" if games is None else "games"
    wanted = next((number for number in (deals, games) if number is not None), 1000)
    if wanted < 1:
        msg = f"--{unit} {wanted}: at least one must be played"
        raise ConfigError(msg)
    preset, changes = read_rules(rules, rule or [])
    played = Match(
        line_up=tuple(strategies),
        boards=1,
        seed=chosen_seed(seed, quiet=quiet),
        preset=preset,
        changes=changes,
        seatings=seatings.value,
        whole_games=games is not None,
        on_illegal=on_illegal.value,
    )
    played = replace(played, boards=boards_for(played, wanted))
    if not quiet:
        _say_rounded([played], wanted)
    result, seconds = new_session(jobs, out, fresh, quiet, backend).play([played])[0]
    if json_:
        from hearts_bench.report.tables import match_document

        print_json(match_document(result, seconds))
    else:
        _print_table(result)


def _say_rounded(matches: "Sequence[Match]", wanted: int) -> None:
    """Say on standard error how many deals, or games, are played if it is not the number that was asked for."""
    most = max(matches, key=lambda match: match.deals)
    least = min(match.deals for match in matches)
    if most.deals == wanted:
        return
    unit = "games" if most.whole_games else "deals"
    number = f"{most.deals:,}" if least == most.deals else f"{least:,} to {most.deals:,}"
    where = " in each match" if len(matches) > 1 else ""
    typer.echo(f"Playing {number} {unit}{where} instead of {wanted:,}: {_balance(most)}.", err=True)


def _balance(match: "Match") -> str:
    if match.seatings != "balanced":
        return f"every board in all {match.turns} seatings"
    return f"{match.block} boards in {match.turns} seatings each make all passes, seats and neighbours equally frequent"


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
    from hearts_bench.config import load

    loaded = load(config)
    folder = out or Path("results") / config.stem
    if resume and fresh:
        msg = "--resume and --fresh contradict each other"
        raise ConfigError(msg)
    recorded_seed = _recorded_seed(folder) if resume else None
    chosen = next((each for each in (seed, recorded_seed, loaded.seed) if each is not None), None)
    matches = loaded.matches(chosen_seed(chosen, quiet=quiet))
    if not quiet:
        _say_rounded(matches, loaded.tournament.deals or loaded.tournament.games or 0)
    session = new_session(jobs, folder, fresh, quiet, backend, resume=resume, config=loaded.model_dump(mode="json"))
    try:
        results = session.play(matches)
    except KeyboardInterrupt:
        again = ["hearts-bench", "run", str(config), "--out", str(folder), "--resume"]
        typer.echo(f"What was played is kept. Go on with: {shlex.join(again)}", err=True)
        raise
    from hearts_bench.leaderboard import leaderboard
    from hearts_bench.report import tables

    board = leaderboard([result for result, _ in results])
    if json_:
        documents = [tables.match_document(*each) for each in results]
        print_json({"run": str(folder), "matches": documents} | tables.leaderboard_document(board))
        return
    if len(results) <= _TABLES_SHOWN:
        for result, _ in results:
            _print_table(result)
    print_leaderboard(board, tables.leaderboard_heading([result for result, _ in results]))
    more = "" if len(results) <= _TABLES_SHOWN else "; --resume --json shows every match"
    typer.echo(f"Every deal is in {folder}{more}.", err=True)


def _recorded_seed(folder: Path) -> int:
    from hearts_bench.records import RunFolder

    return int(RunFolder.open(folder).manifest()["seed"])


def _print_table(result: "Result") -> None:
    from hearts_bench.report import tables

    screen = console()
    screen.print(tables.heading(result), highlight=False, soft_wrap=True)
    screen.print()
    screen.print(tables.match_table(result))
    screen.print()
    notes = tables.notes(result)
    for note in notes:
        screen.print(note, highlight=False, soft_wrap=True)
    if notes:
        screen.print()
