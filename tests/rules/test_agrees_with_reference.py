"""The compiled engine and the slow, obvious one in tests/reference.py agree play by play."""

import random
from dataclasses import dataclass
from typing import Any

import pytest
from reference import WHOLE_DECK, ReferenceDeal, deck, points, rank, suit

from hearts_bench import Rules
from hearts_bench.cards import card, cards_in, text
from hearts_bench.errors import IllegalPlayError, RulesError
from hearts_bench.manual import ManualTable
from hearts_bench.presets import PRESETS
from hearts_bench.view import View

SUIT_BITS = {"C": 1, "D": 2, "S": 4, "H": 8}
CHOICES: dict[str, tuple[Any, ...]] = {
    "opening_lead": ("lowest_club", "any_club"),
    "first_trick_points": ("forbid", "allow"),
    "first_trick_points_only_hand": ("any", "hearts_only", "queen_forced"),
    "must_break_hearts": (True, False),
    "queen_breaks_hearts": (True, False),
    "queen_counts_as_heart_when_leading": (True, False),
    "moon": ("add", "subtract", "none"),
}


def random_rules(players: int, chance: random.Random) -> Rules:
    """Draw a value for every option; in half of the cases odd cards are missing and odd numbers are passed."""
    options: dict[str, Any] = {name: chance.choice(values) for name, values in CHOICES.items()}
    if chance.random() < 0.5:
        options["removed_cards"] = chance.sample(WHOLE_DECK, 52 % players + players * chance.randrange(4))
        options["pass_count"] = chance.randint(1, 4)
    try:
        return Rules(players=players, **options)
    except RulesError:  # the cards removed were all clubs or all penalty cards
        return random_rules(players, chance)


def deal(rules: Rules, chance: random.Random) -> list[list[str]]:
    """Deal at random, or unfairly so that moons, hands of one suit and forced leads come up often."""
    cards = deck(rules)
    chance.shuffle(cards)
    unfair = chance.randrange(4)
    if unfair == 1:
        cards.sort(key=lambda card: (rank(card), points(card)), reverse=True)
    elif unfair == 2:
        cards.sort(key=suit)
    elif unfair == 3:
        cards.sort(key=points, reverse=True)
    size = rules.hand_size
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(rules.players)]
    if unfair:
        _exchange_some(hands, chance)
    chance.shuffle(hands)
    return hands


def _exchange_some(hands: list[list[str]], chance: random.Random) -> None:
    for _ in range(chance.randrange(6)):
        one, other = chance.sample(range(len(hands)), 2)
        at, there = chance.randrange(len(hands[0])), chance.randrange(len(hands[0]))
        hands[one][at], hands[other][there] = hands[other][there], hands[one][at]


def ids(cards: Any) -> int:
    """Return the card set of cards given as texts."""
    return sum(1 << card(name) for name in cards)


