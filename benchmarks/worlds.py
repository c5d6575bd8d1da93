"""Measures how long it takes to sample worlds: every decision of many deals, by hand size, median and slowest.

Deals are played by a strategy; at every decision all worlds are counted once and a number of them is drawn. That is
done several times over, and the fastest counts: twenty decisions take turns, so that whatever else the machine does in
the meantime cannot slow all repeats of one of them. `times` is the slowest decision divided by the median one of its
hand size.
"""

import argparse
import ctypes
from typing import Any

import numpy as np
from numba import types
from rich.console import Console
from rich.table import Table

from hearts_bench._call import nanoseconds
from hearts_bench._jit import entry
from hearts_bench.engine import TABLES, VIEWS, advance_tables, deal_tables
from hearts_bench.presets import preset
from hearts_bench.registry import make_local
from hearts_bench.rng import decision_stream
from hearts_bench.table import FAIL, PLAYING, WAITING, new_tables
from hearts_bench.view import new_views
from hearts_bench.worlds import prepare_worlds, sample_world

REPEATS = 5
TURNS = 20


@entry(types.void(VIEWS, TABLES, types.int64, types.int64, types.int64[::1]))
def time_sampling(views: Any, tables: Any, number: int, repeats: int, elapsed: Any) -> None:
    """Sample so many worlds for every view, and note the nanoseconds of the fastest of some repeats."""
    for first in range(0, len(views), TURNS):
        for repeat in range(repeats):
            for at in range(first, min(first + TURNS, len(views))):
                view = views[at]
                start = nanoseconds()
                worlds = prepare_worlds(view)
                for index in range(number):
                    sample_world(view, decision_stream(view.stream, index), tables[0], worlds)
                spent = nanoseconds() - start
                elapsed[at] = spent if repeat == 0 else min(elapsed[at], spent)


def sampling_times(name: str, spec: str, deals: int, number: int) -> dict[int, list[int]]:
    """Return the nanoseconds of every decision in play, by hand size."""
    rules, entrant = preset(name).rules, make_local(spec)
    choose = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)
    methods = [choose(int(address)) for address in (entrant.entry.play, entrant.entry.choose_pass)]
    tables, views, room = new_tables(deals), new_views(deals), new_tables(1)
    tables["board"] = np.arange(deals)
    entries = np.zeros((1, 5), np.int64)
    deal_tables(tables, views, entries, rules.row, 1, 0, 1 << 62, 0, FAIL)
    advance_tables(tables, views, entries)
    found: dict[int, list[int]] = {}
    while (waiting := np.flatnonzero(tables["status"] == WAITING)).size:
        playing = waiting[tables["phase"][waiting] == PLAYING]
        asked, elapsed = views[playing].copy(), np.zeros(len(playing), np.int64)
        time_sampling(asked, room, number, REPEATS, elapsed)
        for size, spent in zip(np.bitwise_count(asked["hand"]).tolist(), elapsed.tolist(), strict=True):
            found.setdefault(size, []).append(spent)
        for at in waiting.tolist():
            is_pass = int(tables["phase"][at] != PLAYING)
            where = views.ctypes.data + at * views.itemsize
            tables["answer"][at] = methods[is_pass](int(entrant.entry.parameters), where)
        advance_tables(tables, views, entries)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure how long sampling worlds takes, decision by decision.")
    parser.add_argument("--rules", default="article", help="a preset (default article)")
    parser.add_argument("--players", default="article", help="the strategy that plays, compiled (default article)")
    parser.add_argument("--deals", type=int, default=2000, help="how many deals (default 2000)")
    parser.add_argument("--worlds", type=int, default=50, help="worlds for every decision (default 50)")
    options = parser.parse_args()
    sampling_times(options.rules, options.players, 1, 1)  # compiles
    found = sampling_times(options.rules, options.players, options.deals, options.worlds)
    table = Table(box=None, header_style="bold")
    for column in ("hand", "decisions", "median µs", "99.9 % µs", "slowest µs", "times", "ns a world"):
        table.add_column(column, justify="right")
    for size, spent in sorted(found.items(), reverse=True):
        median, high, most = np.median(spent), np.quantile(spent, 0.999), max(spent)
        shown = [f"{value / 1000:.1f}" for value in (median, high, most)]
        table.add_row(str(size), str(len(spent)), *shown, f"{most / median:.1f}", f"{median / options.worlds:.0f}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
