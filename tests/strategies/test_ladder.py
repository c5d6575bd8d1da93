"""The ladder of docs/strategies.md stands: each rung is better than the one below it, in a duel of planned size."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from hearts_bench.config import load
from hearts_bench.duel import Duel, Question, duel_match
from hearts_bench.registry import names
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
CONFIG = Path(__file__).parents[2] / "configs" / "ladder.yaml"


def test_everybody_meets_everybody_else() -> None:
    """All strategies that come with hearts_bench are on the ladder, at as many tables each, and all of them meet."""
    config = load(CONFIG)
    assert {each.use for each in config.strategies.values()} == set(config.strategies) == set(names())
    tables = config.tournament.line_ups or []
    assert set(Counter(label for table in tables for label in table).values()) == {16}
    meetings = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    assert set(meetings) == set(combinations(sorted(names()), 2))
    assert set(meetings.values()) == {1, 2}


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
