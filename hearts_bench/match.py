"""A match: one line-up over many boards, each board one deal played in all seatings of the line-up.

Boards are played a chunk at a time, and what a chunk gives depends on nothing but the match and its board numbers. All
sums are integers, so results are the same to the last bit however the boards are cut into chunks.
"""

import contextlib
import io
import itertools
import shlex
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from functools import cached_property
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt
from numba import types

from hearts_bench._jit import entry
from hearts_bench.cards import DECK_SIZE, FULL_DECK, QUEEN_OF_SPADES, has, set_text, text
from hearts_bench.errors import CardError, ConfigError, IllegalPlayError, StrategyFault
from hearts_bench.registry import make
from hearts_bench.rules import MAX_SEATS, Rules, preset
from hearts_bench.strategy import Entrant, Strategy, outside_entry, passed_set
from hearts_bench.table import (
    FAULTY,
    PASSING,
    TABLES,
    VIEWS,
    WAITING,
    advance_tables,
    deal_tables,
    new_tables,
)
from hearts_bench.view import View, Views, new_views

Seatings: TypeAlias = Literal["fixed", "rotate", "all"]

# Strategies are timed on every such board: reading the clock twice a decision on all boards would cost a third.
TIMED_EVERY = 64
# Tables that are in play at the same time: enough to spread the cost of a call, few enough to stay in the cache.
_TABLES_AT_ONCE = 256


class Sum(IntEnum):
    """The columns of a tally: sums over boards or deals, by position in the line-up."""

    SCORE = 0  # over boards, of the scores in all seatings
    SCORE_SQUARED = 1
    PAYOFF = 2  # over boards, of (players - 1) * payoff in all seatings
    PAYOFF_SQUARED = 3
    MOONS_MADE = 4
    MOONS_CONCEDED = 5
    QUEENS = 6  # deals in which it took the queen of spades
    CLEAN = 7  # deals in which it took no point
    DECISIONS = 8  # timed ones
    NANOSECONDS = 9  # that these took


Tally: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Match:
    """Which strategies meet, under which rules, on which boards.

    `line_up` has the spec of one strategy per seat; `seatings` says who sits where on each board: as listed ("fixed"),
    each strategy once in every seat ("rotate"), or in every possible order ("all"). The boards are numbered from
    `first_board` on. `labels` are what reports call the strategies; by default their specs, told apart by a number.
    """

    line_up: tuple[str, ...]
    boards: int
    seed: int
    preset: str = "article"
    seatings: Seatings = "rotate"
    first_board: int = 0
    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.line_up) != self.rules.players:
            msg = (
                f"rules {self.preset}: {self.rules.players} strategies are needed, one a seat, not {len(self.line_up)}"
            )
            raise ConfigError(msg)
        if self.boards < 1:
            msg = f"{self.deals} deals cannot be played; ask for at least one"
            raise ConfigError(msg)
        if not -(2**63) <= self.seed < 2**63:
            msg = f"the seed {self.seed} does not fit into 64 bits"
            raise ConfigError(msg)
        if not self.labels:
            object.__setattr__(self, "labels", _told_apart(self.line_up))

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to a worker without what is made from the fields: compiled strategies stay in their process."""
        return type(self), tuple(getattr(self, each.name) for each in fields(self))

    @property
    def rules(self) -> Rules:
        """The rules that the preset stands for."""
        return preset(self.preset).rules

    @property
    def deals(self) -> int:
        """How many deals are played: every board in every seating."""
        return self.boards * len(self.seating_table)

    @cached_property
    def seating_table(self) -> npt.NDArray[np.int64]:
        """Position in the line-up by seating and seat: int64 of shape (seatings, players)."""
        return seating_table(self.seatings, self.rules.players)

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        """The strategies, made from their specs."""
        return tuple(make(spec) for spec in self.line_up)

    @property
    def is_compiled(self) -> bool:
        """Whether compiled code plays whole deals without asking Python."""
        return not any(entrant.is_asked_outside for entrant in self.entrants)

    def replay_command(self, board: int, seating: int) -> str:
        """Return the command that shows one deal of this match."""
        seated = [self.line_up[position] for position in self.seating_table[seating]]
        rules = [] if self.preset == "article" else ["--rules", self.preset]
        return shlex.join(["hearts-bench", "replay", *seated, "--seed", str(self.seed), "--board", str(board), *rules])


def _told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names, with a number where they occur more than once.

    >>> _told_apart(("random", "article", "article"))
    ('random', 'article #1', 'article #2')
    """
    return tuple(
        f"{name} #{names[: at + 1].count(name)}" if names.count(name) > 1 else name for at, name in enumerate(names)
    )


