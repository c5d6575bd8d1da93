"""Plays boards table by table: asks the strategies that live in Python, and explains what goes wrong."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from hearts_bench.cards import DECK_SIZE, FULL_DECK, QUEEN_OF_SPADES, set_text, text
from hearts_bench.engine import advance_tables, deal_tables
from hearts_bench.errors import CardError, IllegalPlayError, StrategyFault
from hearts_bench.match import Match
from hearts_bench.rules import MAX_SEATS, MOON_AUTO
from hearts_bench.strategy import Strategy, entries_of, passed_set
from hearts_bench.table import CHOOSING, FAIL, FAULTY, PASSING, PLAYING, REVOKE, TABLE, WAITING
from hearts_bench.view import VIEW, View, Views
from hearts_bench.watch import noted_exceptions

# Strategies are timed on every such board only: reading the clock twice a decision is not free.
TIMED_EVERY = 64
# A game that no rule brings to an end (with a subtracted moon there may be none) is stopped after so many deals.
MOST_DEALS = 200


@dataclass
class Block:
    """Tables that are played at the same time, board by board in all seatings, and the faults by table."""

    match: Match
    tables: npt.NDArray[np.void]
    views: npt.NDArray[np.void]
    faults: dict[int, StrategyFault]

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Return what is recorded of every deal or game, column by column."""
        players = self.match.rules.players
        columns = {"board": self.tables["board"], "seating": np.arange(len(self.tables)) % self.match.turns}
        if self.match.whole_games:
            columns["deals"] = self.tables["deals"]
            by_seat = {"total": self.views["totals"], "moons": self.tables["moons"], "queens": self.tables["queens"]}
        else:
            queen = self.views["taken"][:, :players] >> QUEEN_OF_SPADES & 1
            columns["pass_offset"] = self.views["pass_offset"]
            columns["moon_seat"] = self.tables["moon_seat"]
            columns["queen_seat"] = np.where(queen.any(axis=1), np.argmax(queen, axis=1), -1)
            by_seat = {"score": self.tables["scores"], "points": self.views["points"], "tricks": self.tables["tricks"]}
        for seat in range(players):
            columns[f"strategy_{seat}"] = self.tables["strategies"][:, seat]
            columns |= {f"{name}_{seat}": values[:, seat] for name, values in by_seat.items()}
        return {name: np.array(column) for name, column in columns.items()}


class BoardPlayer:
    """Plays boards of a match, up to `capacity` at the same time, in memory that is used again and again.

    Games are stopped after `most_deals` deals.
    """

    def __init__(self, match: Match, capacity: int, most_deals: int = MOST_DEALS) -> None:
        self._most_deals = most_deals if match.whole_games else 0
        self._match = match
        self._tables = np.zeros(capacity * match.turns, TABLE)
        self._views = np.zeros(capacity * match.turns, VIEW)
        self._entries = entries_of(match.entrants)

    def play(self, first: int, boards: int) -> Block:
        """Play some boards in all seatings; a fault stops its own table only. The block is valid until the next one."""
        with noted_exceptions() as raised:
            block = self._play(first, boards, self._entries)
        if not (raised or _has_compiled_fault(block)):
            return block
        # Compiled code cannot say what went wrong: play the same boards interpreted, where errors have a traceback.
        block = self._play(first, boards, entries_of(self._match.entrants, outside=True))
        if not block.faults:
            block.faults[0] = StrategyFault(
                f"a compiled strategy of {', '.join(self._match.line_up)} failed on board {first} or one of the "
                f"{boards - 1} after it ({', '.join(raised) or 'an illegal card'}), but plays on interpreted; "
                "run with NUMBA_BOUNDSCHECK=1 to see why"
            )
        return block

    def _play(self, first: int, boards: int, entries: npt.NDArray[np.int64]) -> Block:
        match, turns, players = self._match, self._match.turns, self._match.rules.players
        tables, views = self._tables[: boards * turns], self._views[: boards * turns]
        tables["board"] = np.repeat(np.arange(first, first + boards), turns)
        tables["strategies"][:, :players] = match.seatings_of(first, boards).reshape(-1, players)
        on_illegal = REVOKE if match.on_illegal == "revoke" else FAIL
        most_deals, drawn = self._most_deals, int(match.drawn)
        deal_tables(tables, views, entries, match.rules.row, match.seed, drawn, TIMED_EVERY, most_deals, on_illegal)
        block = Block(match, tables, views, {})
        instances = _Instances(match, len(tables))
        while True:
            advance_tables(tables, views, entries)
            for row in np.flatnonzero(tables["status"] == FAULTY).tolist():
                if row not in block.faults:
                    block.faults[row] = _illegal(block, row, int(tables["answer"][row]))
            waiting = np.flatnonzero(tables["status"] == WAITING)
            if not waiting.size:
                return block
            _answer(block, waiting, instances)


