"""Measures how strong the searching strategies are: against several fields, part by part, and against OpenSpiel's.

Everything is measured on the same boards, the subject in all four seats against three copies of the field, so rows can
be subtracted; differences have intervals of their own. Time is per decision that is not forced, on one core.
"""

import argparse
import functools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from hearts_bench import Strategy, View
from hearts_bench.cards import count
from hearts_bench.chunk import Chunk, Sum
from hearts_bench.duel import Question, board_values, duel_match
from hearts_bench.match import Match
from hearts_bench.registry import make_local
from hearts_bench.runner import chunks
from hearts_bench.stats.intervals import Estimate, board_interval, mean_interval

HERE = Path(__file__).parent
# Worlds that take about a millisecond a decision (the default), a tenth of what OpenSpiel's search takes, and five.
QUICK, TENTH, SLOW = 50, 100, 250
PLAIN = "moon_arms=false,pass_search=false,inference=0,bystander=opportunist,threat=0,doubt=0"
PARTS = {
    "all": "",
    "without moon arms": "moon_arms=false",
    "without passing by search": "pass_search=false",
    "without inference": "inference=0",
    "without strangers": "strangers=0",
    "without bystanders": "bystander=opportunist",
    "without threats": "threat=0",
    "without doubt": "doubt=0",
    "plain": PLAIN,
}
OPENSPIEL = f"{HERE / 'openspiel_ismcts.py'}:OpenSpielIsmcts"
SEED = 2026


class Counting(Strategy):
    """Plays as opportunist, and counts how many decisions there are, and how many leave a choice."""

    decisions = 0
    free = 0

    def choose_pass(self, view: View) -> int:
        """Pass as opportunist does; a pass is a choice."""
        type(self).decisions += 1
        type(self).free += 1
        return int(_opportunist().choose_pass(view))

    def play(self, view: View) -> int:
        """Play as opportunist does."""
        type(self).decisions += 1
        type(self).free += 1 if count(view.legal) > 1 else 0
        return _opportunist().play(view)


@functools.cache
def _opportunist() -> Strategy:
    return make_local("opportunist").instance()


@functools.cache
def free_share() -> float:
    """Return the share of decisions that leave a choice."""
    for _ in chunks(Match((f"{__file__}:Counting", "article", "article", "article"), 24, SEED), jobs=1):
        pass
    counting: Any = make_local(f"{__file__}:Counting").cls  # the file is imported under a name of its own there
    return float(counting.free / counting.decisions)


@dataclass
class Row:
    """What a subject did against a field: its payoff by board, milliseconds per free decision, moons per deal."""

    subject: str
    field: str
    payoffs: npt.NDArray[np.float64]
    milliseconds: float
    moons: float

    @property
    def estimate(self) -> Estimate:
        """The mean payoff with its interval."""
        return board_interval(self.payoffs)


def measured(
    match: Match, value: Callable[[Chunk], npt.NDArray[np.float64]], jobs: int, subject: str, field: str
) -> Row:
    """Play a match and return what its first strategy did."""
    values, tally = [], np.zeros(len(Sum), np.int64)
    for chunk in chunks(match, jobs=jobs):
        values.append(value(chunk))
        tally += chunk.tally[0]
    spent = tally[Sum.NANOSECONDS] / max(int(tally[Sum.DECISIONS]), 1) / free_share() / 1e6
    return Row(subject, field, np.concatenate(values), spent, tally[Sum.MOONS_MADE] / tally[Sum.DEALS])


def against(subject: str, field: str, boards: int, jobs: int) -> Row:
    """Return what a subject does in all seats against three of a field."""
    match = duel_match(subject, field, boards, SEED, Question(sequential=False))
    return measured(match, lambda chunk: board_values(chunk.scores)[0], jobs, subject, field)


def two_against_two(subject: str, other: str, boards: int, jobs: int) -> Row:
    """Return what two of a subject do, sitting opposite each other, against two of another strategy."""
    match = Match((subject, other, subject, other), boards, SEED, seatings="rotate")

    def value(chunk: Chunk) -> npt.NDArray[np.float64]:
        is_subject = match.seatings_of(chunk.first, chunk.boards) % 2 == 0
        payoffs = (chunk.scores.sum(axis=2, keepdims=True) - 4 * chunk.scores) / 3
        mean: npt.NDArray[np.float64] = (payoffs * is_subject).sum(axis=(1, 2)) / is_subject.sum(axis=(1, 2))
        return mean

    return measured(match, value, jobs, subject, f"{other.rpartition(':')[2]}, 2 v 2")


@dataclass(frozen=True)
class Bar:
    """A figure that has a bound: at least `wanted`, or at most."""

    figure: str
    estimate: Estimate
    wanted: float
    at_most: bool = False
    unit: str = ""

    @property
    def verdict(self) -> str:
        """Whether the mean keeps to the bound, and whether the whole interval does."""
        sign = -1 if self.at_most else 1
        if sign * self.estimate.mean < sign * self.wanted:
            return "missed"
        return "met" if sign * bounds(self.estimate)[self.at_most] > sign * self.wanted else "met, not surely"


def bounds(estimate: Estimate) -> tuple[float, float]:
    """Return the interval of an estimate; numbers that are none if there is none."""
    return estimate.interval or (float("nan"), float("nan"))


def shown(estimate: Estimate) -> str:
    """Return a mean and its interval as text."""
    low, high = bounds(estimate)
    return f"{estimate.mean:+.2f} ({low:+.2f} to {high:+.2f})"


