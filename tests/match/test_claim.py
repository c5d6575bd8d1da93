"""The article's claim at a size where luck plays no part, and the memory that takes."""

import pytest
from cli.program import python

from hearts_bench.chunk import Sum
from hearts_bench.claim import claim_match, is_reproduced, verdict
from hearts_bench.runner import play
from hearts_bench.summaries import summaries

pytestmark = [pytest.mark.slow, pytest.mark.compiled]


def test_the_claim_over_100000_deals() -> None:
    """A random player averages about 15 points against three article strategies, which take 2 to 5; moons are rare."""
    result = play(claim_match(100_000, 20_261_130))
    means = [summary.points.mean for summary in summaries(result)]
    assert 14 <= means[0] <= 16
    assert all(2 <= mean <= 4.8 for mean in means[1:])
    assert result.tally[:, Sum.MOONS_MADE].sum() <= 0.025 * 100_000
    assert is_reproduced(result)
    assert verdict(result).startswith("The article's claim holds: random 1")


@pytest.mark.parametrize("seed", range(1, 21))
def test_the_claim_over_400_deals(seed: int) -> None:
    """The experiment of 400 deals comes out whatever the seed is."""
    assert is_reproduced(play(claim_match(400, seed)))


def test_memory_does_not_grow_with_the_deals() -> None:
    """Ten times the deals need no more memory (robert-swanson/hearts-engine#101)."""
    code = """
import resource
from hearts_bench.match import Match
from hearts_bench.runner import play
play(Match(("random", "duck-low", "article", "spade-flushing"), {boards}, 1), jobs=2)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    small, large = (int(python(code.format(boards=boards))) for boards in (25_000, 250_000))
    assert large - small < 8_000  # KiB
