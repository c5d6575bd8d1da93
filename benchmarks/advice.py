"""Shows what each piece of advice adds when it is put on top of duck-low: a table for docs/strategies.md.

Every strategy plays the same boards, in each seat once against duck-low in the others, as `hearts-bench duel` lets it.
With `--moons` it shows instead how often `moon-shooting` tries to take all the points, and succeeds.
"""

import argparse
import time

import numpy as np

from hearts_bench.block import BoardPlayer
from hearts_bench.chunk import Sum
from hearts_bench.duel import Duel, Question, duel_match
from hearts_bench.match import Match
from hearts_bench.registry import make_local
from hearts_bench.runner import Result, chunks
from hearts_bench_strategies.shooting import is_moon_hand

BASE = "duck-low"
PIECES = {
    "passing": ("danger-passing", "void-seeking", "queen-protecting", "herzen-passing"),
    "leading": ("spade-flushing", "low-leading", "bail-leading"),
    "following": ("club-dropping", "low-following"),
    "discarding": ("queen-dropping", "burden-dropping", "queen-throwing"),
    "counting": ("card-counting",),
    "moons": ("moon-defending", "hint-reading", "sword-falling"),
    "much of it together": ("article", "herzen", "moon-shooting", "opportunist"),
}
HEAD = (
    "advice on",
    "strategy",
    "payoff",
    "95 % interval",
    "points",
    "boards played alike",
    "own moons",
    "moons conceded",
)
SHOOTER, DEFENDERS = "moon-shooting", ("duck-low", "article", "opportunist", "moon-defending")
MOONS_HEAD = (f"{SHOOTER} against three", "tries", "of these moons", "payoff of a try")
BOARDS_AT_ONCE = 1000


def print_row(cells: tuple[str, ...]) -> None:
    """Print a row of a table in Markdown."""
    print(f"| {' | '.join(cells)} |", flush=True)


def print_head(cells: tuple[str, ...]) -> None:
    """Print the head of a table in Markdown."""
    print_row(cells)
    print("|" + "---|" * len(cells))


def row(group: str, name: str, options: argparse.Namespace) -> tuple[str, ...]:
    """Play a strategy against duck-low and return its row of the table."""
    question = Question("better", sequential=False)
    match = duel_match(name, BASE, 1, options.seed, question, deals=options.deals, preset=options.rules)
    duel, result = Duel(match, question), Result(match)
    for chunk in chunks(match):
        duel.is_enough(chunk)
        result.add(chunk)
    outcome = duel.outcome()
    low, high = outcome.payoff.interval or (float("nan"), float("nan"))
    made, conceded = 100 * result.tally[0, [Sum.MOONS_MADE, Sum.MOONS_CONCEDED]] / (result.boards * (match.turns - 1))
    return (
        group,
        f"`{name}`",
        f"{outcome.payoff.mean:+.2f}",
        f"{low:+.2f} to {high:+.2f}",
        f"{outcome.points[0]:.2f}",
        f"{100 * outcome.alike:.0f} %",
        f"{made:.1f} %",
        f"{conceded:.1f} %",
    )


def moons_row(defender: str, options: argparse.Namespace) -> tuple[str, ...]:
    """Let moon-shooting play in seat 0 against three of a kind; return its row: how often it tried, and what came out.

    It tries a moon whenever the hand that it holds after the pass is fit for one.
    """
    match = Match((SHOOTER, defender, defender, defender), options.deals, options.seed, options.rules, seatings="fixed")
    risk = make_local(SHOOTER).parameters["risk"]
    player, payoffs, moons = BoardPlayer(match, BOARDS_AT_ONCE), [], 0
    for first in range(0, match.boards, BOARDS_AT_ONCE):
        block = player.play(first, min(BOARDS_AT_ONCE, match.boards - first))
        for table, view in zip(block.tables, block.views.view(np.recarray), strict=True):
            if is_moon_hand(view, int(view.played[0]), risk):
                scores = table["scores"][: match.rules.players]
                payoffs.append(scores[1:].mean() - scores[0])
                moons += table["moon_seat"] == 0
    tries = len(payoffs)
    return (
        f"`{defender}`",
        f"{100 * tries / match.boards:.1f} % of {match.boards:,} deals",
        f"{100 * moons / max(tries, 1):.0f} %",
        f"{np.mean(payoffs):+.1f}" if payoffs else "",
    )


def main() -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description="Show what each piece of advice adds to duck-low.")
    parser.add_argument("--deals", type=int, default=20_000, help="how many deals each strategy plays (20000)")
    parser.add_argument("--seed", type=int, default=1, help="decides the deals (1)")
    parser.add_argument("--rules", default="article", help="the preset that is played (article)")
    parser.add_argument("--moons", action="store_true", help=f"show how often {SHOOTER} tries a moon, and succeeds")
    options = parser.parse_args()
    start = time.perf_counter()
    print_head(MOONS_HEAD if options.moons else HEAD)
    if options.moons:
        for defender in DEFENDERS:
            print_row(moons_row(defender, options))
    else:
        for group, names in PIECES.items():
            for name in names:
                print_row(row(group, name, options))
    print(f"\n{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
