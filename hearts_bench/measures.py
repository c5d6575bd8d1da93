"""What strategies are seen to do at the table: who could have done it, and who did, deal by deal and seat by seat."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from hearts_bench.block import Block
from hearts_bench.cards import QUEEN_OF_SPADES, SPADES, SUIT_SIZE, suit_cards
from hearts_bench.decisions import Records, decisions_of
from hearts_bench.rules import Rules

Flags: TypeAlias = npt.NDArray[np.bool_]
Integers: TypeAlias = npt.NDArray[np.int64]

# Two tricks with points fall to many who do not want a moon; hardly anybody gets all points of three against his will.
_TRICKS_OF_A_RUN = 3


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
class Deals:
    """Finished deals, seat by seat: `decisions` are by table, trick and seat, `tricks` by table and trick."""

    rules: Rules
    decisions: Records
    tricks: Records
    moon_seat: Integers

    @classmethod
    def of(cls, block: Block) -> "Deals":
        """Look at all deals of a block."""
        rules = block.match.rules
        decisions, tricks = decisions_of(rules, block.tables, block.views)
        by_seat = np.take_along_axis(decisions, np.argsort(decisions["seat"], axis=2), axis=2)
        return cls(rules, by_seat, tricks, block.tables["moon_seat"])

    @property
    def seats(self) -> Integers:
        """The seats of the table, 0..players-1."""
        return np.arange(self.rules.players)

    @property
    def wins(self) -> Flags:
        """Who won each trick, by table, trick and seat."""
        return self.tricks["winner"][..., None] == self.seats

    def taken(self, name: str) -> Integers:
        """Return the points, or penalties, that were taken, by table, trick and seat."""
        return np.where(self.wins, self.tricks[name][..., None], 0)

    @property
    def voids(self) -> Flags:
        """Who began each trick without a card of some suit, by table, trick and seat."""
        suits = [suit_cards(suit) for suit in range(4) if suit_cards(suit) & self.rules.deck]
        return np.any([self.decisions["hand"] & cards == 0 for cards in suits], axis=0)

    @property
    def can_win_or_duck(self) -> Flags:
        """Who could follow suit both above the winning card and below."""
        above = self._above
        return (above != 0) & (self.decisions["legal"] & ~above != 0)

    @property
    def goes_above(self) -> Flags:
        """Who played a card of the suit led above the winning one."""
        return _has(self._above, self.decisions["card"])

    @property
    def _above(self) -> Integers:
        led = self.decisions["led_suit"]
        suit = np.where(led >= 0, suit_cards(0) << SUIT_SIZE * np.maximum(led, 0), 0)
        lower = (1 << self.decisions["winning_card"] + 1) - 1
        return self.decisions["legal"] & suit & ~lower

    @property
    def queen_chances(self) -> Flags:
        """Who could play the queen of spades, or another card, when the queen would not win the trick as it lies."""
        led, legal = self.decisions["led_suit"], self.decisions["legal"]
        safe = (led >= 0) & ((led != SPADES) | (self.decisions["winning_card"] > QUEEN_OF_SPADES))
        return safe & _has(legal, QUEEN_OF_SPADES) & (legal != 1 << QUEEN_OF_SPADES)

    @property
    def heart_chances(self) -> Flags:
        """Who could choose between breaking hearts and not."""
        breaking, legal = int(self.rules.row["breaking_cards"][0]), self.decisions["legal"]
        return (self.decisions["hearts_broken"] == 0) & (legal & breaking != 0) & (legal & ~breaking != 0)

    @property
    def leads_alone(self) -> tuple[Flags, Flags]:
        """Who, after each trick, alone had all points so far, at least half of those in play; and in enough tricks."""
        penalties = self.taken("penalties")
        sums = penalties.cumsum(axis=1)
        alone = (sums == sums.sum(axis=2, keepdims=True)) & (2 * sums >= _points_in_play(self.rules))
        return alone, alone & ((penalties > 0).cumsum(axis=1) >= _TRICKS_OF_A_RUN)


def _has(cards: Any, card: Any) -> Flags:
    return cards >> card & 1 != 0


def _points_in_play(rules: Rules) -> int:
    row = rules.row[0]
    return int(row["values"][_has(row["penalty_cards"], np.arange(len(row["values"])))].sum()) * rules.decks


def measured(deals: Deals) -> dict[str, tuple[Flags, Flags]]:
    """Return for each of MEASURES what was done and what could have been, by table, trick and seat, or table and seat.

    Where the rules give no sense to a measure there are no chances.
    """
    rules, decisions = deals.rules, deals.decisions
    everywhere = np.ones(decisions.shape, np.bool_)
    queen = deals.queen_chances & (rules.queen_value > 0)
    hearts = deals.heart_chances & (rules.must_break_hearts or rules.queen_discard_needs_broken)
    alone, runs = deals.leads_alone
    moons = deals.moon_seat[:, None] == deals.seats
    tried = runs.any(axis=1) | moons
    with_moons = np.full(moons.shape, rules.moon != "none")
    stops = _stop_chances(deals, alone) & with_moons[:, None]
    return {
        "tricks": (deals.wins, everywhere),
        "ducks": (deals.can_win_or_duck & ~deals.goes_above, deals.can_win_or_duck),
        "queen": (_at_first(queen, decisions["card"] == QUEEN_OF_SPADES), queen.any(axis=1)),
        "hearts": (hearts & _has(rules.row["breaking_cards"][0], decisions["card"]), hearts),
        "voids": (deals.voids[:, rules.hand_size // 3], everywhere[:, 0]),
        "runs": (tried & with_moons, with_moons),
        "moons": (moons & with_moons, tried & with_moons),
        "stops": (stops & deals.goes_above, stops),
    }


def _stop_chances(deals: Deals, alone: Flags) -> Flags:
    """Return who could, and need not, take points away from a seat that has all so far and is about to win the trick.

    `alone` says so of each seat after each trick.
    """
    before = np.zeros_like(alone)
    before[:, 1:] = alone[:, :-1]
    threat = np.where(before.any(axis=2), before.argmax(axis=2), -1)[..., None]
    wins_it = (threat >= 0) & (deals.decisions["winner"] == threat) & (deals.decisions["penalties"] > 0)
    return wins_it & deals.can_win_or_duck


def _at_first(chances: Flags, done: Flags) -> Flags:
    """Return whether something was done at the first chance, by table and seat; `chances` are by trick as well."""
    first = chances.argmax(axis=1)[:, None]
    return chances.any(axis=1) & np.take_along_axis(done, first, axis=1)[:, 0]