def new_table(title: str, texts: tuple[str, ...], numbers: tuple[str, ...]) -> Table:
    """Return a table without rows, with columns of texts and, to the right, of numbers."""
    table = Table(title=title, title_justify="left", box=None)
    for name in texts:
        table.add_column(name, no_wrap=True)
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def table_of(rows: list[Row], title: str) -> Table:
    """Return rows as a table."""
    table = new_table(title, ("subject", "field"), ("payoff", "ms", "moons"))
    for row in rows:
        table.add_row(
            row.subject, row.field, shown(row.estimate), f"{row.milliseconds:.2f}", f"{100 * row.moons:.1f} %"
        )
    return table


def table_of_bars(bars: list[Bar]) -> Table:
    """Return figures and their bounds as a table."""
    table = new_table("\nBounds", ("figure", "verdict"), ("measured", "wanted"))
    for bar in bars:
        wanted = f"{'≤' if bar.at_most else '≥'} {bar.wanted:+.2f}{bar.unit}"
        table.add_row(bar.figure, bar.verdict, f"{shown(bar.estimate)}{bar.unit}", wanted)
    return table


def conceded(field: str, deals: int, jobs: int) -> Estimate:
    """Return in how many of a hundred deals a random player shoots the moon against three of a strategy."""
    match = Match(("random", field, field, field), deals, SEED, seatings="fixed")
    moons = sum(int(chunk.tally[0][Sum.MOONS_MADE]) for chunk in chunks(match, jobs=jobs))
    share = mean_interval(deals, moons, moons, 1)
    low, high = bounds(share)
    return Estimate(100 * share.mean, (100 * low, 100 * high))


def parts(boards: int, jobs: int, console: Console) -> list[Bar]:
    """Print what each part gives against article, and return what two of them have to."""
    rows = {
        name: against(",".join(filter(None, (f"monte-carlo:worlds={QUICK}", options))), "article", boards, jobs)
        for name, options in PARTS.items()
    }
    console.print(table_of(list(rows.values()), "Parts of monte-carlo, against article"))
    gains = {name: board_interval(rows["all"].payoffs - row.payoffs) for name, row in rows.items() if name != "all"}
    for name, gain in gains.items():
        console.print(f"  {name}: all of them are better by {shown(gain)}")
    wanted = ("without moon arms", "without passing by search")
    return [Bar(f"all : {name}", gains[name], 0.3) for name in wanted]


def fields(boards: int, jobs: int, console: Console) -> list[Bar]:
    """Print what the searches gain from several fields, and return what is wanted of it."""
    rows = [
        against(f"monte-carlo:worlds={worlds}", field, boards, jobs)
        for field in ("article", "opportunist", "moon-shooting")
        for worlds in (QUICK, TENTH, SLOW)
    ]
    rows += [against(f"ismcts:worlds={worlds}", "article", boards, jobs) for worlds in (QUICK, TENTH, SLOW)]
    console.print(table_of(rows, "\nFields"))
    wanted = {0: 3.8, 2: 4.3, 5: 4.5, 6: 1.0, 8: 1.0}
    return [
        Bar(f"{rows[at].subject}, {rows[at].milliseconds:.1f} ms, against {rows[at].field}", rows[at].estimate, least)
        for at, least in wanted.items()
    ]


def openspiel(boards: int, jobs: int, console: Console) -> list[Bar]:
    """Print games of two against two of OpenSpiel's search, and return what is wanted of them."""
    rows = [two_against_two(f"monte-carlo:worlds={worlds}", OPENSPIEL, boards, jobs) for worlds in (QUICK, TENTH, SLOW)]
    rows.append(two_against_two(OPENSPIEL, f"monte-carlo:worlds={QUICK}", max(1, boards // 10), jobs))
    console.print(table_of(rows, "\nAgainst OpenSpiel's ISMCTSBot, 1,000 simulations"))
    its_time = rows[-1].milliseconds
    return [
        Bar(f"{row.subject}, 2 v 2, at {row.milliseconds / its_time:.3f} of its time", row.estimate, 0.0)
        for row in rows[:-1]
    ]


def moons(deals: int, jobs: int) -> Iterator[Bar]:
    """Yield what is wanted of strategies that a random player might shoot the moon against."""
    for field, most in (("article", 2.5), ("moon-defending", 1.0), ("monte-carlo", 1.0), ("ismcts", 1.0)):
        yield Bar(f"moons of random against three {field}", conceded(field, deals, jobs), most, at_most=True, unit=" %")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Measure the strength of the searching strategies.")
    parser.add_argument("--boards", type=int, default=800, help="boards per row (800)")
    parser.add_argument("--jobs", type=int, default=1, help="workers; times are right with one (1)")
    parser.add_argument("--openspiel", type=int, default=100, metavar="BOARDS", help="boards against OpenSpiel (100)")
    parser.add_argument("--moons", type=int, default=15_000, metavar="DEALS", help="deals of a random player (15000)")
    options = parser.parse_args()
    console, start = Console(width=180), time.perf_counter()
    bars = parts(options.boards, options.jobs, console) + fields(options.boards, options.jobs, console)
    bars += openspiel(options.openspiel, options.jobs, console) if options.openspiel else []
    bars += moons(options.moons, options.jobs) if options.moons else []
    console.print(table_of_bars(bars))
    console.print(f"\n{options.boards:,} boards a row, {options.jobs} jobs, {time.perf_counter() - start:,.0f} s.")


if __name__ == "__main__":
    main()