def _has_compiled_fault(block: Block) -> bool:
    if not block.faults:
        return False
    faulty = block.tables[list(block.faults)]
    positions = faulty["strategies"][np.arange(len(faulty)), faulty["to_act"]]
    return any(not block.match.entrants[position].is_asked_outside for position in positions.tolist())


class _Instances(list[Strategy | None]):
    """The strategy object of every table and seat, once it was asked in this deal."""

    def __init__(self, match: Match, tables: int) -> None:
        super().__init__([None] * (tables * MAX_SEATS))
        self._match = match
        self._deals = np.zeros(tables, np.int64)

    def renew(self, rows: npt.NDArray[np.intp], deals: npt.NDArray[np.int64]) -> None:
        """Drop the objects of tables where another deal of the game has begun."""
        if self._match.whole_games:
            for row in rows[self._deals[rows] != deals].tolist():
                self[row * MAX_SEATS : (row + 1) * MAX_SEATS] = [None] * MAX_SEATS
            self._deals[rows] = deals


def _answer(block: Block, waiting: npt.NDArray[np.intp], instances: _Instances) -> None:
    """Ask the Python strategies at the waiting tables, and put down their answers; this limits their speed."""
    tables, entrants = block.tables, block.match.entrants
    instances.renew(waiting, block.views["deal_number"][waiting])
    views = Views(block.views[waiting])
    seats = tables["to_act"][waiting]
    places = (waiting * MAX_SEATS + seats).tolist()
    positions = tables["strategies"][waiting, seats].tolist()
    phases = tables["phase"][waiting].tolist()
    timed = (tables["timed"][waiting] != 0).tolist()
    answers: list[int] = []
    for at, (place, position, phase, timed_now) in enumerate(zip(places, positions, phases, timed, strict=True)):
        start = time.perf_counter_ns() if timed_now else 0
        try:
            strategy = instances[place]
            if strategy is None:
                strategy = instances[place] = entrants[position].instance()
            view = View(views, at)
            if phase == PLAYING:
                answer = strategy.play(view)
            else:
                answer = (
                    passed_set(strategy.choose_pass(view)) if phase == PASSING else _moon(strategy.choose_moon(view))
                )
            if answer.__class__ is not int or not 0 <= answer <= FULL_DECK:
                answer = _card(answer, block.match)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a strategy raises is its fault
            row = place // MAX_SEATS
            block.faults[row] = _raised(block, row, error)
            tables["on_illegal"][row] = FAIL
            answer = -1
        if timed_now:
            row, seat = divmod(place, MAX_SEATS)
            tables["elapsed"][row, seat] += time.perf_counter_ns() - start
            tables["decisions"][row, seat] += 1
        answers.append(answer)
    tables["answer"][waiting] = answers


def _raised(block: Block, row: int, error: BaseException) -> StrategyFault:
    if isinstance(error, CardError):
        return _fault(block, row, f"answered wrongly: {error}", IllegalPlayError)
    return _fault(block, row, f"raised {type(error).__name__}: {error}{_place(error)}", StrategyFault)


def _moon(answer: Any) -> int:
    """Return the moon rule that a Python strategy chose."""
    if isinstance(answer, int | np.integer) and not isinstance(answer, bool | np.bool_) and 0 <= answer <= MOON_AUTO:
        return int(answer)
    msg = f"{answer!r} is no choice for a moon"
    raise CardError(msg)


def _card(answer: Any, match: Match) -> int:
    """Return the card that a Python strategy's `play` answered with; what is no card is -1 if that is no fault."""
    if isinstance(answer, int | np.integer) and not isinstance(answer, bool | np.bool_):
        if 0 <= answer < DECK_SIZE:
            return int(answer)
        if match.on_illegal == "revoke":
            return -1
    msg = f"{answer!r} is no card (a number from 0 to {DECK_SIZE - 1})"
    raise CardError(msg)


def _place(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f" ({trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno})" if trace else ""


def _illegal(block: Block, row: int, answer: int) -> StrategyFault:
    if block.tables["phase"][row] == CHOOSING:
        return _fault(block, row, f"chose {answer} for its moon", IllegalPlayError)
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
    board, seating, seat = int(table["board"]), row % match.turns, int(table["to_act"])
    deal = int(view.deal_number)
    moments = {PASSING: "the pass", CHOOSING: "the moon"}
    when = moments.get(int(table["phase"]), f"trick {view.tricks_played + 1}")
    legal = "0 (add), 1 (subtract), 2 (auto)" if table["phase"] == CHOOSING else set_text(view.legal)
    game = f"deal {deal}, " if match.whole_games else ""
    spec = match.line_up[int(table["strategies"][seat])]
    return kind(
        f"strategy {spec} (seat {seat}, board {board}, seating {seating}, {game}{when}) {what}. "
        f"Legal: {legal}. See it: {match.replay_command(board, seating, deal)}"
    )
