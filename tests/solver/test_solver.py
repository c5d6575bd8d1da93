"""The solver agrees with a plain recursion, and knows who shoots the moon in endings that anybody can see through."""

import copy
import random
from typing import Any

import numpy as np
import pytest
from properties.positions import Position, as_list, random_position
from reference import WHOLE_DECK, ReferenceDeal
from rules.test_agrees_with_reference import random_rules

from hearts_bench import Rules
from hearts_bench._jit import INTERPRETED
from hearts_bench.cards import card, card_set, set_text, text
from hearts_bench.errors import CardError
from hearts_bench.presets import PRESETS
from hearts_bench.rules import MAX_SEATS
from hearts_bench.solver import Solution, solve, solve_tables
from hearts_bench.view import View, Views


def solved(position: Position) -> Solution:
    """Solve a position with its true hands."""
    values, best = np.zeros((1, 52, MAX_SEATS), np.int64), np.zeros(1, np.int64)
    solve_tables(position.tables, position.views, values, best)
    legal = set_text(position.field("legal")).split()
    players = position.rules.players
    scores = {name: tuple(values[0, card(name), :players].tolist()) for name in legal}
    return Solution(scores, tuple(set_text(int(best[0])).split()))


def outcomes(deal: ReferenceDeal) -> dict[str, list[int]]:
    """Return what everybody scores after each legal card, in the order of the deck, by trying everything."""
    found = {}
    for each in sorted(deal.legal(), key=WHOLE_DECK.index):
        after = copy.deepcopy(deal)
        after.play(each)
        if after.is_choosing:
            after.choose("subtract")
        if after.is_over:
            found[each] = after.scores
        else:
            replies = outcomes(after)
            found[each] = replies[best_of(after.to_act, replies)[0]]
    return found


def best_of(seat: int, scores: dict[str, list[int]]) -> list[str]:
    """Return the cards that cost a seat least, and of those the ones that cost the others most; lowest first."""
    worth = {each: (score[seat], -sum(score)) for each, score in scores.items()}
    return [each for each in scores if worth[each] == min(worth.values())]


def reference_of(position: Position) -> ReferenceDeal:
    """Return the same deal, played up to the same card."""
    players = range(position.rules.players)
    hands = [[text(c) for c in as_list(*(position.tables[n][0, s] for n in ("dealt", "dealt_twice")))] for s in players]
    kitty = [text(c) for c in position.kitty]
    totals = position.field("totals")[: len(players)]
    dealer = position.field("dealer")
    deal = ReferenceDeal(position.rules, hands, position.pass_offset, kitty=kitty, dealer=dealer, totals=totals)
    for answer in position.answers:
        if deal.is_passing:
            deal.pass_cards(set_text(answer).split())
        else:
            deal.play(text(answer))
    return deal


def ending(rules: Rules, chance: random.Random, cards: int) -> Position:
    """Return a deal played at random until so many cards, or fewer, are left in all hands."""
    while True:
        position = random_position(rules, chance, in_play=True)
        position.views["totals"][0, : rules.players] = [chance.randrange(99) for _ in range(rules.players)]
        while sum(len(position.held(seat)) for seat in range(rules.players)) > cards:
            position.go_on(chance)
        if position.is_playing:
            return position


def check(position: Position) -> None:
    """Compare the solver with the recursion."""
    expected = outcomes(reference_of(position))
    found = solved(position)
    assert {each: list(scores) for each, scores in found.scores.items()} == expected
    assert list(found.best) == best_of(position.seat, expected)


CARDS = 6 if INTERPRETED else 9


@pytest.mark.parametrize("name", [name for name, preset in PRESETS.items() if preset.rules.decks == 1])
def test_agrees_with_a_plain_recursion(name: str) -> None:
    """Under every preset for one deck the scores after every card are those of trying everything."""
    chance = random.Random(name)
    for _ in range(8):
        check(ending(PRESETS[name].rules, chance, CARDS))


@pytest.mark.parametrize("players", [pytest.param(3, marks=pytest.mark.slow), 4, 5, 6, 7])
def test_agrees_under_random_rules(players: int) -> None:
    """The same under rules with every option drawn at random: kitties, bonuses, suns, choices, totals that matter."""
    chance = random.Random(players)
    for _ in range(25):
        rules = random_rules(players, chance)
        while rules.decks != 1:
            rules = random_rules(players, chance)
        check(ending(rules, chance, CARDS))


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", ["article", "gnome", "omnibus", "hearts-3"])
def test_agrees_with_a_plain_recursion_at_length(name: str) -> None:
    """The same with twelve cards left, at a few positions."""
    chance = random.Random(name)
    for _ in range(4):
        check(ending(PRESETS[name].rules, chance, 12))


