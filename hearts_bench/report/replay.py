"""One deal, trick by trick, as text that a person can read and as a JSON document."""

from dataclasses import dataclass
from typing import Any

from hearts_bench.block import BoardPlayer
from hearts_bench.cards import set_text, text
from hearts_bench.errors import ConfigError, StrategyFault
from hearts_bench.match import Match
from hearts_bench.report.names import card_name, hand_name, seat_name
from hearts_bench.table import SCORED


@dataclass(frozen=True)
class Trick:
    """A trick: the leader's seat, the cards in play order, and who won how many points (None if it was cut short)."""

    leader: int
    cards: tuple[int, ...]
    winner: int | None
    points: int


@dataclass(frozen=True)
class Replay:
    """A deal as it was played; card sets by seat. `scores` is None, and `fault` there, if a strategy misbehaved."""

    match: Match
    board: int
    deal: int
    totals: tuple[int, ...]
    strategies: tuple[str, ...]
    pass_offset: int
    dealt: tuple[int, ...]
    passed: tuple[int, ...]
    tricks: tuple[Trick, ...]
    scores: tuple[int, ...] | None
    moon_seat: int | None
    fault: StrategyFault | None


def replay(match: Match, board: int, seating: int = 0, deal: int = 0) -> Replay:
    """Play one deal of a match again; where boards are games, `deal` counts within the game.

    Raises:
        ConfigError: there is no such seating.

    """
    if not 0 <= seating < len(match.seating_table):
        msg = f"there is no seating {seating}: seatings {match.seatings!r} has 0 to {len(match.seating_table) - 1}"
        raise ConfigError(msg)
    block = BoardPlayer(match, 1, deal + 1).play(board, 1)
    table, view = block.tables[seating], block.views[seating]
    if view["deal_number"] < deal and seating not in block.faults:
        msg = f"the game of board {board} has only {int(view['deal_number']) + 1} deals, counted from 0"
        raise ConfigError(msg)
    players = match.rules.players
    over = bool(table["phase"] == SCORED)
    return Replay(
        match=match,
        board=board,
        deal=int(view["deal_number"]),
        totals=tuple(view["totals"][:players].tolist()),
        strategies=tuple(match.line_up[position] for position in match.seating_table[seating]),
        pass_offset=int(view["pass_offset"]),
        dealt=tuple(table["dealt"][:players].tolist()),
        passed=tuple(table["passed"][:players].tolist()),
        tricks=_tricks(match, view),
        scores=tuple(table["scores"][:players].tolist()) if over else None,
        moon_seat=int(table["moon_seat"]) if over and table["moon_seat"] >= 0 else None,
        fault=block.faults.get(seating),
    )


def _tricks(match: Match, view: Any) -> tuple[Trick, ...]:
    players, values = match.rules.players, match.rules.row["values"][0]
    played = view["plays"][: int(view["cards_played"])].tolist()
    tricks = []
    for number, start in enumerate(range(0, len(played), players)):
        cards = tuple(played[start : start + players])
        leader, winner = int(view["leaders"][number]), None
        if len(cards) == players:
            last = start + players >= match.rules.hand_size * players
            winner = int(view["leaders"][number + 1])
            if not last and match.rules.decks > 1 and not _has_winner(cards):
                winner = None
        tricks.append(Trick(leader, cards, winner, int(sum(values[list(cards)]))))
    return tuple(tricks)


def _has_winner(cards: tuple[int, ...]) -> bool:
    """Tell whether a card of the suit led is left when equal cards of a trick cancel each other."""
    suit = cards[0] // 13
    return any(card // 13 == suit and cards.count(card) == 1 for card in cards)


def replay_text(deal: Replay) -> str:
    """Return the deal as text: hands, pass, tricks with leader and winner marked, running points, scores."""
    rules, players = deal.match.rules, deal.match.rules.players
    names = [seat_name(seat, players) for seat in range(players)]
    width = max(map(len, names))
    direction = rules.direction(deal.pass_offset)
    passing = "no pass" if deal.pass_offset == 0 else f"pass {direction}"
    lines = [f"Board {deal.board} · seed {deal.match.seed} · rules {deal.match.rules_name} · {passing}", ""]
    lines += [
        f"  {names[seat]:<{width}}  {deal.strategies[seat]:<{max(map(len, deal.strategies))}}  {hand_name(hand)}"
        for seat, hand in enumerate(deal.dealt)
    ]
    if any(deal.passed):
        lines += ["", "Passed"]
        lines += [
            f"  {names[seat]:<{width}}  {hand_name(cards)}  to {names[(seat + deal.pass_offset) % players]}"
            for seat, cards in enumerate(deal.passed)
            if cards
        ]
    lines += ["", "Trick  " + "  ".join(f"{name:<6}" for name in names) + "  points so far"]
    points = [0] * players
    for number, trick in enumerate(deal.tricks, 1):
        if trick.winner is not None:
            points[trick.winner] += trick.points
        lines.append(_trick_line(number, trick, players, points))
    if deal.tricks:
        lines += ["", "> leads, * wins the trick"]
    if deal.scores is not None:
        lines += ["", "Score  " + "  ".join(f"{score:<6}" for score in deal.scores).rstrip()]
    if deal.moon_seat is not None:
        lines.append(f"{names[deal.moon_seat]} shot the moon.")
    if deal.fault is not None:
        lines += ["", f"Fault: {deal.fault}"]
    return "\n".join(lines)


def _trick_line(number: int, trick: Trick, players: int, points: list[int]) -> str:
    cells = [""] * players
    for turn, card in enumerate(trick.cards):
        seat = (trick.leader + turn) % players
        cells[seat] = f"{'>' if turn == 0 else ' '}{card_name(card)}{'*' if seat == trick.winner else ''}"
    return (
        f"{number:>5}  " + "  ".join(f"{cell:<6}" for cell in cells) + "  " + " ".join(f"{each:>3}" for each in points)
    )


def replay_document(deal: Replay) -> dict[str, Any]:
    """Return the deal as a JSON document; cards are written as in "QS"."""
    return {
        "board": deal.board,
        "seed": deal.match.seed,
        "rules": deal.match.rules_name,
        "strategies": list(deal.strategies),
        "pass_offset": deal.pass_offset,
        "dealt": [set_text(hand) for hand in deal.dealt],
        "passed": [set_text(cards) for cards in deal.passed],
        "tricks": [
            {
                "leader": trick.leader,
                "cards": [text(card) for card in trick.cards],
                "winner": trick.winner,
                "points": trick.points,
            }
            for trick in deal.tricks
        ],
        "scores": None if deal.scores is None else list(deal.scores),
        "moon_seat": deal.moon_seat,
        "fault": None if deal.fault is None else str(deal.fault),
    }
