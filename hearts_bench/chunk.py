"""Chunks: consecutive boards of a match that one worker plays together, and the tally they give.

What a chunk gives depends on nothing but the match and its board numbers. All sums are integers, so results are the
same to the last bit however the boards are cut into chunks.
"""

import contextlib
import io
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import types

from hearts_bench._jit import entry, leaf
from hearts_bench.block import Block, BoardPlayer
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


# Boards whose numbers have the same remainder form a group; bootstraps draw groups, since there may be millions of
# boards. A prime number, so that every group has boards with every pass direction and circular order.
GROUPS = 1999

WIN = 27720  # can be shared by any number of seats up to twelve

Tally: TypeAlias = npt.NDArray[np.int64]
# Whether deals are recorded, or what is recorded of a block instead: arrays by name, all with the same first axis.
Record: TypeAlias = bool | Callable[[Block], dict[str, npt.NDArray[Any]]]


@dataclass(frozen=True)
class Chunk:
    """What some consecutive boards of a match gave.

    `tally` has one row per position in the line-up and the columns of `Sum`. `groups` holds sums of (players - 1) *
    payoff by group and position; a board's group is its number, counted from the first of the match, modulo GROUPS.
    `scores` are by board, seating and seat. `deals` is there only if it was asked for. `fault` is the first fault in
    board order; it is on the board that would come next.
    """

    first: int
    boards: int
    tally: Tally
    groups: npt.NDArray[np.int64]
    scores: npt.NDArray[np.int32]
    seconds: float
    deals: dict[str, npt.NDArray[Any]] | None = None
    fault: StrategyFault | None = None
    printed: str = ""


def play_chunk(match: Match, first: int, boards: int, *, record: Record = False) -> Chunk:
    """Play consecutive boards of a match; with `record`, return every deal as well, or what `record` says of blocks."""
    start = time.perf_counter()
    at_once = max(1, _TABLES_AT_ONCE // match.turns)
    tally = np.zeros((len(match.line_up), len(Sum)), np.int64)
    groups = no_groups(match)
    scores = np.zeros((boards, match.turns, match.rules.players), np.int32)
    recorded: list[dict[str, npt.NDArray[Any]]] = []
    fault = None
    printed = io.StringIO()
    # Whatever a Python strategy prints must not end up among the results.
    with contextlib.nullcontext() if match.is_compiled else captured_output(printed):
        player = BoardPlayer(match, min(at_once, boards))
        board, end = first, first + boards
        while board < end:
            block = player.play(board, min(at_once, end - board))
            if block.faults:
                row = min(block.faults)
                fault, end = block.faults[row], int(block.tables["board"][row])
                continue  # the boards before it are sound: play them once more, without it
            tally_tables(block.tables, block.views, tally, groups, scores[board - first :], board - match.first_board)
            if record:
                recorded.append(block.columns() if record is True else record(block))
            board += at_once
    boards = end - first
    deals = {name: np.concatenate([each[name] for each in recorded]) for name in recorded[0]} if recorded else None
    seconds = time.perf_counter() - start
    return Chunk(first, boards, tally, groups, scores[:boards], seconds, deals, fault, printed.getvalue())


def no_groups(match: Match) -> npt.NDArray[np.int64]:
    """Return the groups of a match, as in `Chunk`, before anything is played."""
    return np.zeros((min(GROUPS, match.boards), len(match.line_up)), np.int64)


def groups_from(match: Match, first: int, scores: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """Return the groups, as in `Chunk`, of boards from `first` on, from their scores by board, seating and seat."""
    groups = no_groups(match)
    payoffs = scores.sum(axis=2, keepdims=True, dtype=np.int64) - match.rules.players * scores
    rows = (np.arange(first, first + len(scores)) - match.first_board) % len(groups)
    np.add.at(groups, (rows[:, None, None], match.seatings_of(first, len(scores))), payoffs)
    return groups


@entry(types.void(TABLES, VIEWS, types.int64[:, ::1], types.int64[:, ::1], types.int32[:, :, ::1], types.int64))
def tally_tables(tables: Any, views: Any, tally: Any, groups: Any, scores: Any, number: int) -> None:
    """Add finished tables, board by board in all seatings, to a tally (rows: positions, columns: `Sum`) and to groups.

    Their scores are put down by board, seating and seat. `number` is the first board's, counted from the first board of
    the match.
    """
    players = views[0].players
    turns = scores.shape[1]
    board = np.zeros((MAX_SEATS, 5), np.int64)  # by position: score, payoff, deals, wins and placements of a board
    for at in range(len(tables)):
        table = tables[at]
        turn = at % turns
        total, moons = 0, 0
        for seat in range(players):
            total += table.score_sums[seat]
            moons += table.moons[seat]
        for seat in range(players):
            position = table.strategies[seat]
            score = table.score_sums[seat]
            scores[at // turns, turn, seat] = score
            board[position, 0] += score
            board[position, 1] += total - players * score
            board[position, 2] += table.deals
            if table.whole_game != 0:
                win, place = standing(table, seat, players)
                board[position, 3] += win
                board[position, 4] += place
            add_events(tally[position], table, seat, moons)
        if turn == turns - 1:
            group = groups[(number + at // turns) % len(groups)]
            for position in range(len(tally)):
                group[position] += board[position, 1]
                add_board(tally[position], board[position])


@leaf
def add_board(row: Any, board: Any) -> None:
    """Add what a position got on a board in all its seatings to its row of a tally, and clear it for the next board."""
    score, payoff, deals, wins, places = board[0], board[1], board[2], board[3], board[4]
    row[Sum.SCORE] += score
    row[Sum.SCORE_SQUARED] += score * score
    row[Sum.PAYOFF] += payoff
    row[Sum.PAYOFF_SQUARED] += payoff * payoff
    row[Sum.DEALS] += deals
    row[Sum.DEALS_SQUARED] += deals * deals
    row[Sum.SCORE_DEALS] += score * deals
    row[Sum.PAYOFF_DEALS] += payoff * deals
    row[Sum.WINS] += wins
    row[Sum.WINS_SQUARED] += wins * wins
    row[Sum.PLACES] += places
    row[Sum.PLACES_SQUARED] += places * places
    for at in range(5):
        board[at] = 0


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
    row[Sum.MOONS_MADE] += table.moons[seat]
    row[Sum.MOONS_CONCEDED] += moons - table.moons[seat]
    row[Sum.QUEENS] += table.queens[seat]
    row[Sum.CLEAN] += table.clean[seat]
    row[Sum.REVOKES] += table.revokes[seat]
    row[Sum.DECISIONS] += table.decisions[seat]
    row[Sum.NANOSECONDS] += table.elapsed[seat]