ALL_FOUR = Rules(pass_cycle=("none",))


def deal_of(hands: tuple[str, str, str, str], plays: str, rules: Rules = ALL_FOUR) -> Position:
    """Return a deal of these hands after some plays."""
    position = Position(rules, [card_set(hand) for hand in hands], 0)
    position.play(plays)
    return position


def all_but(cards: str) -> tuple[str, ...]:
    """Return what to remove so that only these cards are left."""
    return tuple(each for each in WHOLE_DECK if each not in cards.split())


def small_rules(cards: str, **options: Any) -> Rules:
    """Return rules for four with a deck of just these cards and nothing passed."""
    return Rules(removed_cards=all_but(cards), pass_cycle=("none",), opening_lead="left_of_dealer", **options)


def test_a_moon_is_shot_where_nobody_can_stop_it() -> None:
    """With the top hearts in hand the shooter leads them all: 0 for him, 26 for everybody else."""
    hands = ("2S 3H 2C", "AH KH QH", "2D 3D 4D", "5C 6C 7C")
    rules = small_rules(" ".join(hands), first_trick_points="allow")
    solution = solved(deal_of(hands, "", rules))
    assert solution.scores == dict.fromkeys(("QH", "KH", "AH"), (4, 0, 4, 4))
    assert solution.best == ("QH", "KH", "AH")


def test_a_moon_needs_the_high_cards_first() -> None:
    """With A K 8 of hearts against the nine the shooter draws the nine first; led at once, the eight loses a trick."""
    hands = ("2S 9H 2C", "8H AH KH", "3S 3D 3C", "5D 6D 7D")
    rules = small_rules(" ".join(hands), first_trick_points="allow")
    assert solved(deal_of(hands, "", rules)).best == ("KH", "AH")
    assert solved(deal_of(hands, "AH 3D 5D 9H KH 3C 6D", rules)).scores == dict.fromkeys(("2C", "2S"), (4, 0, 4, 4))
    assert solved(deal_of(hands, "8H 3D 5D", rules)).scores == {"9H": (2, 0, 2, 0)}


def test_seats_may_change_places() -> None:
    """The same deal one seat further gives the same scores one seat further."""
    chance = random.Random(5)
    hands = ["2C 5D QS 7H", "3C 6D KS 8H", "4C 7D 2S 9H", "5C 8D 3S TH"]
    rules = small_rules(" ".join(hands))
    for _ in range(5):
        cards = " ".join(hands).split()
        chance.shuffle(cards)
        dealt = [card_set(" ".join(cards[4 * seat : 4 * seat + 4])) for seat in range(4)]
        scores = []
        for turn in range(4):
            position = Position(rules, dealt[-turn:] + dealt[:-turn], 0, dealer=turn)
            scores.append({c: s[turn:] + s[:turn] for c, s in solved(position).scores.items()})
        assert scores[0] == scores[1] == scores[2] == scores[3]


def test_a_view_and_open_hands_are_enough() -> None:
    """`solve` finds from a view and the hands what the deal's own records give."""
    chance = random.Random(8)
    for name in ("article", "hearts-3", "omnibus", "gnome", "black-maria"):
        position = ending(PRESETS[name].rules, chance, CARDS)
        position.views["totals"] = 0
        view = View(Views(position.views.copy()), 0)
        assert solve(view, position.hands) == solved(position)


def test_hands_that_do_not_agree_are_refused() -> None:
    """Hands of another deal, and deals of two decks, are errors."""
    position = ending(ALL_FOUR, random.Random(1), CARDS)
    view = View(Views(position.views.copy()), 0)
    hands = position.hands
    with pytest.raises(CardError, match="not the hands"):
        solve(view, hands[1:] + hands[:1])
    with pytest.raises(CardError, match="not the hands"):
        solve(view, [0, 0, 0, 0])
    doubled = ending(PRESETS["cancellation"].rules, random.Random(1), 16)
    with pytest.raises(CardError, match="one deck"):
        solve(View(Views(doubled.views.copy()), 0), doubled.hands)
