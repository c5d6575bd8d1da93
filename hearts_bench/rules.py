"""The rules of Hearts: every option, validated together, and what the engine reads of them."""

from functools import cached_property
from typing import Annotated, Any, Literal, Self, TypeAlias, get_args

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

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
    cards_in,
    count,
    only,
    set_text,
)
from hearts_bench.errors import CardError, RulesError
from hearts_bench.messages import describe_validation

MIN_SEATS, MAX_SEATS = 3, 11
MAX_SEATS_OF_ONE_DECK, MIN_SEATS_OF_TWO_DECKS = 7, 6
MAX_HAND = 17  # three seats with 51 cards, or six with 102
MAX_PLAYS = 104
LONGEST_CYCLE = 12
QUEEN_SET = only(QUEEN_OF_SPADES)

OpeningLead = Literal["lowest_club", "any_club", "left_of_dealer"]
FirstTrickPoints = Literal["forbid", "allow"]
OnlyPenalties = Literal["any", "hearts_only", "queen_forced"]
KittyTo = Literal["nobody", "first_trick", "first_penalty", "first_heart"]
Moon = Literal["add", "subtract", "auto", "choice", "none"]
Sun = Literal["none", "double"]
CancelledLastTrick = Literal["leader", "top_pair"]
HeartValues = Literal["one", "face"]
EndWhen = Literal["reached", "exceeded"]
Ties = Literal["share", "extra_deal"]

# Compiled code knows a choice by its place in the list of values above.
LOWEST_CLUB, ANY_CLUB, LEFT_OF_DEALER = range(3)
FORBID_POINTS = 0
HEARTS_ONLY, QUEEN_FORCED = 1, 2
NOBODY, FIRST_TRICK, FIRST_PENALTY, FIRST_HEART = range(4)
MOON_ADD, MOON_SUBTRACT, MOON_AUTO, MOON_CHOICE, MOON_NONE = range(5)
LEADER_TAKES = 0
REACHED = 0
SHARE = 0

# What the engine knows of the rules. Choices are numbers, as above; truths are 0 or 1.
RULES = np.dtype(
    [
        ("players", "i8"),
        ("decks", "i8"),
        ("hand_size", "i8"),
        ("kitty_size", "i8"),
        ("kitty_to", "i8"),
        ("pass_count", "i8"),
        ("opening_lead", "i8"),
        ("first_trick_points", "i8"),
        ("first_trick_points_only_hand", "i8"),
        ("must_break_hearts", "i8"),
        ("breaking_cards", "i8"),
        ("queen_counts_as_heart_when_leading", "i8"),
        ("queen_discard_needs_broken", "i8"),
        ("moon", "i8"),
        ("sun", "i8"),
        ("cancelled_last_trick", "i8"),
        ("deck", "i8"),
        ("penalty_cards", "i8"),
        ("bonus_cards", "i8"),
        ("moon_cards", "i8"),
        ("no_trick_bonus", "i8"),
        ("target", "i8"),
        ("end_when", "i8"),
        ("ties", "i8"),
        ("values", "i2", (DECK_SIZE,)),
        ("pass_cycle_length", "i8"),
        ("pass_offsets", "i8", (LONGEST_CYCLE,)),
    ],
    align=True,
)
RulesRow: TypeAlias = Any

# Removed so that all hands are equal, by number of players: Bicycle and the Bulgarian rules page.
_REMOVED = {3: ("2D",), 4: (), 5: ("2C", "2D"), 6: ("2D", "3D", "3C", "4C"), 7: ("2D", "3D", "3C")}
_PASS_CYCLE_OF_FOUR = ("left", "right", "across", "none")
_PASS_CYCLE_OF_OTHERS = ("left", "right")
_CHOICES = {
    "opening_lead": OpeningLead,
    "first_trick_points": FirstTrickPoints,
    "first_trick_points_only_hand": OnlyPenalties,
    "kitty_to": KittyTo,
    "moon": Moon,
    "sun": Sun,
    "cancelled_last_trick": CancelledLastTrick,
    "end_when": EndWhen,
    "ties": Ties,
}


