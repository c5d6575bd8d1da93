"""Ratings of strategies that met in any schedule of matches."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hearts_bench.errors import ConfigError
from hearts_bench.stats.boards import Floats, grouped, payoffs
from hearts_bench.stats.intervals import Estimate
from hearts_bench.stats.simultaneous import (
    Contributions,
    centred,
    groups,
    joint_intervals,
    rank_ranges,
    resampled,
    separated,
)

_ELO = 400 / np.log(10)
_FEWEST = 2


@dataclass(frozen=True)
class MatchPayoffs:
    """Payoffs of one match.

    `strategies` has the number of the strategy at every position of the line-up; one may stand there more than once.
    `sums` are payoffs in points of shape (groups, positions): of single boards, each the mean over its seatings, or
    sums of these over groups of boards. `sizes` is the number of boards in each group, see `boards.group_sizes`;
    without it every row is a board.
    """

    strategies: tuple[int, ...]
    sums: npt.NDArray[np.floating]
    sizes: npt.NDArray[np.int64] | None = None


@dataclass(frozen=True)
class Ratings:
    """Strategies on one scale, in points per deal; more is better. Lists are in the order of the strategies.

    `ratings` sum to zero; the difference of two is how many points fewer the one takes in a deal than the other, at the
    same table. `payoffs` are the same on another scale, what a strategy gains against the average of all others,
    rating * S / (S - 1) for S strategies: if all meet equally often, simply the mean payoff. All intervals hold
    together. `ranks` and `groups` come from simultaneous intervals of all differences; `is_better` says for which pairs
    these lie above zero. `draws` are bootstrap ratings, of shape (replicates, strategies).
    """

    ratings: list[Estimate]
    payoffs: list[Estimate]
    is_better: npt.NDArray[np.bool_]
    ranks: list[tuple[int, int]]
    groups: list[str]
    draws: Floats


def rate(matches: Sequence[MatchPayoffs], labels: Sequence[str], level: float = 0.95) -> Ratings:
    """Return least squares ratings of all strategies in a schedule, complete or not.

    The model: at every table the expected payoff is r_own - mean(r_others), with sum(r) = 0. Every board of every
    match has the same weight. One match in which all meet is the simplest schedule, and its `payoffs` are its mean
    payoffs. The bootstrap draws boards; board i of all matches together, so matches may, or may not, be played on the
    same deals. Assumes independent, identically distributed boards within each match; who sits next to whom does not
    enter the model, so seatings should be balanced.

    Source: least squares as in Massey's method (Langville and Meyer, "Who's #1?", 2012, chapter 2), extended to tables
    of more than two.

    Args:
        matches: payoffs of each match.
        labels: names of all strategies, which error messages use.
        level: confidence of all intervals together, and of all differences together.

    Raises:
        ConfigError: the matches do not connect all strategies, so that some can never be compared.

    """
    _check_connected(matches, labels)
    number = len(labels)
    designs = [_design(match.strategies, number) for match in matches]
    sums, sizes = zip(*map(_in_groups, matches), strict=True)
    normal = np.zeros((number, number))
    for design, boards in zip(designs, sizes, strict=True):
        normal += boards.sum() * design.T @ design
    # Rows of a design sum to zero, which leaves a common constant open; this addition makes ratings sum to zero.
    normal += normal.trace() / number
    estimates, contributions = np.zeros(number), np.zeros((max(map(len, sizes)), number))
    for values, design, boards in zip(sums, designs, sizes, strict=True):
        weights = np.linalg.solve(normal, design.T).T
        estimates += values.sum(axis=0) @ weights
        contributions[: len(boards)] += centred(values, boards) @ weights
    # A match on a single board says nothing of its error, and spoils that of all others.
    return _ratings(estimates, Contributions(contributions, min(int(each.sum()) for each in sizes)), level)


def _ratings(estimates: Floats, contributions: Contributions, level: float) -> Ratings:
    draws = resampled(contributions)
    is_better = separated(estimates, contributions, draws, level)
    ratings = joint_intervals(estimates, contributions, draws, level)
    scale = len(estimates) / (len(estimates) - 1)
    return Ratings(
        ratings=ratings,
        payoffs=[_scaled(each, scale) for each in ratings],
        is_better=is_better,
        ranks=rank_ranges(is_better),
        groups=groups(is_better, estimates),
        draws=estimates + draws,
    )


def _scaled(estimate: Estimate, by: float) -> Estimate:
    low_high = estimate.interval
    return Estimate(estimate.mean * by, low_high and (low_high[0] * by, low_high[1] * by), estimate.note)


def _in_groups(match: MatchPayoffs) -> tuple[npt.NDArray[np.floating], npt.NDArray[np.int64]]:
    return grouped(match.sums) if match.sizes is None else (match.sums, match.sizes)


def _design(line_up: tuple[int, ...], number: int) -> Floats:
    """Return the model's matrix of a line-up: expected payoffs by position are this times the ratings."""
    own = np.zeros((len(line_up), number))
    own[np.arange(len(line_up)), list(line_up)] = 1
    return payoffs(-own.T).T


