"""The sequential test and the confidence sequence."""

import itertools
from math import exp, log, log1p, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from hearts_bench.errors import ConfigError
from hearts_bench.stats.sequential import (
    Betting,
    SequentialTest,
    confidence_sequence,
    confidence_sequences,
    gsprt,
    margins,
)

BOUND = 26


def boards(number: int, mean: float = 0.0, seed: int = 1) -> np.ndarray:
    """Return made-up boards, most of them zero."""
    random = np.random.default_rng(seed)
    values = np.where(random.random(number) < 0.7, 0, random.integers(-60, 61, number) / 12)
    return np.clip(values + mean, -BOUND, BOUND)


def by_definition(values: np.ndarray, mu0: float, mu1: float, most: int) -> tuple[str | None, int, float, float]:
    """Run the test one board after another, in the words of its definition."""
    up = down = 0.0
    for at, x in enumerate(values):
        past = values[:at]
        spread = float(np.sum((past - past.mean()) ** 2)) if at else 0.0
        v = (20 * 2**2 + spread) / (20 + at)
        up += log1p(min((mu1 - mu0) / v, 0.9 / (BOUND + mu0)) * (x - mu0))
        down += log1p(-min((mu1 - mu0) / v, 0.9 / (BOUND - mu1)) * (x - mu1))
        if (at + 1) % 24 == 0 or at + 1 == most:
            verdict = "PASS" if up >= log(20) else "FAIL" if down >= log(10) else None
            if verdict or at + 1 == most:
                return verdict or "INCONCLUSIVE", at + 1, up, down
    return None, len(values), up, down


@pytest.mark.parametrize(("mu0", "mu1"), [(-0.3, 0), (0, 0.3), (-1, 0.5)])
@pytest.mark.parametrize("mean", [-0.6, -0.15, 0, 0.15, 0.6])
@pytest.mark.parametrize("most", [100, 950, 10_000])
def test_follows_its_definition(mu0: float, mu1: float, mean: float, most: int) -> None:
    """Verdict, boards and evidence are those of a plain loop."""
    values = boards(1000, mean)
    test = SequentialTest(mu0, mu1, bound=BOUND, beta=0.1, max_boards=most)
    verdict, used, up, down = by_definition(values, mu0, mu1, most)
    assert test.add(values) == test.verdict == verdict
    assert test.boards == used
    assert test.evidence == pytest.approx((up, down))
    assert test.mean == pytest.approx(values[:used].mean())


@given(st.lists(st.integers(1, 400), max_size=20), st.integers(0, 5), st.sampled_from([None, 700, 1499]))
def test_chunks_change_nothing(chunks: list[int], seed: int, most: int | None) -> None:
    """However the boards are cut into chunks, everything is the same to the last bit."""
    values = boards(3000, 0.1, seed)
    whole = SequentialTest(-0.2, 0, bound=BOUND, max_boards=most)
    whole.add(values)
    cut = SequentialTest(-0.2, 0, bound=BOUND, max_boards=most)
    for part in np.split(values, np.cumsum(chunks)[np.cumsum(chunks) < 3000]):
        cut.add(part)
    assert (cut.verdict, cut.boards, cut.mean, cut.evidence) == (
        whole.verdict,
        whole.boards,
        whole.mean,
        whole.evidence,
    )


def test_long_chunks_are_cut_the_same() -> None:
    """A chunk longer than what is worked on at a time gives the bits of single boards."""
    values = boards(8500)
    whole, single = (SequentialTest(-0.001, 0.001, bound=BOUND) for _ in range(2))
    whole.add(values)
    for value in values:
        single.add([value])
    assert whole.verdict is None
    assert (single.evidence, single.mean, single.boards) == (whole.evidence, whole.mean, 8500)


def test_wealth_is_fair() -> None:
    """If the mean is mu0, or mu1, expected wealth is exactly 1, whatever the distribution: nothing to be won."""
    outcomes, mu0, mu1 = (-20, 0, 11), -0.5, 0.7
    for mean, side in ((mu0, 0), (mu1, 1)):
        # Probabilities of the three outcomes that have this mean, most boards being zero.
        odds = np.linalg.solve([[1, 1, 1], list(outcomes), [0, 1, 0]], [1, mean, 0.8])
        assert (odds > 0).all()
        wealth = 0.0
        for sequence in itertools.product(range(3), repeat=6):
            test = SequentialTest(mu0, mu1, bound=BOUND, look=100)
            test.add([outcomes[each] for each in sequence])
            wealth += float(np.prod(odds[list(sequence)])) * exp(test.evidence[side])
        assert wealth == pytest.approx(1)


