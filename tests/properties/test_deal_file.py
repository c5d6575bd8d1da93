"""Deals written to a file and read again are the same deals; what is wrong in a file is named with its line."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hearts_bench.deal_file import load_deals, read_deals
from hearts_bench.deal_writer import deal_text
from hearts_bench.errors import DealFileError
from hearts_bench.match import Match
from hearts_bench.played import Deal, outcome
from hearts_bench.presets import PRESETS, changed_rules
from hearts_bench.replaying import replay

Changes = tuple[tuple[str, str], ...]

LINE_UP = ("random", "duck-low", "spade-flushing", "article")
# Presets, and line-ups of all sizes with cards left over, two packs, odd passes.
TABLES: list[tuple[str, Changes]] = [
    *((name, ()) for name in PRESETS),
    ("article", (("players", "3"), ("kitty_to", "first_trick"))),
    ("article", (("players", "5"), ("kitty_to", "first_heart"), ("pass_cycle", "2, left"))),
    ("bicycle", (("players", "7"), ("decks", "2"), ("extra_penalties", '{"AS": 7, "KS": 10}'))),
    ("cancellation", (("players", "11"), ("pass_cycle", "[right, 3]"), ("pass_count", "2"))),
]


@cache
def dealt(table: tuple[str, Changes], seed: int, board: int, number: int | None) -> Deal:
    """Return a deal of some rules, or one of a game, played by strategies."""
    preset, changes = table
    line_up = (LINE_UP * 3)[: changed_rules(preset, changes).players]
    match = Match(line_up, board + 1, seed, preset, seatings="fixed", changes=changes, whole_games=number is not None)
    return replay(match, board, 0, number or 0)


@settings(max_examples=settings().max_examples // 3)
@given(
    st.sampled_from(TABLES),
    st.integers(-(2**63), 2**63 - 1),
    st.integers(0, 999),
    st.sampled_from([None, 0, 1]),
    st.integers(0, 104),
    st.text(st.characters(categories=("L", "N", "P", "S"), include_characters=" "), max_size=20),
)
@example(("omnibus", ()), 0, 2, None, 104, 'A "final" \\ {of} ; [sorts]')
def test_a_deal_comes_back(
    table: tuple[str, Changes], seed: int, board: int, number: int | None, cards: int, event: str
) -> None:
    """Hands, pass, play and what was chosen: all is in the text, of whole deals and broken-off ones."""
    deal = replace(dealt(table, seed % 3, board % 5, number), seed=seed, board=board, event=event.strip())
    if cards < len(deal.plays):
        deal = replace(deal, plays=deal.plays[:cards], moon=None)
    content = deal_text(deal)
    (filed,) = read_deals(content, "here")
    assert filed.deal == deal
    assert filed.disagreement is None
    assert outcome(filed.deal) == outcome(deal)
    assert deal_text(filed.deal) == content


def test_a_revoke_is_scored() -> None:
    """The seat that revoked is charged all the hearts, in a file as at the table."""
    deal = replace(dealt(("article", ()), 1, 3, None), revoker=2)
    (filed,) = read_deals(deal_text(deal), "here")
    assert filed.deal == deal
    found = outcome(deal)
    assert found.scores is not None
    assert found.scores[2] >= 13
    assert sum(found.scores) == 26


def test_scores_that_are_not_those_of_the_play() -> None:
    """The scores on file are compared with those of the play."""
    content = deal_text(dealt(("article", ()), 1, 17, None))
    assert '[Score "20 1 4 1"]' in content
    (filed,) = read_deals(content.replace('"20 1 4 1"', '"13 8 4 1"'), "here")
    assert filed.disagreement == "board 17: the file says 13 8 4 1, but the play gives 20 1 4 1 by the rules article"
    (cut,) = read_deals("\n".join([*content.splitlines()[:-3], '[Score "20 1 4 1"]']), "here")
    assert cut.disagreement == "board 17: the file says 20 1 4 1, but the play is not over by the rules article"


def test_several_deals_with_comments() -> None:
    """Empty lines part deals; comments may stand anywhere; suits come in the order that is stated; 10 is T."""
    one = deal_text(dealt(("article", ()), 1, 17, None))
    turned = """% deals of a club evening
{ South dealt, with
  her eyes shut }
