"""Measures how fast hearts_bench plays, next to a hand-written C loop and to OpenSpiel, all in one interleaved run.

Contestants take turns, round after round, so that whatever else the machine does falls on all of them alike. A repeat
is valid if it had a core to itself for nine tenths of its time; rates are medians over the valid repeats (over all of
them if none is). Ratios are medians of the ratios within a round. A first, unmeasured turn takes compiling and loading
out of the figures. Everything runs on one core, except the row that says otherwise.

Playouts are counted where a search is asked in the first trick: views of seats that have several legal cards are
taken from dealt tables, and the compiled method is called on them by its address, as the engine does. One decision
makes (worlds x legal cards) playouts, and the time includes dealing the worlds.
"""

import argparse
import ctypes
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from hearts_bench.engine import advance_tables, deal_tables
from hearts_bench.entrant import entries_of
from hearts_bench.match import Match
from hearts_bench.presets import PRESETS, changed_rules
from hearts_bench.registry import make_local
from hearts_bench.runner import default_jobs, play
from hearts_bench.table import FAIL, WAITING, new_tables
from hearts_bench.view import new_views
from hearts_bench_strategies.search import distinct, rounds_of_halving

HERE = Path(__file__).parent
PYTHON_RANDOM = f"{HERE / 'python_random.py'}:PythonRandom"
PYTHON_LOWEST = f"{HERE / 'python_lowest.py'}:PythonLowest"
MONTE_CARLO = "monte-carlo:playout=opportunist,moon_arms=false"
VALID_SHARE = 0.9

# Names of rows that ratios refer to.
LIMIT, LIMIT_PASS = "C loop, no pass", "C loop, pass"
RANDOM, DUCK, ARTICLE = "random ×4", "duck-low ×4", "article ×4"
OWN_PYTHON, LOWEST, PATIENT = "Python random ×4", "Python lowest ×4", "patient ×4"
SPIEL_PASS, SPIEL = "OpenSpiel loop, pass", "OpenSpiel loop, no pass"
SPIEL_FAST, SPIEL_BOTS = "OpenSpiel loop, fastest", "OpenSpiel C++ bots"
OTHER_TABLES = {f"article, {name}": name for name in ("hearts-3", "hearts-5", "hearts-7", "cancellation")}
PLAYOUTS, ONE_JOB, TWO_JOBS = "monte-carlo, trick 1", "article ×4, 1 job", "article ×4, 2 jobs"


@dataclass(frozen=True)
class Repeat:
    """One measurement: what was done, in how many seconds, and how many seconds of a core it got."""

    amount: float
    seconds: float
    core_seconds: float

    @property
    def rate(self) -> float:
        """Deals or playouts per second."""
        return self.amount / self.seconds

    @property
    def is_valid(self) -> bool:
        """Whether it had a core to itself."""
        return self.core_seconds >= VALID_SHARE * self.seconds


@dataclass
class Contestant:
    """Something that plays `amount` deals when it is asked to, or the reason why it cannot run here."""

    name: str
    run: Callable[[int], Repeat] | None
    unit: str = "deals/s"
    trial: int = 200
    missing: str = ""
    longer: int = 1
    first_seconds: float = 0.0
    amount: int = 0
    repeats: list[Repeat] = field(default_factory=list)

    def warm_up(self, seconds: float) -> None:
        """Compile, and find out how much fills the given time."""
        if self.run is None:
            return
        start = time.perf_counter()
        self.run(1)
        self.first_seconds = time.perf_counter() - start
        rate = self.run(self.trial).rate
        rate = self.run(max(self.trial, int(0.1 * rate))).rate
        self.amount = max(1, int(seconds * rate * self.longer))

    @property
    def valid(self) -> list[Repeat]:
        """The repeats that count."""
        return [each for each in self.repeats if each.is_valid] or self.repeats

    @property
    def rate(self) -> float | None:
        """The median rate, None if it could not run."""
        return statistics.median(each.rate for each in self.valid) if self.repeats else None


@dataclass(frozen=True)
class Check:
    """A measured figure beside its bound; a value of None could not be measured."""

    name: str
    value: float | None
    bound: float
    unit: str = "×"
    at_most: bool = False

    @property
    def verdict(self) -> str:
        """Return "met", "missed" or "not measured"."""
        if self.value is None:
            return "not measured"
        is_met = self.value <= self.bound if self.at_most else self.value >= self.bound
        return "met" if is_met else "missed"


def timed(work: Callable[[], float]) -> Repeat:
    """Run something that returns how much it did, and time it."""
    start, core_start = time.perf_counter(), time.process_time()
    amount = work()
    return Repeat(amount, time.perf_counter() - start, time.process_time() - core_start)


# --- hearts_bench


