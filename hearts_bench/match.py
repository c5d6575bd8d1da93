"""A match: one line-up over many boards, each board one deal played in all seatings of the line-up."""

import itertools
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from hearts_bench.errors import ConfigError
from hearts_bench.presets import PRESETS, changed_rules, rules_name
from hearts_bench.registry import make
from hearts_bench.rules import Rules
from hearts_bench.strategy import Entrant

_MOST_SEATS_IN_EVERY_ORDER = 7

OnIllegal: TypeAlias = Literal["fail", "revoke"]
Seatings: TypeAlias = Literal["fixed", "rotate", "all"]


@dataclass(frozen=True)
class Match:
    """Which strategies meet, under which rules, on which boards.

    `line_up` has the spec of one strategy per seat; `seatings` says who sits where on each board: as listed ("fixed"),
    each strategy once in every seat ("rotate"), or in every possible order ("all"). The boards are numbered from
    `first_board` on. `labels` are what reports call the strategies; by default their specs, told apart by a number.
    `changes` are options of the preset that are different here. With `whole_games` a board is a game to the target
    rather than a deal. `on_illegal` says whether an illegal card ends the match or costs the revoke penalty.
    """

    line_up: tuple[str, ...]
    boards: int
    seed: int
    preset: str = "article"
    seatings: Seatings = "rotate"
    first_board: int = 0
    labels: tuple[str, ...] = ()
    changes: tuple[tuple[str, str], ...] = ()
    whole_games: bool = False
    on_illegal: OnIllegal = "fail"

    def __post_init__(self) -> None:
        if len(self.line_up) != self.rules.players:
            raise ConfigError(self._wrong_count())
        if self.boards < 1:
            msg = f"{self.deals} deals cannot be played; ask for at least one"
            raise ConfigError(msg)
        if not -(2**63) <= self.seed < 2**63:
            msg = f"the seed {self.seed} does not fit into 64 bits"
            raise ConfigError(msg)
        object.__setattr__(self, "labels", _told_apart(self.labels or self.line_up))

    def _wrong_count(self) -> str:
        fitting = [each.name for each in PRESETS.values() if each.rules.players == len(self.line_up)]
        hint = f"; for {len(self.line_up)} there is {', '.join(fitting)}" if fitting else ""
        wanted = self.rules.players
        return f"rules {self.rules_name}: {wanted} strategies are needed, one a seat, not {len(self.line_up)}{hint}"

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to a worker without what is made from the fields: compiled strategies stay in their process."""
        return type(self), tuple(getattr(self, each.name) for each in fields(self))

    @property
    def rules(self) -> Rules:
        """The rules that the preset and its changes stand for."""
        return changed_rules(self.preset, self.changes)

    @property
    def rules_name(self) -> str:
        """What the rules are called."""
        return rules_name(self.preset, self.changes)

    @property
    def deals(self) -> int:
        """How many deals, or games, are played: every board in every seating."""
        return self.boards * len(self.seating_table)

    @cached_property
    def seating_table(self) -> npt.NDArray[np.int64]:
        """Position in the line-up by seating and seat: int64 of shape (seatings, players)."""
        return seating_table(self.seatings, self.rules.players)

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        """The strategies, made from their specs."""
        return tuple(make(spec) for spec in self.line_up)

    @property
    def is_compiled(self) -> bool:
        """Whether compiled code plays whole deals without asking Python."""
        return not any(entrant.is_asked_outside for entrant in self.entrants)

    def replay_command(self, board: int, seating: int, deal: int = 0) -> str:
        """Return the command that shows one deal of this match; `deal` counts within a game."""
        seated = [self.line_up[position] for position in self.seating_table[seating]]
        rules = [] if self.preset == "article" else ["--rules", self.preset]
        rules += [part for option, text in self.changes for part in ("--rule", f"{option}={text}")]
        rules += ["--deal", str(deal)] if self.whole_games else []
        rules += ["--on-illegal", self.on_illegal] if self.on_illegal != "fail" else []
        return shlex.join(["hearts-bench", "replay", *seated, "--seed", str(self.seed), "--board", str(board), *rules])


def _told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names, with a number where they occur more than once.

    >>> _told_apart(("random", "article", "article"))
    ('random', 'article #1', 'article #2')
    """
    return tuple(
        f"{name} #{names[: at + 1].count(name)}" if names.count(name) > 1 else name for at, name in enumerate(names)
    )


def seating_table(seatings: Seatings, players: int) -> npt.NDArray[np.int64]:
    """Return who sits where: position in the line-up by seating and seat.

    >>> seating_table("rotate", 4).tolist()
    [[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1], [1, 2, 3, 0]]
    """
    if seatings == "fixed":
        rows: Sequence[Sequence[int]] = [range(players)]
    elif seatings == "rotate":
        rows = [[(seat - turn) % players for seat in range(players)] for turn in range(players)]
    elif seatings == "all" and players > _MOST_SEATS_IN_EVERY_ORDER:
        msg = f"seatings 'all' for {players} players are too many; choose rotate"
        raise ConfigError(msg)
    elif seatings == "all":
        rows = list(itertools.permutations(range(players)))
    else:
        msg = f"unknown seatings {seatings!r}; there is {', '.join(get_args(Seatings))}"
        raise ConfigError(msg)
    return np.array(rows, np.int64)


def boards_for(deals: int, seatings: Seatings, players: int) -> int:
    """Return how many boards make at least this many deals."""
    return -(-deals // len(seating_table(seatings, players)))
