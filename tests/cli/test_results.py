"""`article` and `match`: tables, JSON documents and exit codes."""

import re
from pathlib import Path

import pytest

from .program import Said, invoke, results, run

DOCUMENT_KEYS = {"rules", "seed", "boards", "deals", "strategies", "deals_per_second"}
STRATEGY_KEYS = {
    "strategy",
    "seat",
    "points_per_deal",
    "interval",
    "payoff",
    "payoff_interval",
    "moons_made",
    "moons_conceded",
    "faults",
    "ms_per_decision",
}
FOUR = ("random", "duck-low", "spade-flushing", "article")


@pytest.fixture(scope="module")
def article() -> Said:
    """The article's experiment as the command plays it."""
    return invoke("article", "--json", "--quiet")


def test_article_reproduces_the_claim(article: Said) -> None:
    """The default experiment has 400 deals and ends with 0, for the claim holds."""
    assert article.code == 0
    assert article.document["reproduced"] is True
    assert article.document["deals"] == article.document["boards"] == 400


def test_article_document(article: Said) -> None:
    """The document has the promised keys, one row per seat, and the means that the claim is about."""
    document = article.document
    assert set(document) == DOCUMENT_KEYS | {"reproduced"}
    assert [row["strategy"] for row in document["strategies"]] == ["random", "article", "article", "article"]
    assert [row["seat"] for row in document["strategies"]] == [0, 1, 2, 3]
    assert all(set(row) == STRATEGY_KEYS for row in document["strategies"])
    assert [13.5 <= row["points_per_deal"] <= 16.5 for row in document["strategies"]] == [True, False, False, False]
    for row in document["strategies"]:
        low, high = row["interval"]
        assert low < row["points_per_deal"] < high
    assert article.err == ""


def test_article_table() -> None:
    """The table has a heading that repeats the experiment, one row per seat, and the claim's sentence."""
    said = invoke("article", "--jobs", 1)
    lines = said.out.splitlines()
    assert lines[0] == "random v article article article · rules article · 400 deals · seed 1"
    assert [line.split()[:2] for line in lines if line.startswith((" random", " article"))] == [
        ["random", "South"],
        ["article", "West"],
        ["article", "North"],
        ["article", "East"],
    ]
    assert lines[-1].startswith("The article's claim holds: random 1")


def test_article_not_reproduced() -> None:
    """A sample that does not bear out the claim ends with 1, and the sentence says so."""
    said = invoke("article", "--deals", 1)
    assert said.code == 1
    assert "The article's claim is not reproduced" in said.out


def test_match_document() -> None:
    """Rotated seats are pooled, so rows name none; moons made by one seat are conceded by the three others."""
    said = invoke("match", *FOUR, "--deals", 480, "--seed", 3, "--json")
    document = said.document
    assert (said.code, set(document)) == (0, DOCUMENT_KEYS)
    assert (document["rules"], document["seed"], document["boards"], document["deals"]) == ("article", 3, 120, 480)
    rows = document["strategies"]
    assert all(set(row) == STRATEGY_KEYS for row in rows)
    assert [row["strategy"] for row in rows] == list(FOUR)
    assert [row["seat"] for row in rows] == [None] * 4
    assert sum(row["payoff"] for row in rows) == pytest.approx(0, abs=1e-9)
    assert sum(row["moons_conceded"] for row in rows) == 3 * sum(row["moons_made"] for row in rows)


def test_match_table() -> None:
    """The table names line-up, rules, deals, boards and seed, and has a row for each strategy."""
    said = invoke("match", *FOUR, "--deals", 96, "--seed", 3)
    lines = said.out.splitlines()
    assert lines[0] == (
        "random v duck-low v spade-flushing v article · rules article · 96 deals (24 boards in 4 seatings) · seed 3"
    )
    assert [line.split()[0] for line in lines[3:7]] == list(FOUR)


def test_strategies_of_the_same_name_are_told_apart() -> None:
    """Four copies of one strategy are four rows with labels of their own."""
    out = invoke("match", *["random"] * 4, "--deals", 4).out
    assert re.findall(r"^ (random #\d)", out, re.MULTILINE) == ["random #1", "random #2", "random #3", "random #4"]


@pytest.mark.parametrize(("seatings", "deals"), [("fixed", 10), ("rotate", 12), ("balanced", 96), ("all", 24)])
def test_deals_are_rounded_up_to_whole_boards(seatings: str, deals: int) -> None:
    """Ten deals become as many as whole boards have, and a message says so."""
    said = invoke("match", *FOUR, "--deals", 10, "--seatings", seatings, "--json")
    assert said.document["deals"] == deals
    assert (f"Playing {deals} deals instead of 10: " in said.err) == (deals != 10)