def _check_connected(matches: Sequence[MatchPayoffs], labels: Sequence[str]) -> None:
    """See that a chain of tables leads from each strategy to each: exactly then the ratings are determined."""
    groups_of_labels = [{number} for number in range(len(labels))]
    for match in matches:
        meeting = [each for each in groups_of_labels if each & set(match.strategies)]
        groups_of_labels = [each for each in groups_of_labels if each not in meeting]
        groups_of_labels.append(set().union(*meeting))
    if len(labels) < _FEWEST:
        msg = "ratings need at least two strategies"
        raise ConfigError(msg)
    if len(groups_of_labels) > 1:
        parts = "; ".join(
            ", ".join(labels[each] for each in sorted(part)) for part in sorted(groups_of_labels, key=min)
        )
        msg = f"these strategies never met, directly or through others, and cannot be rated together: {parts}"
        raise ConfigError(msg)


def shared_wins(line_up: Sequence[int], places: npt.ArrayLike, number: int) -> Floats:
    """Return how often each strategy came in before each other; an equal place is half a win for either.

    Args:
        line_up: number of the strategy at each position; results between copies of one strategy count nothing.
        places: what to compare within a deal or game, less being better: of shape (deals, positions).
        number: how many strategies there are.

    Returns:
        Wins of row over column, of shape (strategies, strategies). Add up as many of these as there are matches.

    """
    results = np.asarray(places)
    wins = np.zeros((number, number))
    for position, strategy in enumerate(line_up):
        for other_position, other in enumerate(line_up):
            if strategy != other:
                own, others = results[:, position], results[:, other_position]
                wins[strategy, other] += np.sum(own < others) + np.sum(own == others) / 2
    return wins


def placement_ratings(wins: npt.ArrayLike) -> Floats:
    """Return Bradley-Terry ratings from pairwise wins, in Elo points with mean zero: for display only.

    They say how often one comes in before another, not by how many points, and count dependent results of one table as
    if they were independent: no test or interval is made of them. All results are fitted in one batch, so their order
    changes nothing; openskill's and TrueSkill's ratings do change with it, and are not used for that reason. Each pair
    gets half a win either way beforehand, which keeps ratings finite where somebody always loses.

    Fitted by choix, iterative Luce spectral ranking (Maystre and Grossglauser, NIPS 2015).

    Args:
        wins: wins of row over column, halves for ties, of shape (strategies, strategies), see `shared_wins`.

    """
    from choix import ilsr_pairwise_dense  # noqa: PLC0415 - takes more than half a second, and few need it

    table = np.asarray(wins, np.float64) + 0.5
    np.fill_diagonal(table, 0)
    fitted = ilsr_pairwise_dense(table)
    # Rounded, lest the order in which strategies are listed shows in the last digits.
    return np.round(_ELO * (fitted - fitted.mean()), 6) + 0.0
