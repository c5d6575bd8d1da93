"""The compiled engine and the slow, obvious one in tests/reference.py agree play by play."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from properties.positions import Game, Hand, Position, as_list, as_sets
from reference import (
    WHOLE_DECK,
    ReferenceDeal,
    ReferenceGame,
    deck,
    points,
    rank,
    suit,
    total_points,
)

from hearts_bench import Rules
from hearts_bench.cards import card, cards_in, text
from hearts_bench.errors import RulesError
from hearts_bench.presets import PRESETS
from hearts_bench.table import FAIL, REVOKE

SUIT_BITS = {"C": 1, "D": 2, "S": 4, "H": 8}
NOBODY = -1
MOONS = ("add", "subtract", "auto")
YES_OR_NO = (True, False)
CHOICES: dict[str, tuple[Any, ...]] = {
    "opening_lead": ("lowest_club", "any_club", "left_of_dealer"),
    "first_trick_points": ("forbid", "allow"),
    "first_trick_points_only_hand": ("any", "hearts_only", "queen_forced"),
    "kitty_to": ("nobody", "first_trick", "first_penalty", "first_heart"),
    "must_break_hearts": YES_OR_NO,
    "queen_breaks_hearts": YES_OR_NO,
    "queen_counts_as_heart_when_leading": YES_OR_NO,
    "queen_discard_needs_broken": YES_OR_NO,
    "moon": ("add", "subtract", "auto", "choice", "none"),
    "moon_needs_bonus": (False, False, True),
    "sun": ("none", "double"),
    "bonus": (0, 0, -10, -5),
    "bonus_card": ("JD", "TD"),
    "no_trick_bonus": (0, -5),
    "heart_values": ("one", "face"),
    "queen_value": (13, 13, 25, 0),
    "extra_penalties": ({}, {}, {"AS": 7, "KS": 10}, {"2C": 3}),
    "cancelled_last_trick": ("leader", "top_pair"),
    "end_when": ("reached", "exceeded"),
    "ties": ("share", "extra_deal"),
    "target": (1, 26, 60, 100),
}


def random_rules(players: int, chance: random.Random) -> Rules:
    """Draw a value for every option; in half of the cases odd cards are missing and odd numbers are passed."""
    options: dict[str, Any] = {name: chance.choice(values) for name, values in CHOICES.items()}
    decks = 1 if players < 6 else 2 if players > 7 else chance.randint(1, 2)
    if chance.random() < 0.5:
        options["removed_cards"] = chance.sample(WHOLE_DECK, 52 % players + players * chance.randrange(3))
        options["pass_count"] = chance.randint(1, 3)
    else:
        options["pass_count"] = min(3, 52 // players)
    try:
        return Rules(players=players, decks=decks, **options)
    except RulesError:  # the options contradict each other
        return random_rules(players, chance)


def deal(rules: Rules, chance: random.Random) -> tuple[list[list[str]], list[str]]:
    """Deal at random, or unfairly so that moons, hands of one suit and forced leads come up often."""
    cards = deck(rules)
    chance.shuffle(cards)
    unfair = chance.randrange(4)
    if unfair == 1:
        cards.sort(key=lambda each: (rank(each), points(rules, each)), reverse=True)
    elif unfair == 2:
        cards.sort(key=suit)
    elif unfair == 3:
        cards.sort(key=lambda each: points(rules, each), reverse=True)
    kitty_at = chance.choice((0, len(cards) - rules.kitty_size, chance.randrange(len(cards) - rules.kitty_size + 1)))
    kitty = [cards.pop(kitty_at) for _ in range(rules.kitty_size)]
    size = rules.hand_size
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(rules.players)]
    if rules.decks == 2 and unfair == 2:  # neighbours get equal cards, which cancel
        cards.sort(key=WHOLE_DECK.index)
        return [cards[seat :: rules.players] for seat in range(rules.players)], kitty
    if unfair:
        _exchange_some(hands, chance)
    chance.shuffle(hands)
    if not any(suit(each) == "C" for hand in hands for each in hand):
        return deal(rules, chance)
    return hands, kitty


def _exchange_some(hands: list[list[str]], chance: random.Random) -> None:
    for _ in range(chance.randrange(6)):
        one, other = chance.sample(range(len(hands)), 2)
        at, there = chance.randrange(len(hands[0])), chance.randrange(len(hands[0]))
        hands[one][at], hands[other][there] = hands[other][there], hands[one][at]


def numbers(cards: Iterable[str]) -> list[int]:
    """Return the numbers of cards given as texts, in order."""
    return sorted(map(card, cards))


def ids(cards: Iterable[str]) -> int:
    """Return the card set of cards given as texts."""
    return as_sets(numbers(cards))[0]


def names(cards: Iterable[int]) -> list[str]:
    """Return cards as texts."""
    return [text(each) for each in cards]


@dataclass
class Pair:
    """The same deal on both engines."""

    position: Position
    reference: ReferenceDeal
    legal_only: bool = True
    shooter: int | None = None  # who plays high, while all others play low

    @classmethod
    def of(cls, rules: Rules, chance: random.Random) -> "Pair":
        """Lay out one deal on both engines."""
        hands, kitty = deal(rules, chance)
        # Totals are such that moons often decide the game.
        totals = [chance.choice((0, chance.randrange(rules.target + 40))) for _ in range(rules.players)]
        offset, dealer = chance.randrange(rules.players), chance.randrange(rules.players)
        revokes = chance.random() < 0.2
        laid: list[Hand] = [numbers(hand) for hand in hands]
        strongest = max(range(rules.players), key=lambda seat: sum(map(rank, hands[seat])))
        return cls(
            Position(
                rules,
                laid,
                offset,
                kitty=numbers(kitty),
                dealer=dealer,
                totals=totals,
                on_illegal=REVOKE if revokes else FAIL,
            ),
            ReferenceDeal(rules, hands, offset, kitty=kitty, dealer=dealer, totals=totals),
            not revokes,
            chance.choice((None, None, strongest, strongest, NOBODY)),
        )

    def check(self) -> None:
        """Compare all that both engines know."""
        position, reference = self.position, self.reference
        seats = range(reference.rules.players)
        assert position.is_over == reference.is_over
        assert position.is_passing == reference.is_passing
        assert position.is_choosing == reference.is_choosing
        assert [position.held(seat) for seat in seats] == [numbers(hand) for hand in reference.hands]
        assert position.field("points")[: reference.rules.players] == reference.points
        assert [position.pair("taken", seat) for seat in seats] == [numbers(cards) for cards in reference.taken]
        assert position.hidden("tricks") == reference.tricks
        assert position.field("kitty_taker") == (-1 if reference.kitty_taker is None else reference.kitty_taker)
        assert position.hidden("revoker") == (-1 if reference.revoker is None else reference.revoker)
        if reference.is_played:
            assert position.hidden("moon_seat") == (-1 if reference.moon_seat is None else reference.moon_seat)
        if reference.is_over:
            scores = position.scores
            assert scores == reference.scores
            bound = reference.rules.payoff_bound * (len(scores) - 1)
            assert all(abs(sum(scores) - len(scores) * score) <= bound for score in scores)
            return
        assert position.seat == reference.to_act
        self._check_view()

    def _check_view(self) -> None:
        reference, field = self.reference, self.position.field
        seats = range(reference.rules.players)
        seat = field("seat")
        assert seat == reference.to_act
        assert as_list(field("hand"), field("hand_twice")) == numbers(reference.hands[seat])
        kitty = reference.kitty if reference.kitty_taker == seat else []
        assert as_list(field("kitty"), field("kitty_twice")) == numbers(kitty)
        if not reference.is_choosing:
            assert field("legal") == ids(reference.legal())
        assert field("hearts_broken") == reference.hearts_broken
        assert field("tricks_played") == reference.tricks_played
        assert field("cards_played") == len(reference.plays)
        assert as_list(field("seen"), field("seen_twice")) == numbers(reference.plays)
        assert names(field("plays")[: len(reference.plays)]) == reference.plays
        assert [self.position.pair("played", each) for each in seats] == [numbers(each) for each in reference.played]
        assert [field("voids")[each] for each in seats] == [
            sum(SUIT_BITS[name] for name in each) for each in reference.voids
        ]
        assert field("dealer") == reference.dealer
        assert field("totals")[: len(seats)] == reference.totals
        assert as_list(field("carried"), field("carried_twice")) == numbers(reference.carried)
        assert field("carried_points") == total_points(reference.rules, reference.carried)
        if not reference.is_passing:
            self._check_trick()
            self._check_passes()

    def _check_trick(self) -> None:
        field, trick = self.position.field, self.reference.trick
        cards = dict(trick)
        players = self.reference.rules.players
        assert field("trick")[:players] == [card(cards[seat]) if seat in cards else -1 for seat in range(players)]
        assert field("trick_size") == len(trick)
        assert field("trick_cards") == ids(cards.values())
        assert field("trick_points") == total_points(self.reference.rules, cards.values())
        assert field("leader") == self.reference.leaders[-1]
        assert field("leaders")[: field("tricks_played") + 1] == self.reference.leaders
        winning = self.reference.winning()
        assert (field("winner"), field("winning_card")) == ((winning[0], card(winning[1])) if winning else (-1, -1))
        assert field("led_suit") == (-1 if not trick else "CDSH".index(suit(trick[0][1])))

    def _check_passes(self) -> None:
        field, offset, passed = self.position.field, self.reference.pass_offset, self.reference.passed
        seat, players = field("seat"), field("players")
        assert field("pass_offset") == offset
        assert field("pass_count") == (self.reference.rules.pass_count if offset else 0)
        assert field("passed") == (ids(passed[seat]) if offset else 0)
        assert field("received") == (ids(passed[(seat - offset) % players]) if offset else 0)

    def go_on(self, chance: random.Random) -> None:
        """Pass, play or choose the same on both engines, now and then after trying what is illegal."""
        if self.reference.is_choosing:
            moon = chance.choice(MOONS)
            assert not self.position.answer(chance.choice((-1, 3, 4)))
            assert self.position.answer(MOONS.index(moon))
            self.reference.choose(moon)
            return
        legal = sorted(self.reference.legal())
        if self.reference.is_passing:
            chosen = chance.sample(legal, self.reference.rules.pass_count)
            assert self.position.answer(ids(chosen))
            self.reference.pass_cards(chosen)
        elif chance.random() < 0.05:
            self._play_illegal(chance.choice([*range(-2, 60)]))
        else:
            chosen_card = self._choose(legal, chance)
            assert self.position.answer(card(chosen_card))
            self.reference.play(chosen_card)

    def _choose(self, legal: list[str], chance: random.Random) -> str:
        if self.shooter is None:
            return max(legal, key=rank) if chance.random() < 0.2 else chance.choice(legal)
        return max(legal, key=rank) if self.reference.to_act == self.shooter else min(legal, key=rank)

    def _play_illegal(self, number: int) -> None:
        if number in numbers(self.reference.legal()):
            return
        is_done = self.position.answer(number)
        assert is_done != self.legal_only
        if is_done:
            self.reference.revoke()

    def play_out(self, chance: random.Random) -> None:
        """Play to the end, comparing at every step."""
        while not self.reference.is_over:
            self.check()
            self.go_on(chance)
        self.check()


def play_out(rules: Rules, chance: random.Random) -> ReferenceDeal:
    """Play a whole deal on both engines, comparing them at every step."""
    pair = Pair.of(rules, chance)
    pair.play_out(chance)
    return pair.reference


def play_many(players: int, deals: int, seed: int) -> list[ReferenceDeal]:
    """Play deals under changing options."""
    chance = random.Random(seed)
    return [play_out(random_rules(players, chance), chance) for _ in range(deals)]


@pytest.mark.parametrize("players", [3, 4, 6])
def test_random_options(players: int) -> None:
    """All that a seat sees, whose turn it is and the scores are equal after every card, whatever the options are."""
    over = play_many(players, deals=20, seed=players)
    assert any(each.revoker is not None for each in over)
    assert any(each.moon_seat is not None for each in over)


@given(
    players=st.integers(3, 11),
    decks=st.integers(1, 2),
    options=st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in CHOICES.items()}),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=40)
def test_any_options(players: int, decks: int, options: dict[str, Any], seed: int) -> None:
    """The engines agree, or the options are refused together; a disagreement shrinks to the options that matter."""
    try:
        rules = Rules(players=players, decks=decks, **options)
    except RulesError:
        reject()
    play_out(rules, random.Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("players", range(3, 12))
def test_random_options_at_length(players: int) -> None:
    """The engines agree over hundreds of deals for each number of players, all that is rare among them."""
    over = play_many(players, deals=220 if players < 10 else 400, seed=100 + players)  # moons get rarer
    assert any(each.revoker is not None for each in over)
    assert any(each.moon_seat is not None for each in over)
    assert any(each.chosen_moon in MOONS and each.rules.moon == "choice" for each in over)
    assert any(each.kitty_taker is not None for each in over) or players == 4
    assert any(sum(each.tricks) < each.tricks_played for each in over) or players < 6, "no trick was cancelled"


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_presets(name: str) -> None:
    """The engines agree under every preset."""
    chance = random.Random(name)
    for _ in range(4):
        play_out(PRESETS[name].rules, chance)


@pytest.mark.parametrize("players", range(3, 12))
@pytest.mark.parametrize("kitty_to", ["nobody", "first_trick"])
def test_same_deck(players: int, kitty_to: str) -> None:
    """Both engines leave the same cards out by default."""
    rules = Rules(players=players, kitty_to=kitty_to, decks=1 if players < 8 else 2)
    assert sorted(names(cards_in(rules.deck)) * rules.decks) == sorted(deck(rules))


def play_game(rules: Rules, board: int, most_deals: int, chance: random.Random) -> ReferenceGame:
    """Play a whole game on both engines; who plays a card is compared by each deal's dealer, direction and totals."""
    game, expected = Game(rules, board, most_deals=most_deals), ReferenceGame(rules, board, most_deals)
    while not expected.is_over:
        assert not game.is_over
        players = range(rules.players)
        hands = [names(as_list(*(game.tables[name][0, seat] for name in ("dealt", "dealt_twice")))) for seat in players]
        reference = ReferenceDeal(
            rules,
            hands,
            expected.pass_offset,
            kitty=names(game.kitty),
            dealer=expected.dealer,
            totals=expected.totals,
        )
        assert game.field("deal_number") == expected.deals_over
        assert game.field("pass_offset") == expected.pass_offset
        pair = Pair(game, reference)
        while not reference.is_over:
            pair.check()
            pair.go_on(chance)
        expected.finish_deal(reference.scores)
        assert game.field("totals")[: rules.players] == expected.totals
        assert game.hidden("score_sums") == expected.totals
    assert game.is_over
    assert game.hidden("deals") == expected.deals_over
    return expected


def random_game(players: int, chance: random.Random) -> ReferenceGame:
    """Play a game of few deals under random options."""
    rules = random_rules(players, chance)
    options = rules.model_dump(exclude_unset=True) | {"target": chance.choice((1, 26, 40, 52))}
    return play_game(Rules(**options), chance.randrange(20), chance.choice((3, 12)), chance)


@pytest.mark.parametrize("players", [3, 4, 5, 7, 9])
def test_games(players: int) -> None:
    """Totals, dealers, pass directions and the end of games to small targets are those of the obvious engine."""
    chance = random.Random(players)
    for _ in range(3):
        random_game(players, chance)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(3, 12))
def test_games_at_length(players: int) -> None:
    """The same over 60 games for each number of players."""
    chance = random.Random(100 + players)
    games = [random_game(players, chance) for _ in range(60)]
    assert max(game.deals_over for game in games) > 5
