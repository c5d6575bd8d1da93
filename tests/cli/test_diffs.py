"""The commands diff and profile, as scripts and people see them."""

import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hearts_bench.duel import board_values
from hearts_bench.match import Match
from hearts_bench.records import RunFolder
from hearts_bench.runner import chunks
from hearts_bench.summaries import summaries

from .program import Said, invoke, run

pytestmark = pytest.mark.compiled

# Plays as `patient` does, but for one thing: what it discards in the fifth trick.
FILE = """
from hearts_bench import Strategy, register
from hearts_bench.cards import highest, in_suit, lowest


@register("low")
class Low(Strategy):
    def choose_pass(self, view):
        cards, rest = 0, view.hand
        for _ in range(view.pass_count):
            cards |= 1 << highest(rest)
            rest ^= 1 << highest(rest)
        return cards

    def play(self, view):
        return lowest(view.legal)


@register("other")
class Other(Low):
    def play(self, view):
        is_discard = view.led_suit >= 0 and in_suit(view.legal, view.led_suit) == 0
        return highest(view.legal) if is_discard and view.tricks_played == 4 else lowest(view.legal)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with two strategies that differ in one thing: what they discard in the fifth trick."""
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    return path


def played(path: Path, *line_up: object, seed: int = 3, more: tuple[object, ...] = ("--deals", 96)) -> Path:
    """Play a match into a run folder."""
    assert invoke("match", *line_up, *more, "--seed", seed, "--out", path, "--quiet").code == 0
    return path


def test_the_gain_is_the_payoff_of_a_duel() -> None:
    """Both look at the same boards; what the parts gain adds up to the whole."""
    document = invoke("diff", "herzen", "article", "--deals", 800, "--seed", 1, "--json").document
    match = Match(("herzen", "article"), 200, 1, seatings="duel")
    payoffs = [value for chunk in chunks(match, jobs=1) for value in board_values(chunk.scores)[0].tolist()]
    assert (document["boards"], document["deals"]) == (200, 800)
    assert document["gain"] == pytest.approx(sum(payoffs) / 200)
    assert sum(each["gain"] for each in document["first_differences"]) == pytest.approx(document["gain"])
    assert sum(each["deals"] for each in document["first_differences"]) == document["deals_different"]
    assert sum(each["boards"] for each in document["histogram"]) == 200
    for each in document["histogram"]:
        low, high = each["low"], each["high"]
        inside = [low < value <= high if low >= 0 < high else low <= value < high for value in payoffs]
        expected = payoffs.count(0) if low == high else sum(inside)
        assert each["boards"] == expected
    costs = [each["gain"] for each in document["costliest"]]
    assert costs == pytest.approx(sorted(payoffs)[:10])


@pytest.mark.parametrize("rules", ["article", "hearts-5", "cancellation"])
def test_commands_show_what_was_found(rules: str) -> None:
    """Both deals of a costly board, replayed by the commands shown, first differ in just that decision."""
    document = invoke("diff", "random", "duck-low", "--deals", 200, "--seed", 1, "--rules", rules, "--json").document
    for costly in document["costliest"][:3]:
        check_first_difference(costly)


