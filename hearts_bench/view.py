"""What one seat may know of a deal: the only cut through hidden cards.

The public part is kept by the table while a deal is played; before a seat decides, its own part is filled in. Nothing
here holds, or leads to, a card that the seat has not seen. Compiled strategies get the record; Python strategies get a
read-only `View` with the same fields as plain integers.
"""

from typing import Any, TypeAlias

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from hearts_bench._jit import leaf
from hearts_bench.cards import CardSet
from hearts_bench.rules import MAX_HAND, MAX_PLAYS, MAX_SEATS, RULES

# Every field is documented in docs/strategies.md, from FIELDS.
FIELDS: dict[str, tuple[str | np.dtype[Any], tuple[int, ...], str]] = {
    "seat": ("i8", (), "your seat, 0..players-1 clockwise"),
    "hand": ("i8", (), "the card set you hold"),
    "legal": ("i8", (), "the card set you may choose from now"),
    "hand_twice": ("i8", (), "of these, the cards you hold twice (with two decks)"),
    "kitty": ("i8", (), "the cards left over from the deal, if you took them"),
    "kitty_twice": ("i8", (), "of these, the cards that are there twice"),
    "passed": ("i8", (), "the card set you passed, to seat + pass_offset; empty before the pass and without one"),
    "received": ("i8", (), "the card set you were passed, from seat - pass_offset"),
    "stream": ("i8", (), "the random stream of this decision, for `draw` and `draw_below`"),
    "players": ("i8", (), "how many seats the table has"),
    "pass_count": ("i8", (), "how many cards everybody passes in this deal; 0 if none"),
    "pass_offset": ("i8", (), "how many seats to the left cards are passed; 0 for no pass"),
    "dealer": ("i8", (), "the seat of the dealer"),
    "deal_number": ("i8", (), "deals of this game before this one; 0 in single deals"),
    "tricks_played": ("i8", (), "tricks completed so far; 0 during the first trick"),
    "leader": ("i8", (), "the seat that leads, or led, the current trick; -1 while cards are passed"),
    "trick_size": ("i8", (), "cards on the table"),
    "trick_cards": ("i8", (), "the card set on the table"),
    "trick_points": ("i8", (), "points on the table"),
    "led_suit": ("i8", (), "the suit led to the current trick, -1 before the lead"),
    "winner": ("i8", (), "the seat whose card wins the trick so far, -1 before the lead"),
    "winning_card": ("i8", (), "that card, -1 before the lead"),
    "hearts_broken": ("i8", (), "1 once a card that breaks hearts was played"),
    "kitty_taker": ("i8", (), "the seat that took the cards left over from the deal, -1 if none did"),
    "cards_played": ("i8", (), "how many cards were played so far"),
    "seen": ("i8", (), "the card set played so far, by anybody, the table included"),
    "seen_twice": ("i8", (), "of these, the cards that were played twice (with two decks)"),
    "carried": ("i8", (), "the card set of earlier tricks that nobody won (with two decks)"),
    "carried_twice": ("i8", (), "of these, the cards that are there twice"),
    "carried_points": ("i8", (), "their points"),
    "trick": ("i8", (MAX_SEATS,), "the card of each seat on the table, -1 where there is none"),
    "played": ("i8", (MAX_SEATS,), "the card set each seat has played"),
    "played_twice": ("i8", (MAX_SEATS,), "of these, the cards it has played twice (with two decks)"),
    "taken": ("i8", (MAX_SEATS,), "the card set each seat has won in tricks"),
    "taken_twice": ("i8", (MAX_SEATS,), "of these, the cards it has won twice (with two decks)"),
    "points": ("i8", (MAX_SEATS,), "the card points each seat has taken"),
    "totals": ("i8", (MAX_SEATS,), "the scores of each seat in earlier deals of this game"),
    "voids": ("i8", (MAX_SEATS,), "bit 1 << suit is set where a seat has failed to follow that suit"),
    "plays": ("i1", (MAX_PLAYS,), "every card played, in order; then -1"),
    "leaders": ("i1", (MAX_HAND + 1,), "the leader of each trick, in order, the current one included; then -1"),
    "rules": (RULES, (), "the options of the rules in force"),
}
VIEW = np.dtype([(name, kind, shape) for name, (kind, shape, _meaning) in FIELDS.items()], align=True)
VIEW_RECORD = numba.from_dtype(VIEW)
ViewRow: TypeAlias = Any