def test_a_single_board_has_no_interval() -> None:
    """One board gives null for an interval in strict JSON, and a dash and a note in the table."""
    arguments = ("match", *FOUR, "--deals", 1, "--seatings", "fixed", "--seed", 1)
    for row in invoke(*arguments, "--json").document["strategies"]:
        assert (row["interval"], row["payoff_interval"]) == (None, None)
    out = invoke(*arguments).out
    assert out.count(" – ") == 8
    assert "One board gives no interval." in out


def test_equal_results_have_no_interval() -> None:
    """Copies of one deterministic strategy have no spread: null in strict JSON, never NaN or zero width."""
    document = invoke("match", *["duck-low"] * 4, "--deals", 40, "--seed", 1, "--json").document
    assert [row["points_per_deal"] for row in document["strategies"]] == [6.5] * 4
    assert [row["payoff"] for row in document["strategies"]] == [0] * 4
    assert [row["interval"] for row in document["strategies"]] == [None] * 4
    assert [row["payoff_interval"] for row in document["strategies"]] == [None] * 4


@pytest.mark.parametrize(
    "options",
    [
        ("--seed", 5, "--deals", 100, "--rules", "bicycle", "--seatings", "fixed"),
        ("--deals", 100, "--seed", 5, "--rules", "bicycle", "--seatings", "fixed"),
        ("--deals", 100, "--rules", "bicycle", "--seed", 5, "--seatings", "fixed"),
        ("--deals", 100, "--rules", "bicycle", "--seatings", "fixed", "--jobs", 1, "--quiet", "--seed", 5),
    ],
)
def test_the_seed_works_wherever_it_stands(options: tuple[object, ...]) -> None:
    """--seed before, between or after other options gives the same deals (cutechess/cutechess#24)."""
    first = invoke("match", "--json", "--seed", 5, "--deals", 100, "--rules", "bicycle", "--seatings", "fixed", *FOUR)
    assert results(invoke("match", *FOUR, "--json", *options).document) == results(first.document)


def test_an_unseeded_match_tells_its_seed() -> None:
    """Without --seed every match differs, and the seed that is shown repeats it."""
    unseeded = [invoke("match", *FOUR, "--deals", 40, "--json").document for _ in range(3)]
    assert len({document["seed"] for document in unseeded}) == 3
    again = invoke("match", *FOUR, "--deals", 40, "--json", "--seed", unseeded[0]["seed"]).document
    assert results(again) == results(unseeded[0])
    assert results(again)["strategies"] != results(unseeded[1])["strategies"]
    table = invoke("match", *FOUR, "--deals", 40).out
    assert re.search(r"· seed \d+$", table.splitlines()[0])


def test_jobs_and_backend_change_nothing() -> None:
    """The same match gives the same document whatever plays it."""
    arguments = ("match", *FOUR, "--deals", 400, "--seed", 9, "--json")
    first = results(invoke(*arguments).document)
    assert results(invoke(*arguments, "--jobs", 3).document) == first
    assert results(invoke(*arguments, "--jobs", 1).document) == first


def test_quiet() -> None:
    """--quiet leaves standard error empty, the results are the same."""
    arguments = ("match", *FOUR, "--deals", 10, "--seed", 1)
    assert "Playing 96 deals instead of 10: 24 boards in 4 seatings each make all passes" in invoke(*arguments).err
    assert invoke(*arguments, "--quiet").err == ""


def test_piped_output_is_plain_text() -> None:
    """A pipe gets the table without colours, and nothing else."""
    said = run("match", *FOUR, "--deals", 10, "--seed", 1)
    assert said.code == 0
    assert said.out.startswith("random v duck-low v spade-flushing v article")
    assert "\x1b" not in said.out + said.err
    assert "Playing 96 deals" in said.err
    assert "Playing 96 deals" not in said.out


def test_nothing_is_written_unless_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`match` leaves no file behind; with --out it writes a run folder."""
    monkeypatch.chdir(tmp_path)
    assert invoke("match", *FOUR, "--deals", 4).code == 0
    assert list(tmp_path.iterdir()) == []
    assert invoke("match", *FOUR, "--deals", 4, "--out", "kept").code == 0
    assert {path.name for path in (tmp_path / "kept").iterdir()} >= {"manifest.json", "deals"}


@pytest.mark.compiled
def test_the_rules_are_applied() -> None:
    """Other rules give other results on the same deals; rules that differ in name only give the same."""
    by_rules = {
        name: results(invoke("match", *FOUR, "--deals", 2000, "--seed", 1, "--rules", name, "--json").document)[
            "strategies"
        ]
        for name in ("article", "microsoft", "bicycle", "openspiel")
    }
    assert by_rules["article"] == by_rules["microsoft"]
    assert by_rules["article"] != by_rules["bicycle"] != by_rules["openspiel"]
