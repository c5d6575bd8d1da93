"""Reads a run folder as far as it can be read, also while it is written, and says what is wrong with the rest."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hearts_bench.errors import RecordError
from hearts_bench.match import Match
from hearts_bench.records import RunFolder
from hearts_bench.shards import Shard, first_board, read_shard, shard_paths


@dataclass(frozen=True)
class Problem:
    """Something that is wrong with a run folder, as a sentence that names the file within it."""

    text: str


def readable(folder: RunFolder, matches: Sequence[Match]) -> Iterator[Shard | Problem]:
    """Yield all shards of the matches that can be believed, in board order, and a problem for each that cannot.

    Boards that are missing, though later ones are there or the run calls itself complete, are problems too. A run that
    is being played has none: its shards are written in board order.
    """
    # Listed once: what is written from now on comes behind these.
    paths = shard_paths(folder.path / "deals")
    starts = [_start(path) for path in paths]
    last = max((start for start in starts if start is not None), default=-1)
    for match in matches:
        end = match.first_board + match.boards
        own = [path for path, start in zip(paths, starts, strict=True) if start in range(match.first_board, end)]
        is_over = last >= end or (bool(folder.manifest().get("complete")) and not match.drawn)
        yield from _of_match(folder, match, own, is_over=is_over)
    known = [range(match.first_board, match.first_board + match.boards) for match in matches]
    for path, start in zip(paths, starts, strict=True):
        if start is None or not any(start in boards for boards in known):
            yield Problem(f"deals/{path.name} holds boards that this run does not have: it belongs to another run.")


def _start(path: Path) -> int | None:
    try:
        return first_board(path)
    except RecordError:
        return None


def _of_match(folder: RunFolder, match: Match, paths: Sequence[Path], *, is_over: bool) -> Iterator[Shard | Problem]:
    board = match.first_board
    for path in paths:
        try:
            shard = read_shard(path, match, folder.digest)
        except RecordError as error:
            yield Problem(f"{error}.".replace(f"{folder.path}{os.sep}", ""))
            continue
        if shard.first < board:
            yield Problem(f"deals/{path.name} has boards that the file before it has, too; it is left out.")
            continue
        if shard.first > board:
            yield _missing(board, shard.first)
        yield shard
        board = shard.end
    end = match.first_board + match.boards
    if is_over and board < end:
        yield _missing(board, end)


def _missing(first: int, end: int) -> Problem:
    boards = f"Board {first:,} is" if end - first == 1 else f"Boards {first:,} to {end - 1:,} are"
    return Problem(f"{boards} missing.")
