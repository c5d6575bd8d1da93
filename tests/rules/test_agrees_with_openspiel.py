"""OpenSpiel's Hearts, as its wheel ships it, agrees with the engine card by card and score by score.

All 256 combinations of OpenSpiel's options are judged: four deals each, 50 each in the slow suite. With
HEARTS_BENCH_JUDGE_DEALS=100000 the slow suite plays so many deals instead (at about 150 a second on one core).
"""

import itertools
import os
import random

import pyspiel
import pytest
from properties.positions import Position

from hearts_bench import Rules
from hearts_bench.cards import card, cards_in, text
from hearts_bench.presets import PRESETS

from .openspiel import OFFSETS, OUR_CARD, Judge, random_hands

# OpenSpiel's options, all of them, and what they mean here: option, value if they are off, value if they are on.
OPTIONS: dict[str, tuple[str, object, object] | None] = {
    "avoid_all_tricks_bonus": ("no_trick_bonus", 0, -5),
    "can_lead_any_club": ("opening_lead", "lowest_club", "any_club"),
    "can_lead_hearts_instead_of_qs": ("queen_counts_as_heart_when_leading", False, True),
    "jd_bonus": ("bonus", 0, -10),
    "must_break_hearts": ("must_break_hearts", False, True),
    "no_pts_on_first_trick": ("first_trick_points", "allow", "forbid"),
    "pass_cards": None,  # if it is off, the direction is "none"
    "qs_breaks_hearts": ("queen_breaks_hearts", False, True),
}
GROUPED = ("jd_bonus", "pass_cards")  # a test for each combination of these
STRICT = {"qs_breaks_hearts": False}
# Presets that OpenSpiel can express, with the parameters that differ from its defaults.
JUDGED: dict[str, dict[str, bool]] = {
    "article": STRICT,
    "microsoft": STRICT,
    "openspiel": {},
    "bicycle": {"can_lead_hearts_instead_of_qs": True},
}
QUICK_DEALS, SLOW_DEALS = 4, 50
JUDGE_DEALS = int(os.environ.get("HEARTS_BENCH_JUDGE_DEALS", str(SLOW_DEALS * 2 ** len(OPTIONS))))


def rules_for(parameters: dict[str, bool]) -> Rules:
    """Return our rules for OpenSpiel's parameters."""
    options = {}
    for name, is_on in parameters.items():
        meaning = OPTIONS[name]
        if meaning is not None:
            option, off, on = meaning
            options[option] = on if is_on else off
    return Rules(**options)


def compare(rules: Rules, parameters: dict[str, bool], pass_offset: int, chance: random.Random) -> list[int]:
    """Play random legal cards on both; compare turns and legal cards all along, return the scores both end with."""
    hands = random_hands(chance)
    position, judge = Position(rules, hands, pass_offset), Judge.of(parameters, hands, pass_offset)
    while not judge.is_over:
        legal = position.field("legal")
        assert position.seat == judge.to_act
        assert legal == judge.legal()
        if position.is_passing:
            chosen = chance.sample(cards_in(legal), 3)
            position.answer(sum(1 << each for each in chosen))
            judge.pass_cards(chosen)
        else:
            played = chance.choice(cards_in(legal))
            position.answer(played)
            judge.play(played)
    assert position.is_over
    assert position.scores == judge.scores
    return judge.scores


def compare_all(deals: int, *fixed: bool) -> None:
    """Compare so many deals under every combination of the options that are not fixed."""
    chance = random.Random(str(fixed))
    free = [name for name in OPTIONS if name not in GROUPED]
    moons = 0
    for values in itertools.product((False, True), repeat=len(free)):
        parameters = dict(zip(free, values, strict=True)) | dict(zip(GROUPED, fixed, strict=True))
        rules = rules_for(parameters)
        for number in range(deals):
            offset = OFFSETS[number % 4] if parameters["pass_cards"] else 0
            moons += sum(compare(rules, parameters, offset, chance)) > 52
    assert moons > 0, "no moon was shot"


def compare_preset(name: str, deals: int) -> None:
    """Compare deals under a preset, passed in all directions, moons among them."""
    chance = random.Random(name)
    scores = [compare(PRESETS[name].rules, JUDGED[name], OFFSETS[number % 4], chance) for number in range(deals)]
    assert sum(map(sum, scores)) > 26 * deals, "no moon was shot"


