"""The command line as a user meets it: called in this process where that is enough, else as a program of its own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from hearts_bench.cli import app

PROGRAM = (sys.executable, "-m", "hearts_bench")
# Of the run whose folder is `played`.
LINE_UPS = (("random", "duck-low", "spade-flushing", "article"), ("article", "article", "random", "moon-defending"))


@dataclass(frozen=True)
class Said:
    """How a command ended, and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output as JSON, read as strictly as other languages do."""
        return json.loads(self.out, parse_constant=_refuse)

    @property
    def words(self) -> str:
        """Both outputs on one line, without the frames that are drawn around usage errors."""
        return " ".join((self.out + self.err).replace("│", " ").split())


def _refuse(constant: str) -> None:
    msg = f"{constant} is no JSON"
    raise ValueError(msg)


def invoke(*arguments: object) -> Said:
    """Run a command in this process; an exception that it lets through is raised here."""
    result = CliRunner().invoke(app, [str(each) for each in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Said(result.exit_code, result.stdout, result.stderr)


def start(*arguments: object, cwd: Path | None = None, **environment: str) -> "subprocess.Popen[str]":
    """Start the program in a process group of its own, so that a test can press Ctrl-C on it."""
    return subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        cwd=cwd,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Who starts the tests in the background makes them deaf to Ctrl-C, and so all that they start.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no thread forks here
    )


def run(*arguments: object, cwd: Path | None = None, timeout: float = 120, **environment: str) -> Said:
    """Run the program to its end."""
    process = start(*arguments, cwd=cwd, **environment)
    out, err = process.communicate(timeout=timeout)
    return Said(process.returncode, out, err)


def python(code: str, *, cwd: Path | None = None, timeout: float = 120, **environment: str) -> str:
    """Run a piece of Python in a process of its own and return what it prints."""
    finished = subprocess.run(
        [sys.executable, "-c", code],
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def results(document: Any) -> Any:
    """Return a JSON document of results without what differs from run to run: the times."""
    if isinstance(document, dict):
        return {
            key: results(each)
            for key, each in document.items()
            if key not in {"ms_per_decision", "deals_per_second", "run"}
        }
    return [results(each) for each in document] if isinstance(document, list) else document


def write_config(
    path: Path, line_ups: Sequence[Sequence[str]], *, deals: int, seed: int | None = 5, more: str = ""
) -> Path:
    """Write a configuration in which every label is a spec, and return its path."""
    names = sorted({name for line_up in line_ups for name in line_up})
    lines = ["version: 1", *([] if seed is None else [f"seed: {seed}"]), "strategies:"]
    lines += [f"  {json.dumps(name)}: {{use: {json.dumps(name)}}}" for name in names]
    lines += ["tournament:", "  type: line-ups", f"  line-ups: {json.dumps([list(each) for each in line_ups])}"]
    path.write_text("\n".join([*lines, f"  deals: {deals}", more]) + "\n", encoding="utf-8")
    return path
