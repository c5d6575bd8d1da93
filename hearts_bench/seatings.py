"""Who sits where: rotations and circular orders, and how many boards it takes until all have come equally often.

Neighbours matter as much as skill: who passes to whom, and who plays behind whom. So a balanced match goes round the
circular orders as well as round the seats.
"""

import itertools
from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from hearts_bench.errors import ConfigError

Seatings: TypeAlias = Literal["fixed", "rotate", "balanced", "all", "duel"]
SeatingTable: TypeAlias = npt.NDArray[np.int64]

_MOST_SEATS_IN_EVERY_ORDER = 7


def seating_tables(seatings: Seatings, players: int) -> SeatingTable:
    """Return the position in the line-up by circular order, seating and seat: int64 (orders, seatings, players).

    A board is played in all the seatings of one order. "fixed" is the line-up as listed, "rotate" each strategy once
    in every seat, "balanced" the same in several circular orders, "all" every possible seating. "duel" is for two
    strategies: the first in each seat against the second in all others, and last the second in every seat.

    >>> seating_tables("rotate", 4).tolist()
    [[[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1], [1, 2, 3, 0]]]
    >>> seating_tables("duel", 3).tolist()
    [[[0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 1, 1]]]

    Raises:
        ConfigError: the seatings are unknown, or too many.

    """
    if seatings == "fixed":
        return np.arange(players)[None, None]
    if seatings == "rotate":
        return np.array([_rotations(list(range(players)))])
    if seatings == "balanced":
        return np.array([_rotations(order) for order in circular_orders(players)])
    if seatings == "duel":
        return 1 - np.eye(players + 1, players, dtype=np.int64)[None]
    if seatings == "all" and players > _MOST_SEATS_IN_EVERY_ORDER:
        msg = f"seatings 'all' for {players} players are too many; choose balanced"
        raise ConfigError(msg)
    if seatings == "all":
        return np.array([list(itertools.permutations(range(players)))])
    msg = f"unknown seatings {seatings!r}; there is {', '.join(get_args(Seatings))}"
    raise ConfigError(msg)


def circular_orders(players: int) -> list[list[int]]:
    """Return circular orders in which everybody has everybody else as left neighbour equally often.

    For four players these are all six. In general they are Walecki's: one position in the middle, the others on a
    circle, a zigzag through them that is turned step by step. With an even number of players the zigzag favours one
    direction, so the reversed orders are needed, too. (Alspach, "The wonderful Walecki construction", 2008.)

    >>> circular_orders(4)
    [[3, 0, 1, 2], [3, 1, 2, 0], [3, 2, 0, 1], [3, 2, 1, 0], [3, 0, 2, 1], [3, 1, 0, 2]]
    """
    circle = players - 1
    zigzag = [(-1) ** (step + 1) * ((step + 1) // 2) for step in range(circle)]
    orders = [[circle, *((turn + step) % circle for step in zigzag)] for turn in range(circle)]
    return orders + [[circle, *order[:0:-1]] for order in orders] if players % 2 == 0 else orders


def _rotations(order: list[int]) -> list[list[int]]:
    players = len(order)
    return [[order[(seat - turn) % players] for seat in range(players)] for turn in range(players)]
