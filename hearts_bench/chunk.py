"""Chunks: consecutive boards of a match that one worker plays together, and the tally they give.

What a chunk gives depends on nothing but the match and its board numbers. All sums are integers, so results are the
same to the last bit however the boards are cut into chunks.
"""

import contextlib
import io
import time
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import types

from hearts_bench._jit import entry, leaf
from hearts_bench.block import BoardPlayer
from hearts_bench.engine import TABLES, VIEWS
from hearts_bench.errors import StrategyFault
from hearts_bench.match import Match
from hearts_bench.rules import MAX_SEATS
from hearts_bench.watch import captured_output

# Tables that are in play at the same time: enough to spread the cost of a call, few enough to stay in the cache.
_TABLES_AT_ONCE = 256


class Sum(IntEnum):
    """The columns of a tally: sums over boards or deals, by position in the line-up.

    A board's value is a sum over its seatings. The columns from WINS to PLACES_SQUARED are of whole games.
    """

    SCORE = 0  # over boards, of scores
    SCORE_SQUARED = 1
    PAYOFF = 2  # over boards, of (players - 1) * payoff
    PAYOFF_SQUARED = 3
    DEALS = 4  # over boards, of the number of deals
    DEALS_SQUARED = 5
    SCORE_DEALS = 6  # products of score and number of deals,
    PAYOFF_DEALS = 7  # and of payoff and number of deals
    WINS = 8  # over boards, of wins; a win counts WIN, shared among equals
    WINS_SQUARED = 9
    PLACES = 10  # over boards, of twice the placement; equals share theirs
    PLACES_SQUARED = 11
    MOONS_MADE = 12  # deals in which it shot the moon
    MOONS_CONCEDED = 13
    QUEENS = 14  # deals in which it took the queen of spades
    CLEAN = 15  # deals in which it took no penalty card
    REVOKES = 16  # illegal cards it played
    DECISIONS = 17  # timed ones
    NANOSECONDS = 18  # that these took


WIN = 27720  # can be shared by any number of seats up to twelve

Tally: TypeAlias = npt.NDArray[np.int64]


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


def play_chunk(match: Match, first: int, boards: int, *, record: bool = False) -> Chunk:
    """Play consecutive boards of a match; with `record`, return every deal as well."""
    start = time.perf_counter()
    at_once = max(1, _TABLES_AT_ONCE // len(match.seating_table))
    tally = np.zeros((len(match.line_up), len(Sum)), np.int64)
    recorded: list[dict[str, npt.NDArray[Any]]] = []
    fault = None
    printed = io.StringIO()
    # Whatever a Python strategy prints must not end up among the results.
    with contextlib.nullcontext() if match.is_compiled else captured_output(printed):
        player = BoardPlayer(match, min(at_once, boards))
        for board in range(first, first + boards, at_once):
            block = player.play(board, min(at_once, first + boards - board))
            if block.faults:
                fault = block.faults[min(block.faults)]
                break
            tally_tables(block.tables, block.views, match.seating_table, tally)
            if record:
                recorded.append(block.columns())
    deals = {name: np.concatenate([each[name] for each in recorded]) for name in recorded[0]} if recorded else None
    return Chunk(first, boards, tally, time.perf_counter() - start, deals, fault, printed.getvalue())


@entry(types.void(TABLES, VIEWS, types.int64[:, ::1], types.int64[:, ::1]))
def tally_tables(tables: Any, views: Any, seatings: Any, tally: Any) -> None:
    """Add finished tables, board by board in all seatings, to a tally (rows: positions, columns: `Sum`)."""
    players = views[0].players
    turns = len(seatings)
    board = np.zeros((MAX_SEATS, 5), np.int64)  # by position: score, payoff, deals, wins and placements of a board
    for at in range(len(tables)):
        table = tables[at]
        turn = at % turns
        total, moons = 0, 0
        for seat in range(players):
            total += table.score_sums[seat]
            moons += table.moons[seat]
        for seat in range(players):
            position = seatings[turn, seat]
            score = table.score_sums[seat]
            board[position, 0] += score
            board[position, 1] += total - players * score
            board[position, 2] += table.deals
            if table.whole_game != 0:
                win, place = standing(table, seat, players)
                board[position, 3] += win
                board[position, 4] += place
            add_events(tally[position], table, seat, moons)
        if turn == turns - 1:
            add_board(tally, board, players)


@leaf
def add_board(tally: Any, board: Any, players: int) -> None:
    """Add what a board gave in all its seatings to a tally, and clear it for the next one."""
    for position in range(players):
        row = tally[position]
        score, payoff, deals = board[position, 0], board[position, 1], board[position, 2]
        wins, places = board[position, 3], board[position, 4]
        row[0] += score
        row[1] += score * score
        row[2] += payoff
        row[3] += payoff * payoff
        row[4] += deals
        row[5] += deals * deals
        row[6] += score * deals
        row[7] += payoff * deals
        row[8] += wins
        row[9] += wins * wins
        row[10] += places
        row[11] += places * places
        for at in range(5):
            board[position, at] = 0


@leaf
def standing(table: Any, seat: int, players: int) -> tuple[int, int]:
    """Return a seat's share of the win, in parts of WIN, and twice its placement in a finished game."""
    better, equal = 0, 0
    for other in range(players):
        better += 1 if table.score_sums[other] < table.score_sums[seat] else 0
        equal += 1 if table.score_sums[other] == table.score_sums[seat] else 0
    return (WIN // equal if better == 0 else 0), 2 * better + equal + 1


@leaf
def add_events(row: Any, table: Any, seat: int, moons: int) -> None:
    """Add what is counted deal by deal to a row of a tally; `moons` is how many anybody shot."""
    row[12] += table.moons[seat]
    row[13] += moons - table.moons[seat]
    row[14] += table.queens[seat]
    row[15] += table.clean[seat]
    row[16] += table.revokes[seat]
    row[17] += table.decisions[seat]
    row[18] += table.elapsed[seat]
