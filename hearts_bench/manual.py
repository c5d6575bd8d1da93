"""One table played by hand: given hands, cards as text, errors as exceptions. For replays, tests and the curious."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from hearts_bench.cards import Card, CardSet, card, card_set, cards_in, set_text, text
from hearts_bench.engine import advance_tables, set_tables
from hearts_bench.errors import CardError, IllegalPlayError
from hearts_bench.rules import MOON_ADD, MOON_AUTO, MOON_SUBTRACT, Rules
from hearts_bench.table import CHOOSING, PASSING, SCORED, TABLE, WAITING
from hearts_bench.view import VIEW, View, Views


def _cards(hand: str | CardSet) -> list[Card]:
    return [card(name) for name in hand.split()] if isinstance(hand, str) else cards_in(hand)


def _sets(cards: Sequence[Card]) -> tuple[CardSet, CardSet]:
    """Return the set of some cards, and of those that occur twice."""
    return card_set(set(cards)), card_set({each for each in cards if cards.count(each) > 1})


def kitty_of(rules: Rules, hands: Sequence[Sequence[Card]]) -> list[Card]:
    """Return the cards that no hand has, sorted.

    Raises:
        CardError: the hands are not a deal of these rules.

    """
    left = Counter(dict.fromkeys(cards_in(rules.deck), rules.decks))
    left.subtract([each for hand in hands for each in hand])
    if [len(hand) for hand in hands] != [rules.hand_size] * rules.players or min(left.values()) < 0:
        msg = f"a deal of these rules is {rules.players} hands of {rules.hand_size} cards that make up the deck"
        raise CardError(msg)
    return sorted(left.elements())


def lay_hands(
    tables: npt.NDArray[np.void],
    views: npt.NDArray[np.void],
    rules: Rules,
    hands: Sequence[Sequence[Card]],
    pass_offset: int,
    dealer: int,
) -> None:
    """Begin a deal with these hands on all tables.

    Raises:
        CardError: the hands are not a deal of these rules.

    """
    kitty = kitty_of(rules, hands)
    for seat, hand in enumerate(hands):
        tables["dealt"][:, seat], tables["dealt_twice"][:, seat] = _sets(hand)
    tables["kitty"], tables["kitty_twice"] = _sets(kitty)
    tables["board"] = dealer  # by which the engine knows who deals
    set_tables(tables, views, rules.row, pass_offset)


class ManualTable:
    """A deal with known hands, played card by card.

    >>> table = ManualTable(Rules(), ["2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    ...     "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
    ...     "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"])
    >>> table.to_act, table.legal
    (0, '2C')
    >>> table.play("2C 2D 2H")
    >>> table.to_act, table.legal
    (3, '2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS')
    """

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[str | CardSet],
        pass_offset: int = 0,
        *,
        dealer: int = 0,
        totals: Sequence[int] = (),
        deal_number: int = 0,
        revoker: int | None = None,
    ) -> None:
        """Lay out the hands, one for every seat; cards go `pass_offset` seats to the left first unless it is 0.

        With two decks a text may name a card twice. What no hand has is the kitty. A deal within a game has `totals`
        and a `deal_number` above 0. Who revokes in this deal is charged all the hearts when it is scored.

        Raises:
            CardError: the hands are not a deal of these rules.

        """
        self.rules = rules
        self._tables, self._views = np.zeros(1, TABLE), np.zeros(1, VIEW)
        self._entries = np.zeros((1, 5), np.int64)
        lay_hands(self._tables, self._views, rules, [_cards(hand) for hand in hands], pass_offset, dealer)
        self._views["deal_number"] = deal_number
        self._views["totals"][0, : len(totals)] = totals
        self._tables["revoker"] = -1 if revoker is None else revoker
        self._advance()

    def _advance(self) -> None:
        advance_tables(self._tables, self._views, self._entries)

    def _answer(self, answer: int) -> bool:
        """Give an answer for the seat to act; False, and nothing changed, if it is illegal."""
        self._tables["answer"][0] = answer
        self._advance()
        if self._tables["status"][0] in (WAITING, 0):
            return True
        self._tables["status"][0] = WAITING
        return False

    @property
    def to_act(self) -> int | None:
        """The seat that decides next; None when the deal is over."""
        return None if self.is_over else int(self._tables["to_act"][0])

    @property
    def is_over(self) -> bool:
        """Whether the last trick is played and the deal scored."""
        return bool(self._tables["phase"][0] == SCORED)

    @property
    def is_passing(self) -> bool:
        """Whether the seat to act has cards to pass."""
        return bool(self._tables["phase"][0] == PASSING)

    @property
    def is_choosing(self) -> bool:
        """Whether the seat to act has shot the moon and chooses what it does."""
        return bool(self._tables["phase"][0] == CHOOSING)

    @property
    def legal(self) -> str:
        """The cards the seat to act may choose from, as text."""
        return set_text(self.view.legal)

    @property
    def view(self) -> View:
        """What the seat to act may know; a copy."""
        return View(Views(self._views.copy()), 0)

    @property
    def hands(self) -> list[str]:
        """The cards every seat holds now, as text; a card that is there twice is named twice."""
        rows = zip(self._tables["hands"][0], self._tables["hands_twice"][0], strict=True)
        texts = [" ".join(map(text, sorted([*cards_in(once), *cards_in(twice)]))) for once, twice in rows]
        return texts[: self.rules.players]

    @property
    def scores(self) -> list[int] | None:
        """The scores by seat, or None while the deal is in play."""
        return self._tables["scores"][0, : self.rules.players].tolist() if self.is_over else None

    @property
    def points(self) -> list[int]:
        """The card points taken so far, by seat."""
        return self.view.points[: self.rules.players]

    @property
    def tricks(self) -> list[int]:
        """The tricks won so far, by seat."""
        return self._tables["tricks"][0, : self.rules.players].tolist()

    @property
    def moon_seat(self) -> int | None:
        """The seat that took every penalty card, if one did."""
        seat = int(self._tables["moon_seat"][0])
        return seat if seat >= 0 else None

    def pass_cards(self, cards: str | Iterable[Card]) -> None:
        """Pass cards for the seat to act.

        Raises:
            IllegalPlayError: they are not the right number of different cards out of the hand.

        """
        seat = self.to_act
        if not self.is_passing:
            msg = "no cards are to be passed now"
            raise IllegalPlayError(msg)
        try:
            chosen = card_set(cards)
        except CardError as error:
            msg = f"seat {seat} cannot pass that: {error}"
            raise IllegalPlayError(msg) from error
        hand, wanted = self.legal, self.view.pass_count
        if not self._answer(chosen):
            msg = f"seat {seat} cannot pass {set_text(chosen)}: {wanted} cards of its hand are wanted ({hand})"
            raise IllegalPlayError(msg)

    def choose_moon(self, moon: Literal["add", "subtract", "auto"]) -> None:
        """Say what the moon of the seat to act does.

        Raises:
            IllegalPlayError: nobody chooses now.

        """
        if not self.is_choosing:
            msg = "nobody has a moon to choose for now"
            raise IllegalPlayError(msg)
        self._answer({"add": MOON_ADD, "subtract": MOON_SUBTRACT, "auto": MOON_AUTO}[moon])

    def play(self, cards: str | Card) -> None:
        """Play one card, or several in turn given as text such as "2C 5C AC 3C".

        Raises:
            IllegalPlayError: a card is not legal for the seat whose turn it is; the ones before it stay played.

        """
        for each in [card(name) for name in cards.split()] if isinstance(cards, str) else [cards]:
            seat = self.to_act
            if seat is None or self.is_passing or self.is_choosing:
                why = "cards are being passed" if self.is_passing else "the last trick is played"
                msg = f"{text(each)} cannot be played: {why}"
                raise IllegalPlayError(msg)
            hand, legal = self._tables["hands"][0, seat], self.legal
            if not self._answer(each):
                why = "is not in the hand" if not hand >> each & 1 else "is not legal"
                msg = f"{text(each)} {why} of seat {seat}; legal: {legal}"
                raise IllegalPlayError(msg)
