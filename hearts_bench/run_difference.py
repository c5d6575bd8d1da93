"""Where two runs of the same boards differ: deal by deal from their records, and decision by decision where possible.

Scores are on record, cards are not: first differences are found by playing boards again, as far as the strategies of
both runs are still what they were.
"""

import math
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from hearts_bench.behaviour import nanoseconds_per_board, why_changed
from hearts_bench.block import MOST_DEALS, Block, BoardPlayer
from hearts_bench.chunk import Sum
from hearts_bench.decisions import Records
from hearts_bench.difference import DIFFERENCE, Comparison, Difference, First, Kind, first_differences, first_of
from hearts_bench.errors import ConfigError, MismatchError
from hearts_bench.match import Match
from hearts_bench.measures import Flags, Integers
from hearts_bench.messages import unknown_name
from hearts_bench.records import RunFolder
from hearts_bench.runner import Result
from hearts_bench.summaries import labels_of

Runs: TypeAlias = tuple[RunFolder, RunFolder]

# What may be spent on playing boards again to count first differences, both runs together.
_SECONDS = 5.0
_SAME = ("seatings", "first_board", "whole_games", "on_illegal", "drawn")


@dataclass(frozen=True)
class Change:
    """A strategy of the one run and what has its place in the other: labels, specs, and whether they differ."""

    labels: tuple[str, str]
    specs: tuple[str, str]
    is_changed: bool

    def positions(self, matches: tuple[Match, Match]) -> list[int]:
        """Return its positions in the line-ups of a match in both runs."""
        line_ups = zip(*(match.line_up for match in matches), strict=True)
        return [at for at, specs in enumerate(line_ups) if specs == self.specs]


@dataclass(frozen=True)
class _Part:
    """A match as both runs have it: results, and scores by board, seating and seat."""

    results: tuple[Result, Result]
    scores: tuple[Integers, Integers]

    @property
    def match(self) -> Match:
        """The match of the one run."""
        return self.results[0].match

    @property
    def matches(self) -> tuple[Match, Match]:
        """The match of either run."""
        return self.results[0].match, self.results[1].match

    @property
    def differs(self) -> Flags:
        """Whether scores differ, by board and seating."""
        return np.asarray((self.scores[0] != self.scores[1]).any(axis=2))

    def gains(self, positions: Sequence[int]) -> Integers:
        """Return what the seats of some positions gain in the one run, by board and seating; times (players - 1)."""
        one, other = (each.sum(axis=2, keepdims=True) - each.shape[2] * each for each in self.scores)
        seated = np.isin(self.match.seatings_of(self.match.first_board, len(one)), positions)
        return np.asarray(((one - other) * seated).sum(axis=2))