def test_options_are_all_of_them() -> None:
    """Every option of OpenSpiel is among those that are judged."""
    assert set(pyspiel.load_game("hearts").get_parameters()) == set(OPTIONS)


@pytest.mark.parametrize("jack", [False, True])
@pytest.mark.parametrize("passing", [False, True])
def test_all_options(jack: bool, passing: bool) -> None:
    """Legal cards and scores are OpenSpiel's under every combination of its options."""
    compare_all(QUICK_DEALS, jack, passing)


@pytest.mark.slow
@pytest.mark.parametrize("jack", [False, True])
@pytest.mark.parametrize("passing", [False, True])
def test_all_options_at_length(jack: bool, passing: bool) -> None:
    """The same over 50 deals for each combination, or as many as HEARTS_BENCH_JUDGE_DEALS says in all."""
    compare_all(-(-JUDGE_DEALS // 2 ** len(OPTIONS)), jack, passing)


@pytest.mark.parametrize("name", JUDGED)
def test_preset(name: str) -> None:
    """Presets that OpenSpiel can express mean its parameters."""
    compare_preset(name, deals=60)


@pytest.mark.slow
@pytest.mark.parametrize("name", JUDGED)
def test_preset_at_length(name: str) -> None:
    """Over 2,000 random deals OpenSpiel and the engine never differ."""
    compare_preset(name, deals=2000)


# S's three of hearts goes to E along with the jack of diamonds; N takes all other penalty cards.
JACK_HIDES_A_HEART = (
    "2C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D AD",
    "AC 3D 4D 5D 6D 7D 8D 9D TD JD QD KD 2H",
    "2S 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
    "3C 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
)
PLAYS = "2C AC 2S 3C JD 3H 3S 2D 3D 4H 4S AD"


def test_heart_beside_the_jack() -> None:
    """A heart that goes to somebody else along with the jack, in a trick of -9 points, spoils the moon for both."""
    parameters = STRICT | {"jd_bonus": True}
    position = Position(Rules(bonus=-10), JACK_HIDES_A_HEART, 0)
    judge = Judge.of(parameters, [position.hands[seat] for seat in range(4)], 0)
    position.play(PLAYS)
    for name in PLAYS.split():
        judge.play(card(name))
    while not judge.is_over:
        lowest = cards_in(judge.legal())[0]
        position.answer(lowest)
        judge.play(lowest)
    assert position.scores == judge.scores == [25, -9, 0, 0]


def test_card_numbers() -> None:
    """Cards are translated by their names, both ways."""
    state = Judge.of({}, random_hands(random.Random(1)), 0).state
    assert [text(card) for card in OUR_CARD] == [state.action_to_string(0, action) for action in range(52)]


def test_returns_are_not_points() -> None:
    """Who takes most points has the lowest return: an adapter that confuses the two ranks everybody backwards."""
    chance = random.Random(5)
    judge = Judge.of({}, random_hands(chance), 0)
    while not judge.is_over:
        judge.play(chance.choice(cards_in(judge.legal())))
    returns = judge.state.returns()
    assert judge.scores.index(max(judge.scores)) == returns.index(min(returns))
    assert sum(judge.scores) in (26, 78)
    assert all(value + score == 26 for value, score in zip(returns, judge.scores, strict=True))


def test_no_pass_is_forced_at_the_root() -> None:
    """Without passing, OpenSpiel's chance node still offers all directions; the first, "none", has to be forced."""
    root = pyspiel.load_game("hearts", {"pass_cards": False}).new_initial_state()
    assert root.legal_actions() == [0]
    assert len(root.chance_outcomes()) == 4
    judge = Judge.of({"pass_cards": False}, random_hands(random.Random(2)), 0)
    assert "No Pass" in str(judge.state)


@pytest.mark.parametrize(("action", "direction"), list(enumerate(("No Pass", "Left", "Across", "Right"))))
def test_pass_directions(action: int, direction: str) -> None:
    """OpenSpiel's direction numbers are offsets to the left: none, left, across, right."""
    assert PRESETS["openspiel"].rules.pass_offsets[action] == OFFSETS[action]
    judge = Judge.of({}, random_hands(random.Random(3)), OFFSETS[action])
    assert direction in str(judge.state).splitlines()[0]
