"""The rules of Hearts: the options, the presets, and the small functions that apply them to card sets."""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, Self, TypeAlias

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from hearts_bench._jit import leaf
from hearts_bench.cards import (
    CLUB_CARDS,
    DECK_SIZE,
    FULL_DECK,
    HEART_CARDS,
    HEARTS,
    QUEEN_OF_SPADES,
    SUIT_SIZE,
    CardSet,
    card,
    card_set,
    count,
    in_suit,
    lowest,
    only,
    set_text,
)
from hearts_bench.errors import CardError, RulesError
from hearts_bench.messages import describe_validation, unknown_name

MIN_SEATS, MAX_SEATS = 3, 7
MAX_HAND = 17  # three seats, 51 cards
QUEEN_SET = only(QUEEN_OF_SPADES)

# What the compiled code knows of the rules. Choices are numbers: their position in the option's tuple of values.
RULES = np.dtype(
    [
        ("players", "i8"),
        ("hand_size", "i8"),
        ("pass_count", "i8"),
        ("any_club_leads", "i8"),
        ("first_trick_points", "i8"),
        ("first_trick_points_only_hand", "i8"),
        ("must_break_hearts", "i8"),
        ("breaking_cards", "i8"),
        ("queen_counts_as_heart_when_leading", "i8"),
        ("moon", "i8"),
        ("deck", "i8"),
        ("penalty_cards", "i8"),
        ("total_points", "i8"),
        ("values", "i2", (DECK_SIZE,)),
    ],
    align=True,
)
RulesRow: TypeAlias = Any

OpeningLead = Literal["lowest_club", "any_club"]
FirstTrickPoints = Literal["forbid", "allow"]
OnlyPenalties = Literal["any", "hearts_only", "queen_forced"]
Moon = Literal["add", "subtract", "none"]
_OPENING_LEADS = ("lowest_club", "any_club")
_FIRST_TRICK_POINTS = ("forbid", "allow")
_ONLY_PENALTIES = ("any", "hearts_only", "queen_forced")
_MOONS = ("add", "subtract", "none")
FORBID_POINTS = 0
HEARTS_ONLY, QUEEN_FORCED = 1, 2
MOON_ADD, MOON_SUBTRACT = 0, 1

# Removed so that all hands are equal, by number of players: Bicycle and the Bulgarian rules page.
_REMOVED = {3: ("2D",), 4: (), 5: ("2C", "2D"), 6: ("2D", "3D", "3C", "4C"), 7: ("2D", "3D", "3C")}
_PASS_CYCLE_OF_FOUR = ("left", "right", "across", "none")
_PASS_CYCLE_OF_OTHERS = ("left", "right")