def deals_of(spec: str, jobs: int = 1, preset: str = "article") -> Callable[[int], Repeat]:
    """Return a contestant that plays copies of a strategy through the runner, as every command does."""
    players = PRESETS[preset].rules.players

    def run(deals: int) -> Repeat:
        match = Match((spec,) * players, deals, seed=1, preset=preset, seatings="fixed")
        repeat = timed(lambda: play(match, jobs=jobs).boards)
        # With several workers, time on the cores says nothing about who else was there.
        return repeat if jobs == 1 else Repeat(repeat.amount, repeat.seconds, repeat.seconds)

    return run


def first_trick_views(count: int) -> Any:
    """Return the views of seats that follow in the first trick and have a choice, from dealt boards without passing."""
    rules = changed_rules("article", (("pass_cycle", "none"),))
    tables, views = new_tables(count), new_views(count)
    tables["board"] = np.arange(count)
    entries = entries_of([make_local(PYTHON_RANDOM)])
    deal_tables(tables, views, entries, rules.row, 1, 0, 1 << 62, 0, FAIL)
    advance_tables(tables, views, entries)
    tables["answer"] = np.log2(views["legal"].astype(float)).astype(np.int64)  # the lead is forced: one legal card
    advance_tables(tables, views, entries)
    has_choice = (tables["status"] == WAITING) & (np.bitwise_count(views["legal"]) > 1)
    return views[has_choice].copy()


def playouts_of(view: Any, worlds: int) -> int:
    """Return how many playouts a decision of `monte-carlo` without moon arms makes: sequential halving of its cards."""
    arms = left = int(distinct(view, int(view.legal))).bit_count()
    rounds, done = rounds_of_halving(arms), 0
    for _ in range(rounds):
        done += left * max(1, worlds * arms // (rounds * left))
        left = (left + 1) // 2
    return done


def playouts(spec: str) -> Callable[[int], Repeat]:
    """Return a contestant that counts the playouts of a search strategy; see the text at the top of this file."""
    entrant = make_local(spec)
    views = first_trick_views(512)
    method = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(int(entrant.entry.play))
    done_by = [playouts_of(view, int(entrant.parameters["worlds"])) for view in views.view(np.recarray)]

    def decide(wanted: int) -> int:
        done, at = 0, 0
        while done < wanted:
            row = at % len(views)
            method(int(entrant.entry.parameters), views.ctypes.data + row * views.itemsize)
            done, at = done + done_by[row], at + 1
        return done

    return lambda wanted: timed(lambda: decide(wanted))


# --- others


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Give a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="hearts-bench-speed-") as folder:
        yield Path(folder)


def c_loops(folder: Path) -> list[Contestant]:
    """Compile limit.c and return it as two contestants."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    program = folder / "limit"
    if compiler is None:
        return [Contestant(name, None, missing="no compiler found") for name in (LIMIT, LIMIT_PASS)]
    command = [compiler, "-O3", "-march=native", str(HERE / "limit.c"), "-o", str(program)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        reason = f"{compiler} failed: {done.stderr.strip().splitlines()[-1:]}"
        return [Contestant(name, None, missing=reason) for name in (LIMIT, LIMIT_PASS)]

    def run(deals: int, *options: str) -> Repeat:
        text = subprocess.check_output([program, str(deals), "1", *options], text=True)  # noqa: S603
        seconds, core_seconds = map(float, text.split()[:2])
        return Repeat(deals, seconds, core_seconds)

    return [
        Contestant(LIMIT, run, trial=10_000),
        Contestant(LIMIT_PASS, lambda deals: run(deals, "pass"), trial=10_000),
    ]


def spiel_loop(spiel: Any, *, passing: bool, fastest: bool = False) -> Callable[[int], Repeat]:
    """Return a contestant that plays OpenSpiel's game from Python, drawing random legal actions.

    Cards are dealt from the outcomes of its chance nodes, as its examples do, or, where it must be as fast as it can,
    from a deck shuffled in Python.
    """
    game = spiel.load_game("hearts", {"pass_cards": passing})
    draws = random.Random(1)  # noqa: S311 - cards, not secrets

    def deal_by_chance(state: Any) -> None:
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(draws.random() * len(outcomes))][0])  # all equally likely

    def deal_shuffled(state: Any) -> None:
        state.apply_action(draws.choice(state.legal_actions()))  # the first chance node draws the pass direction
        for card in draws.sample(range(52), 52):
            state.apply_action(card)

    def play_deals(deals: int) -> int:
        for _ in range(deals):
            state = game.new_initial_state()
            (deal_shuffled if fastest else deal_by_chance)(state)
            while not state.is_terminal():
                state.apply_action(draws.choice(state.legal_actions()))
            state.returns()
        return deals

    return lambda deals: timed(lambda: play_deals(deals))


def spiel_bots(spiel: Any) -> Callable[[int], Repeat]:
    """Return a contestant in which OpenSpiel drives four of its own random bots, deals included, without Python."""
    game = spiel.load_game("hearts", {"pass_cards": False})
    bots = [spiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]

    def play_deals(deals: int) -> int:
        for number in range(deals):
            spiel.evaluate_bots(game.new_initial_state(), bots, number)
        return deals

    return lambda deals: timed(lambda: play_deals(deals))


def spiel_contestants() -> list[Contestant]:
    """Return OpenSpiel's contestants."""
    try:
        import pyspiel  # noqa: PLC0415 - not everybody has it
    except ImportError:
        return [
            Contestant(name, None, missing="open_spiel is not installed: pip install open_spiel")
            for name in (SPIEL_PASS, SPIEL, SPIEL_FAST, SPIEL_BOTS)
        ]
    return [
        Contestant(SPIEL_PASS, spiel_loop(pyspiel, passing=True), trial=20),
        Contestant(SPIEL, spiel_loop(pyspiel, passing=False), trial=20),
        Contestant(SPIEL_FAST, spiel_loop(pyspiel, passing=False, fastest=True), trial=20),
        Contestant(SPIEL_BOTS, spiel_bots(pyspiel), trial=20),
    ]