def run_difference(one: RunFolder, other: RunFolder, label: str | None = None) -> Difference:
    """Return how two runs of the same boards differ.

    Gains are those of one strategy, which may have another label or source in the other run: the one with this label
    or, without one, the strategy that differs.

    Raises:
        ConfigError: the runs have other boards, other rules or more than one other strategy, or nobody has that label.
        RecordError: a shard cannot be read.
        MismatchError: a board does not come out of a replay again.
        StrategyFault: a strategy misbehaved, which it had not done before.

    """
    runs = (one, other)
    pairs = _pairs(runs)
    change = _subject(_changes(runs, pairs), label)
    parts = [part for pair in pairs if (part := _part(runs, pair)) is not None and change.positions(part.matches)]
    if not parts:
        msg = f"{one.path} and {other.path} have no boards in common yet"
        raise ConfigError(msg)
    seats = [sum(map(part.match.seats_per_board, change.positions(part.matches))) for part in parts]
    scale = math.lcm(*seats)
    comparison = Comparison(parts[0].match.rules, scale)
    gains = [
        part.gains(change.positions(part.matches)) * (scale // own) for part, own in zip(parts, seats, strict=True)
    ]
    for part, values in zip(parts, gains, strict=True):
        comparison.add(part.match.first_board, values, part.differs)
    again = _Again(runs, parts)
    notes = [*_notes_on_boards(pairs, parts), *again.count_firsts(comparison, gains)]
    return comparison.outcome(_names(runs, change), parts[0].match, again.look, tuple(notes))


def _names(runs: Runs, change: Change) -> tuple[str, str]:
    one, other = change.labels
    if one != other:
        return one, other
    paths = str(runs[0].path), str(runs[1].path)
    return (f"{one} in {paths[0]}", f"{other} in {paths[1]}") if change.is_changed else paths


def _pairs(runs: Runs) -> list[tuple[Match, Match]]:
    """Return the matches of both runs side by side.

    Raises:
        ConfigError: they are not on the same boards.

    """
    one, other = (run.manifest() for run in runs)
    _require_same(runs, "seed", one["seed"], other["seed"])
    _require_same(runs, "rules", *(each["rules"]["preset"] for each in (one, other)))
    changes = [each["rules"].get("changes", {}) for each in (one, other)]
    _require_same(runs, "rule options", *changes)
    pairs = [run.matches() for run in runs]
    _require_same(runs, "number of matches", *map(len, pairs))
    for number, matches in enumerate(zip(*pairs, strict=True), 1):
        for name in _SAME:
            what = f"{name.replace('_', ' ')} of match {number}"
            _require_same(runs, what, *(getattr(match, name) for match in matches))
    return list(zip(*pairs, strict=True))


def _require_same(runs: Runs, what: str, one: Any, other: Any) -> None:
    if one != other:
        msg = f"only runs on the same deals can be compared; {what}: {one} in {runs[0].path}, {other} in {runs[1].path}"
        raise ConfigError(msg)


def _changes(runs: Runs, pairs: Sequence[tuple[Match, Match]]) -> list[Change]:
    """Return every strategy of the one run with the one in its place in the other.

    Raises:
        ConfigError: more than one is another strategy.

    """
    labels = [labels_of(matches) for matches in zip(*pairs, strict=True)]
    records = [run.manifest()["strategies"] for run in runs]
    found: dict[tuple[str, str], Change] = {}
    for matches in pairs:
        for specs in zip(*(match.line_up for match in matches), strict=True):
            names = (labels[0][specs[0]], labels[1][specs[1]])
            digests = [record.get(spec, {}).get("source_digest") for record, spec in zip(records, specs, strict=True)]
            found.setdefault(specs, Change(names, specs, len({*specs}) > 1 or len({*digests}) > 1))
    renamed = [change for change in found.values() if len({*change.labels}) > 1]
    if len(renamed) > 1:
        listed = ", ".join(" and ".join(change.labels) for change in renamed)
        msg = f"{runs[0].path} and {runs[1].path} differ in more than one strategy: {listed}"
        raise ConfigError(msg)
    return list(found.values())


def _subject(changes: Sequence[Change], label: str | None) -> Change:
    """Return the strategy whose gains are shown."""
    if label is not None:
        chosen = [change for change in changes if label in change.labels]
        if not chosen:
            raise ConfigError(unknown_name("strategy of these runs", label, [change.labels[0] for change in changes]))
        return max(chosen, key=lambda change: change.is_changed)
    changed = [change for change in changes if change.is_changed] or [changes[0]]
    renamed = [change for change in changed if len({*change.labels}) > 1]
    if renamed or len(changed) == 1:
        return (renamed or changed)[0]
    msg = (
        f"several strategies have other sources in the two runs ({', '.join(change.labels[0] for change in changed)}), "
        "or hearts-bench itself has; say whose gains to show, with --strategy"
    )
    raise ConfigError(msg)


def _part(runs: Runs, matches: tuple[Match, Match]) -> _Part | None:
    """Return what both runs have of a match, None if there are no boards that both have."""
    results, scores = [], []
    for run, match in zip(runs, matches, strict=True):
        result, arrays = Result(match), []
        for chunk in run.chunks(match):
            result.add(chunk)
            arrays.append(chunk.scores)
        results.append(result)
        scores.append(np.concatenate(arrays).astype(np.int64) if arrays else np.zeros((0, 1, 1), np.int64))
    boards = min(map(len, scores))
    return _Part((results[0], results[1]), (scores[0][:boards], scores[1][:boards])) if boards else None


def _notes_on_boards(pairs: Sequence[tuple[Match, Match]], parts: Sequence[_Part]) -> list[str]:
    planned = [sum(match.boards for match in matches) for matches in zip(*pairs, strict=True)]
    played = [sum(part.results[at].boards for part in parts) for at in range(2)]
    compared = sum(len(part.scores[0]) for part in parts)
    said = [] if max(*planned, *played) == compared else [f"Compared are the {compared:,} boards that both runs have."]
    return [
        *said,
        "Deals of runs count as different where their scores are.",
    ]


class _Again:
    """Plays boards of two runs again, if their strategies are still what they were."""

    def __init__(self, runs: Runs, parts: Sequence[_Part]) -> None:
        self._runs = runs
        self._parts = parts
        self._why_not = next(self._reasons(), "")

    def _reasons(self) -> Any:
        for at, run in enumerate(self._runs):
            records = run.manifest()["strategies"]
            for spec in {spec: None for part in self._parts for spec in part.matches[at].line_up}:
                if reason := why_changed(spec, records):
                    yield f"{spec} of {run.path} cannot be played again ({reason})"

    def count_firsts(self, comparison: Comparison, gains: Sequence[Integers]) -> list[str]:
        """Count first differences, as far as there is time for it, and return what must be said about that."""
        if self._why_not:
            return [f"Only scores are compared: {self._why_not}."]
        differing = [
            (at, number) for at, part in enumerate(self._parts) for number in np.flatnonzero(part.differs.any(axis=1))
        ]
        nanoseconds, counted = int(_SECONDS * 1e9), 0
        for at, number in differing:
            part = self._parts[at]
            nanoseconds -= sum(map(_time_to_repeat, part.results))
            if nanoseconds < 0:
                break
            is_different = part.differs[number]
            firsts = self._firsts(part, part.match.first_board + int(number))
            comparison.add_firsts(gains[at][number][is_different], firsts[is_different])
            counted += 1
        if counted < len(differing):
            return [f"First differences are those of the first {counted:,} of {len(differing):,} boards that differ."]
        return []

    def look(self, board: int, seating: int) -> tuple[First | None, tuple[str, ...]]:
        """Return where a board first differs in a seating, and the commands that show it, if it can be played again."""
        if self._why_not:
            return None, ()
        part = next(part for part in reversed(self._parts) if part.match.first_board <= board)
        first = self._firsts(part, board)[seating]
        games = ["--deal", str(first["deal"])] if part.match.whole_games else []
        place = ["--board", str(board), "--seating", str(seating), *games]
        commands = [shlex.join(["hearts-bench", "replay", str(run.path), *place]) for run in self._runs]
        return first_of(first), tuple(commands)

    def _firsts(self, part: _Part, board: int) -> Records:
        """Return the first differences of a board's seatings."""
        if not part.match.whole_games:
            return self._firsts_of(part, board, 0)
        found = np.zeros(part.match.turns, DIFFERENCE)
        found["kind"] = Kind.NONE
        wanted = part.differs[board - part.match.first_board]
        for deal in range(MOST_DEALS):
            if not (wanted & (found["kind"] == Kind.NONE)).any():
                break
            now = self._firsts_of(part, board, deal)
            new = (found["kind"] == Kind.NONE) & (now["kind"] != Kind.NONE)
            found[new] = now[new]
        return found

    def _firsts_of(self, part: _Part, board: int, deal: int) -> Records:
        """Return the first differences of a board, in this deal if boards are games."""
        one, other = (self._played(part, at, board, deal) for at in range(2))
        rows = np.arange(part.match.turns)
        found = first_differences(one, rows, other, rows)
        found["deal"] = deal
        return found

    def _played(self, part: _Part, at: int, board: int, deal: int) -> Block:
        match = part.matches[at]
        block = BoardPlayer(match, 1, deal + 1).play(board, 1)
        if block.faults:
            raise block.faults[min(block.faults)]
        scores = block.tables["score_sums"][:, : match.rules.players]
        if not match.whole_games and (scores != part.scores[at][board - match.first_board]).any():
            msg = (
                f"board {board} of {self._runs[at].path} does not come out of a replay again: one of "
                f"{', '.join(match.labels)} does not always play the same"
            )
            raise MismatchError(msg)
        return block


def _time_to_repeat(result: Result) -> int:
    """Return the nanoseconds it takes to find where a board differs; of games, more and more deals are played."""
    match = result.match
    deals = int(result.tally[:, Sum.DEALS].sum()) // (result.boards * match.turns * match.rules.players)
    return nanoseconds_per_board(result) * deals * (deals + 1) // 2