def check_first_difference(costly: dict[str, Any]) -> None:
    one, other = (invoke(*shlex.split(command)[1:], "--json").document for command in costly["replay"])
    first = costly["first_difference"]
    assert one["dealt"] == other["dealt"]
    passes = [seat for seat, cards in enumerate(one["passed"]) if cards != other["passed"][seat]]
    if first["kind"] == "pass":
        assert passes == [first["seat"]]
        assert (one["passed"][passes[0]], other["passed"][passes[0]]) == (first["one"], first["other"])
        return
    assert passes == []
    cards = [[each for trick in deal["tricks"] for each in trick["cards"]] for deal in (one, other)]
    at = next(at for at, pair in enumerate(zip(*cards, strict=True)) if pair[0] != pair[1])
    players = len(one["dealt"])
    trick = one["tricks"][at // players]
    assert (cards[0][at], cards[1][at], at // players + 1) == (first["one"], first["other"], first["trick"])
    assert (trick["leader"] + at % players) % players == first["seat"]
    assert {first["one"], first["other"]} <= set(first["legal"].split())
    suits = [each[1] for each in first["legal"].split()]
    led = trick["cards"][0][1]
    assert first["kind"] == ("lead" if at % players == 0 else "follow" if suits == [led] * len(suits) else "discard")


def test_the_one_thing_that_differs_is_found(file: Path) -> None:
    """All first differences are discards in the fifth trick; strategies are called what the user called them."""
    said = invoke("diff", f"{file}:Other", f"{file}:Low", "--deals", 80, "--seed", 1, "--jobs", 1, "--json")
    firsts = said.document["first_differences"]
    assert [(each["kind"], each["trick"]) for each in firsts] == [("discard", 5)]
    assert firsts[0]["deals"] == said.document["deals_different"] > 0
    assert (said.document["one"], said.document["other"]) == (f"{file}:Other", f"{file}:Low")
    for costly in said.document["costliest"][:2]:
        check_first_difference(costly)


def test_another_choice_for_a_moon_is_found(file: Path) -> None:
    """Where all cards are the same, only scores differ; under these rules that is worth the same either way."""
    more = "\n\nclass Subtracts(Adds):\n    def choose_moon(self, view):\n        return 1\n"
    adds = "\n\nclass Adds(Low):\n    def play(self, view):\n        return highest(view.legal)\n"
    file.write_text(FILE + adds + "\n    def choose_moon(self, view):\n        return 0\n" + more)
    arguments = (f"{file}:Adds", f"{file}:Subtracts", "--rules", "herzen", "--deals", 200, "--seed", 3, "--jobs", 1)
    document = invoke("diff", *arguments, "--json").document
    assert [(each["kind"], each["trick"]) for each in document["first_differences"]] == [("score", None)]
    assert (document["deals_different"] > 0, document["gain"]) == (True, 0)


def test_a_strategy_does_not_differ_from_itself() -> None:
    """Zero differences is a fine answer."""
    said = invoke("diff", "article", "article", "--deals", 80, "--seed", 1)
    assert (said.code, said.out.splitlines()[2:]) == (0, ["They do not differ on any board."])
    document = invoke("diff", "article", "article", "--deals", 80, "--seed", 1, "--json").document
    assert (document["boards_different"], document["deals_different"], document["costliest"]) == (0, 0, [])


def test_text_of_a_difference() -> None:
    """What differs comes first; tables fit 80 columns."""
    lines = invoke("diff", "herzen", "article", "--deals", 4000, "--seed", 1).out.splitlines()
    assert lines[0] == "herzen v article · rules article · 1,000 boards, 4,000 deals · seed 1"
    assert lines[2].startswith("They differ on 722 of 1,000 boards (72.2 %), and in 1,640 of 4,000 deals (41 %).")
    assert lines[3].startswith("herzen gains +0.158 (95 %: +0.000 … +0.316) points per deal.")
    assert any(line.startswith("pass ") for line in lines)
    assert sum(line.startswith("hearts-bench replay ") for line in lines) == 11
    assert max(map(len, lines)) <= 80


def test_any_number_of_jobs_gives_the_same() -> None:
    """Also where worker processes play."""
    for command in (("diff", "patient", "duck-low"), ("profile", "patient")):
        one, two = (invoke(*command, "--deals", 200, "--seed", 4, "--jobs", jobs, "--json").document for jobs in (1, 2))
        assert one == two


def test_two_runs(tmp_path: Path) -> None:
    """Runs whose line-ups differ in one strategy: deal by deal as recorded, and decision by decision."""
    one = played(tmp_path / "one", "random", "duck-low", "article", "herzen")
    other = played(tmp_path / "other", "random", "duck-low", "article", "article")
    document = invoke("diff", one, other, "--json").document
    assert (document["one"], document["other"], document["boards"], document["deals"]) == ("herzen", "article", 24, 96)
    payoffs = [summaries(RunFolder.open(each).results()[0])[3].payoff.mean for each in (one, other)]
    assert document["gain"] == pytest.approx(payoffs[0] - payoffs[1])
    assert sum(each["deals"] for each in document["first_differences"]) == document["deals_different"]
    for costly in document["costliest"][:2]:
        check_first_difference(costly)
    back = invoke("diff", other, one, "--json").document
    assert back["gain"] == pytest.approx(-document["gain"])
    same = invoke("diff", one, one, "--json").document
    assert (same["deals_different"], same["gain"], same["one"]) == (0, 0, str(one))


def test_runs_of_games(tmp_path: Path) -> None:
    """The first difference of two games may be in a later deal, which the command shows."""
    more = ("--games", 4, "--seatings", "rotate")
    one = played(tmp_path / "one", "duck-low", "duck-low", "article", "herzen", more=more)
    other = played(tmp_path / "other", "duck-low", "duck-low", "article", "article", more=more)
    document = invoke("diff", one, other, "--json").document
    assert document["deals_different"] > 0
    for costly in document["costliest"]:
        assert "--deal" in costly["replay"][0]
        check_first_difference(costly)


@pytest.mark.slow
def test_a_run_of_old_code_is_compared_by_scores(file: Path, tmp_path: Path) -> None:
    """The same spec may be another source: its gains are shown, but what it once did cannot be played again."""
    line_up = (f"{file}:Low", "duck-low", "article", "random")
    more = ("--deals", 24, "--seatings", "rotate", "--jobs", 1)
    old = played(tmp_path / "old", *line_up, more=more)
    file.write_text(FILE.replace("return lowest(view.legal)\n\n", "return highest(view.legal)\n\n"))
    new = tmp_path / "new"  # a process of its own has not loaded the old source
    assert run("match", *line_up, *more, "--seed", 3, "--out", new, "--quiet").code == 0
    said = invoke("diff", new, old)
    assert "Only scores are compared: " in said.words
    assert "hearts-bench replay" not in said.out
    document = invoke("diff", new, old, "--json").document
    assert document["first_differences"] == []
    assert document["costliest"][0]["first_difference"] is None


@pytest.mark.slow
def test_an_old_revision(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of the help text: a strategy against what it was one commit before, in a process of its own."""
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(tmp_path))
    for command in (("init", "-q"), ("add", "mine.py"), ("commit", "-qm", "one")):
        subprocess.run([*git, *command], check=True)
    file.write_text(FILE.replace("lowest(view.legal)\n\n", "highest(view.legal)\n\n"))
    subprocess.run([*git, "commit", "-qam", "two"], check=True)
    monkeypatch.chdir(tmp_path)
    document = invoke("diff", "git:HEAD~1:mine.py:Low", "mine.py:Low", "--deals", 80, "--seed", 1, "--json").document
    assert document["deals_different"] > 0
    assert {each["kind"] for each in document["first_differences"]} <= {"lead", "follow", "discard"}
    check_first_difference(document["costliest"][0])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run folder."""
    return played(tmp_path_factory.mktemp("runs") / "run", "random", "duck-low", "article", "herzen")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("article", "articl"), "unknown strategy 'articl'; did you mean 'article'?"),
        (("{run}", "article"), "is a run folder, and can be compared with another one only; article is none"),
        (("results/none", "article"), "there is no run folder results/none"),
        (("{run}", "{run}", "--strategy", "articel"), "unknown strategy of these runs 'articel'"),
        (("article", "random", "--strategy", "article"), "--strategy is for runs"),
        (("{run}", "{run}", "--seed", 1), "--rules, --rule and --seed are for strategies; runs have their own"),
        (("article", "random", "--deals", 0), "Invalid value for '--deals'"),
        (("{tmp}", "{run}"), "is no run folder"),
    ],
)
def test_wrong_input(arguments: tuple[object, ...], message: str, folder: Path, tmp_path: Path) -> None:
    """A sentence says what is wrong."""
    said = invoke("diff", *(str(each).format(run=folder, tmp=tmp_path) for each in arguments), "--quiet")
    assert said.code == 2
    assert message in said.words


