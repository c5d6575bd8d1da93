"""The article's claim, and whether a result bears it out.

Over 400 deals a player of random legal cards averaged 15 points per deal, and three computer players between 2 and 5.
"""

from hearts_bench.match import Match
from hearts_bench.runner import Result
from hearts_bench.summaries import summaries

LINE_UP = ("random", "article", "article", "article")
DEALS = 400
SEED = 1
RANDOM_POINTS = 15
# 400 deals know a mean near 15 to about ±0.8 (two standard errors); twice that is "15" beyond doubt.
RANDOM_RANGE = (13.5, 16.5)
ARTICLE_RANGE = (2.0, 5.0)


def claim_match(deals: int = DEALS, seed: int = SEED) -> Match:
    """Return the article's experiment: one random seat against three article strategies, seats fixed."""
    return Match(LINE_UP, deals, seed, "article", "fixed")


def is_claim(match: Match) -> bool:
    """Tell whether a match plays the article's line-up under its rules, with whatever seed, seatings and deals."""
    return (match.line_up, match.rules_name, match.whole_games) == (LINE_UP, "article", False)


def is_reproduced(result: Result) -> bool:
    """Tell whether the random seat averages about 15 points and all others 2 to 5."""
    means = [summary.points.mean for summary in summaries(result)]
    low, high = ARTICLE_RANGE
    return RANDOM_RANGE[0] <= means[0] <= RANDOM_RANGE[1] and all(low <= mean <= high for mean in means[1:])


def verdict(result: Result) -> str:
    """Return the comparison with the article in a sentence."""
    means = [summary.points.mean for summary in summaries(result)]
    holds = "The article's claim holds" if is_reproduced(result) else "The article's claim is not reproduced"
    return (
        f"{holds}: random {means[0]:.1f} points per deal (said: 15), "
        f"article strategies {min(means[1:]):.1f} to {max(means[1:]):.1f} (said: 2 to 5)."
    )
