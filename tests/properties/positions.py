"""Tables with known hands, played in step by the tests, whose raw records can be looked at."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from hearts_bench import Rules
from hearts_bench.cards import Card, CardSet, cards_in
from hearts_bench.engine import advance_tables, set_tables
from hearts_bench.table import PASSING, WAITING, new_tables
from hearts_bench.view import new_views

Records = npt.NDArray[np.void]


class Position:
    """One deal between two decisions: its hidden table record, its view record, and the decisions so far."""

    def __init__(
        self, rules: Rules, hands: Sequence[CardSet], pass_offset: int, records: tuple[Records, Records] | None = None
    ) -> None:
        """Lay out the hands, on fresh records or on used ones."""
        self.rules, self.pass_offset = rules, pass_offset
        self.tables, self.views = (new_tables(1), new_views(1)) if records is None else records
        self._entries = np.zeros((1, 4), np.int64)
        self.answers: list[int] = []
        self.tables["dealt"][0, : rules.players] = hands
        set_tables(self.tables, self.views, rules.row.reshape(1), np.array([pass_offset], np.int64))
        advance_tables(self.tables, self.views, self._entries)

    def answer(self, answer: int) -> bool:
        """Carry out a decision, and tell whether it was legal."""
        self.answers.append(answer)
        self.tables["answer"] = answer
        advance_tables(self.tables, self.views, self._entries)
        return int(self.tables["status"][0]) in (WAITING, 0)

    def field(self, name: str) -> Any:
        """Return a field of the view as plain integers or lists."""
        return self.views[name][0].tolist()

    @property
    def is_passing(self) -> bool:
        """Whether cards are being passed."""
        return bool(self.tables["phase"][0] == PASSING)

    @property
    def is_over(self) -> bool:
        """Whether the deal is over."""
        return bool(self.tables["status"][0] == 0)

    @property
    def hands(self) -> list[CardSet]:
        """The card set every seat holds."""
        hands: list[CardSet] = self.tables["hands"][0, : self.rules.players].tolist()
        return hands

    def go_on(self, chance: random.Random) -> None:
        """Pass random cards or play a random legal one."""
        if self.is_passing:
            self.answer(
                sum(1 << card for card in chance.sample(cards_in(self.hands[self.seat]), self.rules.pass_count))
            )
        else:
            self.answer(chance.choice(cards_in(self.field("legal"))))

    @property
    def seat(self) -> int:
        """The seat to act."""
        return int(self.tables["to_act"][0])

    @property
    def decisions(self) -> int:
        """How many decisions a whole deal takes."""
        return self.rules.players * (self.rules.hand_size + (self.pass_offset != 0))


def random_hands(rules: Rules, chance: random.Random) -> list[CardSet]:
    """Deal at random; some deals gather the suits in few hands, so that voids show early."""
    cards: list[Card] = cards_in(rules.deck)
    chance.shuffle(cards)
    if chance.randrange(2):
        cards.sort(key=lambda card: card + chance.randrange(20))
    size = rules.hand_size
    hands = [sum(1 << card for card in cards[seat * size : (seat + 1) * size]) for seat in range(rules.players)]
    chance.shuffle(hands)
    return hands


def random_position(rules: Rules, chance: random.Random, *, in_play: bool = False) -> Position:
    """Return a deal played at random up to some decision, of the pass or of the play."""
    position = Position(rules, random_hands(rules, chance), chance.randrange(rules.players))
    first = rules.players if in_play and position.pass_offset else 0
    for _ in range(chance.randrange(first, position.decisions)):
        position.go_on(chance)
    return position
