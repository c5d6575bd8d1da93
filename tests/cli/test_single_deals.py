"""What `replay` and `analyse` do with single deals: files, explanations, pages, colours."""

from pathlib import Path

import pytest
from report.explainers import HIGH, LOW

from hearts_bench.cards import card

from .program import invoke, run

LINE_UP = ("random", "duck-low", "spade-flushing", "article")
BOARD = ("--seed", 1, "--board", 17)
ESCAPE = "\x1b["


@pytest.fixture
def judge(tmp_path: Path) -> str:
    """A strategy that thinks the lowest card best, each higher one a point worse for every card between."""
    (tmp_path / "low.py").write_text(LOW)
    return f"{tmp_path / 'low.py'}:Low"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with one deal, as `replay` exports it."""
    said = invoke("replay", *LINE_UP, *BOARD, "--export", tmp_path / "one.deals")
    assert (said.code, said.out) == (0, "")
    assert f"Written: {tmp_path / 'one.deals'}" in said.words
    return tmp_path / "one.deals"


def test_an_exported_deal_is_shown_as_the_deal_itself(file: Path) -> None:
    """From the file comes what comes from strategies and seed, as text and as a document."""
    assert invoke("replay", file).out == invoke("replay", *LINE_UP, *BOARD).out
    assert invoke("replay", file, "--json").document == invoke("replay", *LINE_UP, *BOARD, "--json").document


def test_explained(judge: str) -> None:
    """Without a judge, only the strategies that can say are asked; with one, all seats are judged."""
    own = invoke("replay", judge, *LINE_UP[1:], *BOARD, "--explain", "--json").document
    assert {each["seat"] for each in own["explanation"]["decisions"]} == {0}
    assert own["explanation"]["costliest"] is None
    said = invoke("replay", judge, *LINE_UP[1:], *BOARD, "--explain")
    assert f"No decision cost anything, as {judge} sees it." in said.words
    judged = invoke("replay", judge, *LINE_UP[1:], *BOARD, "--judge", judge, "--json").document
    decisions = judged["explanation"]["decisions"]
    assert {each["seat"] for each in decisions} == {0, 1, 2, 3}
    worst = decisions[judged["explanation"]["costliest"]]
    assert worst["cost"] == max(each["cost"] for each in decisions)
    (played,), (better,) = worst["cards"], worst["better"]
    assert worst["cost"] == card(played) - card(better)
    assert [option["cards"] for option in worst["options"] if option["chosen"]] == [[played]]
    assert set(worst["options"][0]) == {"cards", "moon", "payoff", "points", "moons", "playouts", "chosen"}
    assert [each["cards"] for each in decisions if each["trick"] == 0] == [cards.split() for cards in judged["passed"]]
    del judged["explanation"], own["explanation"]
    assert judged == own


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('raise ValueError("no idea")', "trick 1) raised ValueError when it was to say what it considers: no idea"),
        ("options[0].answer = 52", "the answer must be a legal card, and the numbers finite"),
        ('options[0].payoff = float("nan")', "the answer must be a legal card, and the numbers finite"),
        ("return 0", "trick 1) says nothing of its choice among several cards"),
    ],
)
def test_who_says_what_cannot_be(tmp_path: Path, line: str, message: str) -> None:
    """A strategy that fails when it is asked is a fault with a sentence."""
    source = LOW.replace(
        "        return len(", f"        if view.leader >= 0:\n            {line}\n        return len("
    )
    (tmp_path / "low.py").write_text(source)
    said = invoke("replay", *LINE_UP, *BOARD, "--judge", f"{tmp_path / 'low.py'}:Low")
    assert (said.code, said.out) == (4, "")
    assert "Low (seat 2, trick 1)" in said.words
    assert message in said.words


def test_who_takes_a_pass_for_a_play(tmp_path: Path) -> None:
    """A strategy that lists cards when it is asked for a pass is told what an answer is."""
    (tmp_path / "low.py").write_text(LOW.replace("if view.leader < 0", "if False"))
    said = invoke("replay", *LINE_UP, *BOARD, "--judge", f"{tmp_path / 'low.py'}:Low")
    assert (said.code, said.out) == (4, "")
    assert "Low (seat 0, passing) says that it considers" in said.words
    assert "the answer must be a set of 3 cards of its hand, and the numbers finite" in said.words


def test_what_strategies_print_is_no_result(tmp_path: Path) -> None:
    """It goes to standard error, so that a document stays one."""
    source = LOW.replace("        return ", '        print("thinking")\n        return ')
    (tmp_path / "low.py").write_text(source)
    said = invoke("replay", f"{tmp_path / 'low.py'}:Low", *LINE_UP[1:], *BOARD, "--explain", "--json")
    assert said.document["explanation"]["decisions"]
    assert set(said.err.split()) == {"thinking"}


def test_a_page(tmp_path: Path, judge: str) -> None:
    """The page is one file with all that was asked for in it."""
    said = invoke("replay", *LINE_UP, *BOARD, "--judge", judge, "--html", tmp_path / "deal.html")
    assert (said.code, said.out) == (0, "")
    page = (tmp_path / "deal.html").read_text(encoding="utf-8")
    assert "<title>Board 17 · seed 1 · rules article · pass right</title>" in page
    assert '"costliest": ' in page
    assert "http" not in page.replace("http-equiv", "")


def test_colours(monkeypatch: pytest.MonkeyPatch, judge: str) -> None:
    """Red suits are red on terminals only, and not where NO_COLOR is set; the text is the same."""
    arguments = ("replay", *LINE_UP, *BOARD, "--judge", judge)
    plain = invoke(*arguments).out
    assert ESCAPE not in plain
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = invoke(*arguments).out
    assert f"{ESCAPE}31m10♦{ESCAPE}0m*" in coloured
    assert f"{ESCAPE}31m♥ K 6 5 2{ESCAPE}0m" in coloured
    assert coloured.replace(f"{ESCAPE}31m", "").replace(f"{ESCAPE}0m", "") == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert invoke(*arguments).out == plain


def test_letters_for_suits() -> None:
    """With --ascii suits are letters, in the same columns."""
    text, plain = (invoke("replay", *LINE_UP, *BOARD, *more).out for more in ((), ("--ascii",)))
    assert plain.isascii()
    assert "  12  >QH*    AS     10S    5C " in plain
    assert [*map(len, plain.splitlines())] == [*map(len, text.splitlines())]


@pytest.mark.slow
def test_an_output_without_suits() -> None:
    """Where the output's encoding has no suits, letters come by themselves."""
    said = run("replay", *LINE_UP, *BOARD, PYTHONIOENCODING="ascii")
    assert (said.code, said.out) == (0, invoke("replay", *LINE_UP, *BOARD, "--ascii").out)


