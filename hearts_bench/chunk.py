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

from hearts_bench._jit import entry
from hearts_bench.block import BoardPlayer
from hearts_bench.cards import QUEEN_OF_SPADES, has
from hearts_bench.errors import StrategyFault
from hearts_bench.match import Match
from hearts_bench.rules import MAX_SEATS
from hearts_bench.table import TABLES, VIEWS
from hearts_bench.watch import captured_output

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
