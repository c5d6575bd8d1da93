"""Deals recorded from another program replay on the engine, and break its rules exactly where the rules differ."""

import random

import pytest
from reference import ReferenceDeal

from hearts_bench import Rules
from hearts_bench.cards import cards_in, text
from hearts_bench.errors import IllegalPlayError
from hearts_bench.manual import ManualTable
from hearts_bench.presets import PRESETS

from .openspiel import OFFSETS, Record, record_deal

STRICT = Rules(queen_breaks_hearts=False)


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """Return deals that OpenSpiel played under its defaults, in which the queen of spades breaks hearts."""
    chance = random.Random(26)
    return [record_deal({}, OFFSETS[number % 4], chance) for number in range(80)]


def replay(record: Record, rules: Rules) -> ManualTable:
    """Return a table on which the record has been passed and nothing been played yet."""
    table = ManualTable(rules, record.hands, record.pass_offset)
    for cards in record.passes:
        table.pass_cards(cards)
    return table


def first_lead_that_needs_the_queen(record: Record) -> int | None:
    """Return the position of the first heart led from a mixed hand with no heart, but the queen, played before it."""
    deal = ReferenceDeal(STRICT, [map(text, cards_in(hand)) for hand in record.hands], record.pass_offset)
    for cards in record.passes:
        deal.pass_cards([text(card) for card in cards])
    hands = deal.hands
    played: list[str] = []
    for at, (seat, card) in enumerate(record.plays):
        name = text(card)
        is_lead = at % 4 == 0
        only_hearts = all(each[1] == "H" for each in hands[seat])
        no_heart_before = not any(each[1] == "H" for each in played)
        if is_lead and name[1] == "H" and no_heart_before and not only_hearts:
            assert "QS" in played
            return at
        hands[seat].remove(name)
        played.append(name)
    return None


def first_refused(table: ManualTable, record: Record) -> int | None:
    """Return the position of the first recorded play that the table refuses, or None if it takes them all."""
    for at, (_, card) in enumerate(record.plays):
        try:
            table.play(card)
        except IllegalPlayError:
            return at
    return None


def test_recorded_plays_are_legal(records: list[Record]) -> None:
    """Every recorded play is legal, in the recorded order of seats, and points and tricks come out as recorded."""
    for record in records:
        table = replay(record, PRESETS["openspiel"].rules)
        for seat, card in record.plays:
            assert table.to_act == seat
            table.play(card)
        assert table.scores == record.scores
        assert table.tricks == record.tricks


def test_strict_breaking_refuses_leads_that_need_the_queen(records: list[Record]) -> None:
    """Where only hearts break hearts, the first play refused is the first heart lead that relied on the queen."""
    refused = []
    for record in records:
        refused.append(first_refused(replay(record, STRICT), record))
        assert refused[-1] == first_lead_that_needs_the_queen(record)
    assert any(at is None for at in refused)
    assert any(at is not None for at in refused)
