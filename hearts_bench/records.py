"""The run folder: a manifest, shards of deals, and a log. Every file is written whole or not at all.

A run that was interrupted goes on behind its last shard.
"""

import hashlib
import json
import os
import platform
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

import hearts_bench
from hearts_bench.chunk import Chunk
from hearts_bench.entrant import Entrant
from hearts_bench.errors import MismatchError, RecordError
from hearts_bench.match import Match
from hearts_bench.runner import Result
from hearts_bench.shards import first_board, read_shard, shard_name, shard_paths, write_shard

if TYPE_CHECKING:
    import pandas as pd

SCHEMA_VERSION = 1
# A shard is written as soon as it has so many deals, or so much time has passed: what a kill may cost.
_DEALS_PER_SHARD = 100_000
_SECONDS_PER_SHARD = 10.0
_VERSIONS_OF = ("numba", "numpy", "pandas", "pyarrow", "scipy")


def manifest(matches: list[Match], config: dict[str, Any]) -> dict[str, Any]:
    """Return what a run folder says about itself before anything is played."""
    entrants = {entrant.spec: entrant for match in matches for entrant in match.entrants}
    return {
        "schema_version": SCHEMA_VERSION,
        "complete": False,
        "config": config,
        "seed": matches[0].seed,
        "rules": rules_record(matches[0]),
        "strategies": {spec: strategy_record(entrant) for spec, entrant in sorted(entrants.items())},
        "matches": [
            {
                "labels": match.labels,
                "line_up": match.line_up,
                "first_board": match.first_board,
                "boards": match.boards,
                "seatings": match.seatings,
                "whole_games": match.whole_games,
                "on_illegal": match.on_illegal,
                "drawn": match.drawn,
            }
            for match in matches
        ],
        "versions": package_versions(),
    }


def rules_record(match: Match) -> dict[str, Any]:
    """Return what is recorded of a match's rules: how they were chosen, all options, and a digest of these."""
    options = match.rules.options()
    digest = hashlib.sha256(json.dumps(options, sort_keys=True).encode()).hexdigest()[:20]
    return {"preset": match.preset, "changes": dict(match.changes), "options": options, "digest": digest}


def strategy_record(entrant: Entrant) -> dict[str, Any]:
    """Return what is recorded of a strategy beside its spec: how it runs, and which code it is."""
    commit = {} if entrant.commit is None else {"commit": entrant.commit}
    return {"kind": entrant.kind, "source_digest": entrant.source_digest, **commit}


def package_versions() -> dict[str, str]:
    """Return the versions of all packages that results could depend on."""
    own = {"hearts_bench": hearts_bench.__version__, "python": platform.python_version()}
    return own | {name: version(name) for name in _VERSIONS_OF}


def write_whole(target: Path, write: Callable[[Path], object]) -> None:
    """Let `write` write a file under a temporary name, and rename it when it is whole."""
    temporary = target.with_name(f".{os.getpid()}.{target.name}")
    try:
        write(temporary)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


