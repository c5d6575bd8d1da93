"""Shows that the statistics keep their promises: errors of the sequential test, coverage of intervals, and their speed.

Boards of real matches are the population. Tilting, the exponential reweighting of the boards that changes them least,
gives it any mean that is wanted, and leaves it its zeros and its skewness. Samples are drawn from it, and it is counted
how often a test errs or an interval misses the mean. `--speed` measures time and memory for a million boards instead.
"""

import argparse
import itertools
import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from rich.box import MARKDOWN
from rich.console import Console
from rich.table import Table
from scipy.optimize import brentq

from hearts_bench import Strategy, View, register
from hearts_bench.cards import count, nth
from hearts_bench.chunk import play_chunk
from hearts_bench.match import Match
from hearts_bench.rng import draw_below
from hearts_bench.stats.boards import Floats, board_payoffs, grouped
from hearts_bench.stats.intervals import Estimate, bca_interval, board_interval
from hearts_bench.stats.planning import boards_needed, expected_boards
from hearts_bench.stats.ratings import MatchPayoffs, rate
from hearts_bench.stats.sequential import LOOK, Expectation, SequentialTest, confidence_sequence, margins
from hearts_bench.stats.simultaneous import better, simultaneous_intervals
from hearts_bench_strategies.tactics import can_follow, discard_highest, duck, lead_low, pass_highest

BOUND = 26.0
SLIPS = f"{__file__}:Slips"


@register("slips", compiled=True)
class Slips(Strategy):
    """Plays as duck-low does, but a random card now and then."""

    per_mille: int = 20

    def choose_pass(self, view: View) -> int:
        """Pass the highest cards."""
        return pass_highest(view)

    def play(self, view: View) -> int:
        """Let the hand slip, or else play as duck-low does."""
        if draw_below(view.stream, 0, 1000) < self.per_mille:
            return nth(view.legal, draw_below(view.stream, 1, count(view.legal)))
        if view.led_suit < 0:
            return lead_low(view)
        return duck(view) if can_follow(view) else discard_highest(view)


@dataclass(frozen=True)
class Pair:
    """Two strategies, and a difference in points per deal that one might want to find between such two."""

    name: str
    new: str
    old: str
    detect: float


PAIRS = (
    Pair("random v article", "random", "article", 0.8),
    Pair("article v duck-low", "article", "duck-low", 0.5),
    Pair("herzen v article", "herzen", "article", 0.25),
    Pair("moon-defending v duck-low", "moon-defending", "duck-low", 0.15),
    Pair("2 % slips v duck-low", SLIPS, "duck-low", 0.1),
    Pair("moons at 50 % risk v none", "score-aware:risk_ahead=50", "score-aware:risk_ahead=0,risk_behind=0", 0.1),
    Pair("0.2 % slips v duck-low", f"{SLIPS}:per_mille=2", "duck-low", 0.05),
)
TABLE = ("article", "duck-low", "spade-flushing", "moon-defending")
FIELD = (*TABLE, "herzen", "random")
# Six strategies in five of the fifteen tables that a round robin has.
SCHEDULE = ((0, 1, 2, 3), (0, 1, 4, 5), (2, 3, 4, 5), (0, 2, 4, 5), (1, 3, 4, 5))


def real_boards(line_up: tuple[str, ...], boards: int, seed: int = 1) -> Floats:
    """Play boards in all seatings and return the board value of every position, of shape (boards, positions)."""
    match = Match(line_up, boards, seed, seatings="rotate", drawn=True)
    chunk = play_chunk(match, 0, boards)
    by_position = np.argsort(match.seatings_of(0, boards), axis=2)
    return board_payoffs(np.take_along_axis(chunk.scores, by_position, axis=2))


@dataclass(frozen=True)
class Population:
    """A distribution of board values."""

    values: Floats
    probabilities: Floats

    @property
    def mean(self) -> float:
        """Its mean, in points."""
        return float(self.probabilities @ self.values)

    @property
    def sd(self) -> float:
        """Its standard deviation, in points."""
        return float(np.sqrt(self.probabilities @ (self.values - self.mean) ** 2))

    def draw(self, random: np.random.Generator, boards: int) -> Floats:
        """Draw a sample."""
        cumulative = np.cumsum(self.probabilities)
        return self.values[np.searchsorted(cumulative, random.random(boards) * cumulative[-1], side="right")]


