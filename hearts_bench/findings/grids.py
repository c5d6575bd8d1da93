"""Grids of means over all matches: who met whom, in which seat, beside whom, and how cards were passed."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from hearts_bench.findings.model import Grid, StrategyFindings
from hearts_bench.findings.tally import Integers, MatchTally
from hearts_bench.rules import Rules
from hearts_bench.stats.cells import BoardSums, Cells

ALL = "all"  # the row that stands for whoever sat there


class Grids:
    """Collects the cells of all matches of a run; strategies have the numbers of their specs."""

    def __init__(self, specs: Sequence[str], rules: Rules) -> None:
        self._specs = list(specs)
        self._rules = rules
        self._offsets = tuple(dict.fromkeys(rules.pass_offsets))
        number, players = len(specs), rules.players
        self._pairs, self._neighbours = Cells((number, number)), Cells((number, number), players - 1)
        self._seats = Cells((number + 1, players), players - 1)  # the last row is for whoever sat there
        self._passes = Cells((number, len(self._offsets)))

    def add(self, tally: MatchTally) -> None:
        """Add a match."""
        own = np.array([self._specs.index(spec) for spec in tally.specs])
        number, players = len(own), self._rules.players
        others, seats, directions = _cross(own, own), _cross(own, players), _cross(own, len(self._offsets))
        self._pairs.add(others, tally.pairs, others[0] != others[1])
        self._neighbours.add(others, tally.neighbours, _varies(tally.neighbours, number), from_rows=True)
        self._seats.add(seats, tally.seats, _varies(tally.seats, number), from_rows=True)
        if tally.match.seatings != "fixed":
            self._seats.add(_cross(np.array([len(self._specs)]), players), tally.all_seats)
        if not tally.match.whole_games:
            self._passes.add(directions, tally.passes)

    def pairs(self, strategies: Sequence[StrategyFindings]) -> Grid:
        """Return by how many points the row's strategy did better than the column's."""
        at, labels = self._rows(strategies)
        return _grid(self._pairs, (at, labels), (at, labels))

    def seats(self, strategies: Sequence[StrategyFindings]) -> Grid:
        """Return what each seat is worth to each strategy, and last to whoever sat there."""
        at, labels = self._rows(strategies)
        seats = range(self._rules.players)
        return _grid(self._seats, ([*at, len(self._specs)], [*labels, ALL]), (seats, [str(seat) for seat in seats]))

    def neighbours(self, strategies: Sequence[StrategyFindings]) -> Grid:
        """Return what each left neighbour is worth to each strategy."""
        at, labels = self._rows(strategies)
        return _grid(self._neighbours, (at, labels), (at, labels))

    def passes(self, strategies: Sequence[StrategyFindings]) -> Grid:
        """Return points per deal by pass direction."""
        directions = [self._rules.direction(offset) for offset in self._offsets]
        return _grid(self._passes, self._rows(strategies), (range(len(directions)), directions))

    def _rows(self, strategies: Sequence[StrategyFindings]) -> tuple[list[int], list[str]]:
        return [self._specs.index(each.spec) for each in strategies], [each.label for each in strategies]


def _cross(rows: Integers, columns: Integers | int) -> tuple[Integers, Integers]:
    """Return row and column of every cell of some rows and columns, row by row."""
    across = np.arange(columns) if isinstance(columns, int) else columns
    return np.repeat(rows, len(across)), np.tile(across, len(rows))


def _varies(sums: BoardSums, rows: int) -> npt.NDArray[np.bool_]:
    """Tell which cells have not all values of their row: where nothing varies there is nothing to compare."""
    sizes = sums.sizes.reshape(rows, -1)
    varies: npt.NDArray[np.bool_] = sizes < sizes.sum(axis=1, keepdims=True)
    return varies.ravel()


def _grid(cells: Cells, rows: tuple[Sequence[int], list[str]], columns: tuple[Sequence[int], list[str]]) -> Grid:
    values = tuple(tuple(cells.estimate((row, column)) for column in columns[0]) for row in rows[0])
    return Grid(tuple(rows[1]), tuple(columns[1]), values)
