"""What holds at every step of every deal: no card is lost, and points add up."""

import random

from hypothesis import given
from hypothesis import strategies as st

from hearts_bench import Rules
from hearts_bench.cards import FULL_DECK, HEARTS, QUEEN_OF_SPADES, cards_in

from .positions import Position, random_hands

players = st.integers(3, 7)
seeds = st.integers(0, 2**32)


def union(sets: list[int]) -> int:
    """Return all cards of sets that must not share any."""
    together = 0
    for each in sets:
        assert together & each == 0
        together |= each
    return together


def check_cards(position: Position) -> None:
    """Every card of the deck is in one hand, or was played by one seat."""
    seats = range(position.rules.players)
    played = [position.field("played")[seat] for seat in seats]
    taken = [position.field("taken")[seat] for seat in seats]
    seen = position.field("seen")
    assert union([*position.hands, *played]) == position.rules.deck
    assert union(played) == seen
    assert union([*taken, position.field("trick_cards")]) == seen
    assert sum(position.field("points")) + position.field("trick_points") == points_of(seen)


def points_of(cards: int) -> int:
    """Return the points of a card set."""
    return sum(13 if card == QUEEN_OF_SPADES else card // 13 == HEARTS for card in cards_in(cards))


@given(players, seeds)
def test_cards_are_conserved(players: int, seed: int) -> None:
    """After every pass and every play the hands and the cards played make up the deck."""
    chance = random.Random(seed)
    rules = Rules(players=players)
    position = Position(rules, random_hands(rules, chance), chance.randrange(players))
    while not position.is_over:
        check_cards(position)
        position.go_on(chance)
    check_cards(position)
    assert position.hands == [0] * players
    assert position.tables["tricks"].sum() == rules.hand_size
    assert points_of(rules.deck) == points_of(FULL_DECK) == 26


@given(players, seeds, st.sampled_from(["add", "subtract", "none"]))
def test_scores_add_up(players: int, seed: int, moon: str) -> None:
    """Scores add up to 26; under a moon to 26 for each of the others, to -26, or still to 26."""
    chance = random.Random(seed)
    rules = Rules(players=players, moon=moon, must_break_hearts=False)
    position = Position(rules, _hands_for_a_moon(rules, chance), chance.randrange(players))
    while not position.is_over:
        position.go_on(chance)
    scores, moon_seat = position.tables["scores"][0, :players].tolist(), int(position.tables["moon_seat"][0])
    totals = {"add": 26 * (players - 1), "subtract": -26, "none": 26}
    assert sum(scores) == (totals[moon] if moon_seat >= 0 else 26)
    assert sum(position.field("points")) == 26
    assert (moon_seat >= 0) == (max(position.field("points")) == 26)


def _hands_for_a_moon(rules: Rules, chance: random.Random) -> list[int]:
    """Deal at random, but half of the time give one seat the highest cards, with which it often takes everything."""
    if chance.randrange(2):
        return random_hands(rules, chance)
    cards = sorted((at for at in range(52) if rules.deck >> at & 1), key=lambda card: card % 13 + chance.randrange(3))
    size = rules.hand_size
    hands = [sum(1 << card for card in cards[seat * size : (seat + 1) * size]) for seat in range(rules.players)]
    chance.shuffle(hands)
    return hands


@given(players, seeds)
def test_illegal_answers_change_nothing_public(players: int, seed: int) -> None:
    """An illegal answer is refused and leaves hands, tricks and points as they were."""
    chance = random.Random(seed)
    rules = Rules(players=players)
    position = Position(rules, random_hands(rules, chance), chance.randrange(players))
    for _ in range(chance.randrange(position.decisions)):
        position.go_on(chance)
    before, hands = position.views.tobytes(), position.hands
    legal = position.field("legal")
    wrong = (
        [-1, 0, 1 << 51 | 1]
        if position.is_passing
        else [card for card in range(-3, 60) if not 0 <= card < 52 or not legal >> card & 1]
    )
    answer = chance.choice(wrong)
    assert not position.answer(answer)
    assert position.views.tobytes() == before
    assert position.hands == hands
