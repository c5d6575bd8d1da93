"""OpenSpiel's Hearts, as its wheel ships it, agrees with the engine card by card and score by score."""

import random

import pyspiel
import pytest

from hearts_bench import Rules
from hearts_bench.cards import cards_in, text
from hearts_bench.manual import ManualTable
from hearts_bench.presets import PRESETS

from .openspiel import OFFSETS, OUR_CARD, Judge, random_hands

STRICT = {"qs_breaks_hearts": False}
# Presets that OpenSpiel can express, with the parameters that differ from its defaults.
JUDGED: dict[str, tuple[Rules, dict[str, bool]]] = {
    "article": (PRESETS["article"].rules, STRICT),
    "microsoft": (PRESETS["microsoft"].rules, STRICT),
    "openspiel": (PRESETS["openspiel"].rules, {}),
    "bicycle": (PRESETS["bicycle"].rules, {"can_lead_hearts_instead_of_qs": True}),
}
# Options that no preset changes.
OPTIONS: dict[str, tuple[Rules, dict[str, bool]]] = {
    "any club opens": (Rules(opening_lead="any_club"), STRICT | {"can_lead_any_club": True}),
    "points on the first trick": (Rules(first_trick_points="allow"), STRICT | {"no_pts_on_first_trick": False}),
    "hearts at any time": (Rules(must_break_hearts=False), STRICT | {"must_break_hearts": False}),
    "the queen leads as a heart": (
        Rules(queen_counts_as_heart_when_leading=True),
        STRICT | {"can_lead_hearts_instead_of_qs": True},
    ),
}


def compare(rules: Rules, parameters: dict[str, bool], pass_offset: int, chance: random.Random) -> list[int]:
    """Play random legal cards on both; compare turns and legal cards all along, return the scores both end with."""
    hands = random_hands(chance)
    table, judge = ManualTable(rules, hands, pass_offset), Judge.of(parameters, hands, pass_offset)
    while not judge.is_over:
        view = table.view
        assert table.to_act == judge.to_act
        assert view.legal == judge.legal()
        if table.is_passing:
            chosen = chance.sample(cards_in(view.hand), 3)
            table.pass_cards(chosen)
            judge.pass_cards(chosen)
        else:
            card = chance.choice(cards_in(view.legal))
            table.play(card)
            judge.play(card)
    assert table.is_over
    assert table.scores == judge.scores
    return judge.scores


def compare_many(rules: Rules, parameters: dict[str, bool], deals: int) -> None:
    """Compare deals passed in all directions, moons among them."""
    chance = random.Random(str(sorted(parameters)))
    scores = [compare(rules, parameters, OFFSETS[number % 4], chance) for number in range(deals)]
    assert sum(map(sum, scores)) > 26 * deals, "no moon was shot"


@pytest.mark.parametrize("name", JUDGED)
def test_preset(name: str) -> None:
    """Legal cards and scores are OpenSpiel's in deals of every pass direction."""
    compare_many(*JUDGED[name], deals=100)


@pytest.mark.parametrize("name", OPTIONS)
def test_option(name: str) -> None:
    """Options that no preset uses mean what they mean in OpenSpiel."""
    compare_many(*OPTIONS[name], deals=60)


@pytest.mark.slow
@pytest.mark.parametrize("name", JUDGED)
def test_preset_at_length(name: str) -> None:
    """Over 2,000 random deals OpenSpiel and the engine never differ."""
    compare_many(*JUDGED[name], deals=2000)


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


@pytest.mark.parametrize(("action", "direction"), list(enumerate(["No Pass", "Left", "Across", "Right"])))
def test_pass_directions(action: int, direction: str) -> None:
    """OpenSpiel's direction numbers are offsets to the left: none, left, across, right."""
    assert PRESETS["openspiel"].rules.pass_offsets[action] == OFFSETS[action]
    judge = Judge.of({}, random_hands(random.Random(3)), OFFSETS[action])
    assert direction in str(judge.state).splitlines()[0]