[Deal "W:2.4.TJ89.479 89QK.K2.9.A236TJ 7TJ.AQ457.837.Q8 356A.36.AQ10J4.5K"] ; clubs first
[Suits "CDHS"]
[Board "17"] {once more}
"""
    turned = turned.replace("2.4.TJ89.479", "24.89TJ.256K.479")
    deals = read_deals(f"\n\n{one}\n\n{turned}", "here")
    assert [each.line for each in deals] == [3, 36]
    assert deals[1].deal.dealt == deals[0].deal.dealt
    assert (deals[1].deal.plays, deals[1].deal.seed, deals[1].scores) == ((), None, None)
    assert deals[1].deal.strategies == ("",) * 4


def test_suits_as_pbn_writes_cards() -> None:
    """Cards of a play may have their suit in front, as in PBN."""
    content = deal_text(dealt(("article", ()), 1, 17, None))
    rows = [" ".join(word[::-1] for word in line.split()) if line[:1] != "[" else line for line in content.splitlines()]
    assert read_deals("\n".join(rows), "here")[0].deal == read_deals(content, "here")[0].deal


EDITS = [
    ("[Board", "[Bord", "line 1: unknown tag 'Bord'; did you mean 'Board'?"),
    ('"17"]', '"17', 'line 1: expected one tag such as [Board "17"], not [Board "17'),
    ('"17"', '"-3"', "line 1: Board -3 cannot be negative"),
    ('[Seed "1"]', '[Board "1"]', "line 2: Board is there already, in line 1; an empty line stands between two deals"),
    ('[Seed "1"]', "Seed 1", "line 2: expected a tag; only [Play] has rows, and this one follows [Board]"),
    ('[Seed "1"]', "{Seed", "line 2: the comment that begins here has no end; expected }"),
    ("article", "artcle", "line 3: unknown preset 'artcle'; did you mean 'article'?"),
    ('"article"', '"article, moon=stay"', "line 3: moon: "),
    ("[West", "[Seat1", "line 5: Seat1 is no seat of these rules; expected South, West, North, East"),
    ('[Dealer "W"]', '[Dealer "X"]', "line 8: Dealer: 'X' is no seat; expected S, W, N, E"),
    ('"right"', '"rigth"', "line 9: Pass 'rigth': expected none, left, across, right"),
    ('[Pass "right"]', "", "line 11: Passed: expected the tag Pass with a direction as well"),
    ("SHDC", "SHDD", "line 10: Suits 'SHDD': expected the letters SHDC in the order of the hands"),
    ('"S:K5', '"K5', "line 11: Deal: expected a seat and a colon in front of the hands, such as S:"),
    ("S:K5", "Z:K5", "line 11: Deal: 'Z' is no seat; expected S, W, N, E"),
    ("974.K652.JT98.42 ", "", "line 11: Deal: expected 4 hands, from South on, not 3"),
    ("974.K652.JT98.42", "974.K652.JT98", "line 11: Deal, West: expected the suits S, H, D, C with dots between"),
    ("974.K652.JT98.42", "974.K652.JT98.4X", "line 11: Deal, West: 'X' is no rank; expected some of AKQJT98765432"),
    ("974.K652.JT98.42", "974.K652.JT98.4", "line 11: Deal, West: expected 13 cards, not 12"),
    ("974.K652.JT98.42", "974.K652.JT98.43", "line 11: Deal: 3C is there too often for one pack: South, West"),
    ("Q...JT", "Q...J", "line 12: Passed, East: expected 3 different cards, not 2"),
    ("Q...JT", "A...JT", "line 12: Passed, East: AS was not dealt to East"),
    ('[Passed "S:5...65 .K.JT. A..K.K Q...JT"]', "", "line 12: expected the tag Passed before a play"),
    ('[Play "W"]', '[Play "S"]', "line 13: Play 'S': expected West, who leads to the first trick"),
    ("2C 8C 7C AC", "2C 8C 7C", "line 14: trick 1: expected 4 cards, not 3"),
    ("2C 8C 7C AC", "2C 8C 1C AC", "line 14: trick 1, East: '1C' is no card; expected a rank and a suit, such as QS"),
    ("2C 8C 7C AC", "KC 8C 7C AC", "line 14: trick 1: West cannot play KC; expected one of 2C"),
    ("8D 2D 7D 6D", "8D 2D 8C 6D", "line 15: trick 2: East does not hold 8C; expected one of 4D 5D 7D QD AD"),
    ("8D 2D 7D 6D", "8D 2D 6C 6D", "line 15: trick 2: East cannot play 6C; expected one of 4D 5D 7D QD AD"),
    ("4C 9C 6C 3C", "4C 9C - 3C", "line 16: trick 3: expected a card of East, whose turn it is"),
    ("KC TC 4D JH", "KC TC 4D JH\nKC TC 4D JH", "line 27: expected no more tricks than 13"),
    ('[Score "20 1 4 1"]', '[Score "20 1 4"]', "line 27: Score '20 1 4': expected 4 numbers, from South on"),
    ('[Score "20 1 4 1"]', '[Moon "add"]', "line 27: Moon: nobody has one to choose for"),
]


@pytest.mark.parametrize(("old", "new", "message"), EDITS, ids=[message for _, _, message in EDITS])
def test_what_is_wrong_is_named(old: str, new: str, message: str) -> None:
    """The message has the file's name, the line, and what was expected there."""
    content = deal_text(dealt(("article", ()), 1, 17, None))
    assert old in content
    edited = "\n".join(line for line in content.replace(old, new, 1).splitlines() if line or new)
    with pytest.raises(DealFileError) as raised:
        read_deals(edited, "evening.deals")
    assert str(raised.value).startswith(f"evening.deals, {message}")


