"""Schedules: which line-ups meet, on which boards. Nothing is drawn by chance, so a schedule is the same every time."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hearts_bench.errors import ConfigError
from hearts_bench.match import Match, boards_for

_PAIR = 2


def schedule(
    line_ups: Sequence[Sequence[str]],
    specs: Mapping[str, str],
    *,
    deals: int,
    **options: Any,
) -> list[Match]:
    """Return one match of at least `deals` deals, or games, for every line-up of labels, each on boards of its own.

    `options` are further fields of `Match`. Boards of their own make the matches independent of each other, so that
    their boards can be pooled.

    Raises:
        ConfigError: a line-up does not fit the rules.

    """
    matches: list[Match] = []
    first = 0
    for labels in line_ups:
        match = Match(tuple(specs[label] for label in labels), 1, first_board=first, labels=tuple(labels), **options)
        matches.append(replace(match, boards=boards_for(match, deals)))
        first += matches[-1].boards
    return matches


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


def gauntlet(labels: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the duels of the first strategy, the challenger, with every other one.

    >>> gauntlet(["mine", "random", "article"])
    [('mine', 'random'), ('mine', 'article')]

    Raises:
        ConfigError: there is nobody to meet.

    """
    if len(labels) < _PAIR:
        msg = f"a gauntlet needs a challenger and somebody to meet, at least 2 strategies, not {len(labels)}"
        raise ConfigError(msg)
    return [(labels[0], other) for other in labels[1:]]


def duel(labels: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the one line-up of a duel.

    Raises:
        ConfigError: there are not two strategies.

    """
    if len(labels) != _PAIR:
        msg = f"a duel is between two strategies, [new, old], not {len(labels)}; name them in tournament.strategies"
        raise ConfigError(msg)
    return [tuple(labels)]
