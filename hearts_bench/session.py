"""Plays a schedule of matches with progress and, if asked, a run folder that stays whole whatever happens."""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hearts_bench.errors import RecordError, StrategyFault
from hearts_bench.match import Match
from hearts_bench.progress import progress
from hearts_bench.records import RunFolder, manifest
from hearts_bench.report.charts import points_chart
from hearts_bench.runner import Backend, Result, chunks, prepare


@dataclass(frozen=True)
class Session:
    """How to play: workers, where to write, and what to say meanwhile."""

    jobs: int | None = None
    backend: Backend | None = None
    folder: Path | None = None
    fresh: bool = False
    resume: bool = False
    quiet: bool = False
    config: dict[str, Any] | None = None

    def play(self, matches: Sequence[Match]) -> list[tuple[Result, float]]:
        """Play the matches and return each result with the seconds it took.

        Raises:
            StrategyFault: a strategy misbehaved; what was played before is kept in the run folder.
            RecordError: the run folder cannot be used.

        """
        for match in matches:
            prepare(match, self.jobs)  # what cannot be played must not touch the run folder
        done = [Result(match) for match in matches]
        folder = None
        if self.folder is not None:
            content = manifest(list(matches), self.config or {})
            folder, done = self._open(self.folder, content, done)
        results = [self._play_match(result, folder) for result in done]
        if folder is not None:
            folder.write_json("manifest.json", folder.manifest() | {"complete": True})
            folder.write("points.svg", lambda path: points_chart([result for result, _ in results], path))
        return results

    def _open(self, path: Path, content: dict[str, Any], done: list[Result]) -> tuple[RunFolder, list[Result]]:
        if not self.resume:
            return RunFolder.create(path, content, fresh=self.fresh), done
        folder = RunFolder.open(path)
        recorded = folder.manifest()
        for key in ("seed", "rules", "strategies", "matches"):
            if json_form(recorded.get(key)) != json_form(content[key]):
                msg = f"{path} cannot be resumed: it was started with other {key}"
                raise RecordError(msg)
        return folder, folder.results()

    def _play_match(self, result: Result, folder: RunFolder | None) -> tuple[Result, float]:
        match = result.match
        turns = match.turns
        start = time.perf_counter()
        left = (match.boards - result.boards) * turns
        try:
            with progress(left, turns, quiet=self.quiet) as show:
                record = folder is not None
                for chunk in chunks(match, jobs=self.jobs, backend=self.backend, skip=result.boards, record=record):
                    result.add(chunk)
                    if folder is not None:
                        folder.add(match, chunk)
                        folder.log(chunk.printed)
                    elif chunk.printed:
                        sys.stderr.write(chunk.printed)
                    show(chunk)
        except StrategyFault as fault:
            if folder is not None:
                folder.add_fault(fault)
            raise
        finally:
            if folder is not None:
                folder.flush()
        return result, time.perf_counter() - start


def json_form(value: Any) -> Any:
    """Return a value as it comes back from a JSON file."""
    if isinstance(value, dict):
        return {str(key): json_form(each) for key, each in value.items()}
    return [json_form(each) for each in value] if isinstance(value, list | tuple) else value