def all_contestants(folder: Path) -> list[Contestant]:
    """Return every contestant; those that cannot run here say why."""
    cores = default_jobs()
    return [
        *c_loops(folder),
        Contestant(RANDOM, deals_of("random")),
        Contestant(DUCK, deals_of("duck-low")),
        Contestant(ARTICLE, deals_of("article")),
        *(Contestant(name, deals_of("article", preset=preset)) for name, preset in OTHER_TABLES.items()),
        Contestant(OWN_PYTHON, deals_of(PYTHON_RANDOM)),
        Contestant(LOWEST, deals_of(PYTHON_LOWEST)),
        Contestant(PATIENT, deals_of("patient")),
        *spiel_contestants(),
        Contestant(PLAYOUTS, playouts(MONTE_CARLO), unit="playouts/s", trial=10_000),
        Contestant(ONE_JOB, deals_of("article"), longer=3),
        Contestant(TWO_JOBS, deals_of("article", 2) if cores > 1 else None, longer=3, missing="there is only one core"),
    ]


def race(contestants: list[Contestant], rounds: int, seconds: float) -> None:
    """Let everybody play in turn, round after round."""
    for each in contestants:
        each.warm_up(seconds)
    for _ in range(rounds):
        for each in contestants:
            if each.run is not None:
                each.repeats.append(each.run(each.amount))


def ratio(contestants: dict[str, Contestant], name: str, to: str) -> float | None:
    """Return the median, over the rounds, of one contestant's rate divided by another's in the same round."""
    pairs = list(zip(contestants[name].repeats, contestants[to].repeats, strict=False))
    pairs = [pair for pair in pairs if all(each.is_valid for each in pair)] or pairs
    return statistics.median(one.rate / other.rate for one, other in pairs) if pairs else None


# --- the command and memory


def article_seconds(cache: Path) -> float:
    """Return how long `hearts-bench article` takes with compiled code kept in a folder."""
    command = [sys.executable, "-m", "hearts_bench", "article", "--quiet"]
    start = time.perf_counter()
    environment = os.environ | {"HEARTS_BENCH_CACHE": str(cache)}
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, env=environment)  # noqa: S603
    return time.perf_counter() - start


def cold_and_warm(folder: Path, rounds: int) -> tuple[float, float]:
    """Return the median seconds of the article command without, and with, compiled code from before."""
    colds, warms = [], []
    for at in range(rounds):
        cache = folder / f"cache-{at}"
        colds.append(article_seconds(cache))
        warms.append(article_seconds(cache))
    return statistics.median(colds), statistics.median(warms)


_PEAK = """
import resource, sys
from hearts_bench.match import Match
from hearts_bench.runner import play
play(Match(("random",) * 4, int(sys.argv[1]), seed=1, seatings="fixed"), jobs=1)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10))
"""


def peak_megabytes(deals: int) -> float:
    """Return the most memory that a process ever held while it played so many deals."""
    return float(subprocess.check_output([sys.executable, "-c", _PEAK, str(deals)], text=True))  # noqa: S603


# --- results


