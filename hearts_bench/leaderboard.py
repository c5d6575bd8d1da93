"""One leaderboard over all matches of a run: who is better than whom, how sure that is, and what happened on the way.

Tables give ratings of all strategies on one scale. A gauntlet, duels of one strategy with each of the others, gives
what this challenger gains against each; the others are not compared with each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from hearts_bench.chunk import WIN, Sum
from hearts_bench.errors import ConfigError
from hearts_bench.match import Match
from hearts_bench.runner import Result
from hearts_bench.stats.boards import Floats, group_sizes
from hearts_bench.stats.intervals import Estimate
from hearts_bench.stats.ratings import MatchPayoffs, rate
from hearts_bench.stats.simultaneous import Contributions, centred, joint_intervals, resampled
from hearts_bench.summaries import labels_of

LEVEL = 0.95


@dataclass(frozen=True)
class Row:
    """What one strategy did, or in a gauntlet the challenger against the strategy `against`.

    `payoff` is against the average of all others, in points per deal, or per game if games were played. `rating` is the
    same on the scale on which two ratings differ by as many points as the one takes fewer at the same table; in a
    gauntlet both are this difference. The intervals of all rows hold together. `rank` is the range of ranks that the
    strategy may have, 1 being best; strategies that share a letter of `group` are not separable. `deals` counts a deal
    once for every seat that the strategy had in it, and `win_rate`, which is there for games, a shared win in part.
    """

    strategy: str
    spec: str
    against: str | None
    payoff: Estimate
    rating: Estimate
    rank: tuple[int, int] | None
    group: str | None
    points_per_deal: float
    deals: int
    moons_made: int
    moons_conceded: int
    win_rate: float | None


@dataclass(frozen=True)
class Leaderboard:
    """The rows, best first, or in a gauntlet the strongest opponent first; `notes` say what must be known of them.

    Payoffs and ratings are in points per `unit`.
    """

    rows: tuple[Row, ...]
    notes: tuple[str, ...]
    unit: Literal["deal", "game"]


def leaderboard(results: Sequence[Result]) -> Leaderboard:
    """Return the leaderboard of matches that were played as planned.

    Where strategies cannot be compared it has no rows, and a note that says why.
    """
    challengers = {result.match.line_up[0] for result in results}
    try:
        if len(challengers) == 1 and all(result.match.seatings == "duel" for result in results):
            rows, notes = _gauntlet(results)
        else:
            rows, notes = _tables(results)
    except ConfigError as error:
        rows, notes = [], [f"No leaderboard: {error}."]
    return Leaderboard(tuple(rows), tuple(notes), "game" if results[0].match.whole_games else "deal")


def _tables(results: Sequence[Result]) -> tuple[list[Row], list[str]]:
    labels = labels_of([result.match for result in results])
    numbers = {spec: number for number, spec in enumerate(labels)}
    ratings = rate([_payoffs(result, numbers) for result in results], list(labels.values()), LEVEL)
    rows = [
        _row(
            results,
            (spec, label, None),
            payoff=ratings.payoffs[at],
            rating=ratings.ratings[at],
            rank=ratings.ranks[at],
            group=ratings.groups[at],
        )
        for at, (spec, label) in enumerate(labels.items())
    ]
    notes = [*_notes_of(rows), *_notes_on_seats(results), *_notes_on_points(rows, ratings.is_better)]
    return sorted(rows, key=lambda row: -row.payoff.mean), notes


def _gauntlet(results: Sequence[Result]) -> tuple[list[Row], list[str]]:
    duels = [_groups(result) for result in results]
    means = np.array([sums[:, 0].sum() / sizes.sum() for sums, sizes in duels])
    contributions = np.zeros((max(len(sizes) for _, sizes in duels), len(duels)))
    for column, (sums, sizes) in enumerate(duels):
        contributions[: len(sizes), column] = centred(sums, sizes)[:, 0] / sizes.sum()
    # A match on a single board says nothing of its error.
    errors = Contributions(contributions, min(result.boards for result in results))
    rows = []
    for result, gain in zip(results, joint_intervals(means, errors, resampled(errors), LEVEL), strict=True):
        challenger, other = result.match.labels
        rows.append(_row([result], (result.match.line_up[0], challenger, other), payoff=gain, rating=gain))
    return sorted(rows, key=lambda row: row.payoff.mean), _notes_of(rows)


def _row(
    results: Sequence[Result],
    names: tuple[str, str, str | None],
    *,
    payoff: Estimate,
    rating: Estimate,
    rank: tuple[int, int] | None = None,
    group: str | None = None,
) -> Row:
    """Return the row of a strategy, with what it did in all matches and seats together.

    `names` are its spec, its label, and the label of who it is against, or None.
    """
    spec, label, against = names
    tally, seats = np.zeros(len(Sum), np.int64), 0
    for result in results:
        for position, other in enumerate(result.match.line_up):
            if other == spec:
                tally += result.tally[position]
                seats += result.boards * result.match.seats_per_board(position)
    return Row(
        strategy=label,
        spec=spec,
        against=against,
        payoff=payoff,
        rating=rating,
        rank=rank,
        group=group,
        points_per_deal=float(tally[Sum.SCORE] / tally[Sum.DEALS]),
        deals=int(tally[Sum.DEALS]),
        moons_made=int(tally[Sum.MOONS_MADE]),
        moons_conceded=int(tally[Sum.MOONS_CONCEDED]),
        win_rate=float(tally[Sum.WINS] / (WIN * seats)) if results[0].match.whole_games else None,
    )


def _payoffs(result: Result, numbers: dict[str, int]) -> MatchPayoffs:
    """Return a match as ratings are made from it; a duel is as if two sat at a table, one losing what the other gains.

    `numbers` has the number of every spec.
    """
    sums, sizes = _groups(result)
    if result.match.seatings == "duel":
        sums = np.stack([sums[:, 0], -sums[:, 0]], axis=1)
    return MatchPayoffs(tuple(numbers[spec] for spec in result.match.line_up), sums, sizes)


def _groups(result: Result) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Return payoffs by group of boards and position, each the mean over its seats, and the boards of each group.

    In a duel the payoff of the first position is the difference of the two strategies, because payoffs of equals sum
    to zero. The groups come in an order of each match's own: a bootstrap draws one place in all matches together, and
    there, as they are numbered, all matches would have the same pass direction, as if their luck were one.
    """
    match = result.match
    sizes = group_sizes(result.boards, len(result.groups))
    seats = np.array([match.seats_per_board(position) for position in range(len(match.line_up))])
    order = np.random.default_rng(match.first_board).permutation(len(sizes))
    return result.groups[order] / (seats * (match.rules.players - 1)), sizes[order]


