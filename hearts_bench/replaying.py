"""Single deals, played: a board of a match once more from its seed, or given hands by strategies of one's choice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from hearts_bench.block import Block, BoardPlayer
from hearts_bench.cards import Card, CardSet, cards_in
from hearts_bench.errors import ConfigError
from hearts_bench.manual import lay_hands
from hearts_bench.match import Match
from hearts_bench.played import Deal, Hand, MoonChoice
from hearts_bench.rng import name_digest, strategy_stream
from hearts_bench.rules import MOON_CHOICE
from hearts_bench.table import SCORED


def replay(match: Match, board: int, seating: int = 0, deal: int = 0) -> Deal:
    """Play one deal of a match again; where boards are games, `deal` counts within the game.

    Raises:
        ConfigError: there is no such seating or deal.

    """
    if not 0 <= seating < match.turns:
        msg = f"there is no seating {seating}: seatings {match.seatings!r} has 0 to {match.turns - 1}"
        raise ConfigError(msg)
    block = BoardPlayer(match, 1, deal + 1).play(board, 1)
    if block.views["deal_number"][seating] < deal and seating not in block.faults:
        last = int(block.views["deal_number"][seating])
        msg = f"the game of board {board} has only {last + 1} deals, counted from 0"
        raise ConfigError(msg)
    return _deal_at(block, seating, board)


def play_out(deal: Deal, line_up: Sequence[str], see: str) -> Deal:
    """Let strategies, one a seat, pass and play the hands of a deal. Random draws are those of its seed and board.

    `see` is the command that shows it again, for the report of a fault.

    Raises:
        ConfigError: there are not as many strategies as seats.
        CardError: the hands are not a deal of the rules.

    """
    match = _GivenMatch(
        line_up=tuple(line_up),
        boards=1,
        seed=deal.seed or 0,
        preset=deal.preset,
        changes=deal.changes,
        seatings="fixed",
        first_board=deal.board,
        see=see,
    )
    played = _deal_at(_GivenPlayer(match, deal).play(deal.board, 1), 0, deal.board)
    return replace(played, seed=deal.seed, number=deal.number, totals=deal.totals)


@dataclass(frozen=True)
class _GivenMatch(Match):
    """A match over one deal that somebody saw elsewhere."""

    see: str = ""

    def replay_command(self, board: int, seating: int, deal: int = 0) -> str:  # noqa: ARG002 - there is one deal only
        return self.see


class _GivenPlayer(BoardPlayer):
    """Plays given hands instead of dealing them from the seed."""

    def __init__(self, match: Match, deal: Deal) -> None:
        super().__init__(match, 1)
        self._given = deal

    def _deal(
        self,
        tables: npt.NDArray[np.void],
        views: npt.NDArray[np.void],
        entries: npt.NDArray[np.int64],  # noqa: ARG002 - the streams come from the entrants' names
    ) -> None:
        deal, match = self._given, self._match
        lay_hands(tables, views, match.rules, deal.dealt, deal.pass_offset, deal.dealer)
        views["deal_number"] = deal.number or 0
        views["totals"][:, : len(deal.totals)] = deal.totals
        tables["board"] = deal.board
        for seat, entrant in enumerate(match.entrants):
            tables["streams"][:, seat] = strategy_stream(deal.key, seat, name_digest(entrant.name))


def _deal_at(block: Block, row: int, board: int) -> Deal:
    """Return the deal that is, or was, in play at a table."""
    match, table, view = block.match, block.tables[row], block.views[row]
    players = match.rules.players
    is_over = bool(table["phase"] == SCORED)
    totals = view["totals"][:players].tolist()
    if match.whole_games and is_over:
        totals = [after - score for after, score in zip(totals, table["scores"][:players].tolist(), strict=True)]
    deal = Deal(
        dealt=tuple(_cards(table["dealt"][seat], table["dealt_twice"][seat]) for seat in range(players)),
        preset=match.preset,
        changes=match.changes,
        board=board,
        seed=match.seed,
        number=int(view["deal_number"]) if match.whole_games else None,
        totals=tuple(totals) if match.whole_games else (),
        strategies=tuple(match.line_up[position] for position in table["strategies"][:players].tolist()),
        dealer=int(view["dealer"]),
        pass_offset=int(view["pass_offset"]),
        passed=tuple(tuple(cards_in(cards)) for cards in table["passed"][:players].tolist()),
        plays=tuple(view["plays"][: int(view["cards_played"])].tolist()),
        revoker=int(table["revoker"]) if table["revoker"] >= 0 else None,
        fault=block.faults.get(row),
    )
    return replace(deal, moon=_moon_chosen(match, table, view)) if is_over else deal


def _cards(once: CardSet, twice: CardSet) -> Hand:
    cards: list[Card] = sorted([*cards_in(once), *cards_in(twice)])
    return tuple(cards)


def _moon_chosen(match: Match, table: Any, view: Any) -> MoonChoice | None:
    """Return what the shooter of a moon chose: added points are in the scores of all others."""
    shooter = int(table["moon_seat"])
    if shooter < 0 or match.rules.row["moon"][0] != MOON_CHOICE:
        return None
    other = (shooter + 1) % match.rules.players
    return "add" if table["scores"][other] > view["points"][other] else "subtract"
