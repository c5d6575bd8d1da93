"""Single decisions, set up as a card player would describe them: what I hold, what lies there, what is gone."""

from collections.abc import Iterable, Mapping

import numpy as np

from hearts_bench import Rules
from hearts_bench.cards import HEARTS, QUEEN_OF_SPADES, card, card_set, cards_in, set_text, text
from hearts_bench.legal import legal_follows, legal_leads
from hearts_bench.registry import make
from hearts_bench.view import View, Views, new_views

RULES = np.ravel(Rules().row)[0]
PLAYERS = 4


def points(cards: Iterable[int]) -> int:
    """Return what cards count: hearts 1, the queen of spades 13."""
    return sum(13 if each == QUEEN_OF_SPADES else each // 13 == HEARTS for each in cards)


def position(
    hand: str, trick: str = "", *, gone: str = "", taken: Mapping[int, str] | None = None, first: bool = False
) -> View:
    """Return the view of seat 0, with hearts broken.

    `trick` are the cards on the table in play order, the last one by seat 3, the seat to my right; `gone` are cards
    played earlier, and `taken` those of them that count, by the seat that took them.
    """
    rows = new_views(1).view(np.recarray)
    row = rows[0]
    table = [card(name) for name in trick.split()]
    row.rules = RULES
    row.players = PLAYERS
    row.hand = card_set(hand)
    row.tricks_played = 0 if first else 13 - len(hand.split())
    row.hearts_broken = not first
    row.leader = -len(table) % PLAYERS
    row.trick[:] = -1
    row.trick_size = len(table)
    row.trick_cards = card_set(table)
    row.trick_points = points(table)
    row.led_suit = row.winner = row.winning_card = -1
    for turn, each in enumerate(table):
        seat = (row.leader + turn) % PLAYERS
        row.trick[seat] = each
        if turn == 0 or (each // 13 == row.led_suit and each > row.winning_card):
            row.led_suit, row.winner, row.winning_card = each // 13, seat, each
    row.seen = card_set(gone) | row.trick_cards
    for seat, cards in (taken or {}).items():
        row.taken[seat] = card_set(cards)
        row.points[seat] = points(cards_in(card_set(cards)))
        row.seen |= card_set(cards)
    row.legal = (
        legal_follows(row.rules, row.hand, row.led_suit, first)
        if table
        else legal_leads(row.rules, row.hand, hearts_broken=True)
    )
    return View(Views(rows), 0)


def card_of(spec: str, view: View) -> str:
    """Return the card that a strategy plays."""
    return text(make(spec).instance().play(view))


def pass_of(spec: str, hand: str, count: int = 3) -> str:
    """Return the cards that a strategy passes from a hand."""
    rows = new_views(1).view(np.recarray)
    rows[0].rules, rows[0].players, rows[0].pass_offset, rows[0].pass_count = RULES, PLAYERS, 1, count
    rows[0].hand = rows[0].legal = card_set(hand)
    chosen = make(spec).instance().choose_pass(View(Views(rows), 0))
    return set_text(card_set(chosen) if isinstance(chosen, list) else int(chosen))
