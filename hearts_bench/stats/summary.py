"""What a tally says about each strategy: points per deal, payoff, and how they came about."""

from dataclasses import dataclass

from hearts_bench.chunk import Sum, Tally
from hearts_bench.stats.intervals import Estimate, mean_interval


@dataclass(frozen=True)
class Summary:
    """One strategy's results, per deal. Payoff is the mean score of the others minus its own."""

    deals: int
    points: Estimate
    payoff: Estimate
    moons_made: int
    moons_conceded: int
    queens: int
    clean: int
    ms_per_decision: float | None


def summarise(tally: Tally, boards: int, seatings: int) -> list[Summary]:
    """Return the summary of each row of a tally of `boards` boards played in `seatings` seatings each."""
    players = len(tally)
    return [_summary([int(number) for number in row], boards, seatings, players) for row in tally]


def _summary(row: list[int], boards: int, seatings: int, players: int) -> Summary:
    decisions = row[Sum.DECISIONS]
    return Summary(
        deals=boards * seatings,
        points=mean_interval(boards, row[Sum.SCORE], row[Sum.SCORE_SQUARED], seatings),
        payoff=mean_interval(boards, row[Sum.PAYOFF], row[Sum.PAYOFF_SQUARED], seatings * (players - 1)),
        moons_made=row[Sum.MOONS_MADE],
        moons_conceded=row[Sum.MOONS_CONCEDED],
        queens=row[Sum.QUEENS],
        clean=row[Sum.CLEAN],
        ms_per_decision=row[Sum.NANOSECONDS] / decisions / 1e6 if decisions else None,
    )