@pytest.mark.parametrize(("mean", "verdict"), [(1.0, "PASS"), (-1.0, "FAIL")])
def test_verdicts_come_at_looks(mean: float, verdict: str) -> None:
    """A verdict waits for the next look, and what comes after it is ignored."""
    test = SequentialTest(-0.5, 0.5, bound=BOUND)
    values = np.full(2400, mean)
    assert test.add(values) == verdict
    assert test.boards % 24 == 0
    state = test.boards, test.evidence, test.mean
    assert test.add(-100 * values) == verdict
    assert state == (test.boards, test.evidence, test.mean)
    at_once = SequentialTest(-0.5, 0.5, bound=BOUND)
    assert at_once.add(np.concatenate([values, [np.nan, 1e9]])) == verdict
    assert state == (at_once.boards, at_once.evidence, at_once.mean)
    every = SequentialTest(-0.5, 0.5, bound=BOUND, look=1)
    every.add(values)
    assert test.boards - 24 < every.boards <= test.boards


def test_pass_comes_first() -> None:
    """Between the margins both may be true at once; the test then passes."""
    values = np.full(2400, 0.0)
    assert SequentialTest(-0.5, 0.5, bound=BOUND).add(values) == "PASS"


def test_it_ends_without_a_verdict() -> None:
    """At the largest number of boards, which need not be a look, the test is inconclusive, and stays so."""
    test = SequentialTest(-0.01, 0.01, bound=BOUND, max_boards=50)
    assert test.add(np.zeros(49)) is None
    assert test.add(np.zeros(9)) == "INCONCLUSIVE"
    assert test.boards == 50
    assert test.add(np.full(1000, 5.0)) == "INCONCLUSIVE"


def test_no_boards_say_nothing() -> None:
    """Before the first board there is no mean, no evidence and no verdict."""
    test = SequentialTest(-0.1, 0, bound=BOUND)
    assert (test.add([]), test.boards, test.mean, test.evidence) == (None, 0, None, (0, 0))


@pytest.mark.parametrize("value", [26.5, -27, np.nan, np.inf])
def test_values_beyond_the_bound(value: float) -> None:
    """A value that cannot be is an error: the test would not be valid."""
    with pytest.raises(ValueError, match="beyond the bound of 26 points"):
        SequentialTest(-0.1, 0, bound=BOUND).add([0, value])
    with pytest.raises(ValueError, match="beyond the bound of 26 points"):
        confidence_sequence([0, value], BOUND)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"mu0": 0.1}, "in this order"),
        ({"mu0": -26}, "within the bound"),
        ({"mu1": 26}, "within the bound"),
        ({"alpha": 0}, "between 0 and 1"),
        ({"beta": 1}, "between 0 and 1"),
        ({"look": 0}, "at least one board"),
        ({"max_boards": 0}, "at least one board"),
    ],
)
def test_what_is_no_test(changes: dict[str, float], message: str) -> None:
    """Numbers that make no test are refused in words."""
    with pytest.raises(ConfigError, match=message):
        SequentialTest(**({"mu0": -0.1, "mu1": 0.0, "bound": BOUND} | changes))  # type: ignore[arg-type]


def test_margins() -> None:
    """No worse looks below zero, better above."""
    assert margins("no-worse", 0.2) == (-0.2, 0)
    assert margins("better", 0.2) == (0, 0.2)
    for detect in (0, -1, float("nan"), float("inf")):
        with pytest.raises(ConfigError, match="must be above 0"):
            margins("better", detect)
    with pytest.raises(ConfigError, match="there is no-worse, better"):
        margins("best", 0.1)  # type: ignore[arg-type]


def test_bets_move_no_more_than_power() -> None:
    """Other bets are another test, as fair as the first."""
    odds, wealth = np.array([0.25, 0.75]), 0.0
    for sequence in itertools.product((0, 1), repeat=8):
        test = SequentialTest(0, 1, bound=BOUND, look=100, betting=Betting(prior_boards=1, prior_sd=0.1, cap=0.99))
        test.add([(-3, 1)[each] for each in sequence])
        wealth += float(np.prod(odds[list(sequence)])) * exp(test.evidence[0])
    assert wealth == pytest.approx(1)


