"""Simultaneous intervals for several means, and what follows for their ranks: the max-T bootstrap over boards.

Every estimate here is linear in the boards: it has a contribution from each board, or group of boards. The bootstrap
draws boards with replacement, all columns of a board together, and adds their contributions up. T is the largest error
among all columns, each in units of its standard error; its quantile makes intervals that all hold together at the
given level (Westfall and Young, "Resampling-based multiple testing", 1993; Romano and Wolf, Econometrica 73, 2005).
"""

from dataclasses import dataclass
from string import ascii_lowercase

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, stdtrit

from hearts_bench.stats.boards import Floats, grouped
from hearts_bench.stats.intervals import ALL_EQUAL, ONE_BOARD, Estimate

REPLICATES = 4999
_SEED = 21  # any: the same boards must always give the same intervals
_ROUNDING = 1e-9  # relative: what is smaller is taken for zero
_BATCH = 500  # replicates at a time, to bound memory


def simultaneous_intervals(values: npt.ArrayLike, level: float = 0.95) -> list[Estimate]:
    """Return the mean of every column with intervals that hold all together with probability `level`.

    Assumes independent, identically distributed boards; columns may depend on each other in any way.

    Args:
        values: board values of shape (boards, strategies).
        level: confidence of all intervals together.

    """
    means, contributions = contributions_of(values)
    return joint_intervals(means, contributions, resampled(contributions), level)


def better(values: npt.ArrayLike, level: float = 0.95) -> npt.NDArray[np.bool_]:
    """Return which strategies are better than which, from simultaneous intervals of all pairwise differences.

    Args:
        values: board values of shape (boards, strategies); more is better.
        level: confidence of all differences together.

    Returns:
        Of shape (strategies, strategies): whether the interval of row minus column lies above zero.

    """
    means, contributions = contributions_of(values)
    return separated(means, contributions, resampled(contributions), level)


