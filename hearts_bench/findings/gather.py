"""Reads a run folder, shard by shard, and works out what it shows; of a board only a few numbers stay in memory."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hearts_bench import claim
from hearts_bench.duel import Duel, Question
from hearts_bench.findings.grids import Grids
from hearts_bench.findings.model import ClaimFindings, Evidence, Findings, MatchFindings, StrategyFindings
from hearts_bench.findings.runs import Tracks, evidence_of
from hearts_bench.findings.strategies import StrategyTotals
from hearts_bench.findings.tally import Integers, MatchTally, by_board
from hearts_bench.leaderboard import Leaderboard, leaderboard
from hearts_bench.match import Match
from hearts_bench.reading import Problem, readable
from hearts_bench.records import RunFolder
from hearts_bench.runner import Result
from hearts_bench.shards import Shard
from hearts_bench.stats.boards import Floats
from hearts_bench.summaries import deals_of, labels_of, summaries


def findings_of(folder: RunFolder) -> Findings:
    """Return what a run shows so far; what cannot be read of it is left out and said.

    Raises:
        RecordError: there is no manifest.
        MismatchError: the manifest is damaged.

    """
    gathering = _Gathering(folder.matches(), folder.manifest())
    for each in readable(folder, gathering.matches):
        if isinstance(each, Problem):
            gathering.problems.append(each.text)
        else:
            gathering.add(each)
    gathering.close_match()
    return gathering.findings(folder.path.name)


def question_of(manifest: Mapping[str, Any], match: Match) -> Question | None:
    """Return what a duel was asked, if the manifest says so."""
    config = manifest.get("config") or {}
    asked = config.get("duel") or config.get("gate") or {}
    known = {name: asked[name] for name in ("expect", "detect", "alpha", "beta") if name in asked}
    return Question(**known, sequential=match.drawn) if known else None


class _Gathering:
    """What has been read so far: all matches that are over, and the one that is being read."""

    def __init__(self, matches: list[Match], manifest: dict[str, Any]) -> None:
        self.matches = matches
        self.problems: list[str] = []
        self._manifest = manifest
        self._labels = labels_of(matches)
        self._specs = list(self._labels)
        self._strategies = StrategyTotals(self._specs, matches[0].rules.players)
        self._grids = Grids(self._specs, matches[0].rules)
        self._tracks = Tracks()
        self._results: list[Result] = []
        self._evidence: list[Evidence] = []
        self._claim: ClaimFindings | None = None
        self._open: _OpenMatch | None = None

    @property
    def _is_duels(self) -> bool:
        return all(match.seatings == "duel" for match in self.matches)

    def add(self, shard: Shard) -> None:
        """Take the next shard."""
        if self._open is None or self._open.result.match is not shard.match:
            self.close_match()
            self._open = _OpenMatch(shard.match, question_of(self._manifest, shard.match))
        numbers = self._open.add(shard)
        places = np.array([self._specs.index(spec) for spec in self._open.tally.specs])
        self._strategies.add(shard, places[numbers])

    def close_match(self) -> None:
        """Put away the match that was being read, as all of its shards have come."""
        if self._open is None:
            return
        done, self._open = self._open, None
        result, match = done.result, done.result.match
        self._results.append(result)
        self._strategies.add_match(result, done.tally)
        self._grids.add(done.tally)
        payoffs = done.tally.board_payoffs
        names = [_duel_name(match)] if self._is_duels else [self._labels[spec] for spec in done.tally.specs]
        lines = {name: payoffs[:, at] for at, name in enumerate(names)}
        self._tracks.add(match, lines, is_finished=result.boards == match.boards)
        if done.duel is not None:
            self._evidence.append(evidence_of(match, done.duel, question_of(self._manifest, match) or Question()))
        if len(self.matches) == 1 and claim.is_claim(match):
            self._claim = _claim_findings(result, np.concatenate(done.points))

    def findings(self, name: str) -> Findings:
        """Return the findings."""
        match, played = self.matches[0], self._results
        board = _leaderboard(played)
        kinds = {spec: each.get("kind", "") for spec, each in self._manifest.get("strategies", {}).items()}
        strategies = _best_first(self._strategies.findings(self._labels, kinds, match), board)
        lines = [_duel_name(each.match) for each in played] if self._is_duels else [each.label for each in strategies]
        games = match.whole_games
        return Findings(
            name=name,
            is_complete=bool(self._manifest.get("complete")),
            unit="game" if games else "deal",
            rules=match.rules,
            rules_name=match.rules_name,
            seed=match.seed,
            boards=sum(result.boards for result in played),
            planned_boards=sum(each.boards for each in self.matches),
            deals=sum(map(deals_of, played)),
            games=sum(result.boards * result.match.turns for result in played) if games else None,
            planned=tuple(self.matches),
            matches=tuple(MatchFindings(result, tuple(summaries(result))) for result in played),
            leaderboard=board,
            strategies=tuple(strategies),
            pairs=self._grids.pairs(strategies),
            seats=self._grids.seats(strategies),
            neighbours=self._grids.neighbours(strategies),
            passes=self._grids.passes(strategies),
            running=self._tracks.running(lines, None if games else match.rules.payoff_bound),
            evidence=tuple(self._evidence),
            claim=self._claim,
            notes=tuple(self._notes()),
            problems=tuple(self.problems),
        )

    def _notes(self) -> list[str]:
        notes = []
        boards, planned = sum(each.boards for each in self._results), sum(each.boards for each in self.matches)
        if not self._manifest.get("complete"):
            notes.append(
                f"The run is not finished: {boards:,} of {planned:,} boards have been played. Intervals are for "
                "numbers of boards fixed beforehand; who looks at them while boards come in sees them miss more often."
            )
        if any(match.drawn for match in self.matches):
            notes.append(
                "A sequential test decided how many boards were played, so that of all intervals only confidence "
                "sequences are valid; the others are for numbers of boards fixed beforehand."
            )
        return notes


class _OpenMatch:
    """A match whose shards are being read; `points` are scores by board and position, for the article's claim only."""

    def __init__(self, match: Match, question: Question | None) -> None:
        self.result, self.tally = Result(match), MatchTally(match)
        is_duel = match.seatings == "duel" and not match.whole_games
        self.duel = Duel(match, question or Question(sequential=False)) if is_duel else None
        self.points: list[Floats] = []

    def add(self, shard: Shard) -> Integers:
        """Take a shard, and return who sat in each seat, as the tally numbers strategies."""
        chunk = shard.chunk()
        self.result.add(chunk)
        self.tally.add(shard)
        if self.duel is not None:
            self.duel.is_enough(chunk)
        if claim.is_claim(shard.match):
            totals, sizes = by_board(
                shard.boards, len(claim.LINE_UP), shard.by_seat("strategy"), shard.by_seat("score")
            )
            self.points.append(totals / sizes)
        return self.tally.numbers(shard)


