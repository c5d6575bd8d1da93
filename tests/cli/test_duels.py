"""The commands duel, plan and selfcheck, as scripts and people see them."""

from pathlib import Path

import pytest

from hearts_bench.records import RunFolder

from .program import invoke

pytestmark = pytest.mark.compiled
KEYS = {"verdict", "boards", "deals", "payoff", "interval", "mu0", "mu1", "alpha", "beta", "seed"}

STRAY = """
import random
from hearts_bench import Strategy
from hearts_bench.cards import cards_in


class Stray(Strategy):
    def choose_pass(self, view):
        return cards_in(view.hand)[: view.pass_count]

    def play(self, view):
        return random.choice(cards_in(view.legal))


class Broken(Stray):
    def play(self, view):
        if view.tricks_played == 7:
            raise RuntimeError("lost the thread")
        return cards_in(view.legal)[0]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a strategy that uses a generator of its own, and one that breaks."""
    path = tmp_path / "stray.py"
    path.write_text(STRAY)
    return path


@pytest.mark.parametrize(
    ("new", "old", "options", "code", "verdict"),
    [
        ("article", "random", ("--detect", 1), 0, "pass"),
        ("random", "article", ("--detect", 1), 1, "fail"),
        ("random", "article", ("--detect", 1, "--expect", "better"), 1, "fail"),
        ("article", "random", ("--detect", 1, "--expect", "better", "--deals", 300), 0, "pass"),
        ("article", "duck-low", ("--max-boards", 24), 3, "inconclusive"),
        ("article", "duck-low", ("--deals", 5, "--detect", 0.01), 3, "inconclusive"),
    ],
)
def test_exit_codes(new: str, old: str, options: tuple[object, ...], code: int, verdict: str) -> None:
    """Pass is 0, fail 1, inconclusive 3; the document says the same."""
    said = invoke("duel", new, old, *options, "--seed", 4, "--json")
    assert (said.code, said.document["verdict"]) == (code, verdict)
    assert said.document.keys() >= KEYS
    assert said.document["deals"] == 5 * said.document["boards"]


def test_the_answer_comes_first() -> None:
    """A person reads the verdict, then what it rests on."""
    said = invoke("duel", "random", "article", "--detect", 1, "--seed", 4)
    assert "FAIL: random is worse than article." in said.out
    for word in ("payoff", "points", "alike", "how sure", "finds", "costliest", "next"):
        assert f"\n{word}" in said.out
    assert "with a loss of 1, at most 5 % of duels pass; with no loss at all, at most 5 % fail" in said.words


def test_any_number_of_jobs_gives_the_same_document() -> None:
    """Also where worker processes play."""
    documents = [
        invoke("duel", "patient", "duck-low", "--seed", 4, "--max-boards", 48, "--json", *options).document
        for options in (("--jobs", 1), ("--jobs", 2), ("--jobs", 2, "--backend", "threads"))
    ]
    assert documents[0] == documents[1] == documents[2]


def test_a_fault_is_no_weakness(file: Path) -> None:
    """A strategy that breaks gets a verdict and an exit code of its own."""
    said = invoke("duel", f"{file}:Broken", "article", "--seed", 4, "--json")
    assert said.code == 4
    assert said.document["verdict"] == "fault"
    assert "lost the thread" in said.document["message"]
    assert f"{file}:Broken" in said.document["message"]


def test_a_seed_is_drawn_and_said() -> None:
    """Nobody can tune to one set of deals; whoever wants can repeat it."""
    said = invoke("duel", "article", "random", "--detect", 1, "--json")
    assert f"Seed {said.document['seed']} drawn." in said.err
    again = invoke("duel", "article", "random", "--detect", 1, "--json", "--seed", said.document["seed"])
    assert again.document == said.document