class Rules(BaseModel):
    """One set of rules for Hearts: frozen, validated, every option with a default that gives the article's rules.

    Raises:
        RulesError: an option is unknown, has an illegal value, or two options contradict each other.

    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    players: int = Field(4, ge=MIN_SEATS, le=MAX_SEATS, description="How many seats the table has.")
    removed_cards: tuple[str, ...] | None = Field(
        None, description="Cards left out so that all hands are equal; by default the usual ones for the player count."
    )
    pass_cycle: tuple[str | int, ...] | None = Field(
        None,
        description="Where cards are passed, deal after deal: left, right, across, none or a seat offset. "
        "By default left, right, across, none for four players and left, right for others.",
    )
    pass_count: int = Field(3, ge=1, description="How many cards everybody passes.")
    opening_lead: OpeningLead = Field(
        "lowest_club", description="The holder of the lowest club leads it, or may lead any club."
    )
    first_trick_points: FirstTrickPoints = Field(
        "forbid", description="Whether who is void may discard a penalty card on the first trick."
    )
    first_trick_points_only_hand: OnlyPenalties = Field(
        "any", description="What a hand of nothing but penalty cards may discard there when they are forbidden."
    )
    must_break_hearts: bool = Field(
        True, description="Hearts may be led only once they are broken, or from a hand of nothing else."
    )
    queen_breaks_hearts: bool = Field(False, description="The queen of spades breaks hearts as a heart does.")
    queen_counts_as_heart_when_leading: bool = Field(
        False, description="A hand of only hearts and the queen of spades may lead a heart before they are broken."
    )
    moon: Moon = Field(
        "add",
        description="Who takes every penalty card scores 0 and everybody else all the points; or their own points are "
        "subtracted instead; or nothing special happens.",
    )

    def __init__(self, **options: Any) -> None:
        try:
            super().__init__(**options)
        except ValidationError as error:
            raise RulesError(describe_validation(error, type(self))) from None

    @field_validator("removed_cards")
    @classmethod
    def _cards_exist(cls, names: tuple[str, ...] | None) -> tuple[str, ...] | None:
        try:
            return None if names is None else tuple(set_text(card_set(" ".join(names))).split())
        except CardError as error:
            msg = f"removed_cards: {error}"
            raise RulesError(msg) from error

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        if count(self.deck) % self.players:
            msg = (
                f"removed_cards and players clash: {count(self.deck)} cards do not divide among {self.players} players"
            )
            raise RulesError(msg)
        if self.pass_count > self.hand_size:
            msg = f"pass_count and players clash: a hand of {self.hand_size} cards cannot pass {self.pass_count}"
            raise RulesError(msg)
        if not self.deck & CLUB_CARDS:
            msg = "removed_cards and opening_lead clash: no club is left to lead"
            raise RulesError(msg)
        if not self.deck & self._penalty_cards:
            msg = "removed_cards leaves no penalty card in play"
            raise RulesError(msg)
        if not self.pass_offsets:
            msg = "pass_cycle is empty; write [none] for play without passing"
            raise RulesError(msg)
        return self

    @cached_property
    def deck(self) -> CardSet:
        """The set of the cards in play."""
        removed = _REMOVED[self.players] if self.removed_cards is None else self.removed_cards
        return FULL_DECK & ~card_set(" ".join(removed))

    @property
    def hand_size(self) -> int:
        """How many cards every seat is dealt."""
        return count(self.deck) // self.players

    @property
    def _penalty_cards(self) -> CardSet:
        return HEART_CARDS | QUEEN_SET

    @cached_property
    def pass_offsets(self) -> tuple[int, ...]:
        """Seats to the left that cards are passed by, deal after deal; 0 where nothing is passed."""
        cycle = self.pass_cycle
        if cycle is None:
            cycle = _PASS_CYCLE_OF_FOUR if self.players == 4 else _PASS_CYCLE_OF_OTHERS  # noqa: PLR2004
        return tuple(self._offset(direction) for direction in cycle)

    def _offset(self, direction: str | int) -> int:
        named = {"none": 0, "left": 1, "right": self.players - 1}
        if self.players % 2 == 0:
            named["across"] = self.players // 2
        offset = named.get(direction) if isinstance(direction, str) else direction
        if offset is None or not 0 <= offset < self.players:
            msg = (
                f"pass_cycle has {direction!r}; with {self.players} players it may have {', '.join(named)} "
                f"or an offset from 0 to {self.players - 1}"
            )
            raise RulesError(msg)
        return offset

    def direction(self, offset: int) -> str:
        """Return the name of a pass offset: none, left, right, across, or "2 to the left"."""
        for name in ("none", "left", "right", "across"):
            if (name != "across" or self.players % 2 == 0) and self._offset(name) == offset:
                return name
        return f"{offset} to the left"

    @property
    def payoff_bound(self) -> int:
        """The largest payoff a seat can have in a deal: the points of all penalty cards."""
        return int(self.row["total_points"][0])

    @cached_property
    def row(self) -> npt.NDArray[np.void]:
        """The options as the engine reads them: an array with one record of dtype RULES."""
        rows = np.zeros(1, RULES)
        row = rows[0]
        values = np.zeros(DECK_SIZE, np.int64)
        values[HEARTS * SUIT_SIZE :] = 1
        values[card("QS")] = 13
        values[[index for index in range(DECK_SIZE) if not self.deck >> index & 1]] = 0
        row["players"], row["hand_size"], row["pass_count"] = self.players, self.hand_size, self.pass_count
        row["any_club_leads"] = _OPENING_LEADS.index(self.opening_lead)
        row["first_trick_points"] = _FIRST_TRICK_POINTS.index(self.first_trick_points)
        row["first_trick_points_only_hand"] = _ONLY_PENALTIES.index(self.first_trick_points_only_hand)
        row["must_break_hearts"] = self.must_break_hearts
        row["breaking_cards"] = HEART_CARDS | (QUEEN_SET if self.queen_breaks_hearts else 0)
        row["queen_counts_as_heart_when_leading"] = self.queen_counts_as_heart_when_leading
        row["moon"] = _MOONS.index(self.moon)
        row["deck"], row["penalty_cards"] = self.deck, self.deck & self._penalty_cards
        row["values"], row["total_points"] = values, values.sum()
        return rows

    def options(self) -> dict[str, Any]:
        """Return every option with its value, defaults that depend on the player count filled in."""
        chosen = self.model_dump()
        chosen["removed_cards"] = set_text(FULL_DECK & ~self.deck).split()
        chosen["pass_cycle"] = [self.direction(offset) for offset in self.pass_offsets]
        return chosen


class Preset(BaseModel):
    """A named set of rules and where it comes from."""

    name: str
    rules: Rules
    source: str

    def differences(self) -> dict[str, tuple[Any, Any]]:
        """Return the options that differ from the article's rules, each as (this preset's value, the article's)."""
        mine, article = self.rules.options(), PRESETS["article"].rules.options()
        return {name: (mine[name], article[name]) for name in mine if mine[name] != article[name]}


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.name: preset
        for preset in (
            Preset(
                name="article",
                rules=Rules(),
                source="The article about a browser game whose experiment this project reproduces.",
            ),
            Preset(
                name="bicycle",
                rules=Rules(queen_breaks_hearts=True, queen_counts_as_heart_when_leading=True),
                source="Bicycle's rules page and the texts copied from it.",
            ),
            Preset(
                name="microsoft",
                rules=Rules(),
                source="The help of Microsoft Hearts and observations of the Windows 95 program.",
            ),
            Preset(
                name="openspiel",
                rules=Rules(queen_breaks_hearts=True, pass_cycle=("none", "left", "across", "right")),
                source="OpenSpiel's defaults. It draws the pass direction by chance; here each comes equally often.",
            ),
        )
    }
)