class RunFolder:
    """A run folder that is being written, or that is read again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._pending: list[dict[str, npt.NDArray[Any]]] = []
        self._pending_result: Result | None = None
        self._pending_first = 0
        self._flushed = time.monotonic()

    @classmethod
    def create(cls, path: Path, content: dict[str, Any], *, fresh: bool = False) -> "RunFolder":
        """Make a new run folder.

        Raises:
            RecordError: the path is taken, and `fresh` does not say that an old run may go; or it cannot be written.

        """
        taken = path.exists() and (not path.is_dir() or any(path.iterdir()))
        if taken and not (fresh and (path / "manifest.json").is_file()):
            what = "is taken by something that is not a run" if fresh else "exists already; add --resume or --fresh"
            msg = f"{path} {what}"
            raise RecordError(msg)
        try:
            if taken:
                shutil.rmtree(path)
            (path / "deals").mkdir(parents=True)
            folder = cls(path)
            folder.write_json("manifest.json", content)
        except OSError as error:
            msg = f"cannot write the run folder {path}: {error.strerror}"
            raise RecordError(msg) from error
        return folder

    @classmethod
    def open(cls, path: Path) -> "RunFolder":
        """Open a run folder that exists.

        Raises:
            RecordError: there is none, or this version cannot read it.
            MismatchError: it is damaged.

        """
        folder = cls(path)
        found = folder.manifest().get("schema_version")
        if found != SCHEMA_VERSION:
            newer = "; it needs a newer one" if isinstance(found, int) and found > SCHEMA_VERSION else ""
            msg = f"{path} has schema version {found!r}; this version of hearts-bench reads {SCHEMA_VERSION}{newer}"
            raise RecordError(msg)
        return folder

    def manifest(self) -> dict[str, Any]:
        """Return the manifest.

        Raises:
            RecordError: there is none.
            MismatchError: it is damaged.

        """
        try:
            content = json.loads((self.path / "manifest.json").read_text(encoding="utf-8"))
        except OSError as error:
            msg = f"{self.path} is no run folder: {self._why_no_manifest()}"
            raise RecordError(msg) from error
        except ValueError as error:
            msg = f"{self.path / 'manifest.json'} is damaged ({error}): without it the deals cannot be understood"
            raise MismatchError(msg) from error
        if not isinstance(content, dict):
            msg = f"{self.path / 'manifest.json'} is damaged: it holds no mapping"
            raise MismatchError(msg)
        return content

    def _why_no_manifest(self) -> str:
        if not self.path.exists():
            return "it does not exist"
        if not self.path.is_dir():
            return "it is a file"
        if shard_paths(self.path / "deals"):
            return "it has deals, but no manifest.json to understand them by"
        return "it has no manifest.json"

    @cached_property
    def digest(self) -> str:
        """What tells this run from others: a digest of its seed, rules, strategies and matches."""
        content = self.manifest()
        said = {key: content.get(key) for key in ("seed", "rules", "strategies", "matches")}
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:20]

    def matches(self) -> list[Match]:
        """Return the matches of the run; what manifests of older versions do not say is as it was then.

        Raises:
            MismatchError: the manifest is damaged.

        """
        content = self.manifest()
        try:
            matches = [
                Match(
                    line_up=tuple(match["line_up"]),
                    boards=match["boards"],
                    seed=content["seed"],
                    preset=content["rules"]["preset"],
                    seatings=match["seatings"],
                    first_board=match["first_board"],
                    labels=tuple(match["labels"]),
                    changes=tuple(content["rules"].get("changes", {}).items()),
                    whole_games=match.get("whole_games", False),
                    on_illegal=match.get("on_illegal", "fail"),
                    drawn=match.get("drawn", False),
                )
                for match in content["matches"]
            ]
        except KeyError as error:
            msg = f"{self.path / 'manifest.json'} is damaged: it lacks {error}"
            raise MismatchError(msg) from error
        except (AttributeError, TypeError) as error:
            msg = f"{self.path / 'manifest.json'} is damaged: it has something else where matches should be ({error})"
            raise MismatchError(msg) from error
        if not matches:
            msg = f"{self.path / 'manifest.json'} is damaged: it has no matches"
            raise MismatchError(msg)
        return matches

    def write_json(self, name: str, content: dict[str, Any]) -> None:
        """Write a JSON file, strict and whole."""
        text = json.dumps(content, indent=2, allow_nan=False) + "\n"
        self.write(name, lambda path: path.write_text(text, encoding="utf-8"))

    def write(self, name: str, write: Callable[[Path], object]) -> None:
        """Let `write` write a file of the run, whole or not at all."""
        write_whole(self.path / name, write)

    def log(self, text: str) -> None:
        """Add what strategies printed to the log."""
        if text:
            with (self.path / "log.txt").open("a", encoding="utf-8") as file:
                file.write(text)

    def add_fault(self, fault: Exception) -> None:
        """Note a strategy's fault."""
        with (self.path / "faults.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps({"fault": type(fault).__name__, "message": str(fault)}) + "\n")

    def faults(self) -> list[dict[str, str]]:
        """Return the faults noted so far, each with its kind ("fault") and a message; other lines are skipped."""
        try:
            lines = (self.path / "faults.jsonl").read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return []
        return [fault for line in lines if (fault := _fault(line)) is not None]

    def add(self, match: Match, chunk: Chunk) -> None:
        """Take the deals of a chunk; they are written when a shard is full or `flush` is called."""
        if self._pending_result is None or self._pending_result.match is not match:
            self.flush()
            self._pending_result, self._pending_first = Result(match), chunk.first
        self._pending_result.add(chunk)
        if chunk.deals is not None:
            self._pending.append(chunk.deals)
        deals = self._pending_result.boards * match.turns
        if deals >= _DEALS_PER_SHARD or time.monotonic() - self._flushed >= _SECONDS_PER_SHARD:
            self.flush()

    def flush(self) -> None:
        """Write the deals taken so far."""
        if self._pending_result is None:
            return
        result, first = self._pending_result, self._pending_first
        columns = {name: np.concatenate([each[name] for each in self._pending]) for name in self._pending[0]}

        def write(path: Path) -> None:
            write_shard(path, columns, first=first, boards=result.boards, tally=result.tally, run=self.digest)

        self.write(f"deals/{shard_name(first)}", write)
        self._pending, self._pending_result = [], None
        self._flushed = time.monotonic()

    def results(self) -> list[Result]:
        """Return what the shards say about each match.

        Raises:
            RecordError: a shard cannot be read.

        """
        results = [Result(match) for match in self.matches()]
        for result in results:
            for chunk in self.chunks(result.match):
                result.add(chunk)
        return results

    def chunks(self, match: Match) -> Iterator[Chunk]:
        """Yield what the shards say about a match, in board order, up to the first board that none of them has.

        Raises:
            RecordError: a shard cannot be read, or belongs to another run.

        """
        board = match.first_board
        for path in self.shards(match):
            if first_board(path) != board:
                return
            shard = read_shard(path, match, self.digest)
            yield shard.chunk()
            board = shard.end

    def cut(self, match: Match, board: int) -> None:
        """Remove a match's shards from a board on: what is played next would overlap them."""
        for path in self.shards(match):
            if first_board(path) >= board:
                path.unlink()

    def shards(self, match: Match) -> list[Path]:
        """Return the files of a match's shards, in the order of their boards."""
        end = match.first_board + match.boards
        return [path for path in shard_paths(self.path / "deals") if match.first_board <= first_board(path) < end]

    def deals(self) -> "pd.DataFrame":
        """Return every recorded deal, one row each, in board order."""
        import pandas as pd  # noqa: PLC0415

        frames: Iterable[pd.DataFrame] = [pd.read_parquet(path) for path in shard_paths(self.path / "deals")]
        return pd.concat(frames, ignore_index=True)


def _fault(line: str) -> dict[str, str] | None:
    try:
        fault = json.loads(line)
        return {"fault": str(fault["fault"]), "message": str(fault["message"])}
    except (ValueError, KeyError, TypeError):
        return None