def _notes_of(rows: Sequence[Row]) -> list[str]:
    return [f"{note}." for note in sorted({row.payoff.note for row in rows} - {""})]


def _notes_on_seats(results: Sequence[Result]) -> list[str]:
    """Return what ratings may owe to seats and neighbours."""
    matches = [result.match for result in results]
    if any(match.seatings == "fixed" for match in matches):
        return ["Seats were fixed, so payoffs include what seats and neighbours are worth."]
    if any(_has_lasting_neighbours(match) for match in matches):
        return ["Seatings 'rotate' keep neighbours together, so payoffs include what neighbours are worth."]
    return []


def _has_lasting_neighbours(match: Match) -> bool:
    return match.seatings == "rotate" and len(replace(match, seatings="balanced").seating_tables) > 1


def _notes_on_points(rows: Sequence[Row], is_better: npt.NDArray[np.bool_]) -> list[str]:
    """Return for which strategies points per deal say the opposite of what payoffs surely say."""
    pairs = [
        f"{rows[better].strategy} above {rows[worse].strategy}"
        for better, worse in np.argwhere(is_better).tolist()
        if rows[better].points_per_deal > rows[worse].points_per_deal
    ]
    if not pairs:
        return []
    reason = "payoffs also count what moons cost the others, and who the others were"
    return [f"Payoffs put {', '.join(pairs)}, points per deal the other way round: {reason}."]
