"""One deal, trick by trick, as text that a person can read and as a JSON document."""

from dataclasses import dataclass
from typing import Any

from hearts_bench.block import BoardPlayer
from hearts_bench.cards import Card, CardSet, cards_in, text
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
    """A deal as it was played, by seat. `scores` is None, and `fault` there, if a strategy misbehaved.

    `deal` and `totals` (after the deal) are there where boards are games.
    """

    match: Match
    board: int
    deal: int | None
    strategies: tuple[str, ...]
    pass_offset: int
    dealt: tuple[list[Card], ...]
    passed: tuple[list[Card], ...]
    kitty: list[Card]
    kitty_taker: int | None
    tricks: tuple[Trick, ...]
    scores: tuple[int, ...] | None
    totals: tuple[int, ...] | None
    moon_seat: int | None
    revoker: int | None
    fault: StrategyFault | None


def replay(match: Match, board: int, seating: int = 0, deal: int = 0) -> Replay:
    """Play one deal of a match again; where boards are games, `deal` counts within the game.

    Raises:
        ConfigError: there is no such seating or deal.

    """
    if not 0 <= seating < match.turns:
        msg = f"there is no seating {seating}: seatings {match.seatings!r} has 0 to {match.turns - 1}"
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
        deal=int(view["deal_number"]) if match.whole_games else None,
        strategies=tuple(match.line_up[position] for position in match.seatings_of(board, 1)[0, seating]),
        pass_offset=int(view["pass_offset"]),
        dealt=tuple(_cards(table["dealt"][seat], table["dealt_twice"][seat]) for seat in range(players)),
        passed=tuple(cards_in(table["passed"][seat]) for seat in range(players)),
        kitty=_cards(table["kitty"], table["kitty_twice"]),
        kitty_taker=_seat(view["kitty_taker"]),
        tricks=_tricks(match, view),
        scores=tuple(table["scores"][:players].tolist()) if over else None,
        totals=tuple(view["totals"][:players].tolist()) if over and match.whole_games else None,
        moon_seat=_seat(table["moon_seat"]) if over else None,
        revoker=_seat(table["revoker"]),
        fault=block.faults.get(seating),
    )


def _cards(once: CardSet, twice: CardSet) -> list[Card]:
    return sorted([*cards_in(once), *cards_in(twice)])


def _seat(seat: Any) -> int | None:
    return int(seat) if seat >= 0 else None


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
    players = deal.match.rules.players
    names = [seat_name(seat, players) for seat in range(players)]
    blocks = [[_heading(deal)], _hands(deal, names), _passes(deal, names), _table(deal, names), _ending(deal, names)]
    if deal.fault is not None:
        blocks.append([f"Fault: {deal.fault}"])
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def _heading(deal: Replay) -> str:
    rules = deal.match.rules
    number = "" if deal.deal is None else f", deal {deal.deal}"
    passing = "no pass" if deal.pass_offset == 0 else f"pass {rules.direction(deal.pass_offset)}"
    return f"Board {deal.board}{number} · seed {deal.match.seed} · rules {deal.match.rules_name} · {passing}"


def _hands(deal: Replay, names: list[str]) -> list[str]:
    width, wide = max(map(len, names)), max(map(len, deal.strategies))
    lines = [
        f"  {name:<{width}}  {strategy:<{wide}}  {hand_name(hand)}"
        for name, strategy, hand in zip(names, deal.strategies, deal.dealt, strict=True)
    ]
    if deal.kitty:
        lines.append(f"  {'kitty':<{width}}  {'':<{wide}}  {hand_name(deal.kitty)}")
    return lines


def _passes(deal: Replay, names: list[str]) -> list[str]:
    if not any(deal.passed):
        return []
    width = max(map(len, names))
    receivers = [names[(seat + deal.pass_offset) % len(names)] for seat in range(len(names))]
    return ["Passed"] + [
        f"  {name:<{width}}  {hand_name(cards)}  to {receiver}"
        for name, cards, receiver in zip(names, deal.passed, receivers, strict=True)
        if cards
    ]


def _table(deal: Replay, names: list[str]) -> list[str]:
    if not deal.tricks:
        return []
    lines = ["Trick  " + "  ".join(f"{name:<6}" for name in names) + "  points so far"]
    points, carried = [0] * len(names), 0
    for number, trick in enumerate(deal.tricks, 1):
        carried += trick.points
        if trick.winner is not None:
            points[trick.winner] += carried
            carried = 0
        lines.append(_trick_line(number, trick, len(names), points))
    return [*lines, "", "> leads, * wins the trick"]


def _ending(deal: Replay, names: list[str]) -> list[str]:
    lines = []
    for title, numbers in (("Score", deal.scores), ("Total", deal.totals)):
        if numbers is not None:
            lines.append(f"{title}  " + "  ".join(f"{number:<6}" for number in numbers).rstrip())
    if deal.kitty_taker is not None:
        lines.append(f"{names[deal.kitty_taker]} took the kitty, whose points are in the score.")
    if deal.moon_seat is not None:
        lines.append(f"{names[deal.moon_seat]} shot the moon.")
    if deal.revoker is not None:
        lines.append(f"{names[deal.revoker]} revoked, and is charged all the hearts.")
    return lines


def _trick_line(number: int, trick: Trick, players: int, points: list[int]) -> str:
    cells = [""] * players
    for turn, card in enumerate(trick.cards):
        seat = (trick.leader + turn) % players
        cells[seat] = f"{'>' if turn == 0 else ' '}{card_name(card)}{'*' if seat == trick.winner else ''}"
    return (
        f"{number:>5}  " + "  ".join(f"{cell:<6}" for cell in cells) + "  " + " ".join(f"{each:>3}" for each in points)
    )


def _text(cards: list[Card]) -> str:
    return " ".join(map(text, cards))


def replay_document(deal: Replay) -> dict[str, Any]:
    """Return the deal as a JSON document; cards are written as in "QS"."""
    return {
        "board": deal.board,
        "seed": deal.match.seed,
        "rules": deal.match.rules_name,
        "strategies": list(deal.strategies),
        "deal": deal.deal,
        "pass_offset": deal.pass_offset,
        "dealt": [_text(hand) for hand in deal.dealt],
        "passed": [_text(cards) for cards in deal.passed],
        "kitty": _text(deal.kitty),
        "kitty_taker": deal.kitty_taker,
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
        "totals": None if deal.totals is None else list(deal.totals),
        "moon_seat": deal.moon_seat,
        "revoker": deal.revoker,
        "fault": None if deal.fault is None else str(deal.fault),
    }