def test_a_run_folder_keeps_the_deals(tmp_path: Path) -> None:
    """And replays them."""
    out = tmp_path / "run"
    said = invoke("duel", "article", "random", "--detect", 1, "--seed", 4, "--out", out, "--json")
    folder = RunFolder.open(out)
    assert folder.manifest()["complete"]
    assert len(folder.deals()) >= said.document["deals"]
    shown = invoke("replay", out, "--board", 3, "--seating", 2)
    again = invoke("replay", "random", "random", "article", "random", "--seed", 4, "--board", 3, "--drawn")
    assert shown.code == again.code == 0
    assert shown.out == again.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("article", "article"), "new and old are the same strategy, article"),
        (("article", "random", "--alpha", 2), "alpha is the probability of an error"),
        (("article", "random", "--detect", -1), "the difference to detect must be above 0"),
        (("article", "random", "--detect", 30), "no two strategies differ by 30 points per deal under rules article"),
        (("article", "random", "--max-boards", 23), "23 boards are too few for a sequential test"),
        (("article", "random", "--deals", 0), "0 deals cannot be played"),
        (("article", "rendom"), "did you mean 'random'?"),
        (("article", "random", "--expect", "equal"), "'no-worse', 'better'"),
        (("article",), "Missing argument 'OLD'"),
    ],
)
def test_wrong_use(arguments: tuple[object, ...], message: str) -> None:
    """Exit code 2 and a sentence."""
    said = invoke("duel", *arguments)
    assert said.code == 2
    assert message in said.words


def test_plan() -> None:
    """A pilot tells how many boards each difference takes, planned and tested as they come."""
    said = invoke("plan", "article", "duck-low", "--detect", 0.5, "--detect", 0.25, "--seed", 4, "--json")
    large, small = said.document["efforts"]
    assert said.code == 0
    assert said.document["boards"] == 480
    assert small["boards"] == pytest.approx(4 * large["boards"], rel=0.01)
    assert large["deals"] == 5 * large["boards"]
    assert set(large["sequential_boards"]) == {"mu0", "midway", "mu1"}
    table = invoke("plan", "article", "duck-low", "--detect", 0.5, "--seed", 4).out
    assert f"{large['deals']:,}" in table
    assert "a board varies by" in table


def test_plan_of_equals(file: Path) -> None:
    """Two strategies that play alike give a plan nothing to go by."""
    said = invoke("plan", "article", "hearts_bench_strategies.article:Article", "--boards", 24)
    assert said.code == 2
    assert "all 24 boards of the pilot gave the same result; play more, with --boards" in said.words
    assert invoke("plan", f"{file}:Broken", "article").code == 4


def test_selfcheck_of_a_sound_strategy() -> None:
    """Exactly zero, and the same everywhere."""
    said = invoke("selfcheck", "article", "patient", "--boards", 8, "--json")
    assert said.code == 0
    assert said.document["ok"]
    assert [row["strategy"] for row in said.document["strategies"]] == ["article", "patient"]
    assert all(row["max_abs_difference"] == 0 for row in said.document["strategies"])


def test_selfcheck_finds_a_generator_of_ones_own(file: Path) -> None:
    """Whoever draws from a global generator does not equal itself: exit code 5."""
    said = invoke("selfcheck", "duck-low", f"{file}:Stray", "--boards", 8, "--json")
    assert said.code == 5
    sound, stray = said.document["strategies"]
    assert not said.document["ok"]
    assert sound["max_abs_difference"] == 0
    assert stray["max_abs_difference"] > 0
    assert not stray["same_in_pieces"]
    assert "FAILED" in invoke("selfcheck", f"{file}:Stray", "--boards", 8).out


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["article", "hearts-3", "cancellation"])
def test_all_built_in_strategies_equal_themselves(preset: str) -> None:
    """To the last digit."""
    said = invoke("selfcheck", "--boards", 4, "--rules", preset, "--json")
    assert said.code == 0, said.document
    assert all(row["max_abs_difference"] == 0 for row in said.document["strategies"])
