"""Plays a schedule of matches with progress and, if asked, a run folder that stays whole whatever happens."""

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hearts_bench.chunk import Chunk
from hearts_bench.errors import RecordError, StrategyFault
from hearts_bench.leaderboard import leaderboard
from hearts_bench.match import Match
from hearts_bench.progress import progress
from hearts_bench.records import RunFolder, manifest
from hearts_bench.report.chart import save
from hearts_bench.report.charts_matches import points_chart
from hearts_bench.report.tables import leaderboard_document
from hearts_bench.runner import Backend, Result, chunks, prepare
from hearts_bench.shards import prepare_writing


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

    def play(
        self, matches: Sequence[Match], is_enough: Callable[[Chunk], bool] = lambda _chunk: False
    ) -> list[tuple[Result, float]]:
        """Play the matches and return each result with the seconds it took.

        `is_enough` is shown every chunk in board order, those of a resumed run included; it ends a match by True.

        Raises:
            StrategyFault: a strategy misbehaved; what was played before is kept in the run folder.
            RecordError: the run folder cannot be used.

        """
        for match in matches:
            prepare(match, self.jobs)  # what cannot be played must not touch the run folder
        folder = None
        if self.folder is not None:
            content = manifest(list(matches), self.config or {})
            folder = self._open(self.folder, content)
        titles = [
            f"match {number} of {len(matches)}" if len(matches) > 1 else "" for number in range(1, len(matches) + 1)
        ]
        results = [self._play_match(*each, folder, is_enough) for each in zip(matches, titles, strict=True)]
        if folder is not None:
            _close(folder, [result for result, _ in results])
        return results

    def _open(self, path: Path, content: dict[str, Any]) -> RunFolder:
        prepare_writing()
        if not self.resume:
            return RunFolder.create(path, content, fresh=self.fresh)
        folder = RunFolder.open(path)
        recorded = folder.manifest()
        for key in ("seed", "rules", "strategies", "matches"):
            if json_form(recorded.get(key)) != json_form(content[key]):
                msg = f"{path} cannot be resumed: it was started with other {key}"
                raise RecordError(msg)
        return folder

    def _play_match(
        self, match: Match, title: str, folder: RunFolder | None, is_enough: Callable[[Chunk], bool]
    ) -> tuple[Result, float]:
        start = time.perf_counter()
        result = Result(match)
        for chunk in folder.chunks(match) if folder is not None and self.resume else ():
            result.add(chunk)
            if is_enough(chunk):
                return result, 0.0
        if folder is not None and self.resume:
            folder.cut(match, match.first_board + result.boards)
        try:
            self._play_on(result, title, folder, is_enough)
        except StrategyFault as fault:
            if folder is not None:
                folder.add_fault(fault)
            raise
        finally:
            if folder is not None:
                folder.flush()
        return result, time.perf_counter() - start

    def _play_on(
        self, result: Result, title: str, folder: RunFolder | None, is_enough: Callable[[Chunk], bool]
    ) -> None:
        match = result.match
        left = (match.boards - result.boards) * match.turns
        record = folder is not None
        played = chunks(match, jobs=self.jobs, backend=self.backend, skip=result.boards, record=record)
        with progress(left, match.turns, title, quiet=self.quiet) as show, closing(played):
            for chunk in played:
                result.add(chunk)
                if folder is not None:
                    folder.add(match, chunk)
                    folder.log(chunk.printed)
                elif chunk.printed:
                    sys.stderr.write(chunk.printed)
                show(chunk)
                if is_enough(chunk):
                    return


def _close(folder: RunFolder, results: Sequence[Result]) -> None:
    """Write what is there at the end of a run only."""
    folder.write("points.svg", lambda path: save(points_chart(results), path))
    # Its intervals are for numbers of boards that were fixed beforehand, not for tests that stop when they are sure.
    if not any(result.match.drawn for result in results):
        board = leaderboard_document(leaderboard(results))
        folder.write_json("leaderboard.json", {"complete": True, "seed": results[0].match.seed} | board)
    folder.write_json("manifest.json", folder.manifest() | {"complete": True})


def json_form(value: Any) -> Any:
    """Return a value as it comes back from a JSON file."""
    if isinstance(value, dict):
        return {str(key): json_form(each) for key, each in value.items()}
    return [json_form(each) for each in value] if isinstance(value, list | tuple) else value
