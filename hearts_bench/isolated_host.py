"""What runs in the process of an isolated strategy: loads it, and answers until the process that plays is gone.

The folder that the code is from comes first on the import path, but hearts_bench itself is the one that plays: engine
and records must be shared.
"""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import logging
import os
import signal
import sys
import threading
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from importlib.metadata import EntryPoint, PathDistribution
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from hearts_bench._jit import INTERPRETED, cache_root
from hearts_bench.asking import Asker, Failure, ask_compiled
from hearts_bench.entrant import LocalEntrant
from hearts_bench.errors import HeartsBenchError, StrategyError, UnknownStrategyError
from hearts_bench.isolated import COMPILE, Shared
from hearts_bench.messages import unknown_name
from hearts_bench.registry import GROUP, file_of, make_local, name_of, prefer
from hearts_bench.watch import noted_exceptions


def main(request: str) -> None:
    """Load a strategy and answer for it; `request` is the JSON that `isolated` starts this process with."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that plays, which then closes our input
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    what = json.loads(request)
    _end_with_input()
    logging.basicConfig(level=what["log_level"], format="%(message)s", stream=sys.stderr)
    connection, shared = Connection(what["connection"]), Shared(what["shared"])
    printed = io.StringIO()
    # Whatever else is printed goes to the standard error of the process that plays.
    with contextlib.redirect_stdout(sys.stderr):
        try:
            entrant = _load(what["spec"], Path(what["root"]))
            hello = _hello(entrant)
        except HeartsBenchError as error:
            hello = {"error": str(error), "unknown": isinstance(error, UnknownStrategyError)}
        connection.send_bytes(json.dumps(hello).encode())
        if "error" not in hello:
            with contextlib.redirect_stdout(printed), contextlib.suppress(EOFError, OSError):
                _serve(_Host(entrant, shared), connection, printed)
    os._exit(0)  # threads that the strategy left running must not keep the process


def _end_with_input() -> None:
    """End this process when its standard input is closed, whatever it is doing; strategies find an empty input."""
    lifeline = os.dup(0)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)

    def wait() -> None:
        os.read(lifeline, 1)
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def _load(spec: str, root: Path) -> LocalEntrant:
    """Make the strategy, with the code of `root` in front of everything that is installed."""
    cache_root()  # where it is must not depend on the current folder
    os.chdir(root)
    project = _project(root)
    _put_first(root, project, file_of(spec))
    own = _own_points(root, project)
    prefer(own)
    name = name_of(spec)
    if name is not None and name not in {point.name for point in own}:
        if not own:
            msg = f"{name!r} is not known there, as there are no entry points of the group {GROUP}; write a file's name"
            raise UnknownStrategyError(msg)
        raise UnknownStrategyError(unknown_name("strategy", name, [point.name for point in own]))
    try:
        return make_local(spec)
    except SystemExit as error:
        msg = f"{spec} ended the program while it was loaded ({error})"
        raise StrategyError(msg) from error


def _project(root: Path) -> dict[str, Any]:
    path = root / "pyproject.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except (OSError, ValueError) as error:
        msg = f"pyproject.toml cannot be read: {error}"
        raise StrategyError(msg) from error


def _own_points(root: Path, project: Mapping[str, Any]) -> list[EntryPoint]:
    """Return the entry points of a project's sources, or of an unpacked wheel."""
    named = project.get("project", {}).get("entry-points", {}).get(GROUP, {})
    points = [EntryPoint(name, value, GROUP) for name, value in named.items()]
    for info in sorted(root.glob("*.dist-info")):
        points += PathDistribution(info).entry_points.select(group=GROUP)
    return points


def _put_first(root: Path, project: Mapping[str, Any], file: str | None) -> None:
    """Let modules be found in `root` first, where Python and setuptools would find them; a file's neighbours before."""
    mapped = dict(project.get("tool", {}).get("setuptools", {}).get("package-dir", {}))
    folders = [root / mapped.pop("", "."), root, root / "src"]
    if file is not None:
        folders.insert(0, (root / file).resolve().parent)
    sys.path[:0] = list(dict.fromkeys(str(folder.resolve()) for folder in folders if folder.is_dir()))
    sys.meta_path.insert(0, _Mapped({name: root / folder for name, folder in mapped.items()}))


class _Mapped:
    """Finds packages that are folders of another name, as [tool.setuptools] package-dir says."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        self._folders = folders

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return where a package is, None if it is not one of these."""
        if name not in self._folders:
            return None
        folder = self._folders[name].resolve()
        if (folder / "__init__.py").is_file():
            return importlib.util.spec_from_file_location(
                name, folder / "__init__.py", submodule_search_locations=[str(folder)]
            )
        spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(folder)]
        return spec


def _hello(entrant: LocalEntrant) -> dict[str, Any]:
    return {
        "name": entrant.name,
        "kind": entrant.kind,
        "methods": entrant.methods,
        "source_digest": entrant.source_digest,
        "about": asdict(entrant.about),
    }


def _serve(host: "_Host", connection: Connection, printed: io.StringIO) -> None:
    while True:
        reply = host.compile() if connection.recv_bytes() == COMPILE else host.ask(printed)
        connection.send_bytes(json.dumps(reply).encode() if reply else b"")


class _Host:
    """Asks the strategy."""

    def __init__(self, entrant: LocalEntrant, shared: Shared) -> None:
        self._entrant = entrant
        self._shared = shared
        self._is_compiled = entrant.kind == "compiled" and not INTERPRETED
        # By thread of the process that plays: one plays one block of boards at a time.
        self._askers: dict[int, tuple[int, Asker]] = {}

    def compile(self) -> dict[str, Any]:
        """Compile the strategy if it is a compiled one, and return what is wrong with it."""
        try:
            if self._is_compiled:
                _ = self._addresses
        except HeartsBenchError as error:
            return {"error": str(error)}
        return {}

    @cached_property
    def _addresses(self) -> npt.NDArray[np.int64]:
        return np.array(list(self._entrant.entry), np.int64)

    def ask(self, printed: io.StringIO) -> dict[str, Any]:
        """Answer the questions in the shared memory; return what is to be said beside the answers."""
        header = self._shared.header
        count = int(header["count"])
        asked, views = self._shared.asked[:count], self._shared.views[:count]
        failures: dict[int, Failure] = {}
        with noted_exceptions() as raised:
            if self._is_compiled and not header["interpreted"]:
                ask_compiled(asked, views, self._addresses, self._shared.current)
            else:
                # Strategies may keep their views, so these must not be the shared memory.
                failures = self._asker(header).ask(asked, views.copy(), self._numbers(count))
        said = printed.getvalue()
        if not (failures or raised or said):
            return {}
        printed.seek(0)
        printed.truncate()
        return {"failures": [(at, *failure) for at, failure in failures.items()], "raised": raised, "printed": said}

    def _asker(self, header: Any) -> Asker:
        thread, sitting = int(header["thread"]), int(header["sitting"])
        number, asker = self._askers.get(thread, (0, None))
        if asker is None or number != sitting:
            asker = Asker((self._entrant,), int(header["tables"]), revokes=bool(header["revokes"]))
            self._askers[thread] = sitting, asker
        return asker

    def _numbers(self, count: int) -> Iterator[int]:
        for at in range(count):
            self._shared.current[0] = at
            yield at
