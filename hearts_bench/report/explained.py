"""What strategies considered in a deal, as text for people and as JSON documents."""

import textwrap
from collections.abc import Sequence
from typing import Any

from hearts_bench.cards import Card, text
from hearts_bench.entrant import Option
from hearts_bench.explaining import Decision, costliest
from hearts_bench.report.names import seat_name, suit_ranks

_WIDTH = 80
_LEGEND = (
    "Payoff and points are means per deal over the playouts; moon is the share in which the seat shoots it. "
    '"Q♠ moon" is Q♠ as the beginning of a moon. Cost is how far the payoff of what was done is below '
    "that of the first line."
)
PASSES_SHOWN = 3
_SIDES, _LEAST_WIDTHS = "><<<>>>", (5, 7, 6, 8, 6, 7, 8)  # of the columns of a table of mistakes


def explanation_text(decisions: Sequence[Decision], players: int) -> str:
    """Return what was considered, what was done marked, and at the end the decision that cost most.

    Of each pass there are the best, and the one made.
    """
    if not decisions:
        return "There was no choice to explain."
    who = list(dict.fromkeys(each.strategy for each in decisions))
    heading = f"Considered by {' and '.join(who)}, first what it would do; > is what was done"
    shown = [(each, _shown(each)) for each in decisions]
    width = max(14, *(len(_option_name(option, each)) for each, options in shown for option in options))
    columns = f"{'payoff':>8}{'points':>8}{'moon':>7}{'playouts':>10}{'cost':>7}"
    lines = [*_wrapped(heading), "", f"{'Trick':>5}  {'seat':<7}    {'card':<{width}}{columns}"]
    for each, options in shown:
        head = f"{_when(each):>5}  {seat_name(each.seat, players):<7}"
        for option in options:
            lines.append(f"{head}  {_option_line(option, each, width)}")
            head = " " * len(head)
        left = len(each.options) - len(options)
        lines += [f"{head}    and {left} more"] if left else []
        if each.considered is None:
            lines.append(f"{head}  > {_cards_name(each.cards)}, which it did not consider")
    lines += ["", *_wrapped(_LEGEND), "", *_wrapped(costliest_sentence(decisions, players))]
    return "\n".join(lines)


def _shown(decision: Decision) -> list[Option]:
    """Return the options that people are shown: of a pass the best, and the one made."""
    most = PASSES_SHOWN if decision.is_pass else len(decision.options)
    return [each for at, each in enumerate(decision.options) if at < most or each == decision.considered]


def _when(decision: Decision) -> str:
    return "pass" if decision.is_pass else str(decision.trick)


def _wrapped(sentence: str) -> list[str]:
    return textwrap.wrap(sentence, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _option_line(option: Option, decision: Decision, width: int) -> str:
    is_done = option == decision.considered
    cost = f"{decision.cost:>7.2f}" if is_done and decision.cost else ""
    return (
        f"{'>' if is_done else ' '} {_option_name(option, decision):<{width}}{_signed(option.payoff):>8}"
        f"{option.points:>8.2f}{100 * option.moons:>5.0f} %{option.playouts:>10}{cost}"
    )


def _option_name(option: Option, decision: Decision) -> str:
    """Return what an option is called: "Q♠", "Q♠ moon", or "7♣ as 6♣" where the 7♣ was played, which does the same."""
    name = f"{_cards_name(decision.cards_of(option.answer))}{' moon' if option.moon else ''}"
    is_other = option == decision.considered and option.answer != decision.answer
    return f"{_cards_name(decision.cards)} as {name}" if is_other else name


def _cards_name(cards: Sequence[Card]) -> str:
    """Return cards as people write them, in the order of newspapers: "Q♠ 10♥ 2♥"."""
    return " ".join(f"{rank}{symbol}" for symbol, ranks in suit_ranks(cards) for rank in ranks.split())


def _signed(number: float) -> str:
    return f"{number:+.2f}".replace("-", "−")


def costliest_sentence(decisions: Sequence[Decision], players: int) -> str:
    """Return which decision cost most, in a sentence."""
    dearest = costliest(decisions)
    if dearest:
        worst = dearest[0]
        seat = seat_name(worst.seat, players)
        done = f"{seat} passed" if worst.is_pass else f"in trick {worst.trick} {seat} played"
        return (
            f"The costliest decision, as {worst.strategy} sees it: {done} {_cards_name(worst.cards)}, "
            f"which is {worst.cost:.2f} points per deal worse than {_option_name(worst.best, worst)}."
        )
    who = " and ".join(dict.fromkeys(each.strategy for each in decisions))
    return f"No decision cost anything, as {who} sees it." if decisions else "There was no choice to explain."


def mistakes_text(decisions: Sequence[Decision], players: int, most: int) -> str:
    """Return the costliest decisions as a table, dearest first."""
    dearest = costliest(decisions)[:most]
    if not dearest:
        return "\n".join(_wrapped(costliest_sentence(decisions, players)))
    heads = ("Trick", "seat", "chosen", "better", "cost", "payoff", "playouts")
    rows = [heads, *(_mistake_cells(each, players) for each in dearest)]
    wide = [max(least, *map(len, column)) for least, column in zip(_LEAST_WIDTHS, zip(*rows, strict=True), strict=True)]
    return "\n".join("  ".join(map(format, row, map("{}{}".format, _SIDES, wide))) for row in rows)


def _mistake_cells(decision: Decision, players: int) -> tuple[str, ...]:
    considered = decision.considered
    return (
        _when(decision),
        seat_name(decision.seat, players),
        _cards_name(decision.cards),
        _option_name(decision.best, decision),
        f"{decision.cost:.2f}",
        "" if considered is None else _signed(considered.payoff),
        "" if considered is None else str(considered.playouts),
    )


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
        "cards": [*map(text, decision.cards)],
        "better": [*map(text, decision.cards_of(decision.best.answer))] if decision.cost else None,
        "cost": decision.cost,
        "options": [
            {
                "cards": [*map(text, decision.cards_of(option.answer))],
                "moon": option.moon,
                "payoff": option.payoff,
                "points": option.points,
                "moons": option.moons,
                "playouts": option.playouts,
                "chosen": option == decision.considered,
            }
            for option in decision.options
        ],
    }
