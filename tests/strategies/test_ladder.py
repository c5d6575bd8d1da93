"""The ladder of docs/strategies.md stands: each rung is better than the one below it, in a duel of planned size."""

import pytest

from hearts_bench.duel import Duel, Question, duel_match
from hearts_bench.runner import chunks
from hearts_bench.stats.planning import boards_needed

SEARCH = "monte-carlo:worlds=10,pass_search=false"
# Better, worse, the gain in points per deal that shall be found, and the standard deviation of a board in a pilot.
RUNGS = [
    ("duck-low", "random", 2.0, 3.0),
    ("queen-dropping", "duck-low", 0.4, 3.2),
    ("card-counting", "queen-dropping", 0.1, 2.4),
    ("article", "card-counting", 0.5, 3.5),
    ("opportunist", "article", 0.08, 1.1),
    (SEARCH, "opportunist", 1.8, 4.7),
]
ERROR = 0.01


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("better", "worse", "detect", "spread"), RUNGS)
def test_rung(better: str, worse: str, detect: float, spread: float) -> None:
    """The better one wins the duel, with as many boards as it takes to find the gain with errors of one percent."""
    question = Question("better", detect, alpha=ERROR, beta=ERROR, sequential=False)
    match = duel_match(better, worse, boards_needed(spread, detect, ERROR, ERROR), 20261130, question)
    duel = Duel(match, question)
    for chunk in chunks(match):
        duel.is_enough(chunk)
    assert duel.outcome().verdict == "pass"
