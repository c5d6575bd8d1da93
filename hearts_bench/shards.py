"""Shards: the deals of consecutive boards of a match in a Parquet file, one row per deal, with the tally of the boards.

A shard is believed only if it is whole and belongs to the run: it has a digest of what was written, and its rows, its
seatings and its tally must agree with each other and with the match.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from hearts_bench.chunk import Chunk, Sum, Tally, groups_from
from hearts_bench.errors import RecordError
from hearts_bench.match import Match

_METADATA_KEY = b"hearts_bench"
_PATTERN = "board-*.parquet"


@dataclass(frozen=True)
class Shard:
    """Some consecutive boards of a match as they were read: deals column by column, one entry per deal, and a tally."""

    path: Path
    match: Match
    first: int
    boards: int
    tally: Tally
    columns: dict[str, npt.NDArray[Any]]

    @property
    def end(self) -> int:
        """The board behind the last one."""
        return self.first + self.boards

    def by_seat(self, name: str) -> npt.NDArray[Any]:
        """Return the columns of all seats, of shape (deals, players): `by_seat("score")`."""
        return np.stack([self.columns[f"{name}_{seat}"] for seat in range(self.match.rules.players)], axis=1)

    def chunk(self) -> Chunk:
        """Return the boards as the chunk that they were when they were played."""
        scores = _scores(self).astype(np.int32).reshape(self.boards, self.match.turns, -1)
        return Chunk(self.first, self.boards, self.tally, groups_from(self.match, self.first, scores), scores, 0.0)


def _scores(shard: Shard) -> npt.NDArray[Any]:
    return shard.by_seat("total" if shard.match.whole_games else "score")


def shard_paths(folder: Path) -> list[Path]:
    """Return the shards in a folder, in the order of their boards."""
    return sorted(folder.glob(_PATTERN))


def shard_name(first: int) -> str:
    """Return the name of the shard that begins with a board."""
    return f"board-{first:010}.parquet"


def first_board(path: Path) -> int:
    """Return the board with which a shard begins, by its name.

    Raises:
        RecordError: it does not have the name of a shard.

    """
    number = path.stem.removeprefix("board-")
    if not number.isdecimal():
        msg = f"{path} does not have the name of a shard, such as {shard_name(0)}"
        raise RecordError(msg)
    return int(number)


def prepare_writing() -> None:
    """Import what writing a shard needs, pandas included, which pyarrow looks for when it makes its first table.

    Ctrl-C in the midst of these imports leaves them half done, and then nothing can be written any more.
    """
    import pyarrow as pa  # noqa: PLC0415 - takes a while to import
    import pyarrow.parquet  # noqa: PLC0415

    pa.table({"board": np.zeros(1)})


def write_shard(
    path: Path, columns: dict[str, npt.NDArray[Any]], *, first: int, boards: int, tally: Tally, run: str
) -> None:
    """Write a shard; `run` is the digest of the run that it belongs to."""
    import pyarrow as pa  # noqa: PLC0415 - takes a while to import
    import pyarrow.parquet as pq  # noqa: PLC0415

    about = {"first": first, "boards": boards, "tally": tally.tolist(), "run": run}
    about["digest"] = _digest(about, columns)
    table = pa.table(columns).replace_schema_metadata({_METADATA_KEY: json.dumps(about)})
    pq.write_table(table, path)


def _digest(about: dict[str, Any], columns: dict[str, npt.NDArray[Any]]) -> str:
    """Return a digest of all that a shard holds."""
    digest = hashlib.blake2b(json.dumps(about, sort_keys=True).encode(), digest_size=16)
    for name, column in columns.items():
        digest.update(name.encode())
        digest.update(np.ascontiguousarray(column).data)
    return digest.hexdigest()


def read_shard(path: Path, match: Match, run: str) -> Shard:
    """Read a shard of a match in the run of that digest.

    Raises:
        RecordError: it is damaged, or belongs to another run.

    """
    import pyarrow.parquet as pq  # noqa: PLC0415 - takes a while to import

    try:
        with pq.ParquetFile(path) as file:
            table = file.read()
        about = json.loads(table.schema.metadata[_METADATA_KEY])
        tally = np.array(about["tally"], np.int64)
        # By DLPack, because `to_numpy` imports pandas.
        arrays = {name: table.column(name).combine_chunks() for name in table.column_names}
        columns = {name: np.from_dlpack(array) for name, array in arrays.items()}
        shard = Shard(path, match, about["first"], about["boards"], tally, columns)
        is_whole = about.pop("digest", None) in {None, _digest(about, columns)} and _is_sound(shard)
        is_other = is_whole and _is_of_another_run(shard, about.get("run", run) != run)
    except Exception as error:
        # An error of Parquet may have many lines, and the path; the rest of the first line says it.
        reason = str(error).partition("\n")[0].rpartition("': ")[2] or type(error).__name__
        msg = f"{path} is damaged ({reason}); remove it and resume the run"
        raise RecordError(msg) from error
    if not is_whole:
        msg = f"{path} is damaged (its deals are not those that were written); remove it and resume the run"
        raise RecordError(msg)
    if is_other:
        msg = f"{path} belongs to another run; remove it and resume this one"
        raise RecordError(msg)
    return shard


def _is_of_another_run(shard: Shard, is_marked: bool) -> bool:
    """Tell whether a shard is marked as another run's, or has boards or seatings that the match has not."""
    match = shard.match
    if is_marked or shard.first < match.first_board or shard.end > match.first_board + match.boards:
        return True
    boards = np.repeat(np.arange(shard.first, shard.end), match.turns)
    seated = match.seatings_of(shard.first, shard.boards).reshape(-1, match.rules.players)
    same_boards = np.array_equal(shard.columns["board"], boards)
    return not (same_boards and np.array_equal(shard.by_seat("strategy"), seated))


def _is_sound(shard: Shard) -> bool:
    """Tell whether the tally has the scores of the deals."""
    positions, scores = shard.by_seat("strategy").ravel(), _scores(shard).ravel()
    sums = [int(scores[positions == position].sum()) for position in range(len(shard.match.line_up))]
    return shard.tally.shape == (len(sums), len(Sum)) and shard.tally[:, Sum.SCORE].tolist() == sums
