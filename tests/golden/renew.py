"""One signature number for every set of rules and line-up: a digest of all plays and scores of 200 boards.

A signature changes when the engine, the random draws or a strategy play differently. If that was meant, record the
new ones with `python tests/golden/renew.py` and say why in the commit.
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np

from hearts_bench import registry
from hearts_bench.engine import advance_tables, deal_tables
from hearts_bench.presets import PRESETS, changed_rules
from hearts_bench.rules import Rules
from hearts_bench.table import FAIL, SCORED, new_tables
from hearts_bench.view import new_views

STORE = Path(__file__).with_name("signatures.json")
LINE_UPS = ("random", "article", "opportunist", "moon-shooting", "herzen", "card-counting", "moon-defending")
BOARDS, SEED = 200, 20260101
NEVER = 2**62
# Sets of rules: the presets, what none of them shows, and whole games, with how many deals these have at most.
CASES: dict[str, tuple[Rules, int]] = {
    **{name: (preset.rules, 0) for name, preset in PRESETS.items()},
    "hearts-3 with a kitty": (changed_rules("hearts-3", (("kitty_to", "first_heart"),)), 0),
    "cancellation for seven": (changed_rules("cancellation", (("players", "7"), ("pass_cycle", "[left]"))), 0),
    "games of article": (changed_rules("article", (("target", "50"),)), 20),
    "games of omnibus": (changed_rules("omnibus", (("target", "50"), ("ties", "extra_deal"))), 20),
}


def signature(case: str, strategy: str, boards: int) -> str:
    """Return the digest of all passes, plays and scores with this strategy in every seat; of games, also of totals."""
    rules, most_deals = CASES[case]
    tables, views = new_tables(boards), new_views(boards)
    tables["board"] = np.arange(boards)
    entries = np.array([registry.make(strategy).entry.item()], np.int64)  # called directly, compiled or not
    deal_tables(tables, views, entries, rules.row, SEED, 0, NEVER, most_deals, FAIL)
    advance_tables(tables, views, entries)
    assert (tables["phase"] == SCORED).all()
    cards, seats = rules.hand_size * rules.players, rules.players
    digest = hashlib.sha256()
    parts = [
        tables["dealt"][:, :seats],
        tables["passed"][:, :seats],
        views["plays"][:, :cards].astype(np.int64),
        tables["tricks"][:, :seats],
        tables["scores"][:, :seats],
        tables["moon_seat"],
    ]
    if most_deals:
        parts += [views["totals"][:, :seats], tables["deals"]]
    for part in parts:
        digest.update(np.ascontiguousarray(part).astype("<i8").tobytes())
    return digest.hexdigest()[:16]


def signatures(boards: int = BOARDS) -> dict[str, str]:
    """Return the signature of every set of rules and line-up."""
    return {f"{case}: {strategy}": signature(case, strategy, boards) for case in CASES for strategy in LINE_UPS}


def main() -> None:
    """Record the signatures; or, given a number of boards, print those of so many boards and record nothing."""
    if len(sys.argv) > 1:
        sys.stdout.write(json.dumps(signatures(int(sys.argv[1]))))
        return
    STORE.write_text(json.dumps(signatures(), indent=2) + "\n")
    sys.stdout.write(f"wrote {STORE}\n")


if __name__ == "__main__":
    main()
