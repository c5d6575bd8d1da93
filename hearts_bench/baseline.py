"""A baseline: what an old strategy did against a reference, board by board, for a time when its code is gone.

It is a JSON file. Its numbers are exact integers, so a replay gives them again or shows that something has changed:
every board holds, beside what the old strategy got, the scores of a table at which the reference sits alone.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict, ValidationError

from hearts_bench.chunk import Chunk, play_chunk
from hearts_bench.duel import BoardSums, Recorded, board_sums, board_values
from hearts_bench.errors import ConfigError, MismatchError, RecordError, StrategyError
from hearts_bench.match import Match, boards_for
from hearts_bench.messages import describe_validation
from hearts_bench.records import package_versions, rules_record, strategy_record, write_whole
from hearts_bench.rng import DEAL_SCHEME
from hearts_bench.stats.intervals import board_interval
from hearts_bench.stats.sequential import LOOK

SCHEMA_VERSION = 1
_REPLAYED = 20  # boards
_SUMS = 2  # the columns before the scores of the reference


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class RulesRecord(_Section):
    """The rules: how they were chosen, all options, and a digest of these."""

    preset: str
    changes: dict[str, str]
    options: dict[str, Any]
    digest: str


class StrategyRecord(_Section):
    """A strategy: its spec, how it runs, a digest of its source, and its commit if it came from git."""

    strategy: str
    kind: str
    source_digest: str
    commit: str | None = None


class Summary(_Section):
    """What the boards say, in points per deal; positive payoffs are in favour of the old strategy."""

    payoff: float
    interval: tuple[float, float] | None
    standard_deviation: float
    points_of_old: float
    points_of_reference: float


class Baseline(_Section):
    """What the file holds.

    `data` has a row for each board from `first_board` on: the sum over the old strategy's seats of (players - 1) *
    payoff, the sum of its scores, and the score of each seat at the table at which the reference sits alone.
    """

    schema_version: int
    checksum: str
    rules: RulesRecord
    deal_scheme: str
    seed: int
    first_board: int
    boards: int
    old: StrategyRecord
    reference: StrategyRecord
    versions: dict[str, str]
    summary: Summary
    data: list[list[int]]

    @cached_property
    def table(self) -> npt.NDArray[np.int64]:
        """The rows of `data`."""
        return np.array(self.data, np.int64)

    @property
    def recorded(self) -> Recorded:
        """What the old strategy did."""
        return Recorded(f"the baseline {self.old.strategy}", BoardSums(self.table[:, 0], self.table[:, 1]))

    def match(self, strategy: str, **options: Any) -> Match:
        """Return the match of a strategy against the reference on the boards of this baseline.

        `options` are fields of `Match` that differ, or further ones.
        """
        fields: dict[str, Any] = {
            "boards": self.boards,
            "preset": self.rules.preset,
            "changes": tuple(self.rules.changes.items()),
        }
        return Match(
            (strategy, self.reference.strategy),
            seed=self.seed,
            first_board=self.first_board,
            seatings="duel",
            drawn=True,
            **fields | options,
        )

    def checksum_now(self) -> str:
        """Return the checksum that belongs to what the file holds."""
        return _checksum(self.model_dump(mode="json", exclude={"checksum"}))

    def document(self) -> dict[str, Any]:
        """Return all but the boards as a JSON document."""
        return self.model_dump(mode="json", exclude={"data"})


def _checksum(content: dict[str, Any]) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def baseline_match(old: str, reference: str, deals: int, seed: int, **options: Any) -> Match:
    """Return the match that makes a baseline of at least so many deals; `options` are further fields of `Match`.

    Raises:
        ConfigError: the boards would be too few for any gate.

    """
    match = Match((old, reference), 1, seed, seatings="duel", drawn=True, **options)
    boards = boards_for(match, deals) if deals > 0 else 0
    if boards < LOOK:
        msg = f"{deals} deals are too few for a baseline; a gate looks at its evidence every {LOOK * match.turns}"
        raise ConfigError(msg)
    return Match((old, reference), boards, seed, seatings="duel", drawn=True, **options)


class Recording:
    """Collects the boards of an old strategy against a reference, and makes a baseline of them."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._scores: list[npt.NDArray[np.int32]] = []

    def add(self, chunk: Chunk) -> bool:
        """Take the next boards; there are never enough of them before the last."""
        self._scores.append(chunk.scores)
        return False

    def baseline(self) -> Baseline:
        """Return the baseline of all boards."""
        match = self._match
        scores = np.concatenate(self._scores)
        sums = board_sums(scores)
        payoffs, points = board_values(scores)
        estimate = board_interval(payoffs)
        old, reference = match.entrants
        content = {
            "schema_version": SCHEMA_VERSION,
            "rules": json.loads(json.dumps(rules_record(match))),
            "deal_scheme": DEAL_SCHEME,
            "seed": match.seed,
            "first_board": match.first_board,
            "boards": match.boards,
            "old": {"strategy": match.line_up[0], "commit": None} | strategy_record(old),
            "reference": {"strategy": match.line_up[1], "commit": None} | strategy_record(reference),
            "versions": package_versions(),
            "summary": {
                "payoff": estimate.mean,
                "interval": estimate.interval and list(estimate.interval),
                "standard_deviation": float(payoffs.std(ddof=1)),
                "points_of_old": float(points[:, 0].mean()),
                "points_of_reference": float(points[:, 1].mean()),
            },
            "data": np.column_stack([sums.payoffs, sums.scores, scores[:, match.rules.players]]).tolist(),
        }
        return Baseline.model_validate_json(json.dumps(content | {"checksum": _checksum(content)}))