def _duel_name(match: Match) -> str:
    return " v ".join(match.labels)


def _leaderboard(results: Sequence[Result]) -> Leaderboard | None:
    """Return the leaderboard; its intervals are for numbers of boards that no sequential test decided on."""
    if not results or any(result.match.drawn for result in results):
        return None
    return leaderboard(results)


def _best_first(found: list[StrategyFindings], board: Leaderboard | None) -> list[StrategyFindings]:
    """Return strategies in the order of the leaderboard if it has them all, otherwise by payoff."""
    order = {row.spec: place for place, row in enumerate(board.rows)} if board else {}
    if all(each.spec in order for each in found) and len(order) == len(found):
        return sorted(found, key=lambda each: order[each.spec])
    return sorted(found, key=lambda each: -each.payoff.mean)


def _claim_findings(result: Result, points: Floats) -> ClaimFindings | None:
    """Return how points per deal settled down, by position; `points` are by board and position."""
    tracks, names = Tracks(), result.match.labels
    tracks.add(result.match, dict(zip(names, points.T, strict=True)), is_finished=True)
    running = tracks.running(names, result.match.rules.payoff_bound)
    return ClaimFindings(
        is_reproduced=claim.is_reproduced(result),
        points=tuple(summary.points for summary in summaries(result)),
        running=running,
    )
