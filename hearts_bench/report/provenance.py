"""What a report says of a run beside its results: what was played, what its words mean, and how to play it again."""

import shlex
from collections.abc import Mapping
from typing import Any

from hearts_bench.findings import Findings
from hearts_bench.match import Match

_WORDS = {
    "points per deal": "What a strategy takes in a deal on average, after the moon rule. Less is better.",
    "payoff": "The mean score of the other seats minus one's own. More is better. It also counts what a moon costs the "
    "others, so where it contradicts points per deal, believe payoff.",
    "board": "One deal, or game, played in all seatings of a line-up. Intervals count boards, because the seatings of "
    "one board depend on each other.",
    "95 % interval": "Made such that 95 in 100 of its kind hold the true value.",
    "rank": "The ranks that a strategy may have, 1 being best; the deals played leave no others open.",
    "group": "Two strategies share a letter exactly if the deals played cannot separate them.",
    "moons, moons conceded": "How often one shot the moon, and how often somebody else at the table did.",
    "caught Q♠, clean deals": "Deals in which one took the queen of spades, and those without a penalty card.",
}


def commands(findings: Findings, config: Mapping[str, Any], name: str) -> list[tuple[str, str]]:
    """Return what to type to play all of it again and to look closer, each with what it does."""
    again, folder = _play_again(findings, config), shlex.quote(name)
    is_resumable = "tournament" in config and not findings.is_complete
    board = (findings.matches[0].match if findings.matches else findings.planned[0]).first_board
    return [
        ("Play it again, on the same deals", again),
        *([("Go on with it", f"{again} --out {folder} --resume")] if is_resumable else []),
        *([] if findings.is_complete else [("Watch it", f"hearts-bench watch {folder}")]),
        ("Make this report again", f"hearts-bench report {folder}"),
        ("See a deal of it", f"hearts-bench replay {folder} --board {board} --seating 0"),
    ]


def _play_again(findings: Findings, config: Mapping[str, Any]) -> str:
    """Return the command that plays the same; a run from a configuration needs its file."""
    if "tournament" in config:
        return shlex.join(["hearts-bench", "run", f"{findings.name}.yaml", "--seed", str(findings.seed)])
    match = findings.planned[0]
    options = ["--seed", str(match.seed), *match.rules_options]
    if match.seatings == "duel":
        return shlex.join(["hearts-bench", "duel", *match.line_up, *_duel_options(findings, config), *options])
    options += ["--games" if match.whole_games else "--deals", str(match.deals)]
    options += [] if match.seatings == "balanced" else ["--seatings", match.seatings]
    options += [] if match.on_illegal == "fail" else ["--on-illegal", match.on_illegal]
    return shlex.join(["hearts-bench", "match", *match.line_up, *options])


def _duel_options(findings: Findings, config: Mapping[str, Any]) -> list[str]:
    match = findings.planned[0]
    asked = config.get("duel", {})
    question = [part for name in ("expect", "detect", "alpha", "beta") if name in asked for part in (name, asked[name])]
    options = [f"--{part}" if at % 2 == 0 else str(part) for at, part in enumerate(question)]
    return [*options, *(["--max-boards", str(match.boards)] if match.drawn else ["--deals", str(match.deals)])]


def configuration(config: Mapping[str, Any]) -> str:
    """Return the configuration of a run as YAML that plays it again, an empty text if it had none."""
    if "tournament" not in config:
        return ""
    import yaml  # noqa: PLC0415 - takes a while to import

    tournament = {key.replace("_", "-"): value for key, value in config["tournament"].items() if value is not None}
    if tournament.get("type") in {"gauntlet", "duel"}:
        tournament.pop("seatings", None)
    strategies = {
        label: {key: value for key, value in each.items() if value} for label, each in config["strategies"].items()
    }
    content = {key: value for key, value in config.items() if value is not None}
    content |= {"strategies": strategies, "tournament": tournament}
    return yaml.safe_dump(content, sort_keys=False, allow_unicode=True, default_flow_style=None, width=100)


def facts(findings: Findings, manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what was played, fact by fact."""
    planned = findings.planned
    seatings = sorted({f"{match.seatings} ({_seatings(match)})" for match in planned})
    over = findings.boards == findings.planned_boards
    boards = f"{findings.boards:,}" if over else f"{findings.boards:,} of {findings.planned_boards:,} planned"
    digest = manifest.get("rules", {}).get("digest", "")
    versions = manifest.get("versions", {})
    illegal = {"fail": "end the run", "revoke": "cost the revoke penalty"}
    return [
        ("Rules", findings.rules_name + (f" (digest {digest})" if digest else "")),
        ("Seed", str(findings.seed)),
        ("Matches", f"{len(planned):,}"),
        ("Boards", boards),
        *([] if findings.games is None else [("Games", f"{findings.games:,}")]),
        ("Deals", f"{findings.deals:,}"),
        ("Seatings", "; ".join(seatings)),
        ("Pass directions", "drawn for each board" if planned[0].drawn else "by turns"),
        ("Illegal cards", illegal.get(planned[0].on_illegal, planned[0].on_illegal)),
        ("Finished", "yes" if findings.is_complete else "no"),
        ("Versions", ", ".join(f"{name} {number}" for name, number in versions.items()) or "not on record"),
    ]


def _seatings(match: Match) -> str:
    each = {
        "fixed": "everybody keeps the seat",
        "rotate": "each strategy once in every seat, neighbours stay",
        "balanced": "each strategy once in every seat, neighbours change from board to board",
        "all": "every order at the table",
        "duel": "the new strategy once in every seat, the old one in all others",
    }
    return each.get(match.seatings, f"{match.turns} seatings of each board")


def words(findings: Findings) -> list[tuple[str, str]]:
    """Return what the words of the report mean; ranks and groups are those of a leaderboard that has them."""
    board = findings.leaderboard
    has_ranks = board is not None and bool(board.rows) and board.rows[0].rank is not None
    return [(word, meaning) for word, meaning in _WORDS.items() if has_ranks or word not in {"rank", "group"}]
