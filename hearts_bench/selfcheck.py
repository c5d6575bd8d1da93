"""Checks that a strategy equals itself: against its own copy exactly zero, and the same results wherever it plays."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hearts_bench.chunk import Chunk, play_chunk
from hearts_bench.duel import board_values
from hearts_bench.match import Match

_PIECE = 5  # boards


@dataclass(frozen=True)
class Selfcheck:
    """What the check of a strategy gave.

    `max_abs_difference` is the largest payoff, in points per deal, that it had on a board against itself. The others
    tell whether it played the same when boards came in small pieces and backwards, and in other processes.
    """

    strategy: str
    max_abs_difference: float
    same_in_pieces: bool
    same_in_other_processes: bool

    @property
    def ok(self) -> bool:
        """Whether it passed."""
        return self.max_abs_difference == 0 and self.same_in_pieces and self.same_in_other_processes


def selfcheck(match: Match) -> Selfcheck:
    """Check the strategy of a match in which it duels with itself.

    Raises:
        StrategyFault: it misbehaved.

    """
    at_once = _scores([play_chunk(match, 0, match.boards)])
    pieces = [(first, min(_PIECE, match.boards - first)) for first in range(0, match.boards, _PIECE)]
    backwards = [play_chunk(match, *piece) for piece in reversed(pieces)]
    return Selfcheck(
        strategy=match.line_up[0],
        max_abs_difference=float(np.abs(board_values(at_once)[0]).max()),
        same_in_pieces=bool((at_once == _scores(backwards[::-1])).all()),
        same_in_other_processes=bool((at_once == _scores(_played_elsewhere(match, pieces))).all()),
    )


def _played_elsewhere(match: Match, pieces: list[tuple[int, int]]) -> list[Chunk]:
    from joblib import Parallel, delayed  # noqa: PLC0415 - takes a while to import

    return list(Parallel(n_jobs=2, backend="loky")(delayed(play_chunk)(match, *piece) for piece in pieces))


def _scores(chunks: list[Chunk]) -> npt.NDArray[np.int32]:
    for chunk in chunks:
        if chunk.fault is not None:
            raise chunk.fault
    return np.concatenate([chunk.scores for chunk in chunks])
