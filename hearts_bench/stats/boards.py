"""Board values: payoffs from scores, and boards added up in groups."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]

# A prime: neighbouring boards, which take turns in pass directions or seating orders, spread over all groups alike.
GROUPS = 1999


def payoffs(scores: npt.ArrayLike) -> Floats:
    """Return the payoff of every seat: the mean score of the others minus its own, (sum(p) - n * p) / (n - 1).

    Payoffs of a deal sum to zero, and more is better. Unlike scores they know what a moon is worth: it leaves the
    shooter's own score at 0, and costs every opponent 26.

    Args:
        scores: points of shape (..., seats), at least two seats.

    Returns:
        Points of the same shape.

    >>> payoffs([0, 26, 26, 26]).tolist()
    [26.0, -8.666666666666666, -8.666666666666666, -8.666666666666666]

    """
    points = np.asarray(scores)
    seats = points.shape[-1]
    # With integer scores the numerator is exact, and so zero where all seats scored alike.
    return (points.sum(axis=-1, keepdims=True) - seats * points) / (seats - 1)


def board_payoffs(scores: npt.ArrayLike) -> Floats:
    """Return the board value of every position: its mean payoff over the seatings of each board.

    Scores are added up over seatings first: thirds of points, added up, leave 1e-16 where a board is exactly zero.

    Args:
        scores: points of shape (boards, seatings, positions), by position in the line-up rather than by seat.

    Returns:
        Points per deal of shape (boards, positions).

    >>> board_payoffs([[[0, 13, 13, 0], [26, 0, 0, 0]]]).tolist()
    [[-8.666666666666666, 0.0, 0.0, 8.666666666666666]]

    """
    points = np.asarray(scores)
    return payoffs(points.sum(axis=1)) / points.shape[1]


def grouped(values: npt.ArrayLike, groups: int = GROUPS) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Add boards up in at most `groups` groups: board i belongs to group i modulo `groups`.

    Batches of independent boards are independent too, so a bootstrap over groups costs the same for a million boards as
    for two thousand. Groups can differ in size by one board: centre values by their mean first, and it does not matter.

    Args:
        values: board values of shape (boards, ...).
        groups: how many groups there may be; with no more boards than that, every board is a group of its own.

    Returns:
        Sums of shape (groups, ...) and the number of boards in each, of shape (groups,).

    """
    each = np.asarray(values, np.float64)
    sizes = group_sizes(len(each), groups)
    rounds, left = divmod(len(each), len(sizes))
    sums = each[: rounds * len(sizes)].reshape(rounds, len(sizes), *each.shape[1:]).sum(axis=0)
    sums[:left] += each[rounds * len(sizes) :]
    return sums, sizes


def group_sizes(boards: int, groups: int = GROUPS) -> npt.NDArray[np.int64]:
    """Return how many boards fall into each group, of shape (groups,): see `grouped`.

    >>> group_sizes(8, 3).tolist()
    [3, 3, 2]
    """
    number = min(boards, groups)
    return boards // number + (np.arange(number) < boards % number).astype(np.int64)