@dataclass
class Pair:
    """The same deal on both engines."""

    table: ManualTable
    reference: ReferenceDeal

    @classmethod
    def of(cls, rules: Rules, hands: list[list[str]], pass_offset: int) -> "Pair":
        """Lay out one deal on both engines."""
        sets = [ids(hand) for hand in hands]
        return cls(ManualTable(rules, sets, pass_offset), ReferenceDeal(rules, hands, pass_offset))

    def check(self) -> None:
        """Compare all that both engines know."""
        table, reference = self.table, self.reference
        assert table.is_over == reference.is_over
        assert table.is_passing == reference.is_passing
        assert [set(hand.split()) for hand in table.hands] == reference.hands
        assert table.points == reference.points
        assert table.tricks == reference.tricks
        if reference.is_over:
            assert table.scores == reference.scores
            assert table.moon_seat == reference.moon_seat
            return
        assert table.to_act == reference.to_act
        assert set(table.legal.split()) == reference.legal()
        self._check_view(table.view)

    def _check_view(self, view: View) -> None:
        reference = self.reference
        seats = range(reference.rules.players)
        assert view.seat == reference.to_act
        assert view.hand == ids(reference.hands[view.seat])
        assert view.hearts_broken == reference.hearts_broken
        assert view.tricks_played == reference.tricks_played
        assert view.seen == ids(reference.plays)
        assert [text(each) for each in view.plays[: len(reference.plays)]] == reference.plays
        assert [view.played[seat] for seat in seats] == [ids(cards) for cards in reference.played]
        assert [view.taken[seat] for seat in seats] == [ids(cards) for cards in reference.taken]
        assert [view.voids[seat] for seat in seats] == [
            sum(SUIT_BITS[name] for name in each) for each in reference.voids
        ]
        if not reference.is_passing:
            self._check_trick(view)
            self._check_passes(view)

    def _check_trick(self, view: View) -> None:
        trick = self.reference.trick
        cards = dict(trick)
        on_table = [card(cards[seat]) if seat in cards else -1 for seat in range(view.players)]
        assert view.trick[: view.players] == on_table
        assert view.trick_size == len(trick)
        assert view.trick_cards == ids(cards.values())
        assert view.trick_points == sum(map(points, cards.values()))
        assert view.leader == self.reference.leaders[-1]
        assert view.leaders[: view.tricks_played + 1] == self.reference.leaders
        winner, winning_card = self.reference.winning() if trick else (-1, None)
        assert view.winner == winner
        assert view.winning_card == (-1 if winning_card is None else card(winning_card))
        assert view.led_suit == (-1 if not trick else "CDSH".index(suit(trick[0][1])))

    def _check_passes(self, view: View) -> None:
        offset, passed = self.reference.pass_offset, self.reference.passed
        assert view.pass_offset == offset
        assert view.pass_count == (self.reference.rules.pass_count if offset else 0)
        assert view.passed == (ids(passed[view.seat]) if offset else 0)
        assert view.received == (ids(passed[(view.seat - offset) % view.players]) if offset else 0)

    def go_on(self, chance: random.Random) -> None:
        """Pass or play the same cards on both engines, now and then after trying what is illegal."""
        legal = sorted(self.reference.legal())
        if self.reference.is_passing:
            chosen = chance.sample(legal, self.reference.rules.pass_count)
            self.table.pass_cards(" ".join(chosen))
            self.reference.pass_cards(chosen)
            return
        illegal = sorted(set(WHOLE_DECK) - set(legal))
        if chance.random() < 0.1:
            with pytest.raises(IllegalPlayError):
                self.table.play(chance.choice(illegal))
        chosen_card = max(legal, key=rank) if chance.random() < 0.2 else chance.choice(legal)
        self.table.play(chosen_card)
        self.reference.play(chosen_card)


def play_out(rules: Rules, chance: random.Random) -> ReferenceDeal:
    """Play a whole deal on both engines, comparing them at every step."""
    pair = Pair.of(rules, deal(rules, chance), chance.randrange(rules.players))
    while not pair.reference.is_over:
        pair.check()
        pair.go_on(chance)
    pair.check()
    return pair.reference


def play_many(players: int, deals: int, seed: int) -> None:
    """Play deals under changing options and make sure that what is rare was among them."""
    chance = random.Random(seed)
    over = [play_out(random_rules(players, chance), chance) for _ in range(deals)]
    assert any(each.moon_seat is not None for each in over)


@pytest.mark.parametrize("players", range(3, 8))
def test_random_options(players: int) -> None:
    """Legal cards, turn, points, voids, tricks and scores are equal after every card, whatever the options are."""
    play_many(players, deals=40, seed=players)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(3, 8))
def test_random_options_at_length(players: int) -> None:
    """The engines agree over several hundred deals for each number of players."""
    play_many(players, deals=250, seed=100 + players)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_presets(name: str) -> None:
    """The engines agree under every preset."""
    chance = random.Random(name)
    for _ in range(5):
        play_out(PRESETS[name].rules, chance)


@pytest.mark.parametrize("players", range(3, 8))
def test_same_deck(players: int) -> None:
    """Both engines leave the same cards out by default."""
    rules = Rules(players=players)
    assert [text(each) for each in cards_in(rules.deck)] == deck(rules)
