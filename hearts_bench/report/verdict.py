"""What a duel showed, in words and as a JSON document."""

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from hearts_bench.duel import Outcome, Pilot
from hearts_bench.selfcheck import Selfcheck
from hearts_bench.stats.intervals import Estimate


def heading(outcome: Outcome) -> str:
    """Return what was played, in a line."""
    match = outcome.match
    amount = f"{outcome.boards:,} boards, {outcome.deals:,} deals"
    new, old = outcome.names
    who = f"{new} v {old}" if old == match.labels[1] else f"{new} v {old}, each against {match.labels[1]}"
    return f"{who} · rules {match.rules_name} · {amount} · seed {match.seed}"


def sentence(outcome: Outcome) -> str:
    """Return the answer in a sentence: what was found, and how large a difference was looked for."""
    new, old = outcome.names
    detect = f"{outcome.question.detect:g} points per deal"
    if outcome.question.expect == "better":
        said = {
            "pass": f"{new} is better than {old}",
            "fail": f"{new} is not better than {old} by {detect}",
            "inconclusive": f"whether {new} is better than {old} by {detect} is not decided",
        }
    else:
        said = {
            "pass": f"{new} is no worse than {old} by {detect}",
            "fail": f"{new} is worse than {old}",
            "inconclusive": f"whether {new} is worse than {old} by {detect} is not decided",
        }
    return f"{outcome.verdict.upper()}: {said[outcome.verdict]}."


def facts(outcome: Outcome, advice: str = "") -> list[tuple[str, str]]:
    """Return what a person wants to know next, each with its name: the figures, how sure they are, what to do.

    `advice` says what to do if it is not what fits a duel.
    """
    new, old = outcome.names
    new_points, old_points = outcome.points
    rows = [
        ("payoff", f"{_signed(outcome.payoff)} points per deal for {new}"),
        ("points", f"{new} {new_points:.2f}, {old} {old_points:.2f} in the same seats; gain {_signed(outcome.gain)}"),
        ("alike", f"on {_percent(outcome.alike)} of the boards both had the same result"),
        ("how sure", _errors(outcome)),
    ]
    if outcome.contradiction:
        rows.append(
            (
                "mind",
                "points and payoff disagree: moons cost opponents points, which only payoff counts. Believe payoff",
            )
        )
    if outcome.detectable is not None:
        rows.append(("finds", f"a planned duel of as many boards finds a difference of {outcome.detectable:.2g}"))
    if outcome.verdict == "fail" and outcome.worst is not None:
        rows.append(("costliest", outcome.match.replay_command(outcome.worst, 0)))
    rows.append(("next", advice or _next(outcome)))
    return rows


def outcome_document(outcome: Outcome) -> dict[str, Any]:
    """Return the outcome as a JSON document."""
    match, question = outcome.match, outcome.question
    mu0, mu1 = question.margins
    return {
        "verdict": outcome.verdict,
        "new": outcome.names[0],
        "old": outcome.names[1],
        "rules": match.rules_name,
        "expect": question.expect,
        "detect": question.detect,
        "sequential": question.sequential,
        "boards": outcome.boards,
        "deals": outcome.deals,
        "payoff": outcome.payoff.mean,
        "interval": _pair(outcome.payoff),
        "points_per_deal": {"new": outcome.points[0], "old": outcome.points[1]},
        "gain": outcome.gain.mean,
        "gain_interval": _pair(outcome.gain),
        "points_and_payoff_disagree": outcome.contradiction,
        "alike": outcome.alike,
        "detectable": outcome.detectable,
        "llr": outcome.llr,
        "worst_board": outcome.worst,
        "mu0": mu0,
        "mu1": mu1,
        "alpha": question.alpha,
        "beta": question.beta,
        "seed": match.seed,
    }


def _pair(estimate: Estimate) -> list[float] | None:
    return list(estimate.interval) if estimate.interval else None


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _signed(estimate: Estimate) -> str:
    if estimate.interval is None:
        return f"{estimate.mean:+.3f} ({estimate.note[0].lower()}{estimate.note[1:]})"
    low, high = estimate.interval
    return f"{estimate.mean:+.3f} (95 %: {low:+.3f} … {high:+.3f})"


