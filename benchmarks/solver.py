"""Measures how fast last tricks are solved: milliseconds for a deal, and cards tried a second, by cards in a hand.

Deals without a pass are played by `article` until so many cards are left in every hand; then each is solved once.
"""

import argparse
import ctypes
import time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from hearts_bench.engine import advance_tables, deal_tables
from hearts_bench.presets import changed_rules
from hearts_bench.registry import make_local
from hearts_bench.rules import MAX_SEATS
from hearts_bench.solver import solve_tables
from hearts_bench.table import FAIL, WAITING, new_tables
from hearts_bench.view import new_views


def endings(name: str, left: int, deals: int) -> tuple[Any, Any]:
    """Return the tables and views of deals with so many tricks left; those that ended before are left out."""
    rules, entrant = changed_rules(name, (("pass_cycle", "none"),)), make_local("article")
    choose = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)
    method = choose(int(entrant.entry.play))
    tables, views = new_tables(deals), new_views(deals)
    tables["board"] = np.arange(deals)
    entries = np.zeros((1, 5), np.int64)
    deal_tables(tables, views, entries, rules.row, 1, 0, 1 << 62, 0, FAIL)
    advance_tables(tables, views, entries)
    while int(views["tricks_played"].max()) < rules.hand_size - left:
        for at in range(deals):
            where = views.ctypes.data + at * views.itemsize
            tables["answer"][at] = method(int(entrant.entry.parameters), where)
        advance_tables(tables, views, entries)
    is_open = tables["status"] == WAITING
    return tables[is_open].copy(), views[is_open].copy()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure how fast the last tricks of a deal are solved.")
    parser.add_argument("--rules", default="article", help="a preset for one deck (default article)")
    parser.add_argument("--deals", type=int, default=60, help="how many deals (default 60)")
    parser.add_argument("--most", type=int, default=5, help="with up to so many cards in a hand (default 5)")
    options = parser.parse_args()
    table = Table(box=None, header_style="bold")
    for column in ("cards in hand", "deals", "median ms", "slowest ms", "million cards/s"):
        table.add_column(column, justify="right")
    for left in range(2, options.most + 1):
        tables, views = endings(options.rules, left, options.deals)
        values, best = np.zeros((1, 52, MAX_SEATS), np.int64), np.zeros(1, np.int64)
        solve_tables(tables[:1], views[:1], values, best)  # compiles
        spent, cards = [], 0
        for at in range(len(tables)):
            start = time.perf_counter()
            cards += solve_tables(tables[at : at + 1], views[at : at + 1], values, best)
            spent.append(1000 * (time.perf_counter() - start))
        rate = cards / sum(spent) / 1000
        shown = (str(left), str(len(spent)), f"{np.median(spent):.2f}", f"{max(spent):.1f}", f"{rate:.1f}")
        table.add_row(*shown)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
