"""What holds at every step of every deal: no card is lost, and points add up."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_bench import Rules
from hearts_bench.cards import FULL_DECK, HEARTS, QUEEN_OF_SPADES, cards_in

from .positions import Game, Position, as_list, deck_of, random_deal, random_hands, share_out

players = st.integers(3, 7)
seeds = st.integers(0, 2**32)
# Decks of each kind: one or two packs, with cards left out, set aside, or taken by somebody.
DEALT: tuple[dict[str, Any], ...] = (
    *({"players": players} for players in range(3, 8)),
    *({"players": players, "removed_cards": ()} for players in (3, 5, 6, 7)),
    *({"players": players, "kitty_to": "first_heart"} for players in (3, 5, 6, 7)),
    *({"players": players, "decks": 2, "kitty_to": "first_trick"} for players in range(6, 12)),
    *({"players": players, "decks": 2, "kitty_to": "first_penalty"} for players in (6, 7, 9)),
    *({"players": players, "decks": 2} for players in (7, 11)),
)


def check_cards(position: Position) -> None:
    """Every card of the deck is in one hand, in the kitty, or was played by one seat; and those taken were played."""
    rules, field = position.rules, position.field
    seats = range(rules.players)
    played = [card for seat in seats for card in position.pair("played", seat)]
    hands = [card for seat in seats for card in position.held(seat)]
    assert sorted([*hands, *played, *position.kitty]) == deck_of(rules)
    assert sorted(played) == as_list(field("seen"), field("seen_twice"))
    on_table = [card for card in field("trick")[: rules.players] if card >= 0]
    carried = as_list(field("carried"), field("carried_twice"))
    taken = [card for seat in seats for card in position.pair("taken", seat)]
    is_taken = position.is_over and field("kitty_taker") >= 0
    assert sorted([*taken, *carried, *on_table]) == sorted([*played, *(position.kitty if is_taken else [])])
    points = sum(field("points")) + field("trick_points") + field("carried_points")
    assert points == points_of([*taken, *carried, *on_table])


def points_of(cards: list[int]) -> int:
    """Return the points of cards."""
    return sum(13 if card == QUEEN_OF_SPADES else card // 13 == HEARTS for card in cards)


@given(st.sampled_from(DEALT), seeds)
def test_cards_are_conserved(options: dict[str, Any], seed: int) -> None:
    """After every pass and every play the hands, the kitty and the cards played make up the deck."""
    chance = random.Random(seed)
    rules = Rules(**options, first_trick_points=chance.choice(("forbid", "allow")))
    hands, kitty = random_deal(rules, chance)
    position = Position(rules, list(hands), chance.randrange(rules.players), kitty=kitty)
    while not position.is_over:
        check_cards(position)
        position.go_on(chance)
    check_cards(position)
    assert position.hands == [0] * rules.players
    assert sum(position.hidden("tricks")) <= rules.hand_size
    assert rules.decks == 2 or sum(position.hidden("tricks")) == rules.hand_size
    assert points_of(deck_of(rules)) == points_of(cards_in(FULL_DECK)) * rules.decks == 26 * rules.decks


SCORED: tuple[dict[str, Any], ...] = (
    {},
    {"bonus": -10},
    {"bonus": -10, "bonus_card": "TD"},
    {"no_trick_bonus": -5},
    {"heart_values": "face", "queen_value": 25},
    {"extra_penalties": {"AS": 7, "KS": 10}},
    {"sun": "double"},
    {"bonus": -5, "moon_needs_bonus": True},
)
WORTH = {"heart_values": 129, "extra_penalties": 43}


@given(players, seeds, st.sampled_from(SCORED), st.sampled_from(["add", "subtract", "none"]))
def test_scores_add_up(players: int, seed: int, options: dict[str, Any], moon: str) -> None:
    """Scores add up to the deck's points; under a moon to those of each of the others, or to minus them; and bonuses.

    With 26 points and four players that is 26, 78 or -26; with the bonus card 16, 68 or -36; five players add to 104.
    """
    chance = random.Random(seed)
    if moon == "none":
        options = {name: value for name, value in options.items() if name not in {"sun", "moon_needs_bonus"}}
    rules = Rules(players=players, moon=moon, must_break_hearts=False, **options)
    position = Position(rules, _hands_for_a_moon(rules, chance), chance.randrange(players))
    position.finish(chance)
    worth = next((WORTH[name] for name in options if name in WORTH), 26)
    tricks = position.hidden("tricks")
    moon_seat = position.hidden("moon_seat")
    assert sum(position.field("points")) == worth + rules.bonus
    if moon_seat < 0:
        bonuses = rules.no_trick_bonus * tricks.count(0)
        assert sum(position.scores) == worth + rules.bonus + bonuses
    else:
        swing = 2 * worth if rules.sun == "double" and sum(tricks) == tricks[moon_seat] else worth
        assert sum(position.scores) == {"add": swing * (players - 1), "subtract": -swing}[moon] + rules.bonus
    if moon == "none":
        assert moon_seat == -1
    elif not rules.bonus:
        assert (moon_seat >= 0) == (max(position.field("points")) == worth)


def _hands_for_a_moon(rules: Rules, chance: random.Random) -> list[int]:
    """Deal at random, but half of the time give one seat the highest cards, with which it often takes everything."""
    if chance.randrange(2):
        return random_hands(rules, chance)
    cards = sorted(deck_of(rules), key=lambda card: card % 13 + chance.randrange(3))
    hands = [sum(1 << card for card in hand) for hand in share_out(rules, cards)[0]]
    chance.shuffle(hands)
    return hands


@given(players, seeds, st.booleans())
def test_illegal_answers_change_nothing_public(players: int, seed: int, leave_kitty: bool) -> None:
    """An illegal answer is refused and leaves hands, tricks and points as they were."""
    chance = random.Random(seed)
    rules = Rules(players=players, removed_cards=() if leave_kitty else None)
    hands, kitty = random_deal(rules, chance)
    position = Position(rules, list(hands), chance.randrange(players), kitty=kitty)
    for _ in range(chance.randrange(position.decisions)):
        position.go_on(chance)
    before, held = position.views.tobytes(), position.hands
    legal = position.field("legal")
    wrong = (
        [-1, 0, 1 << 51 | 1]
        if position.is_passing
        else [card for card in range(-3, 60) if not 0 <= card < 52 or not legal >> card & 1]
    )
    assert not position.answer(chance.choice(wrong))
    assert position.views.tobytes() == before
    assert position.hands == held


@pytest.mark.parametrize(("players", "most"), [(3, 12), (4, 16), (5, 20), (6, 23), (7, 27)])
def test_games_have_bounded_length(players: int, most: int) -> None:
    """With 26 points a deal, or for each of the others, somebody is at 100 after so many deals at the latest."""
    chance = random.Random(players)
    rules = Rules(players=players)
    assert most == (players * 99) // 26 + 1
    for board in range(8):
        game = Game(rules, board, most_deals=100)
        game.finish(chance)
        assert game.hidden("deals") <= most
        assert max(game.field("totals")) >= 100


@pytest.mark.parametrize("options", [{}, {"moon": "subtract", "bonus": -10}])
def test_games_stop_at_the_most_deals(options: dict[str, Any]) -> None:
    """A game that no total brings to an end is stopped after so many deals."""
    game = Game(Rules(target=100_000, **options), 3, most_deals=9)
    game.finish(random.Random(1))
    assert game.hidden("deals") == 9


STOPPED: tuple[dict[str, Any], ...] = (
    {},
    {"bonus": -10},
    {"moon": "subtract", "heart_values": "face"},
    {"players": 3, "kitty_to": "first_heart"},
    {"players": 5, "kitty_to": "first_trick", "extra_penalties": {"AS": 7}},
    {"players": 7, "removed_cards": ()},
)


@given(st.sampled_from(STOPPED), seeds)
def test_stopping_early_changes_no_score(options: dict[str, Any], seed: int) -> None:
    """A deal that ends once no card that counts is left has the scores of the deal played to its last card."""
    chance = random.Random(seed)
    rules = Rules(must_break_hearts=False, **options)
    hands, kitty = random_deal(rules, chance)
    early, whole = (Position(rules, list(hands), 0, kitty=kitty) for _ in range(2))
    early.tables["stop_early"] = 1
    while not whole.is_over:
        answer = chance.choice(cards_in(whole.field("legal")))
        if not early.is_over:
            early.answer(answer)
        whole.answer(answer)
    assert early.is_over
    assert early.scores == whole.scores
    assert early.hidden("moon_seat") == whole.hidden("moon_seat")


@given(st.sampled_from(STOPPED), seeds)
def test_deals_are_played_to_the_last_card(options: dict[str, Any], seed: int) -> None:
    """A deal is over when all cards are played, not when all points are out."""
    chance = random.Random(seed)
    rules = Rules(**options)
    hands, kitty = random_deal(rules, chance)
    position = Position(rules, list(hands), 0, kitty=kitty)
    position.finish(chance)
    assert position.field("cards_played") == rules.players * rules.hand_size
