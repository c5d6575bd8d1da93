"""Plays boards table by table: has the strategies asked that live outside the engine, and explains what goes wrong."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from hearts_bench._jit import INTERPRETED
from hearts_bench.asking import ASKED, Asker, Failure
from hearts_bench.cards import DECK_SIZE, HEART_CARDS, QUEEN_OF_SPADES, CardSet, cards_in, set_text, text
from hearts_bench.engine import advance_tables, deal_tables
from hearts_bench.entrant import LocalEntrant, entries_of
from hearts_bench.errors import IllegalPlayError, StrategyFault
from hearts_bench.isolated import IsolatedEntrant, ProcessEndedError, Sitting
from hearts_bench.match import Match
from hearts_bench.rules import QUEEN_SET
from hearts_bench.table import CHOOSING, FAIL, FAULTY, PASSING, REVOKE, TABLE, WAITING
from hearts_bench.view import VIEW, View, Views
from hearts_bench.watch import noted_exceptions

# Strategies are timed on every such board only: reading the clock twice a decision is not free.
TIMED_EVERY = 64
# A game that no rule brings to an end (with a subtracted moon there may be none) is stopped after so many deals.
MOST_DEALS = 200


@dataclass
class Block:
    """Tables that are played at the same time, board by board in all seatings, and the faults by table.

    `raised` is what compiled strategies raised in their own processes, which does not say where.
    """

    match: Match
    tables: npt.NDArray[np.void]
    views: npt.NDArray[np.void]
    faults: dict[int, StrategyFault]
    raised: list[str] = field(default_factory=list)

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
            rules = self.match.rules
            if rules.decks > 1 or rules.bonus or rules.extra_penalties:  # otherwise points and queen_seat tell these
                by_seat |= {"from_hearts": self._points_from(HEART_CARDS), "from_queen": self._points_from(QUEEN_SET)}
        for seat in range(players):
            columns[f"strategy_{seat}"] = self.tables["strategies"][:, seat]
            columns |= {f"{name}_{seat}": values[:, seat] for name, values in by_seat.items()}
        return {name: np.array(column) for name, column in columns.items()}

    def _points_from(self, cards: CardSet) -> npt.NDArray[np.int64]:
        """Return the points that every seat took with some cards, by table and seat."""
        values, held = self.match.rules.row[0]["values"], (self.views["taken"], self.views["taken_twice"])
        points = np.zeros(self.views["taken"].shape, np.int64)
        for card in cards_in(cards):
            points += int(values[card]) * sum(taken >> card & 1 for taken in held)
        return points


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
        try:
            return self._play_explained(first, boards)
        except _ProcessEnded as end:
            # All boards are asked by turns: one before this one may have a fault to come. The first one is reported.
            earlier = self.play(first, end.board - first) if end.board > first else None
            if earlier is not None and earlier.faults:
                return earlier
            turns = self._match.turns
            rows = slice((end.board - first) * turns, (end.board - first + 1) * turns)
            return Block(self._match, self._tables[rows], self._views[rows], {end.row % turns: end.fault})

    def _play_explained(self, first: int, boards: int) -> Block:
        with noted_exceptions() as raised:
            block = self._play(first, boards, self._entries)
        raised += block.raised
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

    def _deal(self, tables: npt.NDArray[np.void], views: npt.NDArray[np.void], entries: npt.NDArray[np.int64]) -> None:
        """Begin the deals, or games, of the boards whose numbers the tables have."""
        match = self._match
        on_illegal = REVOKE if match.on_illegal == "revoke" else FAIL
        most_deals, drawn = self._most_deals, int(match.drawn)
        deal_tables(tables, views, entries, match.rules.row, match.seed, drawn, TIMED_EVERY, most_deals, on_illegal)

    def _play(self, first: int, boards: int, entries: npt.NDArray[np.int64]) -> Block:
        match, turns, players = self._match, self._match.turns, self._match.rules.players
        tables, views = self._tables[: boards * turns], self._views[: boards * turns]
        tables["board"].reshape(boards, turns)[:] = np.arange(first, first + boards)[:, None]
        tables["strategies"][:, :players].reshape(boards, turns, players)[:] = match.seatings_of(first, boards)
        self._deal(tables, views, entries)
        block = Block(match, tables, views, {})
        if advance_tables(tables, views, entries) == 0:
            return block
        outside = _Outside(block, interpreted=entries is not self._entries)
        while True:
            for row in np.flatnonzero(tables["status"] == FAULTY).tolist():
                if row not in block.faults:
                    block.faults[row] = _illegal(block, row, int(tables["answer"][row]))
            waiting = np.flatnonzero(tables["status"] == WAITING)
            if not waiting.size:
                return block
            outside.answer(waiting)
            advance_tables(tables, views, entries)


def _has_compiled_fault(block: Block) -> bool:
    if not block.faults:
        return False
    faulty = block.tables[list(block.faults)]
    positions = faulty["strategies"][np.arange(len(faulty)), faulty["to_act"]]
    return not INTERPRETED and any(block.match.entrants[position].kind == "compiled" for position in positions.tolist())


class _ProcessEnded(Exception):  # noqa: N818 - never seen outside
    """The process of an isolated strategy ended while it was asked at a table."""

    def __init__(self, board: int, row: int, fault: StrategyFault) -> None:
        super().__init__(str(fault))
        self.board = board
        self.row = row
        self.fault = fault


class _Outside:
    """Has the strategies asked that live outside the engine: those in Python, and isolated ones in their processes."""

    def __init__(self, block: Block, *, interpreted: bool) -> None:
        self._block = block
        entrants, tables = block.match.entrants, len(block.tables)
        revokes = block.match.on_illegal == "revoke"
        local = [each if isinstance(each, LocalEntrant) else None for each in entrants]
        self._local = Asker(local, tables, revokes=revokes)
        # A strategy may sit at several positions, and is asked for all of them together: they form a group. The group
        # of those that are asked here is -1.
        self._isolated = list(dict.fromkeys(each for each in entrants if isinstance(each, IsolatedEntrant)))
        groups = {each: group for group, each in enumerate(self._isolated)}
        self._group_of = np.array([groups[each] if isinstance(each, IsolatedEntrant) else -1 for each in entrants])
        self._sitting = Sitting(tables, interpreted=interpreted, revokes=revokes)

    def answer(self, waiting: npt.NDArray[np.intp]) -> None:
        """Put down answers at the waiting tables; what fails becomes a fault."""
        tables = self._block.tables
        seats = tables["to_act"][waiting]
        asked = np.zeros(len(waiting), ASKED)
        asked["table"] = waiting
        asked["position"] = tables["strategies"][waiting, seats]
        asked["phase"] = tables["phase"][waiting]
        asked["timed"] = tables["timed"][waiting]
        if self._isolated:
            groups = self._group_of[asked["position"]]
            for group in np.unique(groups).tolist():
                chosen = np.flatnonzero(groups == group)
                part = asked[chosen]
                self._ask(self._isolated[group] if group >= 0 else None, part)
                asked[chosen] = part
        else:
            self._ask(None, asked)
        tables["answer"][waiting] = asked["answer"]
        tables["elapsed"][waiting, seats] += asked["nanoseconds"]
        tables["decisions"][waiting, seats] += asked["timed"]

    def _ask(self, isolated: IsolatedEntrant | None, asked: npt.NDArray[np.void]) -> None:
        block, rows = self._block, asked["table"]
        if isolated is None:
            self._note(rows, self._local.ask(asked, block.views.take(rows)))
            return
        try:
            reply = isolated.ask(self._sitting, asked, block.views, rows)
        except ProcessEndedError as error:
            row = int(rows[error.at])
            fault = _fault(block, row, str(error), StrategyFault)
            raise _ProcessEnded(int(block.tables["board"][row]), row, fault) from error
        self._note(rows, reply.failures)
        block.raised += reply.raised

    def _note(self, rows: npt.NDArray[np.int64], failures: dict[int, Failure]) -> None:
        for at, failure in failures.items():
            row = int(rows[at])
            kind = IllegalPlayError if failure.is_answer else StrategyFault
            self._block.faults[row] = _fault(self._block, row, failure.words, kind)
            self._block.tables["on_illegal"][row] = FAIL


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
    position = int(table["strategies"][seat])
    spec = match.line_up[position]
    fault = kind(
        f"strategy {spec} (seat {seat}, board {board}, seating {seating}, {game}{when}) {what}. "
        f"Legal: {legal}. See it: {match.replay_command(board, seating, deal)}"
    )
    fault.position = position
    return fault
