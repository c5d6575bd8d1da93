"""What a report says first: who met whom, the main finding, and whether that is all."""

from collections.abc import Sequence

from hearts_bench import claim
from hearts_bench.duel import Outcome
from hearts_bench.findings import Findings
from hearts_bench.leaderboard import Leaderboard, Row
from hearts_bench.report import verdict
from hearts_bench.report.names import line_up_name, short_name
from hearts_bench.report.sheets import signed
from hearts_bench.report.tables import compared

_NAMES_IN_A_TITLE = 4
_LONGEST_NAME = 32
_TWO = 2
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def title(findings: Findings) -> str:
    """Return what the report is called: who met whom."""
    matches = findings.planned
    duels = all(match.seatings == "duel" for match in matches)
    if len(matches) == 1:
        match = matches[0]
        return line_up_name([_short(name) for name in (match.line_up if match.seatings == "fixed" else match.labels)])
    names = [_short(each.label) for each in findings.strategies]
    if duels and len({match.line_up[0] for match in matches}) == 1:
        return f"{_short(matches[0].labels[0])} against {_and([_short(match.labels[1]) for match in matches])}"
    if len(names) > _NAMES_IN_A_TITLE:
        return f"{_number(len(names)).capitalize()} strategies at the Hearts table"
    return _and(names)


def _short(name: str) -> str:
    return short_name(name, _LONGEST_NAME)


def subtitle(findings: Findings) -> str:
    """Return rules, amount and seed, in a line."""
    games = "" if findings.games is None else f"{findings.games:,} games, "
    matches = f"{len(findings.planned)} matches · " if len(findings.planned) > 1 else ""
    return f"rules {findings.rules_name} · {matches}{games}{findings.deals:,} deals · seed {findings.seed}"


def finding(findings: Findings) -> list[str]:
    """Return the main finding in a sentence or two."""
    if not findings.boards:
        return ["No board has been played yet."]
    if len(findings.strategies) == 1:
        return [f"{_short(findings.strategies[0].label)} met only itself, so there is nobody to compare it with."]
    if findings.claim is not None:
        return [claim.verdict(findings.matches[0].result)]
    said = [
        sentence for each in findings.evidence if each.is_decisive for sentence in _duel(each.outcome, findings.unit)
    ]
    board = findings.leaderboard
    if said or board is None:
        return said or ["A sequential test decided how many boards were played; what it was asked is not on record."]
    if not board.rows:
        return list(board.notes)
    return _challenge(board) if board.rows[0].against is not None else _ranking(board)


def _duel(outcome: Outcome, unit: str) -> list[str]:
    """Return what a duel's test says, and the payoff with the interval that is valid whenever it stops."""
    mean, interval = outcome.payoff.mean, outcome.payoff.interval
    ends = f" (95 % interval {interval[0]:+.2f} to {interval[1]:+.2f})" if interval else ""
    return [verdict.sentence(outcome), signed(f"Its payoff is {mean:+.2f} points a {unit}{ends}.")]


def _ranking(board: Leaderboard) -> list[str]:
    rows = board.rows
    leaders = [row for row in rows if row.rank is not None and row.rank[0] == 1]
    names = [_short(row.strategy) for row in leaders]
    if len(leaders) == len(rows):
        return [f"{_and(names)} cannot be told apart yet: more deals may do it."]
    if len(rows) == _TWO:
        return [f"{names[0]} is stronger than {_short(rows[-1].strategy)}: {_payoff(leaders[0], board.unit)}."]
    if len(leaders) > 1:
        lead = f"{_and(names)} share the lead and cannot be told apart."
    elif leaders[0].rank == (1, 1):
        lead = f"{names[0]} is the strongest of {_number(len(rows))}: {_payoff(leaders[0], board.unit)}."
    else:
        lead = f"{names[0]} leads, but it is not sure that all others are weaker."
    last = rows[-1]
    is_alone = last.rank == (len(rows), len(rows))
    return [lead, *([f"{_short(last.strategy)} is the weakest: {_payoff(last, board.unit)}."] if is_alone else [])]


def _payoff(row: Row, unit: str) -> str:
    """Return a payoff in words, with its interval."""
    mean = row.payoff.mean
    more = "more" if mean >= 0 else "fewer"
    low, high = row.payoff.interval or (mean, mean)
    ends = sorted((abs(low), abs(high))) if low * high > 0 else None
    between = f" (95 % interval {ends[0]:.2f} to {ends[1]:.2f})" if ends and row.payoff.interval else ""
    return f"the others take {abs(mean):.2f} points a {unit} {more} than it does{between}"


def _challenge(board: Leaderboard) -> list[str]:
    challenger = _short(board.rows[0].strategy)
    said = []
    for result, words in (("better", "is better than"), ("worse", "is worse than")):
        names = [
            f"{_short(row.against or '')} ({signed(f'{row.payoff.mean:+.2f}')})"
            for row in board.rows
            if compared(row.payoff) == result
        ]
        said += [f"{words} {_and(names)}"] if names else []
    open_ = [_short(row.against or "") for row in board.rows if compared(row.payoff) == "not separable"]
    said += [f"cannot be told apart from {_and(open_)}"] if open_ else []
    return [f"{challenger} {_and(said)}."]


def _and(names: Sequence[str]) -> str:
    """Return names as a list in a sentence.

    >>> _and(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part) if names else ""


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)