def test_analysis_of_a_play(file: Path, judge: str) -> None:
    """The costliest cards come first; strategies play the same hands; a document has both."""
    said = invoke("analyse", file, "article", "--judge", judge)
    assert said.code == 0
    table, again = said.out.split("The same hands, played anew")
    rows = [line.split() for line in table.split("Trick  seat")[1].splitlines()[1:] if line]
    assert len(rows) == 10
    costs = [float(row[-3]) for row in rows]
    assert costs == sorted(costs, reverse=True)
    assert again.count("  article\n") + again.count("  article ") == 4
    (deal,) = invoke("analyse", file, "article", "--judge", judge, "--json").document["deals"]
    assert deal["played"]["dealt"] == deal["recorded"]["dealt"]
    assert deal["played"]["strategies"] == ["article"] * 4
    assert deal["played"]["tricks"] != deal["recorded"]["tricks"]
    assert max(each["cost"] for each in deal["recorded"]["explanation"]["decisions"]) == costs[0]
    assert deal["disagreement"] is None
    (unplayed,) = invoke("analyse", file, "--judge", judge, "--json").document["deals"]
    assert unplayed["played"] is None


def test_analysis_of_a_pass(tmp_path: Path, judge: str) -> None:
    """Passes are among the costliest decisions; they are judged as well where nobody wrote down the play."""
    (tmp_path / "high.py").write_text(HIGH)
    high = f"{tmp_path / 'high.py'}:High"
    assert invoke("replay", high, high, judge, judge, *BOARD, "--export", tmp_path / "one.deals").code == 0
    file = tmp_path / "one.deals"
    (deal,) = invoke("analyse", file, "--judge", judge, "--json").document["deals"]
    passes = [each for each in deal["recorded"]["explanation"]["decisions"] if each["trick"] == 0]
    assert [each["cost"] for each in passes] == [10, 10, 0, 0]
    kept = ("[Board", "[Pass", "[Deal")
    file.write_text("\n".join(line for line in file.read_text().splitlines() if line.startswith(kept)))
    said = invoke("analyse", file, "--judge", judge)
    assert said.code == 0
    rows = [line.split() for line in said.out.split("Trick  seat")[1].splitlines()[1:]]
    assert [(row[0], row[1], row[-3]) for row in rows] == [("pass", "South", "10.00"), ("pass", "West", "10.00")]
    (again,) = invoke("analyse", file, "--judge", judge, "--json").document["deals"]
    assert again["recorded"]["explanation"]["decisions"] == passes
    without = [line for line in file.read_text().splitlines() if not line.startswith("[Passed")]
    file.write_text("\n".join(without))
    assert invoke("replay", file, "--judge", judge, "--json").document["explanation"]["decisions"] == []