def preset(name: str) -> Preset:
    """Return the preset of this name.

    Raises:
        RulesError: there is none; the message names the nearest.

    """
    if name not in PRESETS:
        raise RulesError(unknown_name("preset", name, PRESETS))
    return PRESETS[name]


@leaf
def opening_leads(rules: RulesRow, hand: CardSet) -> CardSet:
    """Return the cards that the holder of the lowest club may lead to the first trick."""
    clubs = hand & CLUB_CARDS
    return clubs if rules.any_club_leads != 0 else only(lowest(clubs))


@leaf
def legal_leads(rules: RulesRow, hand: CardSet, hearts_broken: bool) -> CardSet:
    """Return the cards that may be led to a trick after the first."""
    others = hand & ~HEART_CARDS
    if hearts_broken or rules.must_break_hearts == 0 or others == 0:
        return hand
    if others == QUEEN_SET and rules.queen_counts_as_heart_when_leading != 0:
        return hand
    return others


@leaf
def legal_follows(rules: RulesRow, hand: CardSet, led_suit: int, first_trick: bool) -> CardSet:
    """Return the cards that may be played to a trick that somebody has led to."""
    same_suit = in_suit(hand, led_suit)
    if same_suit != 0:
        return same_suit
    if not first_trick or rules.first_trick_points != FORBID_POINTS:
        return hand
    harmless = hand & ~rules.penalty_cards
    return harmless if harmless != 0 else _only_penalties(rules, hand)


@leaf
def _only_penalties(rules: RulesRow, hand: CardSet) -> CardSet:
    """Return what a hand of nothing but penalty cards may discard on the first trick."""
    if rules.first_trick_points_only_hand == HEARTS_ONLY and hand & HEART_CARDS != 0:
        return hand & HEART_CARDS
    if rules.first_trick_points_only_hand == QUEEN_FORCED and hand & QUEEN_SET != 0:
        return QUEEN_SET
    return hand
