"""How many boards a question needs, before it is played."""

from dataclasses import dataclass
from math import ceil, exp, log, sqrt

from scipy.special import ndtri

from hearts_bench.errors import ConfigError
from hearts_bench.stats.sequential import Betting

_BETTING = Betting()


def boards_needed(sd: float, detect: float, alpha: float = 0.05, beta: float = 0.05) -> int:
    """Return the number of boards, fixed beforehand, at which a difference is found with probability 1 - beta.

    Of the one-sided test at level alpha: ((z(1 - alpha) + z(1 - beta)) * sd / detect) ** 2, which is
    10.8 * sd**2 / detect**2 for errors of 5 %. Assumes that a mean over so many boards is normal.

    Args:
        sd: standard deviation of board values, in points, from a pilot.
        detect: the difference, in points.
        alpha: probability of finding it where there is none.
        beta: probability of missing it.

    Raises:
        ConfigError: the difference is not above 0, or probabilities are not between 0 and 1/2.

    """
    _check(detect, alpha, beta)
    quantiles = float(ndtri(1 - alpha) + ndtri(1 - beta))
    return max(2, ceil((quantiles * sd / detect) ** 2))


def detectable_difference(sd: float, boards: int, alpha: float = 0.05, beta: float = 0.05) -> float:
    """Return the difference, in points, that so many boards find with the given errors: `boards_needed` turned round.

    Raises:
        ConfigError: probabilities are not between 0 and 1/2.

    """
    _check(1, alpha, beta)
    return float(ndtri(1 - alpha) + ndtri(1 - beta)) * sd / sqrt(boards)


@dataclass(frozen=True)
class ExpectedBoards:
    """Mean number of boards until a sequential test ends, by where the true mean lies."""

    at_mu0: int
    midway: int
    at_mu1: int


def expected_boards(
    sd: float, detect: float, *, bound: float, alpha: float = 0.05, beta: float = 0.05, betting: Betting = _BETTING
) -> ExpectedBoards:
    """Return how many boards a sequential test will take on average.

    Evidence is taken for a Brownian motion between ln(1 / alpha) and -ln(1 / beta), as Wald did ("Sequential
    Analysis", 1947, section 3.5)

    Args:
        sd: standard deviation of board values, in points, from a pilot.
        detect: distance of mu0 and mu1, in points.
        bound: largest size of a board value, in points.
        alpha: probability of a wrong PASS.
        beta: probability of a wrong FAIL.
        betting: how much is bet.

    Raises:
        ConfigError: the difference is not above 0, or probabilities are not between 0 and 1/2.

    """
    _check(detect, alpha, beta)
    up, down = log(1 / alpha), log(1 / beta)
    signal = (sd / detect) ** 2
    wrong_pass = (1 - exp(-down)) / (exp(up) - exp(-down))
    wrong_fail = (1 - exp(-up)) / (exp(down) - exp(-up))
    floor = bound / (betting.cap * detect)
    return ExpectedBoards(
        at_mu0=ceil(max(2 * signal * ((1 - wrong_pass) * down - wrong_pass * up), floor * down)),
        midway=ceil(max(signal * up * down, floor * max(up, down))),
        at_mu1=ceil(max(2 * signal * ((1 - wrong_fail) * up - wrong_fail * down), floor * up)),
    )


def _check(detect: float, alpha: float, beta: float) -> None:
    if not detect > 0:
        msg = f"the difference to detect must be above 0 points, not {detect:g}"
        raise ConfigError(msg)
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):  # noqa: PLR2004
        msg = f"error probabilities must be between 0 and 1/2, not {alpha:g} and {beta:g}"
        raise ConfigError(msg)
