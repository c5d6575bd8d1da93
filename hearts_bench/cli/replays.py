"""The commands that look at single deals: replay and analyse."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hearts_bench.cli.common import (
    FAULT,
    MISMATCH,
    IllegalChoice,
    Json,
    Rule,
    Rules,
    answers_errors,
    chosen_seed,
    console,
    print_json,
)
from hearts_bench.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hearts_bench.deal_file import FiledDeal
    from hearts_bench.explaining import Decision
    from hearts_bench.match import Match
    from hearts_bench.played import Deal

_RED_CARDS = r"(10|[2-9JQKA])[♦♥]|[♦♥]( (10|[2-9JQKA])\b)*"
_RED_CARDS_IN_ASCII = r"\b(10|[2-9JQKA])[DH]\b|\b[DH]( (10|[2-9JQKA])\b)+"
_MISTAKES_SHOWN = 10

Ascii = Annotated[bool, typer.Option("--ascii", help="Letters instead of suit symbols.")]


@answers_errors
def replay(
    context: typer.Context,
    what: Annotated[
        list[str],
        typer.Argument(
            help="A run folder, a file of deals, or one strategy per seat.", metavar="RUN | FILE | STRATEGY..."
        ),
    ],
    board: Annotated[
        int | None, typer.Option(help="The number of the board, by default 0, or the only one of a file.", min=0)
    ] = None,
    seating: Annotated[int, typer.Option(help="For a run: which seating of the board.")] = 0,
    deal: Annotated[int | None, typer.Option(help="Boards are games: show this deal of the game.", min=0)] = None,
    seed: Annotated[int | None, typer.Option(help="For strategies: the seed of the deal.")] = None,
    rules: Rules = "article",
    rule: Rule = None,
    drawn: Annotated[
        bool, typer.Option("--drawn", help="For strategies: the pass direction is drawn from the seed, as in duels.")
    ] = False,
    on_illegal: Annotated[IllegalChoice, typer.Option(help="For strategies: as in match.")] = IllegalChoice.fail,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what the strategies considered, pass and cards, if they can say.")
    ] = False,
    judge: Annotated[
        str | None, typer.Option(help="Show what this strategy thinks of every pass and card.", metavar="STRATEGY")
    ] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write a page to step through the deal in a browser.", metavar="FILE")
    ] = None,
    export: Annotated[Path | None, typer.Option(help="Write the deal to a file of deals.", metavar="FILE")] = None,
    ascii_: Ascii = False,
    json_: Json = False,
) -> None:
    """Show a deal trick by trick, played again from its seed, or as a file of deals has it.

    Example: `hearts-bench replay random article article article --seed 1 --board 17`
    """
    from hearts_bench.explaining import explain as explained
    from hearts_bench.watch import captured_output

    disagreement = None
    if len(what) == 1 and Path(what[0]).is_file():
        _refuse_options(context, what[0])
        filed = _only_deal(Path(what[0]), board)
        shown, disagreement = filed.deal, filed.disagreement
    else:
        from hearts_bench.replaying import replay as played_again

        if len(what) > 1:
            whole_games = deal is not None
            match = _match_of(what, board or 0, seed, rules, rule, drawn, on_illegal, whole_games=whole_games)
        else:
            match = _match_with_board(Path(what[0]), board or 0, deal)
        with captured_output(sys.stderr):
            shown = played_again(match, board or 0, seating, deal or 0)
    with captured_output(sys.stderr):
        decisions = explained(shown, judge) if explain or judge is not None else None
    _write_files(shown, decisions, html, export)
    if json_:
        print_json(_document(shown, decisions))
    elif html is None and export is None:
        _print_deal(_text(shown, decisions), ascii_=ascii_)
    _end([shown], [disagreement])


@answers_errors
def analyse(
    file: Annotated[Path, typer.Argument(help="A file of deals; see docs/deals.md.", metavar="FILE")],
    strategies: Annotated[
        list[str] | None,
        typer.Argument(help="Who shall play them: one strategy per seat, or one for all seats.", metavar="STRATEGY..."),
    ] = None,
    board: Annotated[int | None, typer.Option(help="Only the deal of this board.", min=0)] = None,
    judge: Annotated[
        str,
        typer.Option(help="Who judges a play on record; must be able to say what it considers.", metavar="STRATEGY"),
    ] = "monte-carlo:worlds=1000",
    ascii_: Ascii = False,
    json_: Json = False,
) -> None:
    """Judge the play of deals that somebody saw elsewhere, and let strategies play the same hands.

    Of a play on record the costliest passes and cards are listed, as a strategy that can say what it considers sees
    them.

    Example: `hearts-bench analyse docs/examples/deals/evening.deals article`
    """
    from hearts_bench.deal_file import load_deals

    chosen = [each for each in load_deals(file) if board is None or each.deal.board == board]
    if not chosen:
        _only_deal(file, board)
    if not strategies and not any(map(_is_recorded, chosen)):
        msg = f"{file} has no play to judge; name strategies that shall play its hands"
        raise ConfigError(msg)
    played: Sequence[Deal | None] = [_played_by(each, strategies, file) if strategies else None for each in chosen]
    judged = [_judged(each, judge) for each in chosen]
    if json_:
        print_json({"deals": [*map(_analysis_document, chosen, judged, played)]})
    else:
        _print_deal("\n\n\n".join(map(_analysis, chosen, judged, played)), ascii_=ascii_)
    _end([other for other in played if other is not None], [filed.disagreement for filed in chosen])


def _played_by(filed: "FiledDeal", strategies: "Sequence[str]", file: Path) -> "Deal":
    from hearts_bench.replaying import play_out
    from hearts_bench.watch import captured_output

    players = filed.deal.rules.players
    line_up = list(strategies) * players if len(strategies) == 1 else list(strategies)
    see = ["hearts-bench", "analyse", str(file), *strategies, "--board", str(filed.deal.board)]
    with captured_output(sys.stderr):
        return play_out(filed.deal, line_up, shlex.join(see))


def _judged(filed: "FiledDeal", judge: str) -> "Sequence[Decision] | None":
    from hearts_bench.explaining import explain
    from hearts_bench.watch import captured_output

    with captured_output(sys.stderr):
        return explain(filed.deal, judge) if _is_recorded(filed) else None


def _is_recorded(filed: "FiledDeal") -> bool:
    """Tell whether there are decisions to judge: a play, or a pass at least."""
    return bool(filed.deal.plays or filed.deal.passes)


def _analysis(filed: "FiledDeal", judged: "Sequence[Decision] | None", played: "Deal | None") -> str:
    """Return what there is to say of a deal: the play on record, its costliest decisions, and the strategies' play."""
    from hearts_bench.report.explained import mistakes_text

    blocks = []
    if judged is not None:
        blocks += [_text(filed.deal, None), mistakes_text(judged, filed.deal.rules.players, _MISTAKES_SHOWN)]
        blocks += [] if played is None else ["The same hands, played anew"]
    if played is not None:
        blocks.append(_text(played, None))
    return "\n\n".join(blocks)