def check_target(path: Path, *, fresh: bool) -> None:
    """Make sure, before anything is played, that a baseline can be written there.

    Raises:
        RecordError: it cannot, or the path is taken, and `fresh` does not say that an old baseline may go.

    """
    if path.exists():
        if not fresh:
            msg = f"{path} exists already; add --fresh to replace it"
            raise RecordError(msg)
        if not path.is_file() or b'"deal_scheme"' not in path.read_bytes():
            msg = f"{path} is taken by something that is not a baseline"
            raise RecordError(msg)
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        msg = f"{path} cannot be written: {path.parent} is no folder that can be written to"
        raise RecordError(msg)


def save(baseline: Baseline, path: Path) -> None:
    """Write a baseline, whole or not at all, with a line for each board."""
    head = json.dumps(baseline.document(), indent=2, allow_nan=False)
    rows = ",\n".join(f"    {json.dumps(row)}" for row in baseline.data)
    text = f'{head.removesuffix("}").rstrip()},\n  "data": [\n{rows}\n  ]\n}}\n'
    write_whole(path, lambda target: target.write_text(text, encoding="utf-8"))


def load(path: Path) -> Baseline:
    """Read a baseline.

    Raises:
        ConfigError: there is no such file.
        MismatchError: it was truncated or edited, or another version of hearts-bench wrote it; the field is named.

    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        msg = f"cannot read the baseline {path}: {error.strerror}"
        raise ConfigError(msg) from error
    except ValueError as error:
        msg = f"{path} is damaged, or no baseline: {error}"
        raise MismatchError(msg) from error
    found = content.get("schema_version") if isinstance(content, dict) else None
    if found != SCHEMA_VERSION:
        msg = f"{path}: schema_version is {found!r}; this version of hearts-bench reads {SCHEMA_VERSION}"
        raise MismatchError(msg)
    try:
        baseline = Baseline.model_validate_json(json.dumps(content))
    except ValidationError as error:
        msg = f"{path} is damaged: {describe_validation(error, Baseline)}"
        raise MismatchError(msg) from None
    problems = list(_unsound(baseline))
    if problems:
        msg = f"{path} was edited or damaged: {'; '.join(problems)}. Fetch it again, or save it anew"
        raise MismatchError(msg)
    return baseline


def _unsound(baseline: Baseline) -> Iterator[str]:
    if baseline.checksum != baseline.checksum_now():
        yield f"checksum is {baseline.checksum}, but what the file holds has {baseline.checksum_now()}"
    if len(baseline.data) != baseline.boards:
        yield f"data has {len(baseline.data)} boards, and boards is {baseline.boards}"
    columns = _SUMS + baseline.rules.options.get("players", 0)
    if any(len(row) != columns for row in baseline.data):
        yield f"data has rows that have not {columns} numbers"


def check_fits(baseline: Baseline, path: Path, match: Match) -> None:
    """Make sure that a match can be compared with a baseline.

    Raises:
        MismatchError: deals or rules are others than then, or the reference has another source; the field is named.

    """
    problems = list(_differences(baseline, match))
    if problems:
        msg = f"{path} cannot be compared with what would be played here: {'; '.join(problems)}"
        raise MismatchError(msg)


def _differences(baseline: Baseline, match: Match) -> Iterator[str]:
    if baseline.deal_scheme != DEAL_SCHEME:
        yield f"deal_scheme is {baseline.deal_scheme!r}, here {DEAL_SCHEME!r}: a seed stands for other deals"
    then, now = baseline.rules.options, rules_record(match)
    options = json.loads(json.dumps(now["options"]))
    for name in sorted(then.keys() | options.keys()):
        if then.get(name) != options.get(name):
            yield f"rules: {name} is {json.dumps(then.get(name))}, here {json.dumps(options.get(name))}"
    if then == options and baseline.rules.digest != now["digest"]:
        yield f"rules: digest is {baseline.rules.digest}, here {now['digest']}"
    digest = match.entrants[1].source_digest
    if baseline.reference.source_digest != digest:
        yield (
            f"reference: source_digest of {baseline.reference.strategy} is {baseline.reference.source_digest}, here "
            f"{digest}: its source has changed"
        )


def some_boards(baseline: Baseline) -> list[int]:
    """Return the numbers of about 20 boards from all parts of a baseline."""
    picked = np.linspace(0, baseline.boards - 1, min(_REPLAYED, baseline.boards)).astype(int)
    return [baseline.first_board + number for number in picked.tolist()]


def replay_match(baseline: Baseline) -> tuple[Match, str]:
    """Return the match that plays a baseline's boards again, and why the old strategy is left out, if it is.

    It is left out, and the reference sits alone, where its spec leads nowhere any more, or to another source.
    """
    try:
        match = baseline.match(baseline.old.strategy)
        same = match.entrants[0].source_digest == baseline.old.source_digest
        left_out = "" if same else f"the source of {baseline.old.strategy} has changed since"
    except StrategyError as error:
        left_out = str(error)
    return (reference_match(baseline), left_out) if left_out else (match, "")


def reference_match(baseline: Baseline) -> Match:
    """Return the match in which the reference sits alone at the table, in all seats."""
    match = baseline.match(baseline.reference.strategy)
    return replace(match, line_up=(baseline.reference.strategy,) * match.rules.players, seatings="fixed", labels=())


def replay_some(baseline: Baseline, match: Match) -> None:
    """Play about 20 boards from all parts of a baseline again, and compare them.

    Raises:
        MismatchError: a board comes out otherwise.
        StrategyFault: a strategy misbehaved.

    """
    for board in some_boards(baseline):
        chunk = play_chunk(match, board, 1)
        if chunk.fault is not None:
            raise chunk.fault
        compare(baseline, match, chunk)


def compare(baseline: Baseline, match: Match, chunk: Chunk) -> None:
    """Compare boards of `replay_match` with those on record.

    Raises:
        MismatchError: a board comes out otherwise.

    """
    if match.seatings == "duel":
        compare_alone(baseline, chunk.first, chunk.scores[:, match.rules.players])
        sums = board_sums(chunk.scores)
        what = f"sums of payoff and score of {baseline.old.strategy}"
        _compare(baseline, chunk.first, slice(0, _SUMS), np.column_stack([sums.payoffs, sums.scores]), what)
    else:
        compare_alone(baseline, chunk.first, chunk.scores[:, 0])


def compare_alone(baseline: Baseline, first: int, scores: npt.NDArray[np.int32]) -> None:
    """Compare boards on which the reference sat alone; `scores` are by board, from number `first` on, and seat.

    Raises:
        MismatchError: a board comes out otherwise.

    """
    what = f"scores of {baseline.reference.strategy} in all seats"
    _compare(baseline, first, slice(_SUMS, None), scores, what)


def _compare(baseline: Baseline, first: int, columns: slice, played: npt.NDArray[Any], what: str) -> None:
    at = first - baseline.first_board
    stored = baseline.table[at : at + len(played), columns]
    different = np.flatnonzero((stored != played).any(axis=1))
    if different.size:
        found = int(different[0])
        then, now = ((" ".join(map(str, each[found].tolist()))) for each in (stored, played))
        msg = f"board {first + found} comes out otherwise: {what} are {now}, on record {then}. {_suspects(baseline)}"
        raise MismatchError(msg)


def _suspects(baseline: Baseline) -> str:
    """Return what may be the cause of a mismatch where rules, source of the reference and deals are the same."""
    now = package_versions()
    changed = [
        f"{name} {then} then, {now.get(name, 'none')} now"
        for name, then in baseline.versions.items()
        if then != now.get(name)
    ]
    others = ", ".join(changed) or "none"
    return (
        "Not the strength of a strategy has changed, but what it is measured with. Rules, deal scheme and the source "
        f"of {baseline.reference.strategy} are those on record. Other package versions: {others}. "
        f"`hearts-bench selfcheck {baseline.reference.strategy}` tells whether it plays the same every time"
    )