def bets_by_definition(values: np.ndarray, level: float) -> np.ndarray:
    """Return what is bet on each board, cap apart, by a plain loop."""
    bets = []
    for at in range(len(values)):
        past = values[:at]
        spread = float(np.sum((past - past.mean()) ** 2)) if at else 0.0
        v = (20 * 2**2 + spread) / (20 + at)
        bets.append(sqrt(2 * log(2 / (1 - level)) / (v * (at + 1) * log(at + 2))))
    return np.array(bets)


def wealth_against(values: np.ndarray, bets: np.ndarray, mean: float) -> tuple[float, float]:
    """Return the logarithms of the wealths of those who bet on larger and on smaller values than `mean`."""
    up = np.log(1 + np.minimum(bets, 0.9 / (BOUND + mean)) * (values - mean)).sum()
    down = np.log(1 - np.minimum(bets, 0.9 / (BOUND - mean)) * (values - mean)).sum()
    return float(up), float(down)


@pytest.mark.parametrize("level", [0.9, 0.95])
@pytest.mark.parametrize("mean", [-20, -0.3, 0, 2])
def test_the_confidence_sequence_keeps_what_no_bettor_won_against(mean: float, level: float) -> None:
    """Every mean of a grid is kept exactly if neither bettor has made 2 / alpha of the stake."""
    values = boards(500, mean)
    estimate = confidence_sequence(values, BOUND, level)
    assert estimate.mean == pytest.approx(values.mean())
    assert estimate.interval is not None
    low, high = estimate.interval
    bets = bets_by_definition(values, level)
    assert -BOUND < low < estimate.mean < high < BOUND
    for candidate in np.linspace(max(low - 1, -BOUND + 1e-6), min(high + 1, BOUND - 1e-6), 41):
        kept = max(wealth_against(values, bets, candidate)) < log(2 / (1 - level))
        assert kept == (low <= candidate <= high)
    assert wealth_against(values, bets, low)[0] == pytest.approx(log(2 / (1 - level)), abs=1e-5)
    assert wealth_against(values, bets, high)[1] == pytest.approx(log(2 / (1 - level)), abs=1e-5)


@pytest.mark.parametrize("values", [[0.0], [26.0], [-26.0] * 3, [0.0] * 1000, [26.0] * 1000, [13.0, -13.0]])
def test_there_is_always_a_confidence_sequence(values: list[float]) -> None:
    """One board, or boards that are all equal, have an interval too, if a wide one, within the bound."""
    interval = confidence_sequence(values, BOUND).interval
    assert interval is not None
    low, high = interval
    assert -BOUND <= low <= np.mean(values) <= high <= BOUND
    assert (high - low < 10) == (len(values) == 1000)


def test_the_confidence_sequence_is_symmetric() -> None:
    """Turning the sign of all boards turns the interval round."""
    values = boards(700, 0.4)
    one, other = confidence_sequence(values, BOUND).interval, confidence_sequence(-values, BOUND).interval
    assert one is not None
    assert other is not None
    assert (one[0], one[1]) == (-other[1], -other[0])


def test_it_holds_at_every_look() -> None:
    """Few samples ever leave the mean outside, however often one looks; a t interval leaves it out in many."""
    missed = naive = 0
    for seed in range(100):
        values = boards(800, 0, seed)
        looks = range(24, 800, 96)
        intervals = [confidence_sequence(values[:look], BOUND).interval for look in looks]
        missed += any(each is not None and not each[0] <= 0 <= each[1] for each in intervals)
        naive += any(stats.ttest_1samp(values[:look], 0).pvalue < 0.05 for look in looks)
    assert missed / 100 <= 0.05
    assert naive / 100 > 0.1


def test_gsprt_is_a_likelihood_ratio() -> None:
    """It is the ratio of normal likelihoods, once enough boards are not zero."""
    values = boards(2000, 0)
    found = gsprt(values, -0.1, 0.2)
    spread = values.std(ddof=1)
    expected = stats.norm.logpdf(values, 0.2, spread).sum() - stats.norm.logpdf(values, -0.1, spread).sum()
    assert found == pytest.approx(expected)
    assert gsprt(values[:300], -0.1, 0.2) is None
    assert gsprt(np.ones(1000), -0.1, 0.2) is None


@pytest.mark.parametrize("mean", [-3.0, 0.0, 0.4])
def test_several_confidence_sequences_at_once(mean: float) -> None:
    """After each number of boards the ends are those that these boards alone give."""
    values, ends = boards(3000, mean), [1, 2, 24, 500, 3000]
    expected = [confidence_sequence(values[:end], BOUND).interval for end in ends]
    assert confidence_sequences(values, ends, BOUND) == pytest.approx(np.array(expected), abs=2e-6)