def all_checks(by_name: dict[str, Contestant], article: tuple[float, float], memory: dict[int, float]) -> list[Check]:
    """Return every figure that has a bound."""
    cold, warm = article
    peaks = list(memory.values())
    python_loops = [
        Check(f"{own} : {other}", ratio(by_name, own, other), 1.0)
        for own in (OWN_PYTHON, LOWEST, PATIENT)
        for other in (SPIEL_PASS, SPIEL, SPIEL_FAST)
    ]
    return [
        Check(f"{RANDOM} : {LIMIT}", ratio(by_name, RANDOM, LIMIT), 0.4),
        Check(f"{RANDOM} : {LIMIT_PASS}", ratio(by_name, RANDOM, LIMIT_PASS), 0.4),
        Check(f"{RANDOM} : {SPIEL_BOTS}", ratio(by_name, RANDOM, SPIEL_BOTS), 30),
        Check(ARTICLE, by_name[ARTICLE].rate, 200_000, "deals/s"),
        *python_loops,
        Check(f"{TWO_JOBS} : 1 job", ratio(by_name, TWO_JOBS, ONE_JOB), 1.7),
        Check(PLAYOUTS, by_name[PLAYOUTS].rate, 400_000, "playouts/s"),
        Check("hearts-bench article, warm", warm, 2.5, "s", at_most=True),
        Check("hearts-bench article, cold", cold, 30, "s", at_most=True),
        Check(f"memory, {max(memory):,} : {min(memory):,} deals", peaks[-1] / peaks[0], 1.05, at_most=True),
    ]


def number(value: float | None) -> str:
    """Return a figure with about three digits that count."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"  # noqa: PLR2004


def rates_table(contestants: list[Contestant]) -> Table:
    """Return the table of rates."""
    table = Table(box=None, header_style="bold")
    table.add_column("contestant", no_wrap=True)
    for column in ("rate", "slowest", "fastest", "unit", "valid", "first turn"):
        table.add_column(column, justify="left" if column == "unit" else "right", no_wrap=True)
    for each in contestants:
        if each.rate is None:
            table.add_row(each.name, "–", "", "", each.missing)
            continue
        rates = [repeat.rate for repeat in each.valid]
        valid = sum(repeat.is_valid for repeat in each.repeats)
        shown = (number(each.rate), number(min(rates)), number(max(rates)), each.unit)
        table.add_row(each.name, *shown, f"{valid} of {len(each.repeats)}", f"{each.first_seconds:.1f} s")
    return table


def checks_table(checks: list[Check]) -> Table:
    """Return the table of bounds."""
    table = Table(box=None, header_style="bold")
    table.add_column("figure", no_wrap=True)
    table.add_column("measured", justify="right", no_wrap=True)
    table.add_column("wanted", no_wrap=True)
    table.add_column("")
    for check in checks:
        wanted = f"{'≤' if check.at_most else '≥'} {number(check.bound)} {check.unit}"
        table.add_row(check.name, number(check.value), wanted, check.verdict)
    return table


def document(contestants: list[Contestant], checks: list[Check], memory: dict[int, float], load: float) -> str:
    """Return all figures as JSON."""
    rows = [
        {"name": each.name, "unit": each.unit, "rate": each.rate, "missing": each.missing if each.run is None else None}
        | {"first_seconds": each.first_seconds, "repeats": [asdict(repeat) for repeat in each.repeats]}
        for each in contestants
    ]
    bounds = [asdict(check) | {"verdict": check.verdict} for check in checks]
    machine = {"cores": default_jobs(), "load_before": load}
    return json.dumps({"machine": machine, "rates": rows, "bounds": bounds, "peak_megabytes": memory}, indent=2)


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description="Measure how fast hearts_bench plays; a minute or two, --quick half.")
    parser.add_argument("--quick", action="store_true", help="three short rounds instead of five")
    parser.add_argument("--full", action="store_true", help="measure memory over ten million deals as well")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of tables")
    return parser.parse_args(arguments)


def main() -> None:
    """Measure and print."""
    options = parse()
    load = os.getloadavg()[0]
    with scratch_folder() as folder:
        contestants = all_contestants(folder)
        race(contestants, 3 if options.quick else 5, 0.3 if options.quick else 1.0)
        article = cold_and_warm(folder, 1 if options.quick else 3)
    memory = {deals: peak_megabytes(deals) for deals in (10**5, 10**6, *((10**7,) if options.full else ()))}
    checks = all_checks({each.name: each for each in contestants}, article, memory)
    if options.json:
        print(document(contestants, checks, memory, load))
        return
    console = Console(width=max(100, Console().width))  # a pipe counts as 80 columns, too few for the tables
    console.print(f"{default_jobs()} cores, load {load:.1f} before the run (best measured near 0)\n", highlight=False)
    console.print(rates_table(contestants))
    console.print()
    console.print(checks_table(checks))
    peaks = ", ".join(f"{megabytes:.0f} MB for {deals:,} deals" for deals, megabytes in memory.items())
    console.print(f"\nPeak memory of {RANDOM}: {peaks}.", highlight=False)


if __name__ == "__main__":
    main()
