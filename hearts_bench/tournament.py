"""Schedules: which line-ups meet, on which boards. Nothing is drawn by chance, so a schedule is the same every time."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from hearts_bench.errors import ConfigError
from hearts_bench.match import Match, Seatings, boards_for
from hearts_bench.presets import changed_rules


def schedule(
    line_ups: Sequence[Sequence[str]],
    specs: Mapping[str, str],
    *,
    deals: int,
    preset: str,
    changes: tuple[tuple[str, str], ...],
    seatings: Seatings,
    **options: Any,
) -> list[Match]:
    """Return one match of at least `deals` deals, or games, for every line-up of labels, each on boards of its own.

    `options` are further fields of `Match`. Boards of their own make the matches independent of each other, so that
    their boards can be pooled.

    Raises:
        ConfigError: a line-up does not fit the rules.

    """
    boards = boards_for(deals, seatings, changed_rules(preset, changes).players)
    return [
        Match(
            line_up=tuple(specs[label] for label in labels),
            boards=boards,
            preset=preset,
            changes=changes,
            seatings=seatings,
            first_board=number * boards,
            labels=tuple(labels),
            **options,
        )
        for number, labels in enumerate(line_ups)
    ]


def round_robin(labels: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Return every set of `players` different strategies once: all meet all equally often.

    >>> len(round_robin("abcdef", 4))
    15

    Raises:
        ConfigError: there are fewer strategies than seats; nobody is seated twice to fill a table.

    """
    if len(labels) < players:
        msg = f"a round robin at tables of {players} needs at least {players} strategies, not {len(labels)}"
        raise ConfigError(msg)
    return list(itertools.combinations(labels, players))
