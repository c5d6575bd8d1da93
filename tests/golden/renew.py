"""One signature number for every preset and line-up: a digest of all plays and scores of 200 boards.

A signature changes when the engine, the random draws or a strategy play differently. If that was meant, record the
new ones with `python tests/golden/renew.py` and say why in the commit.
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

from hearts_bench import registry
from hearts_bench.engine import advance_tables, deal_tables
from hearts_bench.presets import PRESETS
from hearts_bench.rules import Rules
from hearts_bench.table import SCORED, new_tables
from hearts_bench.view import new_views

STORE = Path(__file__).with_name("signatures.json")
LINE_UPS = ("random", "article")
BOARDS, SEED = 200, 20260101
NEVER = 2**62


def entries_of(strategy: str) -> npt.NDArray[np.int64]:
    """Return the one row of `entries` of a built-in strategy, which the engine calls directly in either mode."""
    return np.array([registry.make(strategy).entry.item()], np.int64)


def signature(rules: Rules, strategy: str, boards: int) -> str:
    """Return the digest of all passes, plays and scores with this strategy in every seat."""
    tables, views = new_tables(boards), new_views(boards)
    tables["board"] = np.arange(boards)
    entries = entries_of(strategy)
    deal_tables(tables, views, entries, rules.row.reshape(1), np.array(rules.pass_offsets), SEED, NEVER)
    advance_tables(tables, views, entries)
    assert (tables["phase"] == SCORED).all()
    cards, seats = rules.hand_size * rules.players, rules.players
    digest = hashlib.sha256()
    for part in (
        tables["dealt"][:, :seats],
        tables["passed"][:, :seats],
        views["plays"][:, :cards].astype(np.int64),
        tables["tricks"][:, :seats],
        tables["scores"][:, :seats],
        tables["moon_seat"],
    ):
        digest.update(np.ascontiguousarray(part).astype("<i8").tobytes())
    return digest.hexdigest()[:16]


def signatures(boards: int = BOARDS) -> dict[str, str]:
    """Return the signature of every preset and line-up."""
    return {
        f"{name}: {strategy}": signature(preset.rules, strategy, boards)
        for name, preset in PRESETS.items()
        for strategy in LINE_UPS
    }


def main() -> None:
    """Record the signatures; or, given a number of boards, print those of so many boards and record nothing."""
    if len(sys.argv) > 1:
        sys.stdout.write(json.dumps(signatures(int(sys.argv[1]))))
        return
    STORE.write_text(json.dumps(signatures(), indent=2) + "\n")
    sys.stdout.write(f"wrote {STORE}\n")


if __name__ == "__main__":
    main()
