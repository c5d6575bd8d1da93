"""A match: one line-up over many boards, each board one deal played in all seatings of the line-up."""

import shlex
from collections import Counter
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np

from hearts_bench.entrant import Entrant
from hearts_bench.errors import ConfigError
from hearts_bench.origins import pinned
from hearts_bench.presets import PRESETS, changed_rules, rules_name
from hearts_bench.registry import make
from hearts_bench.rng import board_key, drawn_order
from hearts_bench.rules import Rules
from hearts_bench.seatings import Seatings, SeatingTable, seating_tables

OnIllegal: TypeAlias = Literal["fail", "revoke"]


@dataclass(frozen=True)
class Match:
    """Which strategies meet, under which rules, on which boards.

    `line_up` has the spec of one strategy per seat, or of two with seatings "duel"; `seatings` says who sits where on
    each board (`seating_tables`). The boards are numbered from `first_board` on. `labels` are what reports call the
    strategies; by default their specs, told apart by a number. `changes` are options of the preset that are different
    here. With `whole_games` a board is a game to the target rather than a deal. `on_illegal` says whether an illegal
    card ends the match or costs the revoke penalty.

    Pass directions and circular orders go round with the number of the board, so that they come equally often in every
    `block` of boards; or they are `drawn` from the board's seed, which makes boards independent and identically
    distributed, as sequential tests need them.
    """

    line_up: tuple[str, ...]
    boards: int
    seed: int
    preset: str = "article"
    seatings: Seatings = "balanced"
    first_board: int = 0
    labels: tuple[str, ...] = ()
    changes: tuple[tuple[str, str], ...] = ()
    whole_games: bool = False
    on_illegal: OnIllegal = "fail"
    drawn: bool = False

    def __post_init__(self) -> None:
        # A revision may mean another commit tomorrow: results and records name the commit.
        object.__setattr__(self, "line_up", tuple(pinned(spec) for spec in self.line_up))
        if len(self.line_up) != (2 if self.seatings == "duel" else self.rules.players):
            raise ConfigError(self._wrong_count())
        if self.boards < 1:
            msg = f"{self.deals} deals cannot be played; ask for at least one"
            raise ConfigError(msg)
        if not -(2**63) <= self.seed < 2**63:
            msg = f"the seed {self.seed} does not fit into 64 bits"
            raise ConfigError(msg)
        object.__setattr__(self, "labels", _told_apart(self.labels or self.line_up))

    def _wrong_count(self) -> str:
        if self.seatings == "duel":
            return f"a duel is between two strategies, not {len(self.line_up)}"
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
    def rules_options(self) -> list[str]:
        """The options of a command that choose these rules."""
        preset = [] if self.preset == "article" else ["--rules", self.preset]
        return preset + [part for option, text in self.changes for part in ("--rule", f"{option}={text}")]

    @property
    def deals(self) -> int:
        """How many deals, or games, are played: every board in every seating."""
        return self.boards * self.turns

    @cached_property
    def seating_tables(self) -> SeatingTable:
        """Position in the line-up by circular order, seating and seat: int64 of shape (orders, turns, players)."""
        tables = seating_tables(self.seatings, self.rules.players)
        # Where all but one are the same strategy, all circular orders are one.
        is_one = self.seatings == "balanced" and Counter(self.line_up).most_common(1)[0][1] >= len(self.line_up) - 1
        return tables[:1] if is_one else tables

    @property
    def turns(self) -> int:
        """In how many seatings every board is played."""
        return self.seating_tables.shape[1]

    def seats_per_board(self, position: int) -> int:
        """Return how many seats a position of the line-up has on every board, all its seatings together."""
        return int((self.seating_tables[0] == position).sum())

    @property
    def block(self) -> int:
        """After how many boards all pass directions and circular orders have come equally often."""
        return len(self.seating_tables) * self._directions

    @property
    def _directions(self) -> int:
        return 1 if self.whole_games else len(self.rules.pass_offsets)

    def seatings_of(self, first: int, boards: int) -> SeatingTable:
        """Return the position in the line-up by board, seating and seat, for some boards from `first` on."""
        orders, *shape = self.seating_tables.shape
        if orders == 1:
            return np.broadcast_to(self.seating_tables, (boards, *shape))
        numbers = np.arange(first, first + boards)
        if self.drawn:
            order = np.array([drawn_order(board_key(self.seed, number), orders) for number in numbers.tolist()])
        else:
            order = numbers // self._directions % orders
        return self.seating_tables[order]

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
        seated = [self.line_up[position] for position in self.seatings_of(board, 1)[0, seating]]
        rules = self.rules_options
        rules += ["--deal", str(deal)] if self.whole_games else []
        rules += ["--drawn"] if self.drawn else []
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


def boards_for(match: Match, deals: int) -> int:
    """Return how many boards make at least so many deals, or games: whole blocks where seatings shall balance."""
    boards = -(-deals // match.turns)
    return -(-boards // match.block) * match.block if match.seatings in {"balanced", "duel"} else boards
