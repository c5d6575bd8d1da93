"""Progress on standard error: a bar with rate and time left on a terminal, a line now and then otherwise."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

from hearts_bench.chunk import Chunk

_SECONDS_BETWEEN_LINES = 10.0


@contextlib.contextmanager
def progress(deals: int, deals_per_board: int, *, quiet: bool) -> Iterator[Callable[[Chunk], None]]:
    """Show how far a run of `deals` deals is; yields the function to call with every finished chunk."""
    if quiet:
        yield lambda _chunk: None
    elif sys.stderr.isatty():
        with _bar(deals) as advance:
            yield lambda chunk: advance(chunk.boards * deals_per_board)
    else:
        yield _Lines(deals, deals_per_board)


@contextlib.contextmanager
def _bar(deals: int) -> Iterator[Callable[[int], None]]:
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.finished_speed or task.speed or 0:,.0f} deals/s")

    columns = (BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=deals)
        yield lambda done: bar.advance(task, done)


class _Lines:
    """Says every ten seconds how far the run is."""

    def __init__(self, deals: int, deals_per_board: int) -> None:
        self._deals = deals
        self._deals_per_board = deals_per_board
        self._done = self._untimed = 0
        self._start = self._said = 0.0

    def __call__(self, chunk: Chunk) -> None:
        now = time.monotonic()
        self._done += chunk.boards * self._deals_per_board
        if self._start == 0:  # the first chunk may have waited for the compiler
            self._start = self._said = now
            self._untimed = self._done
        if now - self._said < _SECONDS_BETWEEN_LINES:
            return
        self._said = now
        rate = (self._done - self._untimed) / (now - self._start)
        left = (self._deals - self._done) / rate
        sys.stderr.write(f"{self._done:,} of {self._deals:,} deals, {rate:,.0f} deals/s, {left:,.0f} s left\n")
