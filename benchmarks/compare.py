"""Compares the speed of the ordinary game, four players and single deals, with that of another revision.

Both play the same line-ups with one worker, each in processes of its own, which take turns round after round, so that
whatever else the machine does falls on both alike. Time is that of the processor, not of the clock. Every pair of
processes gives several ratios; several pairs show how much the luck of one process is worth, such as where its memory
lies. Against the revision that is checked out, without changes, the ratios show the noise.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from rich.console import Console
from rich.table import Table

REPOSITORY = Path(__file__).parents[1]
# By module, which needs no installed package of this revision.
LINE_UPS = {
    "random ×4": "hearts_bench_strategies.random_play:Random",
    "article ×4": "hearts_bench_strategies.article:Article",
}
WANTED = 0.95
DEALS = 400_000  # about as many as take a second

# Plays as many deals of four copies as a line says, and answers with the seconds of the processor that it took.
_PLAYER = """
import sys, time
import hearts_bench, hearts_bench_strategies
from hearts_bench.match import Match
from hearts_bench.runner import play
print(hearts_bench.__file__, hearts_bench_strategies.__file__, flush=True)
for line in sys.stdin:
    spec, deals = line.split()
    match = Match((spec,) * 4, int(deals), seed=1, seatings="fixed")
    start = time.process_time()
    play(match, jobs=1)
    print(time.process_time() - start, flush=True)
"""


def link_packages(source: Path, folder: Path) -> Path:
    """Make a folder from which the packages of a source tree can be imported, and return it."""
    folder.mkdir()
    (folder / "hearts_bench").symlink_to(source / "hearts_bench")
    (folder / "hearts_bench_strategies").symlink_to(source / "strategies")
    return folder


def check_out(revision: str, folder: Path) -> Path:
    """Unpack a revision into a folder, away from the working tree, and return it."""
    archive = subprocess.check_output(["git", "-C", REPOSITORY, "archive", "--format=tar", revision])  # noqa: S603, S607
    with tarfile.open(fileobj=BytesIO(archive)) as tar:
        tar.extractall(folder, filter="data")
    return folder


class Player:
    """A process that plays with the packages of one folder, and keeps its compiled code beside them."""

    def __init__(self, packages: Path) -> None:
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", _PLAYER],
            cwd=packages,
            env=os.environ | {"PYTHONPATH": str(packages), "HEARTS_BENCH_CACHE": f"{packages}-cache"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        places = self._read()
        if places.count(f"{packages}/") != 2:  # noqa: PLR2004 - engine and strategies
            msg = f"the process imported other packages than those in {packages}: {places}"
            raise RuntimeError(msg)

    def _read(self) -> str:
        if self._process.stdout is None or not (line := self._process.stdout.readline()):
            msg = "the process that plays has ended; what it said is above"
            raise RuntimeError(msg)
        return line

    def seconds(self, spec: str, deals: int) -> float:
        """Play so many deals and return the seconds of the processor."""
        if self._process.stdin is not None:
            self._process.stdin.write(f"{spec} {deals}\n")
            self._process.stdin.flush()
        return float(self._read())

    def end(self) -> None:
        """End the process."""
        self._process.communicate()


@dataclass(frozen=True)
class Turn:
    """How long both revisions took for the same deals."""

    deals: int
    here: float
    there: float

    @property
    def ratio(self) -> float:
        """The speed here, divided by the speed there."""
        return self.there / self.here


def play_turns(here: Path, there: Path, rounds: int, seconds: float) -> dict[str, list[Turn]]:
    """Start a process for each side and let them play in turn, now the one first and now the other."""
    players = [Player(here), Player(there)]
    try:
        turns: dict[str, list[Turn]] = {}
        for name, spec in LINE_UPS.items():
            for player in players:
                player.seconds(spec, 2000)  # compiles
            deals = max(1, int(DEALS * seconds))
            turns[name] = []
            for number in range(rounds):
                order = (0, 1) if number % 2 == 0 else (1, 0)
                took = {side: players[side].seconds(spec, deals) for side in order}
                turns[name].append(Turn(deals, took[0], took[1]))
        return turns
    finally:
        for player in players:
            player.end()


def results_table(revision: str, pairs: list[dict[str, list[Turn]]]) -> Table:
    """Return the table: rates, and the spread of their ratio."""
    table = Table("line-up", box=None, header_style="bold")
    for column in (
        "here, deals/s",
        f"{revision}, deals/s",
        "ratio",
        "pair by pair",
        "middle half",
        "fastest turns",
        "wanted",
        "",
    ):
        table.add_column(column, justify="right", no_wrap=True)
    for name in LINE_UPS:
        turns = [turn for pair in pairs for turn in pair[name]]
        ratios = [turn.ratio for turn in turns]
        by_pair = sorted(statistics.median(turn.ratio for turn in pair[name]) for pair in pairs)
        low, middle, high = statistics.quantiles(ratios, n=4)
        table.add_row(
            name,
            f"{statistics.median(turn.deals / turn.here for turn in turns):,.0f}",
            f"{statistics.median(turn.deals / turn.there for turn in turns):,.0f}",
            f"{middle:.3f}",
            f"{by_pair[0]:.3f} … {by_pair[-1]:.3f}",
            f"{low:.3f} … {high:.3f}",
            f"{min(turn.there for turn in turns) / min(turn.here for turn in turns):.3f}",
            f"≥ {WANTED}",
            "met" if middle >= WANTED else "missed",
        )
    return table


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Compare the speed of the working tree with another git revision.")
    parser.add_argument("revision", nargs="?", default="HEAD", help="what to compare with (HEAD)")
    parser.add_argument("--pairs", type=int, default=4, help="how many times both processes are started anew (4)")
    parser.add_argument("--rounds", type=int, default=8, help="how many turns each pair plays (8)")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a turn takes, about (0.5)")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="hearts-bench-compare-") as name:
        folder = Path(name).resolve()
        here = link_packages(REPOSITORY, folder / "here")
        there = link_packages(check_out(options.revision, folder / "source"), folder / "there")
        pairs = [play_turns(here, there, options.rounds, options.seconds) for _ in range(options.pairs)]
    console = Console(width=max(150, Console().width))
    turns = options.pairs * options.rounds
    console.print(
        f"The working tree beside {options.revision}: {options.pairs} pairs of processes, {turns} turns each; "
        f"load {load:.1f} before, {os.getloadavg()[0]:.1f} after; deals per second\n",
        highlight=False,
    )
    console.print(results_table(options.revision, pairs))


if __name__ == "__main__":
    main()
