"""Single decisions, set up as a card player would describe them: what I hold, what lies there, what is gone."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from hearts_bench.cards import SUITS, card, card_set, set_text, text
from hearts_bench.legal import legal_follows, legal_leads
from hearts_bench.presets import preset
from hearts_bench.registry import make_local, names
from hearts_bench.rules import RulesRow
from hearts_bench.view import View, Views, new_views

PLAYERS = 4
# The strategies that are duck-low with one piece of advice.
ADVICE = tuple(name for name in names() if make_local(name).cls.__module__ == "hearts_bench_strategies.advice")


def rules_row(rules: str) -> RulesRow:
    """Return the rules of a preset as the engine reads them."""
    return np.ravel(preset(rules).rules.row)[0]


def points(rules: RulesRow, cards: Iterable[int]) -> int:
    """Return what cards count."""
    return sum(int(rules["values"][each]) for each in cards)


def position(
    hand: str,
    trick: str = "",
    *,
    gone: str = "",
    taken: Mapping[int, str] | None = None,
    first: bool = False,
    rules: str = "article",
    totals: Sequence[int] = (0, 0, 0, 0),
    voids: Mapping[int, str] | None = None,
    passed: str = "",
    opening: str = "",
) -> View:
    """Return the view of seat 0, with hearts broken.

    `trick` are the cards on the table in play order, the last one by seat 3, the seat to my right; `gone` are cards
    played earlier, and `taken` those of them that count, by the seat that took them. `totals` are the scores of earlier
    deals. `voids` are the suits that seats have shown not to hold, `passed` the cards that I passed to seat 1, and
    `opening` those of the first trick, led by me.
    """
    rows = new_views(1).view(np.recarray)
    row = rows[0]
    table = [card(name) for name in trick.split()]
    row.rules = rules_row(rules)
    row.players = PLAYERS
    row.hand = card_set(hand)
    row.tricks_played = 0 if first else 13 - len(hand.split())
    row.hearts_broken = not first
    row.leader = -len(table) % PLAYERS
    row.kitty_taker = -1
    row.trick[:] = -1
    row.trick_size = len(table)
    row.trick_cards = card_set(table)
    row.trick_points = points(row.rules, table)
    row.led_suit = row.winner = row.winning_card = -1
    for turn, each in enumerate(table):
        seat = (row.leader + turn) % PLAYERS
        row.trick[seat] = each
        if turn == 0 or (each // 13 == row.led_suit and each > row.winning_card):
            row.led_suit, row.winner, row.winning_card = each // 13, seat, each
    row.seen = card_set(gone) | row.trick_cards
    row.totals[:PLAYERS] = totals
    row.plays[:] = -1
    for turn, name in enumerate(opening.split()):
        row.plays[turn] = card(name)
    row.cards_played = 4 * row.tricks_played + len(table)
    for seat, suits in (voids or {}).items():
        row.voids[seat] = sum(1 << SUITS.index(suit) for suit in suits)
    row.passed, row.pass_offset = card_set(passed), 1
    for seat, cards in (taken or {}).items():
        row.taken[seat] = card_set(cards)
        row.points[seat] = points(row.rules, [card(name) for name in cards.split()])
        row.seen |= card_set(cards)
    row.legal = (
        legal_follows(row.rules, row.hand, row.led_suit, first, hearts_broken=True)
        if table
        else legal_leads(row.rules, row.hand, hearts_broken=True)
    )
    return View(Views(rows), 0)


def card_of(spec: str, view: View) -> str:
    """Return the card that a strategy plays."""
    return text(make_local(spec).instance().play(view))


def pass_of(spec: str, hand: str, count: int = 3, *, rules: str = "article", offset: int = 1) -> str:
    """Return the cards that a strategy passes from a hand, to so many seats further left."""
    rows = new_views(1).view(np.recarray)
    row = rows[0]
    row.rules, row.players, row.pass_offset, row.pass_count = rules_row(rules), PLAYERS, offset, count
    row.kitty_taker = -1
    row.hand = row.legal = card_set(hand)
    chosen = make_local(spec).instance().choose_pass(View(Views(rows), 0))
    return set_text(card_set(chosen) if isinstance(chosen, list) else int(chosen))


def moon_of(spec: str, totals: Sequence[int], rules: str = "herzen") -> int:
    """Return what a strategy does with a moon that it has shot as seat 0, with such totals before the deal."""
    rows = new_views(1).view(np.recarray)
    row = rows[0]
    row.rules, row.players = rules_row(rules), PLAYERS
    row.totals[:PLAYERS] = totals
    row.taken[0] = row.seen = row.rules.penalty_cards
    row.points[0] = 26
    return int(make_local(spec).instance().choose_moon(View(Views(rows), 0)))
