"""Duels: what a board says, when the test ends, and that nothing but the boards decides."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from hearts_bench.chunk import Chunk, no_groups, play_chunk
from hearts_bench.duel import Duel, Outcome, Question, board_values, duel_match, pilot
from hearts_bench.errors import ConfigError
from hearts_bench.match import Match
from hearts_bench.report import verdict
from hearts_bench.stats.boards import payoffs
from hearts_bench.stats.sequential import SequentialTest

pytestmark = pytest.mark.compiled
SAME_ARTICLE = "hearts_bench_strategies.article:Article"


def match(new: str = "article", old: str = "duck-low", question: Question | None = None, boards: int = 480) -> Match:
    """Return a duel's match."""
    return duel_match(new, old, boards, 7, question or Question())


def chunk_of(played: Match, first: int, scores: npt.NDArray[np.int32]) -> Chunk:
    """Return a chunk with these scores."""
    tally = np.zeros((2, 19), np.int64)
    return Chunk(first, len(scores), tally, no_groups(played), scores, 0.0)


def outcome_of(played: Match, question: Question, scores: npt.NDArray[np.int32], cuts: Sequence[int] = ()) -> Outcome:
    """Return the outcome of boards that come in chunks cut at these places."""
    duel = Duel(played, question)
    for piece in np.split(scores, cuts):
        if duel.is_enough(chunk_of(played, 0, piece)):
            break
    return duel.outcome()


def shifted_scores(boards: int, gain: int, every: int) -> npt.NDArray[np.int32]:
    """Return scores of boards: all alike, but on every so-manieth the new strategy hands points to its neighbour."""
    scores = np.full((boards, 5, 4), 6, np.int32)
    for seat in range(4):
        scores[::every, seat, seat] -= gain
        scores[::every, seat, (seat + 1) % 4] += gain
    return scores


def test_a_board_says_the_mean_payoff_over_all_seats() -> None:
    """Seating s has the new strategy in seat s; the last one is the old strategy alone."""
    played = match()
    scores = play_chunk(played, 0, 50).scores
    values, points = board_values(scores)
    each = payoffs(scores)
    for board in range(50):
        assert values[board] == pytest.approx(np.mean([each[board, seat, seat] for seat in range(4)]))
        assert points[board, 0] == np.mean([scores[board, seat, seat] for seat in range(4)])
        assert points[board, 1] == scores[board, 4].mean()


def test_playing_the_old_strategy_alone_adds_nothing_to_payoff() -> None:
    """The difference to a table of equals is the payoff itself, because their payoffs sum to zero."""
    played = match()
    scores = play_chunk(played, 0, 50).scores
    alone = payoffs(scores)[:, 4]
    assert np.abs(alone.sum(axis=1)).max() < 1e-9
    values, _ = board_values(scores)
    differences = [payoffs(scores)[:, seat, seat] - alone[:, seat] for seat in range(4)]
    assert np.mean(differences, axis=0) == pytest.approx(values)


@pytest.mark.parametrize("preset", ["article", "hearts-3", "hearts-5", "omnibus", "cancellation"])
def test_a_strategy_under_another_spec_differs_by_exactly_nothing(preset: str) -> None:
    """To the last digit, in payoff and in points."""
    played = duel_match("article", SAME_ARTICLE, 48, 3, Question(), preset=preset)
    values, points = board_values(play_chunk(played, 0, 48).scores)
    assert (values == 0).all()
    assert (points[:, 0] == points[:, 1]).all()


@pytest.mark.parametrize("cuts", [(), (1, 2, 3), (100, 101, 300), tuple(range(7, 480, 7))])
@pytest.mark.parametrize("question", [Question(detect=1.0), Question("better", 2.0, 0.01, 0.2), Question(detect=0.01)])
def test_chunks_change_nothing(question: Question, cuts: tuple[int, ...]) -> None:
    """Verdict, number of boards and every figure are the same to the last bit."""
    played = match(question=question)
    scores = play_chunk(played, 0, 480).scores
    assert outcome_of(played, question, scores, cuts) == outcome_of(played, question, scores)


def test_boards_behind_the_end_do_not_count() -> None:
    """A worker may have played on; the outcome is that of the boards up to the look that decided."""
    question = Question(detect=2.0)
    played = match(question=question)
    scores = play_chunk(played, 0, 480).scores
    outcome = outcome_of(played, question, scores)
    assert 0 < outcome.boards < 480
    assert outcome.boards % 24 == 0
    assert outcome_of(played, question, scores[: outcome.boards]) == outcome
    test = SequentialTest(-2.0, 0.0, bound=26, max_boards=480)
    assert test.add(board_values(scores)[0]) == outcome.verdict.upper()
    assert test.boards == outcome.boards


@pytest.mark.parametrize(
    ("expect", "gain", "expected"),
    [
        ("no-worse", 12, "pass"),
        ("no-worse", -12, "fail"),
        ("no-worse", 0, "pass"),
        ("better", 12, "pass"),
        ("better", -12, "fail"),
        ("better", 0, "fail"),
    ],
)
@pytest.mark.parametrize("sequential", [True, False])
def test_verdicts(expect: str, gain: int, expected: str, *, sequential: bool) -> None:
    """Gains pass, losses fail; equals are no worse, and not better."""
    question = Question(expect, 1.0, sequential=sequential)  # type: ignore[arg-type]
    played = match(question=question)
    scores = shifted_scores(480, gain, 3)
    outcome = outcome_of(played, question, scores)
    assert outcome.verdict == expected
    assert outcome.payoff.mean * gain >= 0
    assert (outcome.payoff.interval is None) == (gain == 0 and not sequential)


