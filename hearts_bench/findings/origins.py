"""Where the points of deals come from: which cards, and what moons, bonuses and revokes add and take off."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from hearts_bench.findings.model import OriginKind
from hearts_bench.rules import Rules
from hearts_bench.shards import Shard

Points = npt.NDArray[np.int64]

MOON_KINDS: tuple[OriginKind, ...] = ("moons_made", "moons_conceded")


def origins_of(shard: Shard) -> Mapping[OriginKind, Points]:
    """Return what each source gave every seat, of shape (deals or games, players); they add up to scores, or totals."""
    parts = _of_games(shard) if shard.match.whole_games else _of_deals(shard)
    return {kind: points for kind, points in parts.items() if points.any()}


def _of_deals(shard: Shard) -> dict[OriginKind, Points]:
    rules, moon = shard.match.rules, shard.columns["moon_seat"][:, np.newaxis]
    points, scores = shard.by_seat("points"), shard.by_seat("score")
    seats = np.arange(rules.players)
    no_tricks = np.where((moon < 0) & (shard.by_seat("tricks") == 0), rules.no_trick_bonus, 0)
    left = scores - points - no_tricks
    return _cards(shard, points) | {
        "no_tricks": no_tricks,
        "revokes": np.where(moon < 0, left, 0),
        "moons_made": np.where(moon == seats, left, 0),
        "moons_conceded": np.where((moon >= 0) & (moon != seats), left, 0),
    }


def _cards(shard: Shard, points: Points) -> dict[OriginKind, Points]:
    """Return the points of cards. Where hearts and one Q♠ are all that counts, points and `queen_seat` tell them."""
    rules = shard.match.rules
    if "from_hearts_0" in shard.columns:
        hearts, queen = shard.by_seat("from_hearts"), shard.by_seat("from_queen")
        return {"queen": queen, "hearts": hearts, "others": points - queen - hearts}
    if rules.decks > 1:
        return {"cards": points}
    queen = np.where(shard.columns["queen_seat"][:, np.newaxis] == np.arange(rules.players), rules.queen_value, 0)
    return {"queen": queen, "cards" if _has_other_cards(rules) else "hearts": points - queen}


def _has_other_cards(rules: Rules) -> bool:
    return bool(rules.extra_penalties or rules.bonus)


def _of_games(shard: Shard) -> dict[OriginKind, Points]:
    rules, totals = shard.match.rules, shard.by_seat("total")
    parts: dict[OriginKind, Points] = {}
    if rules.decks == 1:
        parts["queen"] = rules.queen_value * shard.by_seat("queens")
    if knows_moons(rules):
        moons = shard.by_seat("moons")
        value = moon_value(rules)
        parts["moons_made"] = -value * moons
        parts["moons_conceded"] = value * (moons.sum(axis=1, keepdims=True) - moons)
    left = totals - sum(parts.values(), np.zeros_like(totals))
    is_plain = knows_moons(rules) and not rules.no_trick_bonus and shard.match.on_illegal == "fail"
    kind: OriginKind = "rest"
    if is_plain:
        kind = "hearts" if rules.decks == 1 and not _has_other_cards(rules) else "cards"
    return parts | {kind: left}


def knows_moons(rules: Rules) -> bool:
    """Tell whether a count of moons says what they were worth: each the same, and always to the others."""
    all_in_play = rules.kitty_size == 0 or rules.kitty_to != "nobody"
    return rules.moon == "none" or (rules.moon == "add" and rules.sun == "none" and all_in_play)


def moon_value(rules: Rules) -> int:
    """Return what a moon counts where all penalty cards are in play."""
    row: Any = rules.row[0]
    cards = [at for at in range(len(row["values"])) if int(row["penalty_cards"]) >> at & 1]
    return int(row["values"][cards].sum()) * rules.decks