def population(boards: Floats) -> Population:
    """Return what boards are drawn from if each that was played is as likely."""
    values, times = np.unique(boards, return_counts=True)
    return Population(values, times / len(boards))


def tilted(real: Population, mean: float) -> Population:
    """Return the distribution with a given mean that has the least relative entropy to the real one."""

    def tilt(rate_of_change: float) -> Population:
        logs = np.log(real.probabilities) + rate_of_change * real.values
        weights = np.exp(logs - logs.max())
        return Population(real.values, weights / weights.sum())

    return tilt(brentq(lambda by: tilt(by).mean - mean, -3, 3, xtol=1e-12))


@dataclass(frozen=True)
class Errors:
    """What a test did: the share of each verdict, mean number of boards, coverage of the interval at the stop."""

    passed: float
    failed: float
    boards: float
    coverage: float


def sequential_errors(source: Population, expect: Expectation, detect: float, runs: int, seed: int) -> Errors:
    """Run the sequential test many times on samples of a population."""
    random = np.random.default_rng(seed)
    mu0, mu1 = margins(expect, detect)
    at_a_time = expected_boards(source.sd, detect, bound=BOUND).at_mu1
    passed = failed = boards = held = 0
    for _ in range(runs):
        test = SequentialTest(mu0, mu1, bound=BOUND)
        sample: list[Floats] = []
        while test.verdict is None:
            sample.append(source.draw(random, at_a_time))
            test.add(sample[-1])
        passed += test.verdict == "PASS"
        failed += test.verdict == "FAIL"
        boards += test.boards
        held += holds(confidence_sequence(np.concatenate(sample)[: test.boards], BOUND), source.mean)
    return Errors(passed / runs, failed / runs, boards / runs, held / runs)


def chess_verdicts(source: Population, expect: Expectation, detect: float, runs: int, seed: int) -> tuple[float, float]:
    """Return how often a GSPRT as chess engines use it, with the variance seen so far, passes and fails."""
    random = np.random.default_rng(seed)
    mu0, mu1 = margins(expect, detect)
    looks = np.arange(LOOK, 20_000, LOOK)
    passed = failed = 0
    for _ in range(runs):
        sample = source.draw(random, looks[-1])
        means = np.cumsum(sample)[looks - 1] / looks
        variances = np.cumsum(sample**2)[looks - 1] / looks - means**2
        known = variances > 0
        llr = np.zeros(len(looks))
        llr[known] = (looks * (mu1 - mu0) * (means - (mu0 + mu1) / 2))[known] / variances[known]
        ends = llr[np.abs(llr) >= log(0.95 / 0.05)]
        passed += ends.size > 0 and ends[0] > 0
        failed += ends.size > 0 and ends[0] < 0
    return passed / runs, failed / runs


def planned_errors(source: Population, expect: Expectation, detect: float, runs: int, seed: int) -> Errors:
    """Run the test with a fixed number of boards many times: PASS if the interval lies above mu0, FAIL if below mu1."""
    random = np.random.default_rng(seed)
    mu0, mu1 = margins(expect, detect)
    boards = boards_needed(source.sd, detect)
    passed = failed = held = 0
    for _ in range(runs):
        estimate = board_interval(source.draw(random, boards), 0.9)
        low, high = estimate.interval or (-np.inf, np.inf)
        passed += low > mu0
        failed += high < mu1
        held += holds(estimate, source.mean)
    return Errors(passed / runs, failed / runs, boards, held / runs)


def holds(estimate: Estimate, mean: float) -> bool:
    """Tell whether an interval holds a mean; none does, as it claims nothing."""
    return estimate.interval is None or estimate.interval[0] <= mean <= estimate.interval[1]


def coverage(
    source: Population, interval: Callable[[Floats], Estimate], boards: int, runs: int, seed: int
) -> tuple[float, float]:
    """Return how often an interval holds the mean where there is an interval, and how often there is one."""
    random = np.random.default_rng(seed)
    estimates = [interval(source.draw(random, boards)) for _ in range(runs)]
    there = [each for each in estimates if each.interval is not None]
    return sum(holds(each, source.mean) for each in there) / max(len(there), 1), len(there) / runs


