"""OpenSpiel's Hearts as the outside judge: its cards, directions and signs turned into ours."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyspiel

from hearts_bench.cards import Card, CardSet, cards_in

SEATS = 4
# OpenSpiel counts cards rank by rank, suits in the order clubs, diamonds, hearts, spades.
OUR_CARD: tuple[Card, ...] = tuple(13 * "CDSH".index("CDHS"[action % 4]) + action // 4 for action in range(52))
ACTION: dict[Card, int] = {card: action for action, card in enumerate(OUR_CARD)}
# Its first chance action is a pass direction: none, left, across, right. Here as offsets in seats to the left.
OFFSETS = (0, 1, 2, 3)


@dataclass
class Judge:
    """One OpenSpiel deal in play, seen through our cards and offsets."""

    state: Any

    @classmethod
    def of(cls, parameters: dict[str, bool], hands: Sequence[CardSet], pass_offset: int) -> "Judge":
        """Lay out the hands in a new OpenSpiel game.

        Chance actions are forced, not sampled: with pass_cards=False OpenSpiel's chance node offers all four
        directions although only "none" is legal.
        """
        state = pyspiel.load_game("hearts", parameters).new_initial_state()
        state.apply_action(OFFSETS.index(pass_offset))
        for cards in zip(*map(cards_in, hands), strict=True):
            for card in cards:  # OpenSpiel deals round the table, one card each
                state.apply_action(ACTION[card])
        return cls(state)

    @property
    def to_act(self) -> int:
        """The seat that decides next."""
        return int(self.state.current_player())

    @property
    def is_over(self) -> bool:
        """Whether all cards have been played."""
        return bool(self.state.is_terminal())

    def legal(self) -> CardSet:
        """Return the legal cards as one of our card sets."""
        return sum(1 << OUR_CARD[action] for action in self.state.legal_actions())

    def play(self, card: Card) -> None:
        """Play a card, or pass it."""
        self.state.apply_action(ACTION[card])

    def pass_cards(self, cards: Iterable[Card]) -> None:
        """Pass cards; OpenSpiel wants them one after the other."""
        for card in cards:
            self.play(card)

    @property
    def scores(self) -> list[int]:
        """Scores by seat. OpenSpiel's returns are 26 minus the score: there more is better."""
        return [26 - int(value) for value in self.state.returns()]


def random_hands(chance: random.Random) -> list[CardSet]:
    """Deal at random; one deal in four gives most high cards to one seat, so that moons are played."""
    cards = list(range(52))
    chance.shuffle(cards)
    if chance.randrange(4) == 0:
        cards.sort(key=lambda card: card % 13 + chance.randrange(5), reverse=True)
    hands = [sum(1 << card for card in cards[at : at + 13]) for at in range(0, 52, 13)]
    chance.shuffle(hands)
    return hands


@dataclass
class Record:
    """A deal as it was played by OpenSpiel: what a log of somebody else's program would hold."""

    hands: list[CardSet]
    pass_offset: int
    passes: list[list[Card]] = field(default_factory=list)
    plays: list[tuple[int, Card]] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    tricks: list[int] = field(default_factory=list)


def record_deal(parameters: dict[str, bool], pass_offset: int, chance: random.Random) -> Record:
    """Let OpenSpiel play a deal of random legal cards and write down what happened."""
    record = Record(random_hands(chance), pass_offset)
    judge = Judge.of(parameters, record.hands, pass_offset)
    for hand in record.hands if pass_offset else []:
        record.passes.append(chance.sample(cards_in(hand), 3))
        judge.pass_cards(record.passes[-1])
    while not judge.is_over:
        card = chance.choice(cards_in(judge.legal()))
        record.plays.append((judge.to_act, card))
        judge.play(card)
    record.scores = judge.scores
    record.tricks = _tricks(record.plays)
    return record


def _tricks(plays: list[tuple[int, Card]]) -> list[int]:
    """Count the tricks by seat: who leads a trick has won the one before; the last goes to its highest of the suit."""
    winners = [seat for seat, _ in plays[SEATS::SEATS]]
    last = plays[-SEATS:]
    suit = last[0][1] // 13
    winners.append(max((card, seat) for seat, card in last if card // 13 == suit)[1])
    return [winners.count(seat) for seat in range(SEATS)]
