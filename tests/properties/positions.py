"""Tables with known hands, played in step by the tests, whose raw records can be looked at."""

import random
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from hearts_bench import Rules
from hearts_bench.cards import Card, CardSet, card_set, cards_in
from hearts_bench.engine import advance_tables, deal_tables, set_tables
from hearts_bench.table import CHOOSING, FAIL, OVER, PASSING, PLAYING, WAITING, new_tables
from hearts_bench.view import new_views

Records = npt.NDArray[np.void]
# A card set; or, where cards may be there twice, their numbers or a text.
Hand: TypeAlias = CardSet | str | Sequence[Card]
NEVER = 2**62


def as_cards(hand: Hand) -> list[Card]:
    """Return a hand's cards in order, those it has twice as often."""
    if isinstance(hand, str):
        return sorted(card for name in hand.split() for card in cards_in(card_set(name)))
    return cards_in(hand) if isinstance(hand, int) else sorted(hand)


def as_sets(cards: Iterable[Card]) -> tuple[CardSet, CardSet]:
    """Return the set of some cards, and the set of those among them that are there twice."""
    once, twice = 0, 0
    for card in cards:
        twice |= once & 1 << card
        once |= 1 << card
    return once, twice


def as_list(once: int, twice: int) -> list[Card]:
    """Return the cards of a set and its companion of those that are there twice, in order."""
    return sorted(cards_in(int(once)) + cards_in(int(twice)))


class Position:
    """One deal between two decisions: its hidden table record, its view record, and the decisions so far."""

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[Hand],
        pass_offset: int,
        records: tuple[Records, Records] | None = None,
        *,
        kitty: Hand = (),
        dealer: int = 0,
        totals: Sequence[int] = (),
        on_illegal: int = FAIL,
        in_game: bool = False,
    ) -> None:
        """Lay out the hands, on fresh records or on used ones; `in_game` goes on with further deals."""
        self.rules, self.pass_offset = rules, pass_offset
        self.tables, self.views = (new_tables(1), new_views(1)) if records is None else records
        self._entries = np.zeros((1, 5), np.int64)
        self.answers: list[int] = []
        for seat, hand in enumerate(hands):
            self.tables["dealt"][0, seat], self.tables["dealt_twice"][0, seat] = as_sets(as_cards(hand))
        self.tables["kitty"], self.tables["kitty_twice"] = as_sets(as_cards(kitty))
        self.tables["board"] = dealer
        set_tables(self.tables, self.views, rules.row, pass_offset)
        self.tables["on_illegal"] = on_illegal
        if in_game:
            self.tables["whole_game"], self.tables["most_deals"] = 1, 200
        if totals:
            self.views["totals"][0, : rules.players] = totals
        advance_tables(self.tables, self.views, self._entries)

    def answer(self, answer: int) -> bool:
        """Carry out a decision, and tell whether it was legal; if not, the position is what it was."""
        self.tables["answer"] = answer
        advance_tables(self.tables, self.views, self._entries)
        is_legal = int(self.tables["status"][0]) in (WAITING, OVER)
        if is_legal:
            self.answers.append(answer)
        else:
            self.tables["status"] = WAITING
        return is_legal

    def play(self, cards: str) -> None:
        """Play cards in turn; each must be legal."""
        for name in cards.split():
            card = card_set(name).bit_length() - 1
            assert self.is_playing
            assert self.answer(card), f"{name} is not legal for seat {self.seat}"

    def field(self, name: str) -> Any:
        """Return a field of the view as plain integers or lists."""
        return self.views[name][0].tolist()

    def hidden(self, name: str) -> Any:
        """Return a field of the table as plain integers or, by seat, lists."""
        value = self.tables[name][0].tolist()
        return value[: self.rules.players] if isinstance(value, list) else value

    @property
    def is_passing(self) -> bool:
        """Whether cards are being passed."""
        return bool(self.tables["phase"][0] == PASSING)

    @property
    def is_playing(self) -> bool:
        """Whether a card is to be played."""
        return bool(self.tables["phase"][0] == PLAYING)

    @property
    def is_choosing(self) -> bool:
        """Whether the shooter of a moon is to say what it does."""
        return bool(self.tables["phase"][0] == CHOOSING)

    @property
    def is_over(self) -> bool:
        """Whether the deal, or the game, is over."""
        return bool(self.tables["status"][0] == OVER)

    @property
    def hands(self) -> list[CardSet]:
        """The card set every seat holds."""
        hands: list[CardSet] = self.hidden("hands")
        return hands

    def held(self, seat: int) -> list[Card]:
        """Return the cards that a seat holds."""
        return as_list(self.tables["hands"][0, seat], self.tables["hands_twice"][0, seat])

    def pair(self, name: str, seat: int) -> list[Card]:
        """Return the cards of two fields of the view, such as `played` and `played_twice`."""
        return as_list(self.views[name][0, seat], self.views[f"{name}_twice"][0, seat])

    @property
    def kitty(self) -> list[Card]:
        """The cards that were left over."""
        return as_list(self.tables["kitty"][0], self.tables["kitty_twice"][0])

    @property
    def scores(self) -> list[int]:
        """The scores of a deal that is over."""
        scores: list[int] = self.hidden("scores")
        return scores

    def go_on(self, chance: random.Random) -> None:
        """Pass random cards, play a random legal one, or say at random what a moon does."""
        if self.is_passing:
            cards = chance.sample(cards_in(self.hands[self.seat]), self.rules.pass_count)
            self.answer(sum(1 << card for card in cards))
        elif self.is_playing:
            self.answer(chance.choice(cards_in(self.field("legal"))))
        else:
            self.answer(chance.randrange(3))

    def finish(self, chance: random.Random) -> None:
        """Play at random to the end."""
        while not self.is_over:
            self.go_on(chance)

    @property
    def seat(self) -> int:
        """The seat to act."""
        return int(self.tables["to_act"][0])

    @property
    def decisions(self) -> int:
        """How many passes and plays a whole deal takes."""
        return self.rules.players * (self.rules.hand_size + (self.pass_offset != 0))