def _analysis_document(
    filed: "FiledDeal", judged: "Sequence[Decision] | None", played: "Deal | None"
) -> dict[str, Any]:
    return {
        "recorded": _document(filed.deal, judged),
        "disagreement": filed.disagreement,
        "played": None if played is None else _document(played, None),
    }


def _refuse_options(context: typer.Context, file: str) -> None:
    """Refuse options that say what a file of deals says itself."""
    for name in ("seating", "deal", "seed", "rules", "rule", "drawn", "on_illegal"):
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            msg = f"--{name.replace('_', '-')} is for strategies and runs; {file} says itself how its deals are played"
            raise ConfigError(msg)


def _only_deal(file: Path, board: int | None) -> "FiledDeal":
    """Return the deal of a file with this board number or, without one, the only deal there."""
    from hearts_bench.deal_file import load_deals

    deals = load_deals(file)
    chosen = [each for each in deals if board is None or each.deal.board == board]
    if len(chosen) == 1:
        return chosen[0]
    listed = ", ".join(f"{each.deal.board} (line {each.line})" for each in deals)
    if not chosen:
        msg = f"{file} has no board {board}; it has {listed}"
    elif board is None:
        msg = f"{file} has {len(deals)} deals; choose one with --board: {listed}"
    else:
        msg = f"{file} has {len(chosen)} deals of board {board}; give each a number of its own: {listed}"
    raise ConfigError(msg)


