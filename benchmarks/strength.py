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
from hearts_bench.stats.intervals import Estimate, board_interval

HERE = Path(__file__).parent
ONE_MS, FIVE_MS = 75, 400  # worlds that take about so long
PLAIN = "moon_arms=false,pass_search=false,inference=0,doubt=0"
PARTS = {
    "all": "",
    "without moon arms": "moon_arms=false",
    "without passing by search": "pass_search=false",
    "without inference": "inference=0",
    "without strangers": "strangers=0",
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


def shown(estimate: Estimate) -> str:
    """Return a mean and its interval as text."""
    low, high = estimate.interval or (float("nan"), float("nan"))
    return f"{estimate.mean:+.2f} ({low:+.2f} … {high:+.2f})"


def table_of(rows: list[Row], title: str) -> Table:
    """Return rows as a table."""
    table = Table(title=title, title_justify="left", box=None)
    for name in ("subject", "field", "payoff", "ms", "moons"):
        table.add_column(name, justify="left" if name in {"subject", "field"} else "right", no_wrap=True)
    for row in rows:
        table.add_row(
            row.subject, row.field, shown(row.estimate), f"{row.milliseconds:.2f}", f"{100 * row.moons:.1f} %"
        )
    return table


def conceded(jobs: int, deals: int) -> Iterator[tuple[str, float]]:
    """Yield how often a random player shoots the moon against three of a strategy."""
    for field in ("article", "moon-defending", "opportunist", "monte-carlo:worlds=10", "ismcts:worlds=10"):
        amount = deals if ":" not in field else deals // 50
        tally = np.zeros(len(Sum), np.int64)
        for chunk in chunks(Match(("random", field, field, field), amount, SEED, seatings="fixed"), jobs=jobs):
            tally += chunk.tally[0]
        yield field, tally[Sum.MOONS_MADE] / tally[Sum.DEALS]


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Measure the strength of the searching strategies.")
    parser.add_argument("--boards", type=int, default=800, help="boards per row (800)")
    parser.add_argument("--jobs", type=int, default=1, help="workers; times are right with one (1)")
    parser.add_argument("--openspiel", type=int, default=60, metavar="BOARDS", help="boards against OpenSpiel (60)")
    arguments = parser.parse_args()
    boards, jobs = arguments.boards, arguments.jobs
    console, start = Console(width=150), time.perf_counter()
    parts = [
        (name, against(f"monte-carlo:{','.join(filter(None, (f'worlds={ONE_MS}', options)))}", "article", boards, jobs))
        for name, options in PARTS.items()
    ]
    console.print(table_of([row for _, row in parts], "Parts of monte-carlo, against article"))
    for name, row in parts[1:]:
        console.print(f"  {name}: all of them are better by {shown(board_interval(parts[0][1].payoffs - row.payoffs))}")
    rows = [against(f"monte-carlo:worlds={FIVE_MS}", "article", boards, jobs)]
    for field in ("opportunist", "moon-shooting"):
        rows += [against(f"monte-carlo:worlds={worlds}", field, boards, jobs) for worlds in (ONE_MS, FIVE_MS)]
    rows += [against(f"ismcts:worlds={worlds}", "article", boards, jobs) for worlds in (ONE_MS, FIVE_MS)]
    console.print(table_of(rows, "\nFields"))
    if arguments.openspiel:
        pairs = [
            two_against_two(f"monte-carlo:worlds={worlds}", OPENSPIEL, arguments.openspiel, jobs)
            for worlds in (ONE_MS, FIVE_MS)
        ]
        pairs.append(
            two_against_two(OPENSPIEL, f"monte-carlo:worlds={ONE_MS}", max(1, arguments.openspiel // 10), jobs)
        )
        console.print(table_of(pairs, "\nAgainst OpenSpiel's ISMCTSBot, 1,000 simulations"))
    console.print("\nMoons that a random player shoots against three of a strategy")
    for field, share in conceded(jobs, 20_000):
        console.print(f"  {field}: {100 * share:.2f} %")
    console.print(f"\n{boards:,} boards a row, {jobs} jobs, {time.perf_counter() - start:,.0f} s.")


if __name__ == "__main__":
    main()