@settings(max_examples=settings().max_examples // 2)
@given(st.sampled_from(["article", "herzen", "cancellation", "hearts-3"]), st.data())
def test_whatever_is_in_a_file_is_read_or_refused(preset: str, data: st.DataObject) -> None:
    """A file with a piece missing and another one added is a deal that comes back, or an error that names a line."""
    content = deal_text(dealt((preset, ()), 0, 6, None))
    start = data.draw(st.integers(0, len(content)))
    added = data.draw(st.sampled_from(["", "\n", '"', "{", ";", "[", "]", ".", "-", "2", "T", "Q", "S", "QS ", "\\"]))
    edited = content[:start] + added + content[start + data.draw(st.integers(0, 3)) :]
    try:
        deals = [each.deal for each in read_deals(edited, "here")]
    except DealFileError as error:
        assert re.match(r"here, line \d+: |here has no deal", str(error))  # noqa: PT017 - what is legal may be read
    else:
        assert [each.deal for each in read_deals("".join(map(deal_text, deals)), "here")] == deals


def test_rules_need_what_they_look_at() -> None:
    """Rules in which the dealer matters need one; a moon that may be chosen needs the choice."""
    classic = deal_text(dealt(("classic", ()), 1, 0, None))
    with pytest.raises(DealFileError, match="line 1: expected the tag Dealer"):
        read_deals(classic.replace('[Dealer "S"]', "").replace("\n\n", "\n"), "here")
    kitty = deal_text(dealt(TABLES[-4], 1, 0, None))
    cards = next(line for line in kitty.splitlines() if line.startswith("[Kitty"))
    with pytest.raises(DealFileError, match=r"Kitty: expected 1 cards, not 0"):
        read_deals(kitty.replace(cards, '[Kitty "..."]'), "here")
    moon = deal_text(dealt(("herzen", ()), 0, 6, None))
    with pytest.raises(DealFileError, match="line 1: expected the tag Moon: South shot it"):
        read_deals(moon.replace('[Moon "add"]', "").replace("\n\n", "\n"), "here")
    (filed,) = read_deals(moon.replace('[Moon "add"]', '[Moon "subtract"]'), "here")
    assert outcome(filed.deal).scores == (-26, 0, 0, 0)
    with pytest.raises(DealFileError, match="Moon 'none': expected add or subtract"):
        read_deals(moon.replace('[Moon "add"]', '[Moon "none"]'), "here")
    with pytest.raises(DealFileError, match=r'has no deal; a deal has at least the tag \[Deal "..."\]'):
        read_deals("; nothing but a comment\n", "here")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file, and one that is no text, are sentences too."""
    with pytest.raises(DealFileError, match=r"cannot read .*: No such file or directory"):
        load_deals(tmp_path / "none.deals")
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff")
    with pytest.raises(DealFileError, match="is no text in UTF-8"):
        load_deals(tmp_path / "picture")
