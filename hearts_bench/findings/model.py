"""The findings of a run, as values. Points are points per deal unless a docstring says otherwise."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from hearts_bench.duel import Outcome, Question
from hearts_bench.leaderboard import Leaderboard
from hearts_bench.match import Match
from hearts_bench.rules import Rules
from hearts_bench.runner import Result
from hearts_bench.stats.intervals import Estimate
from hearts_bench.stats.summary import Summary

Unit: TypeAlias = Literal["deal", "game"]
OriginKind: TypeAlias = Literal[
    "queen",  # of spades
    "hearts",
    "others",  # further penalty cards, and the bonus card
    "cards",  # cards that a record does not tell apart: of games, or of an older version
    "no_tricks",  # the bonus for taking no trick
    "revokes",  # all the hearts, charged to who played an illegal card
    "moons_made",  # what a moon takes off the shooter's score
    "moons_conceded",  # what somebody else's moon puts on it
    "rest",  # games: whatever their records do not tell apart
]
ORIGINS: tuple[OriginKind, ...] = get_args(OriginKind)


@dataclass(frozen=True)
class Origin:
    """How many points per deal come from one source."""

    kind: OriginKind
    points: float


@dataclass(frozen=True)
class Distribution:
    """How often a strategy had each score in a deal, or each total at the end of a game.

    `scores` ascend. `plain` counts deals without a moon, `made` those in which it shot the moon, `conceded` those in
    which somebody else did; totals of games all count as plain.
    """

    scores: tuple[int, ...]
    plain: tuple[int, ...]
    made: tuple[int, ...]
    conceded: tuple[int, ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """How often each score came, moon or not."""
        return tuple(map(sum, zip(self.plain, self.made, self.conceded, strict=True)))


@dataclass(frozen=True)
class StrategyFindings:
    """What one strategy did in all matches and seats together; copies at one table are one strategy here.

    `points` and `payoff` are means per deal, whoever the others were; their intervals, unlike those of a leaderboard,
    hold one by one. `deals` counts a deal once for every seat that the strategy had in it; moons, queens of spades,
    deals without a penalty card (`clean`) and illegal cards (`revokes`) are numbers of these. `moon_payoff` is the part
    of the payoff that moons make, or None if the record does not say. `win_rate` is of games; a shared win counts in
    part. `origins` add up to the points per deal.
    """

    label: str
    spec: str
    kind: str
    deals: int
    points: Estimate
    payoff: Estimate
    moons_made: int
    moons_conceded: int
    queens: int
    clean: int
    revokes: int
    ms_per_decision: float | None
    moon_payoff: float | None
    win_rate: Estimate | None
    distribution: Distribution
    origins: tuple[Origin, ...]


@dataclass(frozen=True)
class Grid:
    """Means with intervals over boards, by row and column; None where a combination was never played.

    The interval of a cell holds by itself: of twenty cells, one is expected to be wrong.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Estimate | None, ...], ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return all(cell is None for row in self.cells for cell in row)


@dataclass(frozen=True)
class Line:
    """Running means of one strategy with the ends of their intervals, point by point."""

    name: str
    means: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]


@dataclass(frozen=True)
class Running:
    """Running means after so many boards of every match, which are so many deals, or games, in all.

    With `is_sequence` the intervals are a confidence sequence: with 95 % probability all of a line hold its mean.
    Otherwise, for games and for means over several matches, each does by itself, if the number of boards was fixed
    beforehand. Matches that are not finished are left out, unless none is.
    """

    boards: tuple[int, ...]
    deals: tuple[int, ...]
    lines: tuple[Line, ...]
    is_sequence: bool


@dataclass(frozen=True)
class Evidence:
    """What a duel's sequential test saw, board after board, up to its verdict.

    `up` and `down` are logarithms of the evidence for PASS and for FAIL after so many `boards`; they need `pass_at` and
    `fail_at`. `is_decisive` says whether the duel was stopped by this test, rather than planned; then `question` is
    what was asked, otherwise what a duel asks by default.
    """

    names: tuple[str, str]
    question: Question
    is_decisive: bool
    boards: tuple[int, ...]
    up: tuple[float, ...]
    down: tuple[float, ...]
    pass_at: float
    fail_at: float
    outcome: Outcome


@dataclass(frozen=True)
class ClaimFindings:
    """The article's claim beside a run of its line-up: `points` per deal by position, and how they settled down."""

    is_reproduced: bool
    points: tuple[Estimate, ...]
    running: Running | None


@dataclass(frozen=True)
class MatchFindings:
    """A match of which at least one board was played; `summaries` are by position in the line-up."""

    result: Result
    summaries: tuple[Summary, ...]

    @property
    def match(self) -> Match:
        """What was played."""
        return self.result.match


@dataclass(frozen=True)
class Findings:
    """All that tables and charts of a run show.

    `planned` are all matches of the run, `matches` those of which boards were played. Payoffs of `pairs`, `seats`,
    `neighbours` and `running` are in points per `unit`.

    - `leaderboard`: None if no boards were played, or if a sequential test decided how many.
    - `pairs`: by how many points the row's strategy did better than the column's at the same tables.
    - `seats`: what a seat is worth to a strategy: its mean payoff there, less its mean payoff in the same match in all
      seats. The columns are seats; the last row, "all", has the payoff of whoever sat there.
    - `neighbours`: what it is worth to have the column's strategy as left neighbour, at the same tables.
    - `passes`: points per deal by pass direction; without cells for games.
    - `running`: mean payoff of each strategy, or in a gauntlet against each other one.
    - `evidence`: one for each duel.
    - `notes`: sentences on what the figures cannot show.
    - `problems`: sentences on parts of the run folder that could not be read, and are left out.
    """

    name: str
    is_complete: bool
    unit: Unit
    rules: Rules
    rules_name: str
    seed: int
    boards: int
    planned_boards: int
    deals: int
    games: int | None
    planned: tuple[Match, ...]
    matches: tuple[MatchFindings, ...]
    leaderboard: Leaderboard | None
    strategies: tuple[StrategyFindings, ...]
    pairs: Grid
    seats: Grid
    neighbours: Grid
    passes: Grid
    running: Running | None
    evidence: tuple[Evidence, ...]
    claim: ClaimFindings | None
    notes: tuple[str, ...]
    problems: tuple[str, ...]