def familywise(boards: Floats, number: int, runs: int, seed: int) -> tuple[float, float]:
    """Return how often simultaneous intervals all hold, and how often equal strategies are all left together."""
    random = np.random.default_rng(seed)
    means = boards.mean(axis=0)
    held = together = 0
    for _ in range(runs):
        sample = boards[random.integers(0, len(boards), number)]
        held += all(map(holds, simultaneous_intervals(sample), means))
        together += not better(sample - means).any()
    return held / runs, together / runs


def ratings_coverage(matches: list[Floats], number: int, runs: int, seed: int) -> tuple[float, float]:
    """Return how often the intervals of all ratings hold, and how often no pair is put in the wrong order."""
    random = np.random.default_rng(seed)
    truth = rated(matches)
    held = right = 0
    for _ in range(runs):
        result = rate(_played([each[random.integers(0, len(each), number)] for each in matches]), FIELD)
        held += all(map(holds, result.ratings, truth))
        right += not np.any(result.is_better & (truth[:, np.newaxis] <= truth))
    return held / runs, right / runs


def rated(matches: list[Floats]) -> Floats:
    """Return the ratings of all boards of the schedule."""
    return np.array([each.mean for each in rate(_played(matches), FIELD).ratings])


def _played(matches: list[Floats]) -> list[MatchPayoffs]:
    return [MatchPayoffs(line_up, values) for line_up, values in zip(SCHEDULE, matches, strict=True)]


def percent(share: float, runs: int) -> str:
    """Return a share with its Monte-Carlo error."""
    return f"{100 * share:.1f} ± {100 * sqrt(max(share * (1 - share), 0.25 / runs) / runs):.1f}"


def sequential_table(pairs: dict[Pair, Floats], runs: int) -> Iterator[Table]:
    """Yield the tables of tests."""
    sequential = Table(
        "pair", "sd", "zeros", "m", "expect", box=MARKDOWN, title="Sequential test, errors of 5 % allowed"
    )
    for column in (
        "false PASS",
        "false FAIL",
        "power",
        "boards at mu0",
        "midway",
        "at mu1",
        "held",
        "chess: false PASS, FAIL",
    ):
        sequential.add_column(column, justify="right")
    planned = Table("pair", "m", "expect", box=MARKDOWN, title="Planned number of boards, errors of 5 % allowed")
    for column in ("boards", "false PASS", "false FAIL", "power"):
        planned.add_column(column, justify="right")
    for pair, boards in pairs.items():
        for expect in ("no-worse", "better"):
            mu0, mu1 = margins(expect, pair.detect)
            places = [tilted(population(boards), mean) for mean in (mu0, (mu0 + mu1) / 2, mu1)]
            low, middle, high = (sequential_errors(each, expect, pair.detect, runs, seed=1) for each in places)
            passed = chess_verdicts(places[0], expect, pair.detect, runs, seed=6)[0]
            failed = chess_verdicts(places[2], expect, pair.detect, runs, seed=6)[1]
            plans = [expected_boards(each.sd, pair.detect, bound=BOUND) for each in places]
            sequential.add_row(
                pair.name,
                f"{places[0].sd:.2f}",
                f"{100 * places[0].probabilities[places[0].values == 0].sum():.0f} %",
                f"{pair.detect:g}",
                expect,
                percent(low.passed, runs),
                percent(high.failed, runs),
                percent(high.passed, runs),
                f"{low.boards:.0f} ({plans[0].at_mu0})",
                f"{middle.boards:.0f} ({plans[1].midway})",
                f"{high.boards:.0f} ({plans[2].at_mu1})",
                percent(min(low.coverage, middle.coverage, high.coverage), runs),
                f"{percent(passed, runs)}, {percent(failed, runs)}",
            )
            low, high = (planned_errors(each, expect, pair.detect, runs, seed=2) for each in (places[0], places[2]))
            planned.add_row(
                pair.name,
                f"{pair.detect:g}",
                expect,
                f"{low.boards:.0f}, {high.boards:.0f}",
                percent(low.passed, runs),
                percent(high.failed, runs),
                percent(high.passed, runs),
            )
    yield sequential
    yield planned


