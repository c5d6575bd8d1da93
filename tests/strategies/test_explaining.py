"""What strategies say of the decisions in a deal: their own are explained as they were made."""

from dataclasses import replace
from pathlib import Path

import pytest
from report.explainers import HIGH, LOW

from hearts_bench.cards import card_set
from hearts_bench.errors import StrategyError
from hearts_bench.explaining import explain, explainers
from hearts_bench.match import Match
from hearts_bench.played import Deal, outcome
from hearts_bench.presets import changed_rules
from hearts_bench.replaying import play_out, replay

SEARCHES = ("monte-carlo:worlds=10", "ismcts:worlds=10")
LINE_UP = ("random", "duck-low", "spade-flushing", "article")


def dealt(line_up: tuple[str, ...], preset: str, board: int, number: int | None) -> Deal:
    """Return a deal, or one of a game."""
    match = Match(line_up, board + 1, 3, preset, seatings="fixed", whole_games=number is not None)
    return replay(match, board, 0, number or 0)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(
    ("preset", "board", "number"),
    [("article", 1, None), ("hearts-5", 2, None), ("classic", 1, 2)],
)
def test_own_decisions_are_explained_as_they_were_made(
    search: str, preset: str, board: int, number: int | None
) -> None:
    """Asked again, a search finds its own pass and cards best: it sees what it saw, with the same random stream."""
    players = changed_rules(preset).players
    deal = dealt((*(LINE_UP * 2)[: players - 1], search), preset, board, number)
    decisions = explain(deal)
    assert {each.seat for each in decisions} == {players - 1}
    assert {each.strategy for each in decisions} == {search}
    assert len(decisions) > 4
    for each in decisions:
        assert each.considered is not None
        assert each.considered.answer == each.best.answer
        assert each.cost == 0
    passes = [each.answer for each in decisions if each.is_pass]
    assert passes == [card_set(cards) for cards in deal.passes[players - 1 :]]


def test_a_judge_is_asked_about_every_choice(tmp_path: Path) -> None:
    """It is asked about all seats wherever there are two cards to choose from, and sees the view of that seat."""
    (tmp_path / "low.py").write_text(LOW)
    judge = f"{tmp_path / 'low.py'}:Low"
    deal = dealt((judge, "random", "random", judge), "article", 3, None)
    decisions = explain(deal, judge)
    assert {each.seat for each in decisions} == {0, 1, 2, 3}
    own = [each for each in decisions if each.seat in {0, 3}]
    assert explain(deal) == own
    assert all(each.cost == 0 for each in own)
    assert sum(each.cost for each in decisions) > 0
    assert [each.trick for each in decisions] == sorted(each.trick for each in decisions)
    assert [each.seat for each in decisions[:5] if each.is_pass] == [0, 1, 2, 3][: 4 * (deal.pass_offset != 0)]
    leaders = {number: trick.leader for number, trick in enumerate(outcome(deal).tricks, 1)}
    for each in decisions:
        if each.is_pass:
            assert each.cards == list(deal.passed[each.seat])
            assert each.cards_of(each.best.answer) == list(deal.dealt[each.seat][:3])
            continue
        turn = (each.seat - leaders[each.trick]) % 4
        assert outcome(deal).tricks[each.trick - 1].cards[turn] == each.answer
        assert each.answer in [option.answer for option in each.options]


def test_what_a_pass_cost(tmp_path: Path) -> None:
    """A pass costs by how much it is worse than the judge's; nobody knows of one that the judge did not consider."""
    (tmp_path / "low.py").write_text(LOW)
    (tmp_path / "high.py").write_text(HIGH)
    low, high = f"{tmp_path / 'low.py'}:Low", f"{tmp_path / 'high.py'}:High"
    deal = dealt((low, high, "random", high), "article", 0, None)
    passes = [each for each in explain(deal, low) if each.is_pass]
    assert [each.cost for each in passes] == [0, 10, 0, 10]
    assert [each.considered is None for each in passes] == [False, False, True, False]
    assert all(len(each.options) == 11 for each in passes)


def test_nothing_to_say_of_a_pass(tmp_path: Path) -> None:
    """Who returns no options for a pass is heard on cards only; where nobody has passed yet there is nothing to say."""
    (tmp_path / "low.py").write_text(
        LOW.replace("        cards, size", "        if view.leader < 0:\n            return 0\n        cards, size")
    )
    deal = dealt(LINE_UP, "article", 1, None)
    assert deal.passes
    decisions = explain(deal, f"{tmp_path / 'low.py'}:Low")
    assert decisions
    assert not any(each.is_pass for each in decisions)
    undecided = replace(deal, passed=(), plays=())
    assert explain(undecided, f"{tmp_path / 'low.py'}:Low") == []


def test_who_can_say() -> None:
    """Those that cannot are told which ones can."""
    assert explainers() == ["ismcts", "monte-carlo"]
    deal = dealt(LINE_UP, "article", 0, None)
    with pytest.raises(StrategyError, match=r"none of random, duck-low, .* can say .*; ismcts and monte-carlo can$"):
        explain(deal)
    with pytest.raises(StrategyError, match=r"^article cannot say what it considers .*; ismcts and monte-carlo can$"):
        explain(deal, "article")
    with pytest.raises(StrategyError, match="did you mean 'article'"):
        explain(deal, "artcle")


@pytest.mark.parametrize(("preset", "number"), [("article", None), ("cancellation", None), ("gnome", 1)])
def test_given_hands_are_played_as_from_the_seed(preset: str, number: int | None) -> None:
    """The same strategies, given hands, seed and board, pass and play what they passed and played; others do not."""
    line_up = (LINE_UP * 2)[: changed_rules(preset).players]
    deal = dealt(line_up, preset, 1, number)
    assert play_out(deal, line_up, "see") == deal
    other = play_out(deal, ("article",) * len(line_up), "see")
    assert other.dealt == deal.dealt
    assert other.plays != deal.plays
    assert outcome(other).scores is not None
