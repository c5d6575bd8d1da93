"""How strategies behave: how often they duck, break hearts, dump the queen or try moons, and what each trick costs them.

All of it is observed at the table, from the cards that were played and those that could have been; nothing is asked of
a strategy. Run folders hold scores only, so some boards are played again for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hearts_bench.stats.intervals import Estimate
from hearts_bench.stats.rates import Rate


@dataclass(frozen=True)
class Measure:
    """Something that strategies do more or less often: what it is called, and what counts."""

    title: str
    meaning: str


MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        "tricks": Measure("wins tricks", "tricks that it wins, of all tricks"),
        "ducks": Measure("ducks", "follows suit below the winning card, of the times when it could go above or below"),
        "queen": Measure(
            "dumps Q♠",
            "plays Q♠ at once, of the deals in which it holds Q♠ when Q♠ would not win the trick as it lies, and has "
            "another legal card",
        ),
        "hearts": Measure(
            "breaks hearts", "plays a card that breaks hearts, of the times when it may choose such a card or another"
        ),
        "voids": Measure("goes void", "has no card of some suit after a third of the tricks, of all deals"),
        "runs": Measure(
            "tries moons",
            "at some time has taken all points so far, alone, in three tricks or more, and at least half of those in "
            "play; of all deals",
        ),
        "moons": Measure("makes moons", "shoots the moon, of the deals in which it tried"),
        "stops": Measure(
            "stops moons",
            "takes a trick with points away from a seat that has all points so far, at least half of those in play; of "
            "the times when it could and need not",
        ),
    }
)


@dataclass(frozen=True)
class Behaviour:
    """What a strategy did at the tables that were looked at, in all its seats there, with 95 % intervals over boards.

    `label` is what reports call it, `deals` counts a deal once for every seat it had in it. `rates` has a rate for each
    of MEASURES, in that order. `points` are the points taken in the first, second, ... trick, per deal: card points,
    before the moon rule. `voids` has for every trick the share of deals in which it began the trick without a card of
    some suit.
    """

    label: str
    spec: str
    boards: int
    deals: int
    rates: Mapping[str, Rate]
    points: tuple[Estimate, ...]
    voids: tuple[Rate, ...]


@dataclass(frozen=True)
class Behaviours:
    """The behaviours of all strategies of a run; `notes` say what they rest on.

    There are none if its boards cannot be played again, or would take too long; then a note says why.
    """

    behaviours: tuple[Behaviour, ...]
    notes: tuple[str, ...]
