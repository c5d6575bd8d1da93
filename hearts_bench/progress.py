"""Progress on standard error: a bar with rate and time left on a terminal, a line now and then otherwise."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

from hearts_bench.chunk import Chunk

_SECONDS_BETWEEN_LINES = 10.0


@contextlib.contextmanager
def progress(deals: int, deals_per_board: int, title: str, *, quiet: bool) -> Iterator[Callable[[Chunk], None]]:
    """Show how far `deals` deals are, under a title such as "match 2 of 15"; yields what to call with every chunk."""
    if quiet:
        yield lambda _chunk: None
    elif sys.stderr.isatty():
        with _bar(deals, title) as advance:
            yield lambda chunk: advance(chunk.boards * deals_per_board)
    else:
        yield _Lines(deals, deals_per_board, title)


@contextlib.contextmanager
def _bar(deals: int, title: str) -> Iterator[Callable[[int], None]]:
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text  # noqa: PLC0415

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.finished_speed or task.speed or 0:,.0f} deals/s")

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=deals)
        yield lambda done: bar.advance(task, done)


class _Lines:
    """Says every ten seconds how far the run is."""

    def __init__(self, deals: int, deals_per_board: int, title: str) -> None:
        self._title = f"{title}: " if title else ""
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
        sys.stderr.write(
            f"{self._title}{self._done:,} of {self._deals:,} deals, {rate:,.0f} deals/s, {left:,.0f} s left\n"
        )
