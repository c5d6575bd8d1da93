"""Search by sampling is worth its time, and its luck comes from the seed."""

import numpy as np
import pytest

from hearts_bench.block import BoardPlayer
from hearts_bench.chunk import play_chunk
from hearts_bench.duel import Question, board_values, duel_match
from hearts_bench.match import Match
from hearts_bench.runner import chunks, play
from hearts_bench.stats.intervals import board_interval
from hearts_bench.summaries import summaries

pytestmark = pytest.mark.compiled


@pytest.mark.slow
@pytest.mark.parametrize("playout", ["duck-low", "article"])
def test_beats_its_playout_strategy(playout: str) -> None:
    """With 30 worlds it wins against three copies of the strategy that plays its worlds out, beyond doubt."""
    search = f"monte-carlo:playout={playout},worlds=30"
    result = play(Match((search, playout, playout, playout), 240, 1))
    payoff = summaries(result)[0].payoff
    assert payoff.interval is not None
    assert payoff.interval[0] > 0


@pytest.mark.slow
@pytest.mark.parametrize("part", ["moon_arms", "pass_search"])
def test_the_parts_of_the_search_pay_against_article(part: str) -> None:
    """With either switched off it is weaker against the same field, beyond doubt."""
    duels = []
    for spec in ("monte-carlo:worlds=20", f"monte-carlo:worlds=20,{part}=false"):
        match = duel_match(spec, "article", 240, 5, Question(sequential=False))
        duels.append(board_values(np.concatenate([chunk.scores for chunk in chunks(match)]))[0])
    interval = board_interval(duels[0] - duels[1]).interval
    assert interval is not None
    assert interval[0] > 0


@pytest.mark.slow
def test_more_worlds_play_better() -> None:
    """Thirty worlds beat two."""
    result = play(Match(("monte-carlo:worlds=30", *["monte-carlo:worlds=2"] * 3), 800, 2))
    payoff = summaries(result)[0].payoff
    assert payoff.interval is not None
    assert payoff.interval[0] > 0


@pytest.mark.parametrize("playout", ["random", "duck-low", "article"])
def test_passes_as_its_playout_strategy_does(playout: str) -> None:
    """Without a search of its own, it passes what the playout strategy passes from the same hand."""
    passed = []
    for spec in (f"monte-carlo:worlds=1,pass_search=false,playout={playout}", playout):
        block = BoardPlayer(Match((spec, "duck-low", "duck-low", "duck-low"), 30, 4, seatings="fixed"), 30).play(0, 30)
        passed.append(block.tables["passed"][:, 0].tolist())
    if playout == "random":
        # Random draws come from a stream of the strategy's own name, so only their number is the same.
        passed = [[cards.bit_count() for cards in each] for each in passed]
    assert passed[0] == passed[1]
    assert any(passed[0])


def test_the_seed_decides() -> None:
    """The same seed gives the same deals, another seed others."""
    line_up = ("monte-carlo:worlds=5", "article", "random", "monte-carlo:worlds=5,playout=duck-low")
    scores = []
    for seed in (1, 1, 2):
        deals = play_chunk(Match(line_up, 20, seed), 0, 20, record=True).deals
        assert deals is not None
        scores.append([deals[f"score_{seat}"].tolist() for seat in range(4)])
    assert scores[0] == scores[1] != scores[2]


def test_worlds_matter() -> None:
    """The number of worlds is used: other numbers give other games."""
    scores = []
    for worlds in (1, 20):
        deals = play_chunk(Match((f"monte-carlo:worlds={worlds}",) * 4, 20, 1), 0, 20, record=True).deals
        assert deals is not None
        scores.append(deals["score_0"].tolist())
    assert scores[0] != scores[1]
