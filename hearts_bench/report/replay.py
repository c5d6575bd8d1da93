"""One deal as a newspaper's column shows it, as text for people, and as a JSON document."""

from collections.abc import Iterable, Sequence
from typing import Any

from hearts_bench.cards import Card, text
from hearts_bench.played import Deal, Outcome, Trick, points_after
from hearts_bench.report.names import card_name, hand_name, seat_name, suit_ranks

_WIDTH = 80
_LONGEST_NAME = 17
_COMPASS = ("", "    N", "  W   E", "    S")
_GAP = 3


def replay_text(deal: Deal, found: Outcome) -> str:
    """Return the deal as text: hands, pass, tricks with leader and winner marked, running points, scores."""
    players = deal.rules.players
    names = [seat_name(seat, players) for seat in range(players)]
    blocks = [
        [_heading(deal)],
        _diagram(deal, names) if players == len(_COMPASS) else _list(deal, names),
        _long_names(deal, names),
        _kitty(deal),
        _passes(deal, names),
        _play(deal, found, names),
        _ending(deal, found, names),
    ]
    if deal.fault is not None:
        blocks.append([f"Fault: {deal.fault}"])
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def _heading(deal: Deal) -> str:
    passing = "no pass" if deal.pass_offset == 0 else f"pass {deal.rules.direction(deal.pass_offset)}"
    parts = [deal.event] if deal.event else []
    parts.append(f"Board {deal.board}" + ("" if deal.number is None else f", deal {deal.number}"))
    parts += [] if deal.seed is None else [f"seed {deal.seed}"]
    return " · ".join([*parts, f"rules {deal.rules_name}", passing])


def _short(strategy: str) -> str:
    return strategy if len(strategy) <= _LONGEST_NAME else strategy[: _LONGEST_NAME - 1] + "…"


def _long_names(deal: Deal, names: Sequence[str]) -> list[str]:
    """Return the whole names of the strategies that are shown shortened."""
    seated = zip(names, deal.strategies, strict=False)
    return [f"{name} is {strategy}" for name, strategy in seated if _short(strategy) != strategy]


def _diagram(deal: Deal, names: Sequence[str]) -> list[str]:
    """Return the four hands around a compass, north on top."""
    south, west, north, east = (
        [
            f"{name}  {_short(strategy)}".rstrip(),
            *(f"{symbol} {ranks or '—'}" for symbol, ranks in suit_ranks(hand)),
        ]
        for name, strategy, hand in zip(names, deal.strategies or [""] * 4, deal.dealt, strict=True)
    )
    left = max(map(len, west)) + _GAP
    middle = max(map(len, [*north, *south])) + _GAP
    compass = [*_COMPASS, ""]
    sides = [f"{one:<{left}}{centre:<{middle}}{other}" for one, centre, other in zip(west, compass, east, strict=True)]
    return [
        f"  {line}".rstrip()
        for line in (*(" " * left + each for each in north), *sides, *(" " * left + each for each in south))
    ]


def _list(deal: Deal, names: Sequence[str]) -> list[str]:
    """Return the hands one below the other."""
    strategies = [_short(each) for each in deal.strategies or [""] * len(names)]
    width, wide = max(map(len, names)), max(map(len, strategies))
    return [
        f"  {name:<{width}}  {strategy:<{wide}}  {hand_name(hand)}"
        for name, strategy, hand in zip(names, strategies, deal.dealt, strict=True)
    ]


def _kitty(deal: Deal) -> list[str]:
    return [f"  kitty  {hand_name(deal.kitty)}"] if deal.kitty else []


def _passes(deal: Deal, names: Sequence[str]) -> list[str]:
    if not any(deal.passed):
        return []
    width = max(map(len, names))
    receivers = [names[(seat + deal.pass_offset) % len(names)] for seat in range(len(names))]
    given = [hand_name(cards) for cards in deal.passed]
    wide = max(map(len, given))
    return ["Passed"] + [
        f"  {name:<{width}}  {cards:<{wide}}  to {receiver}"
        for name, cards, receiver in zip(names, given, receivers, strict=True)
        if cards
    ]