@dataclass(frozen=True)
class Chunk:
    """What some consecutive boards of a match gave.

    `tally` has one row per position in the line-up and the columns of `Sum`. `deals` is there only if it was asked
    for. `fault` is the first fault in board order; the boards from there on are not in the tally.
    """

    first: int
    boards: int
    tally: Tally
    seconds: float
    deals: dict[str, npt.NDArray[Any]] | None = None
    fault: StrategyFault | None = None
    printed: str = ""


def seating_table(seatings: Seatings, players: int) -> npt.NDArray[np.int64]:
    """Return who sits where: position in the line-up by seating and seat.

    >>> seating_table("rotate", 4).tolist()
    [[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1], [1, 2, 3, 0]]
    """
    if seatings == "fixed":
        rows: Sequence[Sequence[int]] = [range(players)]
    elif seatings == "rotate":
        rows = [[(seat - turn) % players for seat in range(players)] for turn in range(players)]
    elif seatings == "all":
        rows = list(itertools.permutations(range(players)))
    else:
        msg = f"unknown seatings {seatings!r}; there is {', '.join(get_args(Seatings))}"
        raise ConfigError(msg)
    return np.array(rows, np.int64)


def boards_for(deals: int, seatings: Seatings, players: int) -> int:
    """Return how many boards make at least this many deals."""
    return -(-deals // len(seating_table(seatings, players)))


def play_chunk(match: Match, first: int, boards: int, *, record: bool = False) -> Chunk:
    """Play consecutive boards of a match; with `record`, return every deal as well."""
    start = time.perf_counter()
    at_once = max(1, _TABLES_AT_ONCE // len(match.seating_table))
    tally = np.zeros((len(match.line_up), len(Sum)), np.int64)
    recorded: list[dict[str, npt.NDArray[Any]]] = []
    fault = None
    printed = io.StringIO()
    # Whatever a strategy prints must not end up among the results.
    capture = contextlib.nullcontext() if match.is_compiled else contextlib.redirect_stdout(printed)
    with capture:
        for board in range(first, first + boards, at_once):
            block = play_block(match, board, min(at_once, first + boards - board))
            if block.faults:
                fault = block.faults[min(block.faults)]
                break
            tally_tables(block.tables, block.views, match.seating_table, tally)
            if record:
                recorded.append(block.columns())
    deals = {name: np.concatenate([each[name] for each in recorded]) for name in recorded[0]} if recorded else None
    return Chunk(first, boards, tally, time.perf_counter() - start, deals, fault, printed.getvalue())


@dataclass
class Block:
    """Tables that are played at the same time, board by board in all seatings, and the faults by table."""

    match: Match
    tables: npt.NDArray[np.void]
    views: npt.NDArray[np.void]
    faults: dict[int, StrategyFault]

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Return what is recorded of every deal, column by column; seats are the last axis of score and line-up."""
        players = self.match.rules.players
        seating = np.arange(len(self.tables)) % len(self.match.seating_table)
        taken = self.views["taken"][:, :players]
        columns = {
            "board": self.tables["board"],
            "seating": seating,
            "pass_offset": self.views["pass_offset"],
            "moon_seat": self.tables["moon_seat"],
            "queen_seat": np.argmax(taken >> QUEEN_OF_SPADES & 1, axis=1),
        }
        for seat in range(players):
            columns[f"strategy_{seat}"] = self.match.seating_table[seating, seat]
            columns[f"score_{seat}"] = self.tables["scores"][:, seat]
            columns[f"points_{seat}"] = self.views["points"][:, seat]
            columns[f"tricks_{seat}"] = self.tables["tricks"][:, seat]
        return {name: np.array(column) for name, column in columns.items()}


def play_block(match: Match, first: int, boards: int) -> Block:
    """Play some boards in all seatings; a fault stops its own table only."""
    with _watching_exceptions() as raised:
        block = _play_block(match, first, boards, [outside_entry(entrant) for entrant in match.entrants])
    compiled_faults = np.flatnonzero(block.tables["status"] == FAULTY).tolist() if match.is_compiled else []
    if not (raised or compiled_faults):
        return block
    # Compiled code cannot say what went wrong: play the same boards interpreted, where errors have a traceback.
    asked_outside = [[0, 0, 0, outside_entry(entrant)[3]] for entrant in match.entrants]
    again = _play_block(match, first, boards, asked_outside)
    if not again.faults:
        reason = raised[0] if raised else "an illegal card"
        again.faults[0] = StrategyFault(
            f"a compiled strategy of {', '.join(match.line_up)} failed on board {first} or one of the "
            f"{boards - 1} after it ({reason}), but plays on when it is interpreted; "
            "run with NUMBA_BOUNDSCHECK=1 to see why"
        )
    return again


def _play_block(match: Match, first: int, boards: int, entries: list[list[int]]) -> Block:
    rules, seatings = match.rules, match.seating_table
    tables, views = new_tables(boards * len(seatings)), new_views(boards * len(seatings))
    tables["board"] = np.repeat(np.arange(first, first + boards), len(seatings))
    tables["strategies"][:, : rules.players] = np.tile(seatings, (boards, 1))
    rows = np.array(entries, np.int64)
    deal_tables(tables, views, rows, rules.row, np.array(rules.pass_offsets), match.seed, TIMED_EVERY)
    block = Block(match, tables, views, {})
    advance_tables(tables, views, rows)
    instances: list[Strategy | None] = [None] * (len(tables) * MAX_SEATS)
    while (waiting := np.flatnonzero(tables["status"] == WAITING)).size:
        _answer(block, waiting, instances)
        advance_tables(tables, views, rows)
        for row in np.flatnonzero(tables["status"] == FAULTY).tolist():
            if row not in block.faults:
                block.faults[row] = _illegal(block, row, int(tables["answer"][row]))
    return block


def _answer(block: Block, waiting: npt.NDArray[np.intp], instances: list[Strategy | None]) -> None:
    """Ask the Python strategies at the waiting tables, and put down their answers.

    `instances` holds the strategy object of every table and seat, once it was asked; this loop is what limits the
    speed of Python strategies.
    """
    tables, entrants = block.tables, block.match.entrants
    views = Views(block.views[waiting])
    seats = tables["to_act"][waiting]
    positions = tables["strategies"][waiting, seats].tolist()
    passing = (tables["phase"][waiting] == PASSING).tolist()
    timed = (tables["timed"][waiting] != 0).tolist()
    places = (waiting * MAX_SEATS + seats).tolist()
    answers: list[int] = []
    for at, place in enumerate(places):
        start = time.perf_counter_ns() if timed[at] else 0
        try:
            strategy = instances[place]
            if strategy is None:
                strategy = instances[place] = entrants[positions[at]].instance()
            if passing[at]:
                answer = passed_set(strategy.choose_pass(View(views, at)))
            else:
                answer = strategy.play(View(views, at))
            if answer.__class__ is not int or not 0 <= answer <= FULL_DECK:
                answer = _card(answer)
        except CardError as error:
            row = place // MAX_SEATS
            block.faults[row] = _fault(block, row, f"answered wrongly: {error}", IllegalPlayError)
            answer = -1
        except Exception as error:  # noqa: BLE001 - whatever a strategy raises is its fault, and is reported as such
            row = place // MAX_SEATS
            what = f"raised {type(error).__name__}: {error}{_place(error)}"
            block.faults[row] = _fault(block, row, what, StrategyFault)
            answer = -1
        if timed[at]:
            row, seat = divmod(place, MAX_SEATS)
            tables["elapsed"][row, seat] += time.perf_counter_ns() - start
            tables["decisions"][row, seat] += 1
        answers.append(answer)
    tables["answer"][waiting] = answers


def _card(answer: Any) -> int:
    """Return the card that a Python strategy's `play` answered with."""
    if isinstance(answer, int | np.integer) and not isinstance(answer, bool | np.bool_) and 0 <= answer < DECK_SIZE:
        return int(answer)
    msg = f"{answer!r} is no card (a number from 0 to {DECK_SIZE - 1})"
    raise CardError(msg)


def _place(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f" ({trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno})" if trace else ""


def _illegal(block: Block, row: int, answer: int) -> StrategyFault:
    if block.tables["phase"][row] == PASSING:
        view = View(Views(block.views[row : row + 1]), 0)
        cards = set_text(answer & view.rules.deck) or "no card"
        return _fault(block, row, f"passed {cards}, which is not {view.pass_count} cards of its hand", IllegalPlayError)
    card = text(answer) if 0 <= answer < DECK_SIZE else f"{answer} (no card: cards are 0 to {DECK_SIZE - 1})"
    return _fault(block, row, f"played {card}, which is not legal", IllegalPlayError)


def _fault(block: Block, row: int, what: str, kind: type[StrategyFault]) -> StrategyFault:
    """Return the exception that tells which strategy did what, where, what was legal and how to see it again."""
    match, table = block.match, block.tables[row]
    view = View(Views(block.views[row : row + 1]), 0)
    board, seating, seat = int(table["board"]), row % len(match.seating_table), int(table["to_act"])
    when = "the pass" if table["phase"] == PASSING else f"trick {view.tricks_played + 1}"
    spec = match.line_up[int(table["strategies"][seat])]
    return kind(
        f"strategy {spec} (seat {seat}, board {board}, seating {seating}, {when}) {what}. "
        f"Legal: {set_text(view.legal)}. See it: {match.replay_command(board, seating)}"
    )


@contextlib.contextmanager
def _watching_exceptions() -> Iterator[list[str]]:
    """Note exceptions inside compiled strategies: numba hands them to `sys.unraisablehook` and goes on with garbage."""
    raised: list[str] = []
    thread = threading.get_ident()
    _listeners[thread] = raised
    if sys.unraisablehook is not _listen:
        _listeners_hook.append(sys.unraisablehook)
        sys.unraisablehook = _listen
    try:
        yield raised
    finally:
        del _listeners[thread]


_listeners: dict[int, list[str]] = {}
_listeners_hook: list[Any] = []


def _listen(unraisable: Any) -> None:
    listener = _listeners.get(threading.get_ident())
    if listener is None:
        _listeners_hook[-1](unraisable)
    else:
        listener.append(f"{unraisable.exc_type.__name__}: {unraisable.exc_value}")


@entry(types.void(TABLES, VIEWS, types.int64[:, ::1], types.int64[:, ::1]))
def tally_tables(tables: Any, views: Any, seatings: Any, tally: Any) -> None:
    """Add finished tables, board by board in all seatings, to a tally (rows: positions, columns: `Sum`)."""
    players = views[0].players
    turns = len(seatings)
    seat_of = np.zeros((turns, MAX_SEATS), np.int64)
    for turn in range(turns):
        for seat in range(players):
            seat_of[turn, seatings[turn, seat]] = seat
    for first in range(0, len(tables), turns):
        for position in range(players):
            row = tally[position]
            score = 0
            payoff = 0
            for turn in range(turns):
                table = tables[first + turn]
                view = views[first + turn]
                seat = seat_of[turn, position]
                score += table.scores[seat]
                payoff -= players * table.scores[seat]
                for other in range(players):
                    payoff += table.scores[other]
                row[4] += 1 if table.moon_seat == seat else 0
                row[5] += 1 if table.moon_seat >= 0 and table.moon_seat != seat else 0
                row[6] += 1 if has(view.taken[seat], QUEEN_OF_SPADES) else 0
                row[7] += 1 if view.points[seat] == 0 else 0
                row[8] += table.decisions[seat]
                row[9] += table.elapsed[seat]
            row[0] += score
            row[1] += score * score
            row[2] += payoff
            row[3] += payoff * payoff
