"""Plays the tactical positions of tests/positions with strategies, and reports which ones each of them misses.

Every position is played with several random streams; one that goes wrong in any of them counts as missed, with how
often. Strategies are named as on the command line of hearts-bench:

    python benchmarks/positions.py article monte-carlo:worlds=200
"""

import argparse
import ctypes
import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from hearts_bench.cards import text
from hearts_bench.registry import make_local, names
from hearts_bench.rng import absorb
from hearts_bench.view import View, Views, copy_view, new_views

TESTS = Path(__file__).parent.parent / "tests"


def load_positions() -> list[Any]:
    """Return the positions; the suite lives beside its tests."""
    sys.path.insert(0, str(TESTS))
    positions: list[Any] = importlib.import_module("positions.suite").load()
    return positions


def card_of(entrant: Any, view: View, stream: int) -> int:
    """Return the card that a strategy plays: by its compiled method, as the engine asks it, if it has one."""
    rows = new_views(1)
    copy_view(rows, 0, view)
    rows["stream"] = absorb(0, stream)
    if entrant.kind != "compiled":
        return int(entrant.instance().play(View(Views(rows), 0)))
    method = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(int(entrant.entry.play))
    return int(method(int(entrant.entry.parameters), rows.ctypes.data))


def misses(spec: str, positions: list[Any], streams: int) -> dict[str, dict[str, int]]:
    """Return the positions that a strategy misses, with how often it plays each wrong card."""
    entrant = make_local(spec)
    found: dict[str, dict[str, int]] = {}
    for position in positions:
        for stream in range(streams):
            played = text(card_of(entrant, position.view, stream))
            if played not in position.right_cards:
                wrong = found.setdefault(position.name, {})
                wrong[played] = wrong.get(played, 0) + 1
    return found


def markdown(found: dict[str, dict[str, dict[str, int]]], solved: dict[str, float], streams: int) -> Iterator[str]:
    """Yield the lines of a table with what each strategy misses, the best first."""
    yield "| strategy | solved | missed, with how often if not always |"
    yield "|---|---|---|"
    for spec in sorted(found, key=lambda spec: (-solved[spec], spec)):
        times = {name: sum(wrong.values()) for name, wrong in found[spec].items()}
        texts = [name if often == streams else f"{name} ({often} of {streams})" for name, often in times.items()]
        yield f"| `{spec}` | {solved[spec]:.1%} | {'; '.join(texts) or 'none'} |"


def parse() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description="Play the tactical positions and report the misses.")
    parser.add_argument("strategies", nargs="*", help="by default all that are installed")
    parser.add_argument("--streams", type=int, default=5, help="how often each position is played (default 5)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON document instead of tables")
    form.add_argument("--markdown", action="store_true", help="print one Markdown table instead, for the documentation")
    return parser.parse_args()


def main() -> None:
    """Play and print."""
    options = parse()
    positions = load_positions()
    found = {spec: misses(spec, positions, options.streams) for spec in options.strategies or names()}
    plays = options.streams * len(positions)
    solved = {spec: 1 - sum(sum(wrong.values()) for wrong in missed.values()) / plays for spec, missed in found.items()}
    if options.json:
        print(json.dumps({"positions": len(positions), "solved": solved, "misses": found}, indent=2))
        return
    if options.markdown:
        sys.stdout.writelines(f"{line}\n" for line in markdown(found, solved, options.streams))
        return
    console = Console(width=max(120, Console().width))
    table = Table(box=None, header_style="bold")
    for column in ("strategy", "solved", "missed"):
        table.add_column(column, justify="left" if column == "strategy" else "right")
    for spec, missed in found.items():
        table.add_row(spec, f"{solved[spec]:.1%}", f"{len(missed)} of {len(positions)}")
    console.print(table)
    for spec, missed in found.items():
        console.print(f"\n{spec}", style="bold", highlight=False)
        for position in positions:
            if position.name in missed:
                wrong = ", ".join(f"{card} {times}×" for card, times in missed[position.name].items())
                console.print(f"  {position.name}: {wrong} instead of {position.right}", highlight=False)


if __name__ == "__main__":
    main()
