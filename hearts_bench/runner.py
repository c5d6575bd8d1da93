"""Plays a match with several workers, chunk after chunk in board order, and reports progress.

Compiled line-ups run in threads, since their kernels release the GIL; line-ups with Python strategies in processes.
The size of chunks follows the speed seen so far. Neither it nor the number of workers changes any result.
"""

import os
import warnings
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from hearts_bench.chunk import Chunk, Record, Sum, Tally, no_groups, play_chunk
from hearts_bench.entrant import entries_of
from hearts_bench.errors import ConfigError, StrategyFault
from hearts_bench.match import Match

Backend: TypeAlias = Literal["threads", "processes"]

_SECONDS_PER_CHUNK = 0.25
_GROWTH = 8


@dataclass
class Result:
    """The tally and the groups of a match, as in `Chunk`, over the boards played so far."""

    match: Match
    boards: int = 0
    seconds: float = 0.0
    tally: Tally = field(init=False)
    groups: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.tally = np.zeros((len(self.match.line_up), len(Sum)), np.int64)
        self.groups = no_groups(self.match)

    def add(self, chunk: Chunk) -> None:
        """Add the boards of a chunk."""
        self.tally += chunk.tally
        self.groups += chunk.groups
        self.boards += chunk.boards


def default_jobs() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def default_backend(match: Match) -> Backend:
    """Return where a match runs if nobody says otherwise."""
    return "threads" if match.is_compiled else "processes"


class _Chunks:
    """Cuts the boards from `first` on into chunks that take about a quarter of a second each."""

    def __init__(self, match: Match, first: int, jobs: int) -> None:
        self.next = first
        self._end = match.first_board + match.boards
        self._jobs = jobs
        self._size = 1

    def learn(self, chunk: Chunk) -> None:
        """Take the speed of a finished chunk into account."""
        wanted = int(_SECONDS_PER_CHUNK * chunk.boards / max(chunk.seconds, 1e-9))
        self._size = max(1, min(wanted, chunk.boards * _GROWTH))

    def stop(self) -> None:
        """Hand out no more chunks."""
        self._end = self.next

    def cut(self) -> tuple[int, int] | None:
        """Return first board and number of boards of the next chunk, None after the last."""
        left = self._end - self.next
        if left <= 0:
            return None
        rounds = -(-left // (self._size * self._jobs))  # every worker gets so many more chunks, of equal size
        size = -(-left // (rounds * self._jobs))
        self.next += size
        return self.next - size, size


def prepare(match: Match, jobs: int | None) -> int:
    """Compile a match's strategies here, once, rather than in every worker; return the number of workers.

    Raises:
        ConfigError: `jobs` is not positive.
        StrategyError: a strategy cannot be compiled.

    """
    jobs = default_jobs() if jobs is None else jobs
    if jobs < 1:
        msg = f"{jobs} jobs cannot play; ask for at least one"
        raise ConfigError(msg)
    entries_of(match.entrants)
    return jobs


def chunks(
    match: Match, *, jobs: int | None = None, backend: Backend | None = None, skip: int = 0, record: Record = False
) -> Generator[Chunk, None, None]:
    """Play the boards of a match, but for the first `skip`, and yield the chunks in board order.

    `record` is as in `play_chunk`. Whoever has seen enough closes the generator; what is being played then comes in
    first. A fault is raised after all boards before it were handed out, so that a test which ends before it does so
    however boards are cut into chunks.

    Raises:
        StrategyFault: a strategy misbehaved (of several faults the one on the first board), or a worker died.
        ConfigError: `jobs` is not positive.

    """
    jobs = prepare(match, jobs)
    plan = _Chunks(match, match.first_board + skip, jobs)
    played = _played(match, plan, jobs, backend or default_backend(match), record=record)
    try:
        for chunk in played:
            if chunk.fault is None:
                plan.learn(chunk)
            if chunk.boards:
                yield chunk
            if chunk.fault is not None:
                _finish(plan, played)
                raise chunk.fault
    except GeneratorExit:
        _finish(plan, played)
        raise


def _finish(plan: _Chunks, played: Iterator[Chunk]) -> None:
    """Let the chunks that are being played come in, and no more, so that the workers end in peace."""
    plan.stop()
    for _ in played:
        pass


def _played(match: Match, plan: _Chunks, jobs: int, backend: Backend, *, record: Record) -> Iterator[Chunk]:
    """Yield the plan's chunks: the first few from here, which shows how fast they go, the others from workers."""
    while (cut := plan.cut()) is not None:
        chunk = play_chunk(match, *cut, record=record)
        yield chunk
        if jobs > 1 and chunk.seconds > _SECONDS_PER_CHUNK / (2 * _GROWTH):
            yield from _in_parallel(match, plan, jobs, backend, record=record)


def _play(match: Match, first: int, boards: int, record: Record, folder: str | None) -> Chunk:
    if folder is not None:
        os.chdir(folder)  # joblib uses its processes again, which may have been started elsewhere
    return play_chunk(match, first, boards, record=record)


def _in_parallel(match: Match, plan: _Chunks, jobs: int, backend: Backend, *, record: Record) -> Iterator[Chunk]:
    from joblib import Parallel, delayed, parallel_config  # noqa: PLC0415 - takes a while to import
    from joblib.externals.loky.process_executor import TerminatedWorkerError  # noqa: PLC0415

    name = "threading" if backend == "threads" else "loky"
    # One native thread per worker: compiled kernels and whatever a strategy brings must not fight for the cores.
    options = {} if backend == "threads" else {"inner_max_num_threads": 1}
    folder = None if backend == "threads" else Path.cwd()
    tasks = (delayed(_play)(match, *cut, record, folder) for cut in iter(plan.cut, None))
    board = plan.next
    try:
        with parallel_config(backend=name, **options), warnings.catch_warnings():
            for chunk in Parallel(n_jobs=jobs, return_as="generator", pre_dispatch=f"{2 * jobs}")(tasks):
                yield chunk
                board = chunk.first + chunk.boards
    except TerminatedWorkerError as error:
        msg = (
            f"a worker process died at board {board} or soon after it, killed or ended by one of the strategies "
            f"{', '.join(match.line_up)}. See it: {match.replay_command(board, 0)}"
        )
        raise StrategyFault(msg) from error


def play(
    match: Match,
    *,
    jobs: int | None = None,
    backend: Backend | None = None,
    progress: Callable[[Chunk], None] = lambda _chunk: None,
) -> Result:
    """Play a whole match and return its tally; memory does not grow with the number of deals.

    `progress` is called with every finished chunk, in board order.

    Raises:
        StrategyFault: a strategy misbehaved.

    """
    result = Result(match)
    for chunk in chunks(match, jobs=jobs, backend=backend):
        result.add(chunk)
        progress(chunk)
    return result
