"""Gates for the tests: the strategies of the worked example, and configurations made of specs."""

import json
from pathlib import Path
from typing import Any

from cli.program import Said, invoke

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "gate"
PLAYERS = Path(__file__).with_name("players.py")

MINE = f"{EXAMPLE / 'mine.py'}:Mine"
TIDIED = f"{EXAMPLE / 'changes' / 'tidied.py'}:Mine"
ONE_RULE_LESS = f"{EXAMPLE / 'changes' / 'one_rule_less.py'}:Mine"
NOISY = f"{EXAMPLE / 'changes' / 'noisy.py'}:Mine"
RAISES = f"{PLAYERS}:Raises"


def slips(once_in: int) -> str:
    """Return a strategy that plays low, but once in so many decisions answers with no card."""
    return f"{PLAYERS}:Slips:once_in={once_in}"


def write_gate(path: Path, new: str, old: str | None, gate: dict[str, Any], **sections: Any) -> Path:
    """Write the configuration of a gate, which YAML reads as it does JSON; without `old` there must be a baseline."""
    strategies = {"new": {"use": new}} | ({} if old is None else {"old": {"use": old}})
    content = {
        "version": 1,
        "strategies": strategies,
        "tournament": {"type": "duel", "strategies": list(strategies)},
        "gate": {"detect": 0.1} | gate,
    }
    path.write_text(json.dumps(content | sections), encoding="utf-8")
    return path


def play(folder: Path, new: str, old: str | None, *options: object, gate: dict[str, Any], **sections: Any) -> Said:
    """Play a gate and return what it said."""
    return invoke("gate", write_gate(folder / "gate.yaml", new, old, gate, **sections), *options)


def without_time(document: dict[str, Any]) -> dict[str, Any]:
    """Return a result without how long it took."""
    return {name: value for name, value in document.items() if name != "seconds"}
