"""What strategies considered in a deal, as text for people and as JSON documents."""

import textwrap
from collections.abc import Sequence
from typing import Any

from hearts_bench.cards import text
from hearts_bench.entrant import Option
from hearts_bench.explaining import Decision, costliest
from hearts_bench.report.names import card_name, seat_name

_WIDTH = 80
_LEGEND = (
    "Payoff and points are means per deal over the playouts; moon is the share in which the seat shoots it. "
    '"Q♠ moon" is Q♠ as the beginning of a moon.'
)
_HEADER = f"{'Trick':>5}  {'seat':<7}  {'card':<16}{'payoff':>8}{'points':>8}{'moon':>7}{'playouts':>10}"


def explanation_text(decisions: Sequence[Decision], players: int) -> str:
    """Return each card that was considered, the one played marked, and at the end the decision that cost most."""
    if not decisions:
        return "There was no choice to explain."
    who = list(dict.fromkeys(each.strategy for each in decisions))
    heading = f"Considered by {' and '.join(who)}, first what it would play; > is the card played"
    lines = [*_wrapped(heading), "", _HEADER]
    for each in decisions:
        head = f"{each.trick:>5}  {seat_name(each.seat, players):<7}"
        for option in each.options:
            lines.append(f"{head}  {_option_line(option, each)}")
            head = " " * len(head)
        if each.considered is None:
            lines.append(f"{head}  > {card_name(each.played)}, which it did not consider")
    lines += ["", *_wrapped(_LEGEND), "", *_wrapped(costliest_sentence(decisions, players))]
    return "\n".join(lines)


def _wrapped(sentence: str) -> list[str]:
    return textwrap.wrap(sentence, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _option_line(option: Option, decision: Decision) -> str:
    is_played = option == decision.considered
    name = _option_name(option)
    if is_played and decision.played != option.card:
        name = f"{card_name(decision.played)} as {name}"
    return (
        f"{'>' if is_played else ' '} {name:<14}{_signed(option.payoff):>8}{option.points:>8.2f}"
        f"{100 * option.moons:>5.0f} %{option.playouts:>10}"
    )


def _option_name(option: Option) -> str:
    return f"{card_name(option.card)}{' moon' if option.moon else ''}"


def _signed(number: float) -> str:
    return f"{number:+.2f}".replace("-", "−")


def costliest_sentence(decisions: Sequence[Decision], players: int) -> str:
    """Return which decision cost most, in a sentence."""
    dearest = costliest(decisions)
    if dearest:
        worst = dearest[0]
        return (
            f"The costliest card, as {worst.strategy} sees it: in trick {worst.trick} {seat_name(worst.seat, players)} "
            f"played {card_name(worst.played)}, which is {worst.cost:.2f} points per deal worse than "
            f"{_option_name(worst.best)}."
        )
    who = " and ".join(dict.fromkeys(each.strategy for each in decisions))
    return f"No card cost anything, as {who} sees it." if decisions else "There was no choice to explain."


def mistakes_text(decisions: Sequence[Decision], players: int, most: int) -> str:
    """Return the costliest decisions as a table, dearest first."""
    dearest = costliest(decisions)[:most]
    if not dearest:
        return "\n".join(_wrapped(costliest_sentence(decisions, players)))
    lines = [f"{'Trick':>5}  {'seat':<7}  {'played':<6}  {'better':<8}  {'cost':>6}  {'payoff':>7}  {'playouts':>8}"]
    for each in dearest:
        payoff = "" if each.considered is None else _signed(each.considered.payoff)
        playouts = "" if each.considered is None else str(each.considered.playouts)
        lines.append(
            f"{each.trick:>5}  {seat_name(each.seat, players):<7}  {card_name(each.played):<6}  "
            f"{_option_name(each.best):<8}  {each.cost:>6.2f}  {payoff:>7}  {playouts:>8}"
        )
    return "\n".join(lines)


def explanation_document(decisions: Sequence[Decision]) -> dict[str, Any]:
    """Return what was considered as a JSON document; "costliest" is the number of a decision, null if none cost any."""
    dearest = costliest(decisions)
    return {
        "decisions": [_decision_document(each) for each in decisions],
        "costliest": list(decisions).index(dearest[0]) if dearest else None,
    }


def _decision_document(decision: Decision) -> dict[str, Any]:
    return {
        "trick": decision.trick,
        "seat": decision.seat,
        "strategy": decision.strategy,
        "played": text(decision.played),
        "better": text(decision.best.card) if decision.cost else None,
        "cost": decision.cost,
        "options": [
            {
                "card": text(option.card),
                "moon": option.moon,
                "payoff": option.payoff,
                "points": option.points,
                "moons": option.moons,
                "playouts": option.playouts,
                "played": option == decision.considered,
            }
            for option in decision.options
        ],
    }