@pytest.mark.parametrize(
    ("line_up", "options", "message"),
    [
        (("random", "duck-low", "article", "herzen"), ("--seed", 4), "seed: 3 in"),
        (("random", "duck-low", "article", "herzen"), ("--rules", "bicycle"), "rules: article in"),
        (("random", "duck-low", "article", "herzen"), ("--rule", "moon=none"), "rule options: {} in"),
        (("random", "duck-low", "article", "herzen"), ("--seatings", "rotate"), "seatings of match 1: balanced in"),
        (("random", "patient", "article", "article"), (), "differ in more than one strategy: duck-low and patient"),
    ],
)
def test_runs_that_cannot_be_compared(
    line_up: tuple[str, ...], options: tuple[object, ...], message: str, folder: Path, tmp_path: Path
) -> None:
    """The sentence says what differs."""
    seed = options[1] if "--seed" in options else 3
    rest = options if "--seed" not in options else ()
    other = played(tmp_path / "other", *line_up, seed=int(str(seed)), more=("--deals", 4, *rest))
    said = invoke("diff", folder, other)
    assert said.code == 2
    assert message in said.words


def test_profile_table(tmp_path: Path) -> None:
    """A column for each strategy, then what the measures mean; and a chart."""
    chart = tmp_path / "chart.svg"
    said = invoke("profile", "random", "duck-low", "--deals", 400, "--seed", 1, "--plot", chart)
    lines = said.out.splitlines()
    assert lines[0].split("  ")[0] == "% of the chances"
    assert [line.split("  ")[0] for line in lines[1:4]] == ["wins tricks", "ducks", "dumps Q♠"]
    assert "Each in all seats of the same 100 boards, with article in the others" in said.words
    assert "ducks: follows suit below the winning card" in said.words
    assert chart.read_text().startswith("<svg")


def test_profile_document(folder: Path) -> None:
    """The same of strategies and of a run; a strategy's own column does not depend on who else was asked for."""
    one = invoke("profile", "article", "--deals", 80, "--seed", 1, "--json").document
    two = invoke("profile", "duck-low", "article", "--deals", 80, "--seed", 1, "--json").document
    assert two["strategies"][1] == one["strategies"][0]
    ducks = two["strategies"][0]["rates"]["ducks"]
    assert ducks["count"] == ducks["chances"] > 0
    assert len(one["strategies"][0]["points_by_trick"]) == 13
    of_run = invoke("profile", folder, "--json").document
    assert [each["strategy"] for each in of_run["strategies"]] == ["random", "duck-low", "article", "herzen"]
    assert set(of_run["strategies"][0]) == set(one["strategies"][0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("articl",), "unknown strategy 'articl'; did you mean 'article'?"),
        (("article", "--against", "articl"), "unknown strategy 'articl'"),
        (("article", "--plot", "chart.pdf"), "--plot chart.pdf: name a .svg or .png file in a folder that is there"),
        (("results/none",), "there is no run folder results/none"),
        (("article", "--rules", "hears-5"), "did you mean 'hearts-5'"),
    ],
)
def test_wrong_input_for_profile(arguments: tuple[object, ...], message: str) -> None:
    """A sentence says what is wrong, before anything is played."""
    said: Said = invoke("profile", *arguments, "--quiet")
    assert said.code == 2
    assert message in said.words
