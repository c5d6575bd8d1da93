"""What each strategy did: in a match, in the order of the line-up, or in several matches together."""

from collections.abc import Sequence

import numpy as np

from hearts_bench.chunk import Sum
from hearts_bench.match import Match
from hearts_bench.runner import Result
from hearts_bench.stats.cells import BoardSums, Cells
from hearts_bench.stats.intervals import Estimate
from hearts_bench.stats.summary import Summary, summarise


def summaries(result: Result) -> list[Summary]:
    """Return one summary for every position in the line-up of a result."""
    match = result.match
    seats = [match.seats_per_board(position) for position in range(len(match.line_up))]
    return summarise(result.tally, result.boards, seats, match.rules.players, whole_games=match.whole_games)


def deals_of(result: Result) -> int:
    """Return how many deals were played; every seat counts them once."""
    return int(result.tally[:, Sum.DEALS].sum()) // result.match.rules.players


def labels_of(matches: Sequence[Match]) -> dict[str, str]:
    """Return the label of every spec; copies at one table, which have numbers there, are one strategy here."""
    labels: dict[str, str] = {}
    for match in matches:
        for spec, label in zip(match.line_up, match.labels, strict=True):
            labels.setdefault(spec, label.removesuffix(" #1") if match.line_up.count(spec) > 1 else label)
    return labels


def pooled_points(results: Sequence[Result]) -> dict[str, Estimate]:
    """Return points per deal of every strategy, by label, over all matches, whoever the others were.

    Intervals come from how boards differ match by match. Copies at one table count as if they sat at tables of their
    own, which matters little where there are many matches.
    """
    labels = labels_of([result.match for result in results])
    numbers = {spec: number for number, spec in enumerate(labels)}
    cells = Cells((len(labels),))
    for result in results:
        for spec, row in zip(result.match.line_up, result.tally, strict=True):
            sums, squares = (row[[Sum.SCORE]], row[[Sum.DEALS]]), (row[[Sum.SCORE_SQUARED]], row[[Sum.DEALS_SQUARED]])
            one = BoardSums.of(result.boards, sums, squares, row[[Sum.SCORE_DEALS]])
            cells.add((np.array([numbers[spec]]),), one)
    estimates = {label: cells.estimate((numbers[spec],)) for spec, label in labels.items()}
    return {label: estimate for label, estimate in estimates.items() if estimate is not None}
