"""How many boards a question needs, before it is played."""

from dataclasses import dataclass
from math import ceil, log, sqrt

from scipy.special import ndtri

from hearts_bench.errors import ConfigError
from hearts_bench.stats.sequential import LOOK, Betting

_BETTING = Betting()
_OVERSHOOT = 0.583  # of a random walk over a threshold, in standard deviations of a step


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
    """Return how many boards a sequential test takes on average.

    At the ends evidence grows by b * detect - (b * sd)**2 / 2 per board, b being the bet on a point: detect / sd**2, or
    the cap over the bound if that is less. That makes 6.0 * sd**2 / detect**2 boards for errors of 5 %, and never less
    than 87 / detect at a bound of 26. Midway the evidence for either side wanders as a Brownian motion does, until it
    has passed its threshold at a look (Siegmund, "Sequential Analysis", 1985, chapter 3): 9 to 12 times
    sd**2 / detect**2. Simulated means are above this by a sixth at most, except for strategies so unlike that sd is
    well above the test's prior: with 7 points it took up to half as long again, as the variance had to be learnt.

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
    most = betting.cap / bound
    bet = min(detect / sd**2, most) if sd > 0 else most
    up, down = log(1 / alpha), log(1 / beta)
    step = bet * sd
    growth = bet * detect - step**2 / 2
    drift = (bet * detect - step**2) / 2
    threshold = sqrt(up * down) + _OVERSHOOT * step * sqrt(LOOK)
    # The root of drift * n + step * sqrt(n) = threshold, in the form that holds for a drift of 0 too.
    midway = (2 * threshold / (step + sqrt(step**2 + 4 * drift * threshold))) ** 2
    return ExpectedBoards(ceil(down / growth), ceil(midway), ceil(up / growth))


def _check(detect: float, alpha: float, beta: float) -> None:
    if not detect > 0:
        msg = f"the difference to detect must be above 0 points, not {detect:g}"
        raise ConfigError(msg)
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):  # noqa: PLR2004
        msg = f"error probabilities must be between 0 and 1/2, not {alpha:g} and {beta:g}"
        raise ConfigError(msg)
