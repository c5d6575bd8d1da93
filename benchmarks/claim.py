"""Shows how firmly the article's claim stands: its experiment repeated with many seeds, and once with many deals.

With 400 deals a mean is known to about half a point or so, and one seed proves little. At least ninety of a hundred
seeds should put the random player between 13.5 and 16.5 points per deal and all article strategies between 2 and 5.
"""

import argparse
import math
import time
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from hearts_bench.claim import ARTICLE_RANGE, DEALS, LINE_UP, RANDOM_RANGE, claim_match, is_reproduced
from hearts_bench.runner import play
from hearts_bench.summaries import summaries

WANTED_SHARE = 0.9
LONG_RUN = 100_000


@dataclass(frozen=True)
class Outcome:
    """What one seed gave: points per deal by seat, and whether that bears the article out."""

    means: tuple[float, ...]
    is_reproduced: bool


def outcome(seed: int) -> Outcome:
    """Play the article's experiment with a seed."""
    result = play(claim_match(DEALS, seed), jobs=1)
    return Outcome(tuple(summary.points.mean for summary in summaries(result)), is_reproduced(result))


def spread_table(outcomes: list[Outcome]) -> Table:
    """Return the table of the means, seat by seat."""
    table = Table("seat", box=None, header_style="bold")
    for column in ("lowest", "5 %", "median", "95 %", "highest"):
        table.add_column(column, justify="right")
    for seat, name in enumerate(LINE_UP):
        means = sorted(each.means[seat] for each in outcomes)
        places = [round(share * (len(means) - 1)) for share in (0, 0.05, 0.5, 0.95, 1)]
        table.add_row(f"{seat} {name}", *(f"{means[place]:.2f}" for place in places))
    return table


def long_run_lines() -> list[str]:
    """Play many deals of one seed and say, seat by seat, what came out."""
    result = play(claim_match(LONG_RUN))
    lines = []
    for seat, (name, summary) in enumerate(zip(LINE_UP, summaries(result), strict=True)):
        moons = 100 * summary.moons_made / summary.deals
        low, high = summary.points.interval or (math.nan, math.nan)
        mean = summary.points.mean
        lines.append(f"{seat} {name}: {mean:.3f} points ({low:.3f} to {high:.3f}), {moons:.2f} % moons")
    return lines


def main() -> None:
    """Play, and print what came out."""
    parser = argparse.ArgumentParser(description="Repeat the article's experiment with many seeds.")
    parser.add_argument("--seeds", type=int, default=100, help="how many seeds, from 1 on (100)")
    seeds = parser.parse_args().seeds
    start = time.perf_counter()
    outcomes = [outcome(seed) for seed in range(1, seeds + 1)]
    good = sum(each.is_reproduced for each in outcomes)
    verdict = "met" if good >= WANTED_SHARE * seeds else "missed"
    console = Console(highlight=False)
    console.print(
        f"{good} of {seeds} seeds at {DEALS} deals put random at {RANDOM_RANGE[0]} to {RANDOM_RANGE[1]} points a deal "
        f"and every article seat at {ARTICLE_RANGE[0]:g} to {ARTICLE_RANGE[1]:g} "
        f"(wanted: {WANTED_SHARE:.0%} of them): {verdict}.\n"
    )
    console.print(spread_table(outcomes))
    console.print(f"\n{LONG_RUN:,} deals of the default seed:")
    console.print("\n".join(long_run_lines()))
    console.print(f"\n{time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
