"""Strategies whose code is loaded in a process of its own, so that two versions can import modules of the same name.

This is the side of the process that plays. It starts one child for every such spec, and ends with it; `isolated_host`
is what runs there. Views and answers lie in memory that both share, which costs a third of what sending them
through a pipe does. Through the pipe go short messages: what to do and, only if there is something to say, JSON.
"""

import atexit
import contextlib
import itertools
import json
import logging
import mmap
import select
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import hearts_bench
from hearts_bench.asking import ASKED, Failure
from hearts_bench.entrant import About, asked_entry
from hearts_bench.errors import HeartsBenchError, StrategyError, UnknownStrategyError
from hearts_bench.origins import Origin
from hearts_bench.view import VIEW

# The child imports hearts_bench from where this process has it, and nothing else from there.
_CHILD = (
    "import sys; sys.path.insert(0, sys.argv[1]); import hearts_bench; del sys.path[0]; "
    "from hearts_bench.isolated_host import main; main(sys.argv[2])"
)
_MILLISECONDS_BETWEEN_LOOKS = 1000
_SECONDS_TO_END = 2.0

ASK, COMPILE = b"ask", b"compile"


class Shared:
    """The memory that both processes see: who asks what, the number of the view being shown, questions and views."""

    CAPACITY = 512
    _HEADER = np.dtype([(name, "i8") for name in ("count", "tables", "sitting", "thread", "interpreted", "revokes")])
    _SIZES = (8, _HEADER.itemsize, CAPACITY * ASKED.itemsize, CAPACITY * VIEW.itemsize)
    SIZE = sum(_SIZES)

    def __init__(self, file_number: int) -> None:
        memory = mmap.mmap(file_number, self.SIZE)
        starts = [0, *itertools.accumulate(self._SIZES)]
        self.current = np.frombuffer(memory, np.int64, 1, starts[0])
        self.header: Any = np.frombuffer(memory, self._HEADER, 1, starts[1])[0]
        self.asked: npt.NDArray[np.void] = np.frombuffer(memory, ASKED, self.CAPACITY, starts[2])
        self.views: npt.NDArray[np.void] = np.frombuffer(memory, VIEW, self.CAPACITY, starts[3])


class ProcessEndedError(HeartsBenchError):
    """The process of a strategy ended while it was asked; `at` is the number of the view that it was shown."""

    def __init__(self, how: str, at: int = 0) -> None:
        super().__init__(how)
        self.at = at


_sittings = itertools.count(1)


@dataclass(frozen=True)
class Sitting:
    """One play of boards, from the first deal to the last: Python strategies keep their objects for so long.

    With `interpreted`, compiled strategies are asked as Python objects, to learn what goes wrong in them.
    """

    tables: int
    interpreted: bool
    revokes: bool
    number: int = field(default_factory=lambda: next(_sittings))


@dataclass
class Reply:
    """What came of asking, beside the answers: failures by number, and what compiled code raised."""

    failures: dict[int, Failure] = field(default_factory=dict)
    raised: list[str] = field(default_factory=list)