class Rules(BaseModel):
    """One set of rules for Hearts: frozen, validated, every option with a default that gives the article's rules.

    Raises:
        RulesError: an option is unknown, has an illegal value, or two options contradict each other.

    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    players: int = Field(4, ge=MIN_SEATS, le=MAX_SEATS, description="How many seats the table has.")
    decks: Literal[1, 2] = Field(1, description="Two decks make Cancellation Hearts: equal cards of a trick cancel.")
    removed_cards: tuple[str, ...] | None = Field(
        None, description="Cards left out so that all hands are equal; by default the usual ones for the player count."
    )
    kitty_to: KittyTo = Field(
        "nobody",
        description="Who gets cards that are left over after an even deal: nobody, or who takes the first trick, the "
        "first penalty card or the first heart. Their points count.",
    )
    pass_cycle: tuple[str | int, ...] | None = Field(
        None,
        description="Where cards are passed, deal after deal: left, right, across, none or a seat offset. "
        "By default left, right, across, none for four players and left, right for others.",
    )
    pass_count: int = Field(3, ge=1, le=MAX_HAND, description="How many cards everybody passes.")
    opening_lead: OpeningLead = Field(
        "lowest_club",
        description="The holder of the lowest club leads it, or may lead any club; or who sits left of the dealer "
        "leads anything.",
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
    queen_discard_needs_broken: bool = Field(
        False,
        description="The queen of spades may not be discarded before hearts are broken, if there is another card.",
    )
    moon: Moon = Field(
        "add",
        description="Who takes every penalty card scores 0 and everybody else all the points (add), or has the points "
        "subtracted (subtract), or chooses (choice); auto adds unless that would end the game with another winner; "
        "or nothing special happens (none).",
    )
    moon_needs_bonus: bool = Field(False, description="A moon needs the bonus card as well.")
    sun: Sun = Field("none", description="A moon with every trick counts double.")
    bonus: int = Field(0, le=0, ge=-100, description="Points for the bonus card; they count on top of a moon.")
    bonus_card: str = Field("JD", description="The bonus card.")
    no_trick_bonus: int = Field(
        0, le=0, ge=-100, description="Points for taking no trick; not paid when there is a moon."
    )
    heart_values: HeartValues = Field("one", description="A heart counts one point, or its face (J 11 to A 14).")
    queen_value: int = Field(13, ge=0, le=1000, description="Points for the queen of spades.")
    extra_penalties: dict[str, Annotated[int, Field(ge=1, le=1000)]] = Field(
        default_factory=dict, description="Points for further cards."
    )
    cancelled_last_trick: CancelledLastTrick = Field(
        "leader",
        description="With two decks: who takes a last trick in which all cards cancel, its leader, or who played the "
        "second card of the highest pair.",
    )
    target: int = Field(100, ge=1, le=1_000_000, description="A game ends when a total reaches or exceeds this.")
    end_when: EndWhen = Field("reached", description="Whether a total of exactly the target ends the game.")
    ties: Ties = Field("share", description="Equal lowest totals share the win, or play another deal.")

    def __init__(self, **options: Any) -> None:
        try:
            super().__init__(**options)
        except ValidationError as error:
            raise RulesError(describe_validation(error, type(self))) from None

    @field_validator("removed_cards")
    @classmethod
    def _removed_cards_exist(cls, names: tuple[str, ...] | None) -> tuple[str, ...] | None:
        return None if names is None else tuple(set_text(_cards("removed_cards", names)).split())

    @field_validator("bonus_card")
    @classmethod
    def _bonus_card_exists(cls, name: str) -> str:
        return set_text(_cards("bonus_card", (name,)))

    @field_validator("extra_penalties")
    @classmethod
    def _extra_penalties_exist(cls, points: dict[str, int]) -> dict[str, int]:
        for name, value in points.items():
            if _cards("extra_penalties", (name,)) & (HEART_CARDS | QUEEN_SET):
                msg = f"extra_penalties: {name} cannot have {value} points; hearts and QS have options of their own"
                raise RulesError(msg)
        return {set_text(_cards("extra_penalties", (name,))): value for name, value in points.items()}

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        for clash, reason in self._clashes():
            if clash:
                raise RulesError(reason)
        return self

    def _clashes(self) -> tuple[tuple[bool, str], ...]:
        """Return each combination that cannot be, as (whether it is there, what to say)."""
        one_deck = self.decks == 1
        leftover = self._copies % self.players
        return (
            (
                one_deck and self.players > MAX_SEATS_OF_ONE_DECK,
                f"players and decks clash: {self.players} players need two decks",
            ),
            (
                not one_deck and self.players < MIN_SEATS_OF_TWO_DECKS,
                f"players and decks clash: two decks are for {MIN_SEATS_OF_TWO_DECKS} to {MAX_SEATS} players",
            ),
            (
                leftover > 0 and self.kitty_to == "nobody" and bool(self.removed_cards),
                f"removed_cards and players clash: {self._copies} cards do not divide among {self.players} players",
            ),
            (
                not 1 <= self.hand_size <= MAX_HAND,
                f"removed_cards and players clash: {self._copies} cards make no hands for {self.players} players",
            ),
            (
                self.pass_count > self.hand_size and any(self.pass_offsets),
                f"pass_count and players clash: a hand of {self.hand_size} cards cannot pass {self.pass_count}",
            ),
            (
                not one_deck and self.pass_count > (self.hand_size + 1) // 2 and any(self.pass_offsets),
                f"pass_count and decks clash: {self.hand_size} cards may hold no {self.pass_count} different ones",
            ),
            (
                count(self.deck & CLUB_CARDS) * self.decks <= self.kitty_size and self.opening_lead != "left_of_dealer",
                "removed_cards and opening_lead clash: no club may be left to lead",
            ),
            (
                self.queen_discard_needs_broken and self.first_trick_points_only_hand == "queen_forced",
                "queen_discard_needs_broken and first_trick_points_only_hand clash: the queen cannot be forced",
            ),
            (not self.deck & self._penalty_cards, "removed_cards leaves no penalty card in play"),
            (
                not 1 <= len(self.pass_offsets) <= LONGEST_CYCLE,
                f"pass_cycle has {len(self.pass_offsets)} directions; write 1 to {LONGEST_CYCLE}, [none] for no pass",
            ),
            (
                self.moon_needs_bonus and not self.bonus,
                "moon_needs_bonus and bonus clash: a bonus of 0 means that there is no bonus card",
            ),
            (
                bool(self.bonus) and bool(card_set(self.bonus_card) & self._penalty_cards),
                f"bonus_card and penalty cards clash: {self.bonus_card} is a penalty card",
            ),
            (self.sun == "double" and self.moon == "none", "sun and moon clash: without a moon there is no sun"),
        )

    @property
    def _copies(self) -> int:
        return count(self.deck) * self.decks

    @cached_property
    def deck(self) -> CardSet:
        """The set of the cards in play; with two decks, each of them twice."""
        removed = self.removed_cards
        if removed is None:
            removed = (
                _REMOVED[self.players]
                if self.decks == 1 and self.kitty_to == "nobody" and self.players in _REMOVED
                else ()
            )
        return FULL_DECK & ~card_set(" ".join(removed))

    @property
    def hand_size(self) -> int:
        """How many cards every seat is dealt."""
        return self._copies // self.players

    @property
    def kitty_size(self) -> int:
        """How many cards are left over."""
        return self._copies % self.players

    @cached_property
    def _penalty_cards(self) -> CardSet:
        return HEART_CARDS | (QUEEN_SET if self.queen_value else 0) | card_set(" ".join(self.extra_penalties))

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
        """The largest payoff, in absolute value, that a seat can have in a deal."""
        row = self.row[0]
        moon = int(row["values"][cards_in(int(row["penalty_cards"]))].sum()) * self.decks
        return moon * (2 if self.sun == "double" else 1) - self.bonus * self.decks - self.no_trick_bonus

    @cached_property
    def row(self) -> npt.NDArray[np.void]:
        """The options as the engine reads them: an array with one record of dtype RULES."""
        rows = np.zeros(1, RULES)
        row = rows[0]
        for name, choices in _CHOICES.items():
            row[name] = get_args(choices).index(getattr(self, name))
        for name in (
            "players",
            "decks",
            "hand_size",
            "kitty_size",
            "pass_count",
            "must_break_hearts",
            "queen_counts_as_heart_when_leading",
            "queen_discard_needs_broken",
            "no_trick_bonus",
            "target",
            "deck",
            "kitty_size",
        ):
            row[name] = getattr(self, name)
        row["breaking_cards"] = HEART_CARDS | (QUEEN_SET if self.queen_breaks_hearts else 0)
        row["penalty_cards"] = self.deck & self._penalty_cards
        row["bonus_cards"] = self.deck & card_set(self.bonus_card) if self.bonus else 0
        row["moon_cards"] = row["penalty_cards"] | (row["bonus_cards"] if self.moon_needs_bonus else 0)
        row["values"] = self._values()
        row["pass_cycle_length"] = len(self.pass_offsets)
        row["pass_offsets"][: len(self.pass_offsets)] = self.pass_offsets
        return rows

    def _values(self) -> npt.NDArray[np.int64]:
        """Return the points of each card; 0 for those that are not in play."""
        values = np.zeros(DECK_SIZE, np.int64)
        values[HEARTS * SUIT_SIZE :] = range(2, 15) if self.heart_values == "face" else 1
        values[QUEEN_OF_SPADES] = self.queen_value
        for name, points in self.extra_penalties.items():
            values[card(name)] = points
        if self.bonus:
            values[card(self.bonus_card)] = self.bonus
        values[cards_in(FULL_DECK & ~self.deck)] = 0
        return values

    def options(self) -> dict[str, Any]:
        """Return every option with its value, defaults that depend on the player count filled in."""
        chosen = self.model_dump()
        chosen["removed_cards"] = set_text(FULL_DECK & ~self.deck).split()
        chosen["pass_cycle"] = [
            name if " " not in (name := self.direction(offset)) else offset for offset in self.pass_offsets
        ]
        return chosen


def _cards(option: str, names: tuple[str, ...]) -> CardSet:
    try:
        return card_set(" ".join(names))
    except CardError as error:
        msg = f"{option}: {error}"
        raise RulesError(msg) from error