def test_hands_without_a_play(file: Path) -> None:
    """Hands that nobody played can be played, by one strategy in all seats or by one a seat."""
    lines = file.read_text().splitlines()
    file.write_text("\n".join(line for line in lines if line.startswith(("[Board", "[Deal"))))
    said = invoke("analyse", file, "article")
    assert said.code == 0
    assert said.out.splitlines()[0] == "Board 17 · rules article · no pass"
    four = invoke("analyse", file, *LINE_UP, "--json").document["deals"][0]
    assert four["played"]["strategies"] == list(LINE_UP)
    assert len(four["played"]["tricks"]) == 13
    assert "explanation" not in four["recorded"]
    assert invoke("replay", file).out.splitlines()[-1].strip() == "♣ A 6 5 3"


def test_other_scores_than_those_of_the_play(file: Path, judge: str) -> None:
    """A deal whose scores on file are wrong is shown, and the command ends with the code for a mismatch."""
    file.write_text(file.read_text().replace("20 1 4 1", "20 1 5 0"))
    for arguments in (("replay", file), ("analyse", file, "--judge", judge)):
        said = invoke(*arguments)
        assert said.code == 5
        assert "Score   20     1      4      1" in said.out
        assert "the file says 20 1 5 0, but the play gives 20 1 4 1 by the rules article" in said.err


def test_a_fault_at_given_hands(file: Path, tmp_path: Path) -> None:
    """A strategy that misbehaves is named with the command that shows it again."""
    source = LOW.split("    def play")[0] + "    def play(self, view):\n        return 51\n"
    (tmp_path / "ace.py").write_text(source)
    file.write_text("\n".join(line for line in file.read_text().splitlines() if line.startswith(("[Board", "[Deal"))))
    said = invoke("analyse", file, f"{tmp_path / 'ace.py'}:Low")
    assert said.code == 4
    assert "played AH, which is not legal. Legal: 2C. See it: hearts-bench analyse" in said.words


def test_what_cannot_be(file: Path) -> None:
    """Each of these is refused with a sentence."""
    empty = file.with_name("bare.deals")
    empty.write_text("\n".join(line for line in file.read_text().splitlines() if line.startswith("[Deal")))
    two = file.with_name("two.deals")
    two.write_text(file.read_text() * 2)
    for arguments, message in (
        (("replay", file, "--seed", 3), "--seed is for strategies and runs;"),
        (("replay", file, "--rule", "moon=none"), "--rule is for strategies and runs;"),
        (("replay", file, "--board", 3), "has no board 3; it has 17 (line 1)"),
        (("replay", two), "has 2 deals; choose one with --board: 17 (line 1), 17 (line 29)"),
        (("replay", two, "--board", 17), "has 2 deals of board 17; give each a number of its own"),
        (("replay", *LINE_UP, *BOARD, "--html", "/no/such/folder/deal.html"), "cannot write /no/such/folder/deal.html"),
        (("replay", *LINE_UP, *BOARD, "--explain"), "ismcts and monte-carlo can"),
        (("replay", *LINE_UP, *BOARD, "--judge", "article"), "article cannot say what it considers"),
        (("replay", *LINE_UP, *BOARD, "--judge", "git:HEAD:monte-carlo"), "cannot say what it considers (it is in a"),
        (("analyse", empty), "has no play to judge; name strategies"),
        (("analyse", empty, "article", "article"), "4 strategies are needed, one a seat, not 2"),
        (("analyse", file, "--board", 3), "has no board 3"),
        (("analyse", file.with_name("none")), "cannot read"),
    ):
        said = invoke(*arguments)
        assert (said.code, said.out) == (2, ""), arguments
        assert message in said.words
