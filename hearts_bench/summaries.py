"""What each strategy of a match did, in the order of the line-up."""

from hearts_bench.chunk import Sum
from hearts_bench.runner import Result
from hearts_bench.stats.summary import Summary, summarise


def summaries(result: Result) -> list[Summary]:
    """Return one summary for every position in the line-up of a result."""
    match = result.match
    seats = [match.seats_per_board(position) for position in range(len(match.line_up))]
    return summarise(result.tally, result.boards, seats, match.rules.players, whole_games=match.whole_games)


def deals_of(result: Result) -> int:
    """Return how many deals were played; every seat counts them once."""
    return int(result.tally[:, Sum.DEALS].sum()) // result.match.rules.players
