"""Where two strategies, or two runs, differ: in words, tables and as a JSON document."""

from typing import Any

from rich.table import Table

from hearts_bench.cards import cards_in, set_text
from hearts_bench.difference import Bin, Costly, Difference, First, Kind
from hearts_bench.report.names import card_name, seat_name, short_name

_NONE = "–"
_BAR = 36
_PLAYS = (Kind.LEAD, Kind.FOLLOW, Kind.DISCARD)
_WORDS = {Kind.PASS: "pass", Kind.LEAD: "lead", Kind.FOLLOW: "follow", Kind.DISCARD: "discard", Kind.SCORE: "score"}


def heading(found: Difference) -> str:
    """Return what was compared, in a line."""
    one, other = map(short_name, found.names)
    amount = f"{found.boards:,} boards, {found.deals:,} deals"
    return f"{one} v {other} · rules {found.rules_name} · {amount} · seed {found.seed}"


def sentences(found: Difference) -> list[str]:
    """Return how much differs, and what it is worth."""
    one = short_name(found.names[0])
    if not found.deals_different:
        return ["They do not differ on any board."]
    boards = _part(found.boards_different, found.boards, "boards")
    deals = _part(found.deals_different, found.deals, "deals")
    return [
        f"They differ on {boards}, and in {deals}.",
        f"{one} gains {_estimate(found)} points per deal.",
    ]


def _part(some: int, every: int, of: str) -> str:
    return f"{some:,} of {every:,} {of} ({100 * some / every:.3g} %)"


def _estimate(found: Difference) -> str:
    if found.gain.interval is None:
        return f"{found.gain.mean:+.3f}"
    low, high = found.gain.interval
    return f"{found.gain.mean:+.3f} (95 %: {low:+.3f} … {high:+.3f})"


def tables(found: Difference) -> list[Table]:
    """Return what the differences are, how much boards gain, and which ones cost most."""
    if not found.deals_different:
        return []
    every = [firsts_table(found), histogram_table(found), costliest_table(found) if found.costliest else None]
    return [table for table in every if table is not None]


def firsts_table(found: Difference) -> Table | None:
    """Return how many deals first differ in which trick and kind of decision, and what they are worth; None if unknown.

    Gains are in points per thousand deals, of all deals.
    """
    if not found.firsts:
        return None
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("first difference", no_wrap=True)
    for name in ("deals", *(_WORDS[kind] for kind in _PLAYS), "gain"):
        table.add_column(name, justify="right", no_wrap=True)
    for trick in sorted({each.trick or 0 for each in found.firsts if each.kind != Kind.SCORE}):
        table.add_row(*_firsts_row(found, trick))
    scores = [each for each in found.firsts if each.kind == Kind.SCORE]
    if scores:
        table.add_row("scores only", f"{scores[0].deals:,}", *[""] * len(_PLAYS), f"{scores[0].gain:+.4f}")
    table.add_row("all", f"{found.deals_different:,}", *_totals(found), f"{found.gain.mean:+.4f}")
    return table


def _firsts_row(found: Difference, trick: int) -> list[str]:
    groups = {each.kind: each for each in found.firsts if (each.trick or 0) == trick and each.kind != Kind.SCORE}
    deals = sum(each.deals for each in groups.values())
    gain = sum(each.gain for each in groups.values())
    plays = [f"{groups[kind].deals:,}" if kind in groups else "" for kind in _PLAYS]
    return [f"trick {trick}" if trick else "pass", f"{deals:,}", *plays, f"{gain:+.4f}"]


def _totals(found: Difference) -> list[str]:
    return [f"{sum(each.deals for each in found.firsts if each.kind == kind):,}" for kind in _PLAYS]


def histogram_table(found: Difference) -> Table:
    """Return how many boards gave which gain; bars leave out the boards that gave none."""
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("points per deal", justify="right", no_wrap=True)
    table.add_column("boards", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    most = max((each.boards for each in found.histogram if each.low != each.high), default=1) or 1
    for each in found.histogram:
        bar = "█" * -(-_BAR * each.boards // most) if each.low != each.high else ""
        table.add_row(_bin_name(each), f"{each.boards:,}", bar)
    return table


def _bin_name(each: Bin) -> str:
    if each.low == each.high:
        return "0"
    low, high = (f"{end:+g}" if end else "0" for end in (each.low, each.high))
    return f"{low} … {high}"


def costliest_table(found: Difference) -> Table:
    """Return the boards that cost the one strategy most, and where the two first chose differently there."""
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("board", "gain", "seating"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("first difference")
    for each in found.costliest:
        table.add_row(str(each.board), f"{each.gain:+.2f}", str(each.seating), first_text(each.first, found))
    return table


def first_text(first: First | None, found: Difference) -> str:
    """Return where two deals first differ: "trick 3, West follows: Q♣, not 4♣ (of 4♣ 9♣ Q♣)"."""
    if first is None:
        return _NONE
    seat = seat_name(first.seat, found.players)
    if first.kind == Kind.SCORE:
        return "the same cards, scored differently"
    one, other = _cards(first.one & ~first.other), _cards(first.other & ~first.one)
    if first.kind == Kind.PASS:
        return f"{seat} passes {one}, not {other}"
    return f"trick {first.trick}, {seat} {_WORDS[first.kind]}s {one}, not {other} (of {_cards(first.legal)})"


def _cards(cards: int) -> str:
    return " ".join(card_name(card) for card in cards_in(cards))


def endings(found: Difference) -> list[str]:
    """Return notes, and the commands that show the costliest boards, each in a line of its own."""
    shown = [each for each in found.costliest if each.commands]
    if not shown:
        return list(found.notes)
    one, other = map(short_name, found.names)
    first = shown[0].commands[1]
    return [
        *found.notes,
        f"See how {one} played them:",
        *(each.commands[0] for each in shown),
        f"and how {other} did, as on the first of them:",
        first,
    ]


def difference_document(found: Difference) -> dict[str, Any]:
    """Return a difference as a JSON document; cards are written as in "QS"."""
    return {
        "one": found.names[0],
        "other": found.names[1],
        "rules": found.rules_name,
        "seed": found.seed,
        "boards": found.boards,
        "deals": found.deals,
        "boards_different": found.boards_different,
        "deals_different": found.deals_different,
        "gain": found.gain.mean,
        "interval": found.gain.interval and list(found.gain.interval),
        "first_differences": [
            {"kind": _WORDS[each.kind], "trick": each.trick, "deals": each.deals, "gain": each.gain}
            for each in found.firsts
        ],
        "histogram": [{"low": each.low, "high": each.high, "boards": each.boards} for each in found.histogram],
        "costliest": [_costly_document(each) for each in found.costliest],
        "notes": list(found.notes),
    }


def _costly_document(each: Costly) -> dict[str, Any]:
    first = each.first and {
        "kind": _WORDS[each.first.kind],
        "trick": each.first.trick,
        "seat": each.first.seat,
        "legal": set_text(each.first.legal),
        "one": set_text(each.first.one),
        "other": set_text(each.first.other),
    }
    return {
        "board": each.board,
        "seating": each.seating,
        "gain": each.gain,
        "first_difference": first,
        "replay": list(each.commands),
    }
