"""What strategies do behind the scenes: what they print, and what they raise inside compiled code.

Both would otherwise reach the whole process. Here they are noted for the thread in which they happen, so that several
workers can be watched at the same time.
"""

import _thread
import contextlib
import io
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any, TextIO

_lock = threading.Lock()
_outputs: dict[int, TextIO] = {}
_exceptions: dict[int, list[str]] = {}


class _OutputByThread(io.TextIOBase):
    """Standard output while somebody captures it: each thread that does writes to its own place."""

    def __init__(self, usual: TextIO) -> None:
        super().__init__()
        self.usual = usual

    def write(self, text: str) -> int:
        return _outputs.get(threading.get_ident(), self.usual).write(text)

    def flush(self) -> None:
        self.usual.flush()


@contextlib.contextmanager
def captured_output(target: TextIO) -> Iterator[None]:
    """Write to `target` what this thread prints meanwhile."""
    with _lock:
        if not _outputs:
            sys.stdout = _OutputByThread(sys.stdout)
        _outputs[threading.get_ident()] = target
    try:
        yield
    finally:
        with _lock:
            del _outputs[threading.get_ident()]
            if not _outputs and isinstance(sys.stdout, _OutputByThread):
                sys.stdout = sys.stdout.usual


@contextlib.contextmanager
def noted_exceptions() -> Iterator[list[str]]:
    """Yield a list of what compiled strategies raise in this thread meanwhile.

    numba hands such an exception to `sys.unraisablehook` and goes on with a meaningless answer.
    """
    raised: list[str] = []
    with _lock:
        if not _exceptions:
            _usual_hook.append(sys.unraisablehook)
            sys.unraisablehook = _note
        _exceptions[threading.get_ident()] = raised
    try:
        yield raised
    finally:
        with _lock:
            del _exceptions[threading.get_ident()]
            if not _exceptions:
                sys.unraisablehook = _usual_hook.pop()


_usual_hook: list[Any] = []
_SECONDS_UNTIL_SOON = 0.05


def _interrupt_soon() -> None:
    time.sleep(_SECONDS_UNTIL_SOON)
    _thread.interrupt_main()


def _note(unraisable: Any) -> None:
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        # Ctrl-C came where nothing can be raised, such as in a finalizer; it is no strategy's doing. Raised here it
        # would be lost as well. No Thread: finalizers run anywhere, perhaps while a lock of `threading` is held.
        _thread.start_new_thread(_interrupt_soon, ())
        return
    raised = _exceptions.get(threading.get_ident())
    if raised is None:
        _usual_hook[-1](unraisable)
    else:
        raised.append(f"{unraisable.exc_type.__name__}: {unraisable.exc_value}")