def coverage_table(pairs: dict[Pair, Floats], runs: int) -> Table:
    """Return the table of single intervals."""
    table = Table("pair", box=MARKDOWN, title="Intervals of 95 % that hold: t, BCa (share of samples that have one)")
    sizes = (20, 100)
    for boards in sizes:
        table.add_column(f"{boards} boards", justify="right")
    for pair, values in pairs.items():
        cells = []
        for boards in sizes:
            # BCa takes four hundred times as long as t, and needs no precision to show what is wrong with it.
            t, there = coverage(population(values), board_interval, boards, runs, seed=3)
            bca, _ = coverage(population(values), bca_interval, boards, runs // 8, seed=3)
            share = "" if there == 1 else f" ({100 * there:.0f} %)"
            cells.append(f"{percent(t, runs)}, {percent(bca, runs // 8)}{share}")
        table.add_row(pair.name, *cells)
    return table


def simultaneous_table(boards: int, runs: int) -> Table:
    """Return the table of simultaneous intervals."""
    table = Table("of", "boards", box=MARKDOWN, title="Simultaneous intervals of 95 %")
    table.add_column("all hold", justify="right")
    table.add_column("no pair separated wrongly", justify="right")
    four = real_boards(TABLE, boards)
    for number in (10, 24, 100):
        table.add_row(
            "4 strategies, 1 match", f"{number}", *(percent(x, runs) for x in familywise(four, number, runs, 4))
        )
    matches = [real_boards(tuple(FIELD[each] for each in line_up), boards) for line_up in SCHEDULE]
    for number in (10, 24, 100):
        shares = ratings_coverage(matches, number, runs, 5)
        table.add_row("6 strategies, 5 matches", f"{number} each", *(percent(x, runs) for x in shares))
    return table


def analyse_a_million() -> None:
    """Analyse a million made-up boards in every way, and print how long that takes and the peak of memory."""
    random = np.random.default_rng(1)
    boards = 1_000_000
    duel = random.integers(-60, 61, boards) / 12 * (random.integers(0, 5, boards) == 0)
    matches = list(itertools.combinations(range(8), 4))
    skill = np.linspace(0, 1, 8)
    played = []
    for line_up in matches:
        scores = random.integers(-26, 27, (boards // len(matches), 4)) / 4 + skill[list(line_up)]
        played.append(4 / 3 * (scores - scores.mean(axis=1, keepdims=True)))
    before = time.perf_counter()
    board_interval(duel)
    interval = time.perf_counter()
    test = SequentialTest(-1e-4, 1e-4, bound=BOUND)
    test.add(duel)
    tested = time.perf_counter()
    confidence_sequence(duel, BOUND)
    sequence = time.perf_counter()
    rate([MatchPayoffs(each, *grouped(values)) for each, values in zip(matches, played, strict=True)], "ABCDEFGH")
    rating = time.perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{test.boards} boards: interval {interval - before:.2f} s, sequential test {tested - interval:.2f} s, "
        f"confidence sequence {sequence - tested:.2f} s, leaderboard of 8 in 70 matches {rating - sequence:.2f} s; "
        f"together {rating - before:.2f} s (wanted: 2), peak of memory {peak:.0f} MB (wanted: 500)"
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=2000, help="simulations for each figure")
    parser.add_argument("--boards", type=int, default=50_000, help="real boards that samples are drawn from")
    parser.add_argument("--quick", action="store_true", help="a tenth of the runs")
    parser.add_argument("--speed", action="store_true", help="measure a million boards instead")
    arguments = parser.parse_args()
    if arguments.speed:
        analyse_a_million()
        return
    runs = max(8, arguments.runs // 10 if arguments.quick else arguments.runs)
    start = time.perf_counter()
    console = Console(width=200)
    pairs = {each: real_boards((each.new, *[each.old] * 3), arguments.boards)[:, 0] for each in PAIRS}
    for table in sequential_table(pairs, runs):
        console.print(table)
    console.print(coverage_table(pairs, runs))
    console.print(simultaneous_table(arguments.boards, runs))
    console.print(f"{runs} runs each, samples of {arguments.boards} real boards, {time.perf_counter() - start:.0f} s")
    console.print(
        "sd and zeros: of a board at mu0. In brackets behind mean numbers of boards: what `expected_boards` says."
    )
    console.print(
        "held: the least share of confidence sequences that hold the mean at the stop, at mu0, midway and mu1."
    )
    console.print("chess: a GSPRT with the variance seen so far, looked at every 24 boards as well.")


if __name__ == "__main__":
    main()