def new_views(count: int) -> npt.NDArray[np.void]:
    """Return `count` empty view records; the engine and strategies read their fields as attributes."""
    return np.zeros(count, VIEW).view(np.recarray)


@overload(new_views, strict=False)
def _compiled_new_views(count: Any) -> Any:  # noqa: ARG001
    return lambda count: np.zeros(count, VIEW)


class Views(dict[str, list[Any]]):
    """The views of several tables that wait for Python strategies: each field of all of them as a list.

    A field is turned into plain integers when somebody asks for it, for all views at once.
    """

    def __init__(self, rows: npt.NDArray[np.void]) -> None:
        super().__init__()
        self._rows = rows

    def __missing__(self, name: str) -> list[Any]:
        """Turn a field into Python objects."""
        column = self._rows[name]
        self[name] = list(column.view(np.recarray)) if name == "rules" else column.tolist()
        return self[name]

    def record(self, at: int) -> ViewRow:
        """Return one of the views as a record of its own."""
        return self._rows[at : at + 1].copy().view(np.recarray)[0]


class View:
    """What one seat may know, as plain Python integers and lists; the fields are those of `FIELDS`.

    A view is a copy: nothing done to it reaches the table, and its fields cannot be set.
    """

    __slots__ = ("_at", "_views")

    def __init__(self, views: Views, at: int) -> None:
        self._views = views
        self._at = at

    def record(self) -> ViewRow:
        """Return the view as a record of dtype VIEW, for whoever plays on from it."""
        return self._views.record(self._at)

    def __getattr__(self, name: str) -> Any:
        """Explain a field that does not exist."""
        msg = f"a view has no field {name!r}; it has {', '.join(FIELDS)}"
        raise AttributeError(msg)


def _field(name: str, meaning: str) -> property:
    def read(view: View) -> Any:
        return view._views[name][view._at]  # noqa: SLF001 - the class itself, in two places

    return property(read, doc=meaning)


for _name, _description in FIELDS.items():
    setattr(View, _name, _field(_name, _description[2]))


def copy_view(views: npt.NDArray[np.void], at: int, view: ViewRow) -> None:
    """Copy a view, as a strategy gets it, into an array of view records."""
    views[at] = view.record() if isinstance(view, View) else view


@overload(copy_view, strict=False)
def _compiled_copy_view(views: Any, at: Any, view: Any) -> Any:  # noqa: ARG001
    def copy(views: Any, at: Any, view: Any) -> None:
        views[at] = view

    return copy


@leaf
def is_last(view: ViewRow) -> bool:
    """Tell whether you play the last card of the trick."""
    return view.trick_size == view.players - 1


@leaf
def unseen(view: ViewRow) -> CardSet:
    """Return the cards that you have not seen: those the other seats hold, as far as you know.

    With two decks, a card is unseen while a copy of it is; `unseen_twice` has those of which both are.
    """
    known = view.seen | view.hand | view.kitty
    if view.rules.decks == 1:
        return view.rules.deck & ~known
    both = view.seen_twice | view.hand_twice | view.kitty_twice | (view.seen & view.hand)
    both |= view.kitty & (view.seen | view.hand)
    return view.rules.deck & ~both


@leaf
def unseen_twice(view: ViewRow) -> CardSet:
    """Return the cards of which you have seen neither copy (with two decks; else none)."""
    if view.rules.decks == 1:
        return 0
    return view.rules.deck & ~(view.seen | view.hand | view.kitty)


@leaf
def is_void(view: ViewRow, seat: int, suit: int) -> bool:
    """Tell whether a seat has shown that it holds no card of a suit."""
    return (view.voids[seat] >> suit) & 1 != 0


@leaf
def beats(view: ViewRow, card: int) -> bool:
    """Tell whether a card would win the trick as it lies: it is the lead, or higher in the suit led."""
    return view.led_suit < 0 or (card // 13 == view.led_suit and card > view.winning_card)


@leaf
def sole_taker(view: ViewRow) -> int:
    """Return the only seat that has taken points, or -1 if no seat or several have."""
    taker = -1
    for seat in range(view.players):
        if view.taken[seat] & view.rules.penalty_cards != 0:
            if taker >= 0:
                return -1
            taker = seat
    return taker


@leaf
def holder_of_pass(view: ViewRow) -> int:
    """Return the seat that got the cards you passed, or -1 when nothing was passed."""
    if view.pass_offset == 0:
        return -1
    return (view.seat + view.pass_offset) % view.players
