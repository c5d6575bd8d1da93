"""What a tally says about each strategy: points per deal, payoff, and how they came about."""

from collections.abc import Sequence
from dataclasses import dataclass

from hearts_bench.chunk import WIN, Sum, Tally
from hearts_bench.stats.intervals import Estimate, mean_interval, ratio_interval


@dataclass(frozen=True)
class Summary:
    """One strategy's results. Payoff is the mean score of the others minus its own, per deal.

    Win rate (a shared win counts in part) and placement (1 is best; equals share theirs) are there for whole games.
    """

    deals: int
    points: Estimate
    payoff: Estimate
    win_rate: Estimate | None
    placement: Estimate | None
    moons_made: int
    moons_conceded: int
    queens: int
    clean: int
    revokes: int
    ms_per_decision: float | None


def summarise(tally: Tally, boards: int, seats: Sequence[int], players: int, *, whole_games: bool) -> list[Summary]:
    """Return the summary of each row of a tally of so many boards; `seats` counts its seats in all seatings of one."""
    return [
        _summary([int(number) for number in row], boards, own, players, whole_games)
        for row, own in zip(tally, seats, strict=True)
    ]


def _summary(row: list[int], boards: int, seats: int, players: int, whole_games: bool) -> Summary:
    decisions = row[Sum.DECISIONS]
    sizes = (row[Sum.DEALS], row[Sum.DEALS_SQUARED])
    scores, payoffs = row[Sum.SCORE : Sum.SCORE + 2], row[Sum.PAYOFF : Sum.PAYOFF + 2]
    if whole_games:
        points = ratio_interval(boards, (scores[0], scores[1]), sizes, row[Sum.SCORE_DEALS], 1)
        payoff = ratio_interval(boards, (payoffs[0], payoffs[1]), sizes, row[Sum.PAYOFF_DEALS], players - 1)
    else:
        points = mean_interval(boards, scores[0], scores[1], seats)
        payoff = mean_interval(boards, payoffs[0], payoffs[1], seats * (players - 1))
    return Summary(
        deals=row[Sum.DEALS],
        points=points,
        payoff=payoff,
        win_rate=mean_interval(boards, row[Sum.WINS], row[Sum.WINS_SQUARED], seats * WIN) if whole_games else None,
        placement=mean_interval(boards, row[Sum.PLACES], row[Sum.PLACES_SQUARED], 2 * seats) if whole_games else None,
        moons_made=row[Sum.MOONS_MADE],
        moons_conceded=row[Sum.MOONS_CONCEDED],
        queens=row[Sum.QUEENS],
        clean=row[Sum.CLEAN],
        revokes=row[Sum.REVOKES],
        ms_per_decision=row[Sum.NANOSECONDS] / decisions / 1e6 if decisions else None,
    )