def _match_of(
    line_up: list[str],
    board: int,
    seed: int | None,
    rules: str,
    rule: list[str] | None,
    drawn: bool,
    on_illegal: IllegalChoice,
    *,
    whole_games: bool,
) -> "Match":
    from hearts_bench.config import read_rules
    from hearts_bench.match import Match

    preset, changes = read_rules(rules, rule or [])
    return Match(
        line_up=tuple(line_up),
        boards=board + 1,
        seed=chosen_seed(seed),
        preset=preset,
        changes=changes,
        seatings="fixed",
        whole_games=whole_games,
        on_illegal=on_illegal.value,
        drawn=drawn,
    )


def _match_with_board(run: Path, board: int, deal: int | None) -> "Match":
    from hearts_bench.records import RunFolder

    matches = RunFolder.open(run).matches()
    for match in matches:
        if match.first_board <= board < match.first_board + match.boards:
            if deal is not None and not match.whole_games:
                msg = f"boards of {run} are single deals; leave --deal out"
                raise ConfigError(msg)
            return match
    last = max(match.first_board + match.boards for match in matches) - 1
    msg = f"{run} has no board {board}; it has 0 to {last}"
    raise ConfigError(msg)


def _text(deal: "Deal", decisions: "Sequence[Decision] | None") -> str:
    from hearts_bench.played import outcome
    from hearts_bench.report.explained import explanation_text
    from hearts_bench.report.replay import replay_text

    text = replay_text(deal, outcome(deal))
    return text if decisions is None else f"{text}\n\n{explanation_text(decisions, deal.rules.players)}"


def _document(deal: "Deal", decisions: "Sequence[Decision] | None") -> dict[str, Any]:
    from hearts_bench.played import outcome
    from hearts_bench.report.explained import explanation_document
    from hearts_bench.report.replay import replay_document

    document = replay_document(deal, outcome(deal))
    return document if decisions is None else document | {"explanation": explanation_document(decisions)}


def _write_files(deal: "Deal", decisions: "Sequence[Decision] | None", html: Path | None, export: Path | None) -> None:
    if html is not None:
        from hearts_bench.report.replay_page import replay_page

        _write(html, replay_page(deal, _document(deal, decisions)))
    if export is not None:
        from hearts_bench.deal_writer import deal_text

        _write(export, deal_text(deal))


def _write(path: Path, content: str) -> None:
    from hearts_bench.records import write_whole

    try:
        write_whole(path, lambda part: part.write_text(content, encoding="utf-8"))
    except OSError as error:
        msg = f"cannot write {path}: {error.strerror}"
        raise ConfigError(msg) from error
    typer.echo(f"Written: {path}", err=True)


def _print_deal(said: str, *, ascii_: bool) -> None:
    """Print text about a deal, the red suits red on terminals; in ASCII where the output has no suit symbols."""
    from rich.text import Text

    from hearts_bench.report.names import ascii_text

    is_plain = ascii_ or not _can_show_suits()
    shown = Text(ascii_text(said) if is_plain else said)
    shown.highlight_regex(_RED_CARDS_IN_ASCII if is_plain else _RED_CARDS, "red")
    console().print(shown, soft_wrap=True)


def _can_show_suits() -> bool:
    try:
        "♠♥♦♣—−…".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _end(deals: "Sequence[Deal]", disagreements: "Sequence[str | None]") -> None:
    """End with the exit code for scores on file that are not those of the play, or for a fault."""
    for disagreement in filter(None, disagreements):
        typer.echo(f"Error: {disagreement}", err=True)
    if any(disagreements):
        raise typer.Exit(MISMATCH)
    if any(deal.fault is not None for deal in deals):
        raise typer.Exit(FAULT)
