"""Follows a run folder that somebody else writes: how far the run is, how fast it goes, and whether it still goes."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from hearts_bench.duel import Duel, Outcome, Question
from hearts_bench.errors import RecordError
from hearts_bench.findings import question_of
from hearts_bench.leaderboard import Leaderboard, leaderboard
from hearts_bench.match import Match
from hearts_bench.records import RunFolder
from hearts_bench.runner import Result
from hearts_bench.shards import read_shard

# A run writes at least every ten seconds, unless a single chunk takes longer than that.
_QUIET_SECONDS = 60.0
_QUIET_INTERVALS = 10
# A run that goes on after a fault, resumed, takes longer than this to start.
_FLUSH_SECONDS = 1.0
# The speed is that of the last few shards: matches of a tournament may differ by orders of magnitude.
_RECENT = 6


@dataclass(frozen=True)
class Standing:
    """How a run stands. Deals are games where games are played.

    `is_stopped` says that a strategy misbehaved, which ended the run. `seconds_left` is a guess from the last
    `deals_per_second`; both are None if nothing is known of the speed. `seconds_quiet` have passed since the run last
    wrote something, and `is_quiet` says that these are far too many. `leaderboard` is there unless a sequential test
    decides how many boards are played; then `outcome` is what it says.
    """

    name: str
    is_complete: bool
    is_stopped: bool
    deals: int
    planned_deals: int
    results: tuple[Result, ...]
    matches: int
    deals_per_second: float | None
    seconds_left: float | None
    seconds_quiet: float
    is_quiet: bool
    leaderboard: Leaderboard | None
    outcome: Outcome | None
    faults: tuple[dict[str, str], ...]
    problems: tuple[str, ...]

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.is_complete or self.is_stopped


class Follower:
    """Reads what is new in a run folder whenever it is asked to look."""

    def __init__(self, path: Path) -> None:
        self._folder = RunFolder.open(path)
        self._matches = self._folder.matches()
        self._results = [Result(match) for match in self._matches]
        self._duels = [_duel(match, self._folder.manifest()) for match in self._matches]
        self._seen: set[Path] = set()
        self._written: list[tuple[float, int]] = []  # when each shard was, and its deals
        self._problems: list[str] = []
        self._board: Leaderboard | None = None

    def look(self) -> Standing:
        """Read new shards, and return how the run stands now.

        Raises:
            RecordError: the folder has gone.
            MismatchError: the manifest is damaged.

        """
        complete = bool(self._folder.manifest().get("complete"))  # before the shards: there are no more afterwards
        if self._read() and not any(match.drawn for match in self._matches):
            self._board = leaderboard([result for result in self._results if result.boards])
        faults = tuple(self._folder.faults())
        quiet, deals = self._quiet(), sum(map(_deals, self._results))
        planned = sum(match.deals for match in self._matches)
        stopped = not complete and self._is_stopped()
        rate = None if complete or stopped else _rate(self._written)
        return Standing(
            name=self._folder.path.name,
            is_complete=complete,
            is_stopped=stopped,
            deals=deals,
            planned_deals=planned,
            results=tuple(result for result in self._results if result.boards),
            matches=len(self._matches),
            deals_per_second=rate,
            seconds_left=max(0.0, (planned - deals) / rate - quiet) if rate else None,
            seconds_quiet=quiet,
            is_quiet=not (complete or stopped)
            and quiet > max(_QUIET_SECONDS, _QUIET_INTERVALS * _interval(self._written)),
            leaderboard=self._board,
            outcome=self._outcome(),
            faults=faults,
            problems=tuple(self._problems),
        )

    def _read(self) -> bool:
        """Read the shards that are new, and tell whether there were any."""
        fresh = False
        for result, duel in zip(self._results, self._duels, strict=True):
            for path in self._folder.shards(result.match):
                if path not in self._seen:
                    self._seen.add(path)
                    self._add(path, result, duel)
                    fresh = True
        return fresh

    def _add(self, path: Path, result: Result, duel: Duel | None) -> None:
        try:
            written = path.stat().st_mtime
            chunk = read_shard(path, result.match, self._folder.digest).chunk()
        except (OSError, RecordError) as error:
            self._problems.append(f"{error}.")
            return
        result.add(chunk)
        self._written.append((written, chunk.boards * result.match.turns))
        if duel is not None:
            duel.is_enough(chunk)

    def _outcome(self) -> Outcome | None:
        duels = [duel for duel, result in zip(self._duels, self._results, strict=True) if duel and result.boards]
        return duels[0].outcome() if duels else None

    def _is_stopped(self) -> bool:
        """Tell whether the last thing that was noted is a fault; what was played before it is written just after."""
        faults = self._folder.path / "faults.jsonl"
        last = max((written for written, _ in self._written), default=0.0)
        return bool(self._folder.faults()) and faults.stat().st_mtime + _FLUSH_SECONDS >= last

    def _quiet(self) -> float:
        """Return how long the run has written nothing."""
        files = [self._folder.path / name for name in ("manifest.json", "log.txt", "faults.jsonl")]
        times = [written for written, _ in self._written]
        times += [file.stat().st_mtime for file in files if file.exists()]
        return max(0.0, time.time() - max(times))


def _duel(match: Match, manifest: dict[str, Any]) -> Duel | None:
    return Duel(match, question_of(manifest, match) or Question()) if match.drawn else None


def _deals(result: Result) -> int:
    return result.boards * result.match.turns


def _interval(written: Sequence[tuple[float, int]]) -> float:
    """Return how many seconds usually pass between two shards."""
    times = sorted(at for at, _ in written)
    return median(after - before for before, after in pairwise(times)) if len(times) > 1 else 0.0


def _rate(written: Sequence[tuple[float, int]]) -> float | None:
    """Return the deals per second of the last shards, without the breaks of a run that was interrupted.

    >>> _rate([(0.0, 100), (10.0, 50), (5000.0, 50), (5010.0, 50)])
    5.0
    """
    ordered = sorted(written)
    steps = [(after[0] - before[0], after[1]) for before, after in pairwise(ordered)]
    longest = max(_QUIET_SECONDS, _QUIET_INTERVALS * _interval(written))
    recent = [(seconds, deals) for seconds, deals in steps if seconds <= longest][-_RECENT:]
    seconds = sum(seconds for seconds, _ in recent)
    return sum(deals for _, deals in recent) / seconds if seconds > 0 else None