def test_too_few_boards_are_inconclusive() -> None:
    """No board, or a handful, is no proof of anything."""
    for question in (Question(detect=0.1), Question(detect=0.1, sequential=False)):
        outcome = outcome_of(match(question=question, boards=24), question, shifted_scores(24, 4, 2))
        assert outcome.verdict == "inconclusive" or not question.sequential
    planned = Question(detect=0.1, sequential=False)
    assert outcome_of(match(question=planned, boards=4), planned, shifted_scores(1, 4, 1)).verdict == "inconclusive"


def test_points_and_payoff_may_disagree() -> None:
    """Whoever shoots moons takes more points in between, and gives more: payoff up, points no better."""
    scores = np.zeros((480, 5, 4), np.int32)
    scores[:, :, :] = (6, 7, 6, 7)
    for seat in range(4):
        scores[:, seat, seat] += 2
        scores[:, seat, (seat + 1) % 4] -= 2
    question = Question(detect=1.0, sequential=False)
    assert not outcome_of(match(question=question), question, scores).contradiction
    scores[::5, :4] = 26
    for seat in range(4):
        scores[::5, seat, seat] = 6
    outcome = outcome_of(match(question=question), question, scores)
    assert outcome.gain.mean < 0 < outcome.payoff.mean
    assert outcome.contradiction
    assert any(name == "mind" and "disagree" in fact for name, fact in verdict.facts(outcome))


def test_the_costliest_board_is_named() -> None:
    """With the command that shows it."""
    question = Question(detect=0.5)
    played = replace(match(question=question), first_board=1000)
    scores = shifted_scores(480, -4, 3)
    scores[33, 2, 2] += 9
    outcome = outcome_of(played, question, scores)
    assert outcome.worst == 1033
    command = "hearts-bench replay article duck-low duck-low duck-low --seed 7 --board 1033 --drawn"
    assert ("costliest", command) in verdict.facts(outcome)


@pytest.mark.parametrize(
    ("message", "changes"),
    [
        ("same strategy, article; `hearts-bench selfcheck article`", {"old": "article"}),
        ("5 boards are too few for a sequential test, which looks at its evidence every 24 boards", {"boards": 5}),
        ("no two strategies differ by 30 points", {"question": Question(detect=30)}),
    ],
)
def test_what_cannot_be_a_duel(message: str, changes: dict[str, object]) -> None:
    """A sentence says why."""
    with pytest.raises(ConfigError, match=message):
        Duel(match(**changes), changes.get("question", Question()))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 0.7}, "alpha is the probability of an error, above 0 and below 0.5, not 0.7"),
        ({"beta": 0}, "beta is the probability of an error"),
        ({"detect": 0}, "above 0 points, not 0"),
        ({"expect": "equal"}, "unknown expectation 'equal'"),
    ],
)
def test_what_cannot_be_asked(options: dict[str, object], message: str) -> None:
    """A sentence names the option and its range."""
    with pytest.raises(ConfigError, match=message):
        Question(**options)  # type: ignore[arg-type]


def test_a_pilot_foretells_the_effort() -> None:
    """Half the difference takes four times as many boards, which take four times as long."""
    question = Question(detect=0.1, sequential=False)
    played = match(question=question)
    duel = Duel(played, question)
    duel.is_enough(play_chunk(played, 0, 480))
    result = pilot(duel, 4.8, [0.2, 0.1])
    assert result.seconds == pytest.approx(0.01)
    assert result.spread == pytest.approx(duel.payoffs.std(ddof=1))
    assert result.efforts[1].planned == pytest.approx(4 * result.efforts[0].planned, rel=0.001)
    assert result.efforts[0].planned == pytest.approx(10.82 * (result.spread / 0.2) ** 2, rel=0.01)


def test_a_pilot_of_equals_foretells_nothing() -> None:
    """There is no variance to plan with."""
    question = Question(detect=0.1, sequential=False)
    duel = Duel(match(question=question), question)
    duel.is_enough(chunk_of(match(), 0, shifted_scores(48, 0, 1)))
    with pytest.raises(ConfigError, match="all 48 boards of the pilot gave the same result"):
        pilot(duel, 1.0, [0.1])


@pytest.mark.slow
def test_duels_take_about_as_many_boards_as_planned() -> None:
    """The planned size finds a true difference, nearly always; half the boards much less often."""
    question = Question("better", 0.9, sequential=False)
    played = match("article", "spade-flushing", question, 960)
    duel = Duel(played, question)
    duel.is_enough(play_chunk(played, 0, 960))
    true = duel.outcome().payoff.mean
    needed = pilot(duel, 1.0, [true]).efforts[0].planned
    found = []
    for seed in range(60):
        asked = Question("better", true, sequential=False)
        again = duel_match("article", "spade-flushing", needed, seed, asked)
        trial = Duel(again, asked)
        trial.is_enough(play_chunk(again, 0, needed))
        found.append(trial.outcome().verdict == "pass")
    assert np.mean(found) > 0.8