def rank_ranges(is_better: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the ranks that each strategy may have, 1 being best; all ranges hold together at the level of `better`.

    As many ranks are out of question at each end as there are strategies known to be better, or worse (Mogstad,
    Romano, Shaikh and Wilhelm, "Inference for ranks", Review of Economic Studies 91, 2024).

    >>> rank_ranges(np.array([[False, False, True], [False, False, True], [False, False, False]]))
    [(1, 2), (1, 2), (3, 3)]
    """
    above, below = is_better.sum(axis=0), is_better.sum(axis=1)
    return [(1 + int(up), len(is_better) - int(down)) for up, down in zip(above, below, strict=True)]


def groups(is_better: npt.NDArray[np.bool_], means: npt.ArrayLike) -> list[str]:
    """Return letters for each strategy such that two share a letter exactly if they cannot be separated.

    The compact letter display, by insertion and absorption (Piepho, Journal of Computational and Graphical Statistics
    13, 2004). The group of the best strategy is "a".

    >>> groups(np.array([[False, False, True], [False, False, False], [False, False, False]]), [2, 1, 0])
    ['a', 'ab', 'b']
    """
    strategies = range(len(is_better))
    sets = [frozenset(strategies)]
    for row in strategies:
        for column in strategies:
            if is_better[row, column]:
                split = [each - {out} if {row, column} <= each else each for each in sets for out in (row, column)]
                sets = [each for each in dict.fromkeys(split) if not any(each < other for other in split)]
    rank = {strategy: place for place, strategy in enumerate(np.argsort(-np.asarray(means), kind="stable").tolist())}
    sets.sort(key=lambda members: sorted(rank[each] for each in members))
    return ["".join(_letter(at) for at, members in enumerate(sets) if each in members) for each in strategies]


def _letter(at: int) -> str:
    """Return a letter, with a number behind it when the alphabet is used up.

    >>> _letter(1), _letter(27)
    ('b', 'b1')
    """
    turn, place = divmod(at, len(ascii_lowercase))
    return f"{ascii_lowercase[place]}{turn or ''}"


@dataclass(frozen=True)
class Contributions:
    """What each board or group adds to the errors of some estimates.

    `values` has the shape (groups, estimates) and columns that sum to zero; `boards` is the number of independent
    boards behind them, which the t quantile goes by.
    """

    values: Floats
    boards: int

    @property
    def errors(self) -> Floats:
        """Standard errors of the estimates, of shape (estimates,)."""
        return np.sqrt((self.values**2).sum(axis=0))


def contributions_of(values: npt.ArrayLike) -> tuple[Floats, Contributions]:
    """Return the means of the columns, and the contributions of boards to their errors.

    Args:
        values: board values of shape (boards, columns).

    """
    sums, sizes = grouped(values)
    boards = int(sizes.sum())
    return sums.sum(axis=0) / boards, Contributions(centred(sums, sizes) / boards, boards)


def centred(sums: npt.NDArray[np.floating], sizes: npt.NDArray[np.int64]) -> Floats:
    """Return what groups of boards lie above the mean, such that squares add up to the variance of the total.

    Args:
        sums: sums over groups of boards, of shape (groups, columns).
        sizes: number of boards in each group, of shape (groups,).

    """
    left = sums - sizes[:, np.newaxis] * (sums.sum(axis=0) / sizes.sum())
    # Where nothing varies rounding must not make errors.
    left[np.abs(left) <= _ROUNDING * np.abs(sums).max(axis=0)] = 0
    return left * np.sqrt(len(sums) / max(len(sums) - 1, 1))


def resampled(contributions: Contributions) -> Floats:
    """Return bootstrap errors of the estimates, of shape (replicates, estimates): same contributions, same errors."""
    number = len(contributions.values)
    random = np.random.default_rng(_SEED)
    batches = []
    for start in range(0, REPLICATES, _BATCH):
        rows = min(_BATCH, REPLICATES - start)
        drawn = random.integers(0, number, (rows, number)) + number * np.arange(rows)[:, np.newaxis]
        times = np.bincount(drawn.ravel(), minlength=rows * number).reshape(rows, number)
        batches.append(times.astype(np.float64) @ contributions.values)
    return np.concatenate(batches)


def joint_intervals(estimates: Floats, contributions: Contributions, draws: Floats, level: float) -> list[Estimate]:
    """Return each estimate with its simultaneous interval.

    Args:
        estimates: of shape (estimates,).
        contributions: what the boards add to their errors.
        draws: bootstrap errors of the estimates, see `resampled`.
        level: confidence of all intervals together.

    """
    if contributions.boards == 1:
        return [Estimate(float(each), None, ONE_BOARD) for each in estimates]
    half = _half_widths(draws, contributions.errors, contributions, level)
    return [
        Estimate(mean, (mean - by, mean + by)) if by > 0 else Estimate(mean, None, ALL_EQUAL)
        for mean, by in zip(estimates.tolist(), half.tolist(), strict=True)
    ]


def separated(estimates: Floats, contributions: Contributions, draws: Floats, level: float) -> npt.NDArray[np.bool_]:
    """Return whether row is better than column at a joint level for all pairs, of shape (estimates, estimates).

    A difference that is the same on all boards separates nothing: nothing is known of its error.
    """
    is_better = np.zeros((len(estimates), len(estimates)), np.bool_)
    if contributions.boards > 1:
        first, second = np.triu_indices(len(estimates), 1)
        values = contributions.values
        errors = np.sqrt(((values[:, first] - values[:, second]) ** 2).sum(axis=0))
        half = _half_widths(draws[:, first] - draws[:, second], errors, contributions, level)
        differences = estimates[first] - estimates[second]
        is_better[first, second] = (half > 0) & (differences > half)
        is_better[second, first] = (half > 0) & (-differences > half)
    return is_better


def _half_widths(draws: Floats, errors: Floats, contributions: Contributions, level: float) -> Floats:
    """Return half the widths of simultaneous intervals; zero where there is no error.

    A bootstrap quantile is one of a normal distribution where there are few boards, and intervals would be too short:
    it is replaced by the t quantile of the same probability (Hesterberg, The American Statistician 69, 2015).
    """
    known = errors > _ROUNDING * contributions.errors.max(initial=0)
    if not known.any():
        return np.zeros(len(errors))
    largest = np.abs(draws[:, known] / errors[known]).max(axis=1)
    quantile = float(np.quantile(largest, level, method="higher"))
    critical = -float(stdtrit(contributions.boards - 1, ndtr(-quantile)))
    # Two or three boards have too few resamples for a quantile, but one interval alone needs as much as this.
    alone = float(stdtrit(contributions.boards - 1, 0.5 + level / 2))
    return np.where(known, max(critical, alone) * errors, 0)
