"""How many boards a question needs."""

import numpy as np
import pytest
from scipy import stats

from hearts_bench.errors import ConfigError
from hearts_bench.stats.planning import boards_needed, detectable_difference, expected_boards
from hearts_bench.stats.sequential import SequentialTest


@pytest.mark.parametrize(("sd", "detect", "alpha", "beta"), [(4, 0.5, 0.05, 0.05), (1.3, 0.1, 0.01, 0.2)])
def test_planned_boards_have_the_power(sd: float, detect: float, alpha: float, beta: float) -> None:
    """With that many boards, and not with one less, the normal test finds the difference as often as wanted."""
    needed = boards_needed(sd, detect, alpha, beta)
    for boards, is_enough in ((needed, True), (needed - 1, False)):
        power = stats.norm.sf(stats.norm.ppf(1 - alpha) - detect * np.sqrt(boards) / sd)
        assert (power >= 1 - beta) == is_enough
    assert detectable_difference(sd, needed, alpha, beta) == pytest.approx(detect, rel=0.01)


def test_known_multiples() -> None:
    """For errors of 5 %: 10.8 variances over the square of the difference, 6 if sequential, 87 / m at least."""
    assert boards_needed(1, 0.01) == pytest.approx(10.8e4, rel=0.003)
    sequential = expected_boards(1, 0.01, bound=26)
    assert sequential.at_mu0 == sequential.at_mu1 == pytest.approx(6.0e4, rel=0.003)
    assert sequential.midway == pytest.approx(9.0e4, rel=0.03)
    assert 10 * 64 < expected_boards(4, 0.5, bound=26).midway < 12 * 64  # looks come late
    assert expected_boards(0, 0.1, bound=26).at_mu1 == pytest.approx(866, rel=0.003)
    assert boards_needed(0.001, 1) == 2


def test_errors_that_differ() -> None:
    """A smaller alpha makes PASS take longer, a smaller beta FAIL."""
    plain = expected_boards(2, 0.1, bound=26)
    strict = expected_boards(2, 0.1, bound=26, alpha=0.001)
    assert strict.at_mu1 > 2 * plain.at_mu1
    assert strict.at_mu0 == plain.at_mu0
    assert strict.midway > plain.midway


@pytest.mark.parametrize(("sd", "detect"), [(2.5, 0.3), (0.8, 0.15)])
def test_sequential_tests_take_as_many_boards(sd: float, detect: float) -> None:
    """Simulated tests take about the number of boards that is foretold, where bets are capped and where not."""
    random = np.random.default_rng(1)
    plan = expected_boards(sd, detect, bound=26)
    for mean, foretold in ((0, plan.at_mu0), (detect / 2, plan.midway), (detect, plan.at_mu1)):
        taken = []
        for _ in range(150):
            test = SequentialTest(0, detect, bound=26)
            while test.verdict is None:
                test.add(random.normal(mean, sd, foretold))
            taken.append(test.boards)
        assert np.mean(taken) == pytest.approx(foretold, rel=0.2)


@pytest.mark.parametrize(("detect", "alpha", "message"), [(0, 0.05, "above 0"), (-1, 0.05, "above 0"), (1, 0.5, "1/2")])
def test_impossible_questions(detect: float, alpha: float, message: str) -> None:
    """What cannot be asked is refused in words."""
    with pytest.raises(ConfigError, match=message):
        boards_needed(1, detect, alpha)
    with pytest.raises(ConfigError, match=message):
        expected_boards(1, detect, bound=26, alpha=alpha)