@contextlib.contextmanager
def _no_interrupts() -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Child:
    """A process that has a strategy loaded."""

    def __init__(self, origin: Origin, inner: str) -> None:
        ours, theirs = Pipe()
        with theirs, tempfile.TemporaryFile() as file:
            file.write(bytes(Shared.SIZE))  # a full disk shows here, not later as a signal
            file.flush()
            self.shared = Shared(file.fileno())
            what = {
                "connection": theirs.fileno(),
                "shared": file.fileno(),
                "root": str(origin.root),
                "spec": inner,
                "log_level": logging.getLogger("hearts_bench").getEffectiveLevel(),
            }
            with _no_interrupts():  # the child inherits that: it could be hit before it is ready to ignore them
                self._process = subprocess.Popen(  # noqa: S603 - this very program
                    [sys.executable, "-P", "-c", _CHILD, str(Path(hearts_bench.__file__).parents[1]), json.dumps(what)],
                    stdin=subprocess.PIPE,  # never written to: the child ends when it is closed, whatever it is doing
                    stdout=2,
                    pass_fds=(theirs.fileno(), file.fileno()),
                )
        self.process_id = self._process.pid
        self._connection = ours
        self._poll = select.poll()
        self._poll.register(ours, select.POLLIN)
        self.is_over = False
        atexit.register(self.end)
        try:
            self.hello: dict[str, Any] = self.receive()
        except BaseException:
            self.end()
            raise

    def receive(self) -> Any:
        """Wait for a message; None stands for nothing to say.

        Raises:
            ProcessEndedError: there will be none.

        """
        try:
            # The other end may be open in processes that the strategy started: look whether it is still there itself.
            while not (found := self._poll.poll(_MILLISECONDS_BETWEEN_LOOKS)) and self._process.poll() is None:
                pass
            message = self._connection.recv_bytes() if found else None
        except (EOFError, OSError):
            message = None
        except BaseException:  # a message that nobody waits for any more must not be taken for the next one
            self.end()
            raise
        if message is None:
            raise self._ended()
        return json.loads(message) if message else None

    def call(self, what: bytes) -> Any:
        """Have something done and return what the child says about it."""
        try:
            self._connection.send_bytes(what)
        except OSError:
            raise self._ended() from None
        return self.receive()

    def _ended(self) -> ProcessEndedError:
        at = int(self.shared.current[0])
        try:
            code = self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self.end()
            return ProcessEndedError("closed the connection of its process", at)
        self.end()
        how = f"with exit status {code}" if code >= 0 else f"by signal {-code} ({signal.strsignal(-code)})"
        return ProcessEndedError(f"ended its process {how}", at)

    def end(self) -> None:
        """End the process; it may have ended before."""
        if self.is_over:
            return
        self.is_over = True
        atexit.unregister(self.end)
        self._connection.close()
        assert self._process.stdin is not None  # noqa: S101 - it is a pipe
        self._process.stdin.close()
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class IsolatedEntrant:
    """An entrant whose class lives in a process of its own; its face is that of `strategy.Entrant`.

    Its name, and with it the luck that it meets, is that of the same strategy in this process.
    """

    is_asked_outside = True

    def __init__(self, spec: str, origin: Origin, inner: str) -> None:
        self.spec = spec
        self._origin = origin
        self._inner = inner
        self._lock = threading.Lock()
        self._running: _Child | None = None
        hello = self._child().hello
        self.name: str = hello["name"]
        self.kind: str = hello["kind"]
        self.source_digest: str = hello["source_digest"]
        self._methods: tuple[str, ...] = tuple(hello["methods"])
        about = hello["about"]
        self.about = About(**about | {"parameters": tuple(about["parameters"])})

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel as what makes it again: a process cannot."""
        return type(self), (self.spec, self._origin, self._inner)

    @property
    def process_id(self) -> int:
        """The number of its process."""
        return self._child().process_id

    def end(self) -> None:
        """End its process; the next question starts another one."""
        with self._lock:
            if self._running is not None:
                self._running.end()

    @property
    def commit(self) -> str | None:
        """The commit that its code is from, if its spec names one."""
        return self._origin.commit

    @property
    def entry(self) -> Any:
        """What the engine knows of it: that it must be asked outside."""
        return self.outside_entry

    @cached_property
    def outside_entry(self) -> Any:
        """An entry with which the engine stops at each of its decisions.

        Raises:
            StrategyError: a method cannot be compiled.

        """
        with self._lock:
            try:
                reply = self._child().call(COMPILE)
            except ProcessEndedError as error:
                msg = f"{self.spec} {error} while it was compiled"
                raise StrategyError(msg) from error
        if reply is not None:
            msg = f"{self._origin.text}: {reply['error']}"
            raise StrategyError(msg)
        return asked_entry(self.name, self._methods)

    def ask(
        self,
        sitting: Sitting,
        asked: npt.NDArray[np.void],
        views: npt.NDArray[np.void],
        rows: npt.NDArray[np.intp],
    ) -> Reply:
        """Put down the answers to the views in some rows of `views`: questions of dtype ASKED, one for each row.

        What the strategy prints is printed here.

        Raises:
            ProcessEndedError: the process ended, and with it the sitting. The next call starts another one.

        """
        result = Reply()
        with self._lock:
            child = self._child()
            shared, header = child.shared, child.shared.header
            header["sitting"], header["thread"] = sitting.number, threading.get_ident()
            for name in ("tables", "interpreted", "revokes"):
                header[name] = getattr(sitting, name)
            for start in range(0, len(asked), Shared.CAPACITY):
                part = slice(start, start + Shared.CAPACITY)
                header["count"] = count = len(rows[part])
                shared.current[0] = 0
                shared.asked[:count] = asked[part]
                shared.asked["position"][:count] = 0  # the only entrant there
                np.take(views, rows[part], out=shared.views[:count], mode="clip")  # other modes copy twice
                try:
                    reply = child.call(ASK)
                except ProcessEndedError as error:
                    error.at += start
                    raise
                asked[part] = shared.asked[:count]
                if reply is not None:
                    result.raised += reply["raised"]
                    result.failures |= {at + start: Failure(*failure) for at, *failure in reply["failures"]}
                    sys.stdout.write(reply["printed"])
        return result

    def _child(self) -> _Child:
        """Return the running child, or start one."""
        if self._running is not None and not self._running.is_over:
            return self._running
        try:
            child = _Child(self._origin, self._inner)
        except ProcessEndedError as error:
            msg = f"{self.spec} {error} while it was loaded"
            raise StrategyError(msg) from error
        except OSError as error:
            msg = f"no process for {self.spec} can be started: {error}"
            raise StrategyError(msg) from error
        if "error" in child.hello:
            child.end()
            kind = UnknownStrategyError if child.hello["unknown"] else StrategyError
            msg = f"{self._origin.text}: {child.hello['error']}"
            raise kind(msg)
        self._running = child
        return child
