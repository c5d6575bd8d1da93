"""What the boards of one match say by cell: by seat, by neighbour, by pass direction, and between strategies."""

from typing import Any

import numpy as np
import numpy.typing as npt

from hearts_bench.match import Match
from hearts_bench.shards import Shard
from hearts_bench.stats.boards import Floats
from hearts_bench.stats.cells import BoardSums

Integers = npt.NDArray[np.int64]


class MatchTally:
    """Sums over the boards of one match, shard after shard.

    Strategies have numbers here, in the order of `specs`; copies at one table are one. Cells are rows of strategies by
    columns of whatever else there is, flattened. Payoffs are times (players - 1).

    - `points`, `payoffs`: by strategy, per deal.
    - `pairs`: by strategy and strategy, how much less the first scored at the same tables, for each pair of seats.
    - `seats`: payoffs by strategy and seat; `all_seats`: by seat.
    - `neighbours`: payoffs by strategy and the strategy on its left.
    - `passes`: points by strategy and pass direction, in the order of `offsets`.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.specs = tuple(dict.fromkeys(match.line_up))
        self.offsets = tuple(dict.fromkeys(match.rules.pass_offsets))
        self._numbers = np.array([self.specs.index(spec) for spec in match.line_up])
        strategies, seats = len(self.specs), match.rules.players
        self.points, self.payoffs = BoardSums(strategies), BoardSums(strategies)
        self.pairs, self.neighbours = BoardSums(strategies**2), BoardSums(strategies**2, strategies)
        self.seats, self.all_seats = BoardSums(strategies * seats, strategies), BoardSums(seats)
        self.passes = BoardSums(strategies * len(self.offsets))
        self._board_payoffs: list[Floats] = []

    @property
    def board_payoffs(self) -> Floats:
        """The mean payoff of each strategy on each board, in points, of shape (boards, strategies)."""
        return np.concatenate(self._board_payoffs)

    def numbers(self, shard: Shard) -> Integers:
        """Return who sat in each seat, as a number, of shape (deals, players)."""
        return self._numbers[shard.by_seat("strategy")]

    def add(self, shard: Shard) -> None:
        """Add the boards of a shard."""
        match, who = self.match, self.numbers(shard)
        scores = shard.by_seat("total" if match.whole_games else "score").astype(np.int64)
        payoffs = scores.sum(axis=1, keepdims=True) - match.rules.players * scores
        deals = shard.columns["deals"] if match.whole_games else np.ones(len(scores), np.int64)
        boards, strategies = shard.boards, len(self.specs)
        sizes, seats = by_board(boards, strategies, who, np.broadcast_to(deals[:, np.newaxis], who.shape))
        self.points.add(by_board(boards, strategies, who, scores)[0], sizes)
        totals, _ = by_board(boards, strategies, who, payoffs)
        self.payoffs.add(totals, sizes)
        self._board_payoffs.append(totals / (seats * (match.rules.players - 1)))
        if not match.whole_games:
            offsets = np.searchsorted(np.sort(self.offsets), shard.columns["pass_offset"])
            place = np.argsort(self.offsets)[offsets][:, np.newaxis]
            self.passes.add(*by_board(boards, strategies * len(self.offsets), who * len(self.offsets) + place, scores))
        self._add_tables(*(self._mixed(each, boards) for each in (who, scores, payoffs)))

    def _mixed(self, values: npt.NDArray[Any], boards: int) -> npt.NDArray[Any]:
        """Return what was played in seatings where strategies meet, by board, seating and seat.

        In a duel the last one, where the old strategy has all seats, is for comparison.
        """
        by_seating = values.reshape(boards, self.match.turns, -1)
        return by_seating[:, :-1] if self.match.seatings == "duel" else by_seating

    def _add_tables(self, who: Integers, scores: Integers, payoffs: Integers) -> None:
        boards, _, players = who.shape
        strategies = len(self.specs)
        seat = np.broadcast_to(np.arange(players), who.shape)
        self.seats.add(*by_board(boards, strategies * players, who * players + seat, payoffs))
        self.all_seats.add(*by_board(boards, players, seat, payoffs))
        left = np.roll(who, -1, axis=2)
        self.neighbours.add(*by_board(boards, strategies**2, who * strategies + left, payoffs))
        self.pairs.add(*_differences(who, scores, strategies))


def by_board(boards: int, cells: int, cell: Integers, values: Integers) -> tuple[Integers, Integers]:
    """Return the sum of the values of each cell on each board, and their number, of shape (boards, cells).

    `cell` says where each value belongs; both are in board order, equally many for every board.
    """
    key = (cell.reshape(boards, -1) + cells * np.arange(boards)[:, np.newaxis]).ravel()
    # Sums of integers below 2**53 are exact as floats.
    totals = np.bincount(key, values.ravel(), boards * cells).astype(np.int64)
    return totals.reshape(boards, cells), np.bincount(key, minlength=boards * cells).reshape(boards, cells)


def _differences(who: Integers, scores: Integers, strategies: int) -> tuple[Integers, Integers]:
    """Return by how much less each strategy scored than each other one, added up over pairs of seats, by board."""
    boards, seatings, _ = who.shape
    totals, seats = by_board(boards * seatings, strategies, who, scores)
    totals, seats = (each.reshape(boards, seatings, strategies) for each in (totals, seats))
    own_others = np.einsum("bsi,bsj->bij", totals, seats)
    pairs = np.einsum("bsi,bsj->bij", seats, seats)
    return (own_others.swapaxes(1, 2) - own_others).reshape(boards, -1), pairs.reshape(boards, -1)