class Game(Position):
    """A board dealt from a seed and played to the end of a game, or as a single deal (`most_deals` 0)."""

    def __init__(self, rules: Rules, board: int, seed: int = 1, most_deals: int = 200) -> None:
        self.rules = rules
        self.tables, self.views = new_tables(1), new_views(1)
        self._entries = np.zeros((1, 5), np.int64)
        self.answers = []
        self.tables["board"] = board
        deal_tables(self.tables, self.views, self._entries, rules.row, seed, 0, NEVER, most_deals, FAIL)
        advance_tables(self.tables, self.views, self._entries)

    def answer(self, answer: int) -> bool:
        """Carry out a decision; the answers kept are those of the deal in play."""
        deal = self.field("deal_number")
        is_legal = super().answer(answer)
        if self.field("deal_number") != deal:
            self.answers.clear()
        return is_legal

    @property
    def pass_offset(self) -> int:  # type: ignore[override]
        """Where cards are passed in this deal."""
        return int(self.views["pass_offset"][0])


def deck_of(rules: Rules) -> list[Card]:
    """Return the cards in play, in order."""
    return sorted(cards_in(rules.deck) * rules.decks)


def share_out(rules: Rules, cards: Sequence[Card]) -> tuple[list[list[Card]], list[Card]]:
    """Cut cards into equal hands, and the kitty that is left over."""
    size, players = rules.hand_size, rules.players
    return [list(cards[seat * size : (seat + 1) * size]) for seat in range(players)], list(cards[size * players :])


def random_deal(rules: Rules, chance: random.Random) -> tuple[list[list[Card]], list[Card]]:
    """Deal at random; some deals gather the suits in few hands, so that voids show early."""
    cards = deck_of(rules)
    chance.shuffle(cards)
    if chance.randrange(2):
        cards.sort(key=lambda card: card + chance.randrange(20))
    kitty_at = chance.randrange(len(cards) - rules.kitty_size + 1)
    kitty = [cards.pop(kitty_at) for _ in range(rules.kitty_size)]
    hands, _ = share_out(rules, cards)
    chance.shuffle(hands)
    return hands, kitty


def random_hands(rules: Rules, chance: random.Random) -> list[CardSet]:
    """Deal one deck at random, without a kitty."""
    return [sum(1 << card for card in hand) for hand in random_deal(rules, chance)[0]]


def random_position(rules: Rules, chance: random.Random, *, in_play: bool = False) -> Position:
    """Return a deal played at random up to some decision, of the pass or of the play."""
    hands, kitty = random_deal(rules, chance)
    offset = chance.choice(rules.pass_offsets) if chance.randrange(2) else chance.randrange(rules.players)
    position = Position(rules, hands, offset, kitty=kitty, dealer=chance.randrange(rules.players))
    first = rules.players if in_play and position.pass_offset else 0
    for _ in range(chance.randrange(first, position.decisions)):
        position.go_on(chance)
    return position