def _errors(outcome: Outcome) -> str:
    question = outcome.question
    detect = f"{question.detect:g}"
    if question.expect == "better":
        wrong_pass, wrong_fail = "with no gain at all", f"with a gain of {detect}"
    else:
        wrong_pass, wrong_fail = f"with a loss of {detect}", "with no loss at all"
    stop = "whenever it stops" if question.sequential else "at this size"
    return (
        f"{wrong_pass}, at most {_percent(question.alpha)} of duels pass; "
        f"{wrong_fail}, at most {_percent(question.beta)} fail; {stop}"
    )


def _next(outcome: Outcome) -> str:
    detect = outcome.question.detect
    if outcome.verdict == "inconclusive":
        more = "--max-boards" if outcome.question.sequential else "--deals"
        return f"play more with {more}, or look for a larger difference with --detect {2 * detect:g}"
    if outcome.verdict == "fail" and outcome.question.expect == "no-worse":
        return "look at the costliest board, and run it again with another seed before you believe it"
    return f"look for smaller differences with --detect {detect / 2:g}, which takes up to four times as many boards"


PILOT_NOTE = (
    "A duel stops when it is sure, so its boards depend on where the truth lies: the more two strategies differ, the "
    "sooner.\nA planned duel (--deals) plays a fixed number, a board being the deals of all its seatings."
)


def pilot_heading(pilot: Pilot) -> str:
    """Return what the pilot was, and how much boards vary."""
    outcome = pilot.outcome
    varies = f"a board varies by {pilot.spread:.2f} points; {_percent(outcome.alike)} of the boards alike"
    return f"{heading(outcome)}\nPilot: payoff {_signed(outcome.payoff)}; {varies}."


def pilot_table(pilot: Pilot) -> Table:
    """Return how many boards and how much time it takes to find each difference."""
    table = Table(box=None, header_style="bold")
    for name in ("to find", "planned deals", "boards", "time", "stopping: no difference", "midway", "that difference"):
        table.add_column(name, justify="right", no_wrap=True)
    for effort in pilot.efforts:
        boards = (effort.sequential.at_mu1, effort.sequential.midway, effort.sequential.at_mu0)
        table.add_row(
            f"{effort.detect:g}",
            f"{effort.planned * pilot.outcome.match.turns:,}",
            f"{effort.planned:,}",
            duration(effort.planned * pilot.seconds),
            *(f"{each:,} boards, {duration(each * pilot.seconds)}" for each in boards),
        )
    return table


def duration(seconds: float) -> str:
    """Return a time as people say it: "0.3 s", "12 min", "5.2 h"."""
    for unit, size in (("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.1f} s"


def pilot_document(pilot: Pilot) -> dict[str, Any]:
    """Return a pilot as a JSON document."""
    outcome = pilot.outcome
    return {
        "new": outcome.match.labels[0],
        "old": outcome.match.labels[1],
        "rules": outcome.match.rules_name,
        "seed": outcome.match.seed,
        "boards": outcome.boards,
        "payoff": outcome.payoff.mean,
        "interval": _pair(outcome.payoff),
        "standard_deviation": pilot.spread,
        "alike": outcome.alike,
        "seconds_per_board": pilot.seconds,
        "alpha": outcome.question.alpha,
        "beta": outcome.question.beta,
        "efforts": [
            {
                "detect": effort.detect,
                "boards": effort.planned,
                "deals": effort.planned * outcome.match.turns,
                "seconds": effort.planned * pilot.seconds,
                "sequential_boards": {
                    "mu0": effort.sequential.at_mu0,
                    "midway": effort.sequential.midway,
                    "mu1": effort.sequential.at_mu1,
                },
            }
            for effort in pilot.efforts
        ],
    }


def selfcheck_table(results: Sequence[Selfcheck]) -> Table:
    """Return the table of checked strategies."""
    table = Table(box=None, header_style="bold")
    for name in ("strategy", "largest difference", "in pieces, backwards", "in other processes", ""):
        table.add_column(name, no_wrap=True)
    for result in results:
        same = ("same" if each else "DIFFERENT" for each in (result.same_in_pieces, result.same_in_other_processes))
        table.add_row(result.strategy, f"{result.max_abs_difference:.3f}", *same, "ok" if result.ok else "FAILED")
    return table


def selfcheck_document(results: Sequence[Selfcheck]) -> dict[str, Any]:
    """Return checked strategies as a JSON document."""
    return {
        "strategies": [
            {
                "strategy": result.strategy,
                "max_abs_difference": result.max_abs_difference,
                "same_in_pieces": result.same_in_pieces,
                "same_in_other_processes": result.same_in_other_processes,
            }
            for result in results
        ],
        "ok": all(result.ok for result in results),
    }