def _play(deal: Deal, found: Outcome, names: Sequence[str]) -> list[str]:
    """Return the tricks and, beside them or where that is too wide below, the points after each."""
    if not found.tricks:
        return []
    players = len(names)
    labels = names if players == len(_COMPASS) else [str(seat) for seat in range(players)]
    corner = "Trick" if players == len(_COMPASS) else " Seat"
    width = 6 if players == len(_COMPASS) else 5
    tricks = [f"{corner}  " + " ".join(f" {label:<{width - 1}}" for label in labels)]
    tricks += [_trick_line(number, trick, players, width) for number, trick in enumerate(found.tricks, 1)]
    rows = points_after(deal, found.tricks)
    digits = max(2, *(len(str(each)) for row in rows for each in row))
    points = [" points so far", *(" ".join(f"{each:>{digits}}" for each in row) for row in rows)]
    note = ["", "> leads, * wins the trick"]
    if max(map(len, tricks)) + 1 + max(map(len, points[1:])) <= _WIDTH:
        wide = max(map(len, tricks))
        return [f"{trick:<{wide}} {row}" for trick, row in zip(tricks, points, strict=True)] + note
    below = [f"{number:>5}  {row}" for number, row in enumerate(points[1:], 1)]
    heads = "       " + " ".join(f"{label:>{digits}}" for label in labels)
    return [*(line.rstrip() for line in tricks), *note, "", "Points so far", heads, *below]


def _trick_line(number: int, trick: Trick, players: int, width: int) -> str:
    cells = [""] * players
    for turn, card in enumerate(trick.cards):
        seat = (trick.leader + turn) % players
        cells[seat] = f"{'>' if turn == 0 else ' '}{card_name(card)}{'*' if seat == trick.winner else ''}"
    return f"{number:>5}  " + " ".join(f"{cell:<{width}}" for cell in cells)


def _ending(deal: Deal, found: Outcome, names: Sequence[str]) -> list[str]:
    lines = []
    for title, numbers in (("Score", found.scores), ("Total", found.totals)):
        if numbers is not None:
            width = 5 if len(names) == len(_COMPASS) else 4
            lines.append(f"{title}  " + " ".join(f" {number:<{width}}" for number in numbers).rstrip())
    if found.kitty_taker is not None and deal.kitty:
        share = ", whose points are in the score" if found.scores is not None else ""
        lines.append(f"{names[found.kitty_taker]} took the kitty{share}.")
    if found.moon_seat is not None:
        lines.append(f"{names[found.moon_seat]} shot the moon.")
    if deal.revoker is not None:
        lines.append(f"{names[deal.revoker]} revoked, and is charged all the hearts.")
    return lines


def cards_text(cards: Iterable[Card]) -> str:
    """Return cards as documents have them: "QS TH 2C"."""
    return " ".join(map(text, cards))


def replay_document(deal: Deal, found: Outcome) -> dict[str, Any]:
    """Return the deal as a JSON document; cards are written as in "QS"."""
    return {
        "event": deal.event,
        "board": deal.board,
        "seed": deal.seed,
        "rules": deal.rules_name,
        "strategies": list(deal.strategies),
        "deal": deal.number,
        "dealer": deal.dealer,
        "pass_offset": deal.pass_offset,
        "dealt": [cards_text(hand) for hand in deal.dealt],
        "passed": [cards_text(cards) for cards in deal.passed],
        "kitty": cards_text(deal.kitty),
        "kitty_taker": found.kitty_taker,
        "tricks": [
            {
                "leader": trick.leader,
                "cards": [text(card) for card in trick.cards],
                "winner": trick.winner,
                "points": trick.points,
            }
            for trick in found.tricks
        ],
        "points": points_after(deal, found.tricks),
        "scores": None if found.scores is None else list(found.scores),
        "totals": None if found.totals is None else list(found.totals),
        "moon_seat": found.moon_seat,
        "revoker": deal.revoker,
        "fault": None if deal.fault is None else str(deal.fault),
    }
