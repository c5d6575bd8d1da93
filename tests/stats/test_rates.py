"""Rates of chances that depend on each other within a board."""

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import binomtest

from hearts_bench.stats.rates import Rate, rate_of


def rate(done: npt.NDArray[np.int64], could: npt.NDArray[np.int64]) -> Rate:
    """Return the rate of some boards."""
    counts = int(done.sum()), int((done * done).sum())
    chances = int(could.sum()), int((could * could).sum())
    return rate_of(int((could > 0).sum()), counts, chances, int((done * could).sum()))


def test_one_chance_a_board_is_a_binomial() -> None:
    """Then the interval is Clopper and Pearson's, but for one degree of freedom."""
    done = np.repeat([1, 0], [30, 170])
    exact = binomtest(30, 200).proportion_ci(method="exact")
    found = rate(done, np.ones_like(done))
    assert (found.count, found.chances, found.share) == (30, 200, 0.15)
    assert found.interval == pytest.approx((exact.low, exact.high), abs=0.001)


def test_copies_of_a_chance_are_not_more_chances() -> None:
    """A board on which ten chances are all taken or all missed tells as much as one with a single chance."""
    done = np.repeat([1, 0], [30, 170])
    single, tenfold = rate(done, np.ones_like(done)), rate(10 * done, np.full_like(done, 10))
    assert tenfold.share == single.share
    assert tenfold.interval == pytest.approx(single.interval, abs=0.001)


def test_no_chance_taken_is_not_impossible() -> None:
    """Of a hundred boards without a case, there may be one in thirty, however many chances a board has."""
    none = rate(np.zeros(100, np.int64), np.full(100, 50))
    every = rate(np.full(100, 50), np.full(100, 50))
    assert none.interval == pytest.approx((0, 0.0362), abs=1e-4)
    assert every.interval == pytest.approx((1 - 0.0362, 1), abs=1e-4)


def test_without_boards_to_compare_there_is_no_interval() -> None:
    """One board does not tell how boards differ; no chance is no share."""
    assert rate(np.array([1]), np.array([4])) == Rate(1, 4, None)
    assert rate(np.array([0, 0]), np.array([0, 0])).share is None


def test_95_of_100_intervals_hold_the_share() -> None:
    """Of boards whose chances hang together; never much fewer, and not all."""
    random = np.random.default_rng(5)
    held = 0
    for _ in range(1000):
        own = random.beta(0.3, 2.7, 60)  # what share of a board's chances is taken: 0.1 on average
        could = random.integers(1, 9, 60)
        low, high = rate(random.binomial(could, own), could).interval or (0, 1)
        held += low <= 0.1 <= high
    assert 930 <= held <= 990
