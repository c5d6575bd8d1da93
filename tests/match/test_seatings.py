"""Who sits where, how often, and what that does to the scores."""

import itertools
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from hearts_bench.chunk import Sum, play_chunk
from hearts_bench.errors import ConfigError
from hearts_bench.match import Match, boards_for
from hearts_bench.presets import PRESETS
from hearts_bench.runner import play
from hearts_bench.seatings import Seatings, seating_tables
from hearts_bench.tournament import round_robin, schedule

FOUR = ("random", "duck-low", "spade-flushing", "article")


def line_up(preset: str, strategies: tuple[str, ...] = FOUR) -> tuple[str, ...]:
    """Return a line-up for the table of a preset, the strategies over and over again."""
    return tuple(itertools.islice(itertools.cycle(strategies), PRESETS[preset].rules.players))


def seatings_for(preset: str) -> list[Seatings]:
    """Return the ways to seat a table of a preset that are few enough for a test."""
    return ["fixed", "rotate", "balanced", "all"] if PRESETS[preset].rules.players <= 5 else ["fixed", "balanced"]


@pytest.mark.parametrize("players", range(3, 12))
def test_seating_tables(players: int) -> None:
    """Fixed is as listed; rotate puts each strategy in each seat once; all has every order once."""
    positions = list(range(players))
    assert seating_tables("fixed", players).tolist() == [[positions]]
    assert seating_tables("rotate", players).shape == (1, players, players)
    for table in (*seating_tables("rotate", players), *seating_tables("balanced", players)):
        assert all(sorted(row) == positions for row in table.tolist())
        assert all(sorted(column) == positions for column in table.T.tolist())
    if players <= 5:
        everything = seating_tables("all", players)[0].tolist()
        assert sorted(everything) == sorted(map(list, itertools.permutations(positions)))


@pytest.mark.parametrize("players", range(3, 12))
def test_balanced_seatings_meet_every_ordered_pair_of_seats_equally_often(players: int) -> None:
    """Over all circular orders, everybody plays behind everybody else equally often in every seat."""
    rows = seating_tables("balanced", players).reshape(-1, players).tolist()
    pairs = Counter((seat, row[seat], row[(seat + 1) % players]) for row in rows for seat in range(players))
    assert len(pairs) == players * players * (players - 1)
    assert len(set(pairs.values())) == 1


def test_four_players_are_seated_in_all_six_circular_orders() -> None:
    """Then everybody also sits opposite everybody else equally often."""
    rows = {tuple(row) for row in seating_tables("balanced", 4).reshape(-1, 4).tolist()}
    assert len(rows) == 24


@pytest.mark.parametrize("players", range(3, 12))
def test_duel_seatings(players: int) -> None:
    """The first sits in each seat once against the second in all others; last, the second sits everywhere."""
    table = seating_tables("duel", players)[0]
    assert (table[:-1] == 1 - np.eye(players)).all()
    assert (table[-1] == 1).all()


def test_unknown_seatings_are_refused() -> None:
    """And so are more seatings than anybody can wait for."""
    with pytest.raises(ConfigError, match="unknown seatings 'round'; there is fixed, rotate, balanced, all, duel"):
        seating_tables("round", 4)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="too many; choose balanced"):
        seating_tables("all", 8)


@pytest.mark.parametrize(
    ("seatings", "deals", "boards"),
    [("rotate", 1, 1), ("rotate", 4, 1), ("rotate", 5, 2), ("rotate", 401, 101), ("fixed", 7, 7)]
    + [("balanced", deals, boards) for deals, boards in [(1, 24), (96, 24), (97, 48), (400, 120)]],
)
def test_boards_for(seatings: Seatings, deals: int, boards: int) -> None:
    """Deals are rounded up to whole boards; where seats and neighbours shall balance, to whole blocks of 24."""
    assert boards_for(Match(("random", "duck-low", "article", "patient"), 1, 1, seatings=seatings), deals) == boards


def test_one_odd_strategy_needs_no_circular_orders() -> None:
    """Around three equal strategies there is only one circle, and a block is one of each pass direction."""
    assert Match(("random", "article", "article", "article"), 1, 1).block == 4
    assert Match(("random", "random", "article", "article"), 1, 1).block == 24
    assert Match(("random", "duck-low", "article", "article"), 1, 1, whole_games=True).block == 6


@pytest.mark.parametrize("preset", ["article", "hearts-3", "hearts-5", "classic"])
def test_a_block_has_every_pass_direction_with_every_circular_order(preset: str) -> None:
    """So that no strategy passes to a certain neighbour more often than another."""
    match = Match(line_up(preset, ("random", "duck-low", "article", "patient", "spade-flushing")), 1, 5, preset)
    match = replace(match, boards=2 * match.block)
    deals = play_chunk(match, 0, match.boards, record=True).deals
    assert deals is not None
    cases = [
        (int(offset), match.seatings_of(board, 1).tobytes())
        for board, offset in zip(deals["board"].tolist(), deals["pass_offset"].tolist(), strict=True)
    ]
    assert set(Counter(cases).values()) == {2 * match.turns}
    assert len(set(cases)) == match.block


@pytest.mark.compiled
def test_drawn_boards_depend_on_their_seed_alone() -> None:
    """Directions and orders are drawn evenly, board by board, and the same whoever plays the board."""
    four = ("random", "duck-low", "article", "patient")
    match = Match(four, 4800, 5, drawn=True)
    deals = play_chunk(match, 0, 4800, record=True).deals
    assert deals is not None
    seatings = match.seatings_of(0, 4800)
    orders = Counter(row.tobytes() for row in seatings)
    directions = Counter(deals["pass_offset"][::4].tolist())
    assert len(orders) == 6
    assert len(directions) == 4
    for counts in (orders, directions):
        expected = 4800 / len(counts)
        assert sum((number - expected) ** 2 / expected for number in counts.values()) < 20.5  # p = 0.001 for 5 freedoms
    alone = play_chunk(replace(match, boards=1, first_board=777), 777, 1, record=True).deals
    assert alone is not None
    assert {name: column.tolist() for name, column in alone.items()} == {
        name: column[777 * 4 : 778 * 4].tolist() for name, column in deals.items()
    }


@pytest.mark.compiled
@pytest.mark.parametrize("preset", PRESETS)
def test_all_seatings_of_a_board_have_the_same_hands(preset: str) -> None:
    """A board is one deal: its seatings differ in who plays the hands, not in the hands (cutechess/cutechess#37)."""
    match = Match(line_up(preset, ("duck-low",)), 20, 3, preset, seatings_for(preset)[-1])
    deals = play_chunk(match, 0, 20, record=True).deals
    assert deals is not None
    for name, values in deals.items():
        if name != "seating" and not name.startswith("strategy_"):
            by_board = values.reshape(20, -1)
            assert (by_board == by_board[:, :1]).all(), name


@pytest.mark.compiled
@pytest.mark.parametrize("strategy", ["duck-low", "article", "spade-flushing", "patient", "random"])
def test_copies_share_every_board_equally(strategy: str) -> None:
    """Copies of one strategy each take the whole board over the rotations: 26 points, or 78 with a moon."""
    match = Match((strategy,) * 4, 100, 11)
    deals = play_chunk(match, 0, 100, record=True).deals
    assert deals is not None
    sums = np.zeros((100, 4), np.int64)
    for seat in range(4):
        np.add.at(sums, (deals["board"], deals[f"strategy_{seat}"]), deals[f"score_{seat}"])
    moon = deals["moon_seat"].reshape(100, 4)[:, 0] >= 0
    assert (sums == np.where(moon, 78, 26)[:, np.newaxis]).all()
    tally = play(match, jobs=1).tally
    assert (tally[:, : Sum.DECISIONS] == tally[0, : Sum.DECISIONS]).all()
    assert (tally[:, Sum.PAYOFF] == 0).all()


@pytest.mark.compiled
@pytest.mark.parametrize("preset", PRESETS)
def test_payoffs_cancel(preset: str) -> None:
    """What one strategy gains the others lose: payoffs sum to 0 over the line-up, and every moon has its victims."""
    rules = PRESETS[preset].rules
    for seatings in seatings_for(preset):
        match = Match(line_up(preset), 40, 2, preset, seatings)
        tally = play(match, jobs=1).tally
        assert tally[:, Sum.PAYOFF].sum() == 0
        assert (tally[:, Sum.DEALS] == match.deals).all()
        assert match.deals <= tally[:, Sum.QUEENS].sum() <= rules.decks * match.deals
        assert tally[:, Sum.MOONS_CONCEDED].sum() == (rules.players - 1) * tally[:, Sum.MOONS_MADE].sum()


@pytest.mark.compiled
@pytest.mark.parametrize("preset", PRESETS)
def test_the_points_of_a_deal(preset: str) -> None:
    """The points taken are those in play, every deal; scores differ from them by what the moon rule says."""
    rules = PRESETS[preset].rules
    match = Match(line_up(preset), 2000, 2, preset, "fixed")
    deals = play_chunk(match, 0, 2000, record=True).deals
    assert deals is not None
    points, scores, tricks = (
        np.array([deals[f"{name}_{seat}"] for seat in range(rules.players)]) for name in ("points", "score", "tricks")
    )
    in_play = int(rules.row["values"][0].sum()) * rules.decks
    assert (points.sum(axis=0) == in_play).all()
    # With two decks a trick that nobody wins is no trick.
    assert (tricks.sum(axis=0) <= rules.hand_size).all()
    assert rules.decks == 2 or (tricks.sum(axis=0) == rules.hand_size).all()
    no_moon = (deals["moon_seat"] < 0) | (rules.moon == "none")
    assert (points == scores)[:, no_moon].all()
    penalties = in_play - rules.bonus
    differing = (scores - points)[:, ~no_moon]
    shooters = deals["moon_seat"][~no_moon]
    suns = tricks[shooters, np.flatnonzero(~no_moon)] == rules.hand_size
    swing = penalties * np.where(suns & (rules.sun == "double"), 2, 1)
    subtracted = rules.moon == "subtract"
    shooting = np.arange(rules.players)[:, np.newaxis] == shooters
    expected = np.where(shooting, -penalties - subtracted * swing, (not subtracted) * swing)
    assert (differing == expected).all()


@pytest.mark.parametrize("seatings", ["fixed", "rotate", "balanced", "all"])
def test_the_tally_is_the_sum_of_the_deals(seatings: str) -> None:
    """Scores and payoffs by position, added up from recorded deals in plain Python, are those of the tally."""
    match = Match(("random", "duck-low", "spade-flushing", "article"), 30, 8, "article", seatings)  # type: ignore[arg-type]
    chunk = play_chunk(match, 0, 30, record=True)
    assert chunk.deals is not None
    boards: dict[int, list[list[int]]] = {}
    columns = {name: values.tolist() for name, values in chunk.deals.items()}
    clean = [0] * 4
    for row in range(match.deals):
        per_board = boards.setdefault(columns["board"][row], [[0, 0] for _ in range(4)])
        scores = [columns[f"score_{seat}"][row] for seat in range(4)]
        for seat in range(4):
            position = columns[f"strategy_{seat}"][row]
            per_board[position][0] += scores[seat]
            per_board[position][1] += sum(scores) - 4 * scores[seat]
            clean[position] += columns[f"points_{seat}"][row] == 0
    for position in range(4):
        taken, payoffs = zip(*(per_board[position] for per_board in boards.values()), strict=True)
        expected = [sum(taken), sum(x * x for x in taken), sum(payoffs), sum(x * x for x in payoffs)]
        assert chunk.tally[position, :4].tolist() == expected
        assert chunk.tally[position, Sum.CLEAN] == clean[position]


@pytest.mark.parametrize(("entrants", "tables", "each", "together"), [(4, 1, 1, 1), (6, 15, 10, 6), (8, 70, 35, 15)])
def test_round_robin_is_balanced(entrants: int, tables: int, each: int, together: int) -> None:
    """All meet all equally often (robert-swanson/hearts-engine#98), and the schedule is the same every time."""
    labels = "abcdefgh"[:entrants]
    line_ups = round_robin(labels, 4)
    assert len(line_ups) == tables
    assert {sum(label in line_up for line_up in line_ups) for label in labels} == {each}
    pairs = itertools.combinations(labels, 2)
    assert {sum({*pair} <= {*line_up} for line_up in line_ups) for pair in pairs} == {together}
    assert line_ups == round_robin(labels, 4)


@pytest.mark.parametrize("entrants", range(4))
def test_nobody_fills_up_a_table(entrants: int) -> None:
    """Fewer strategies than seats are refused."""
    with pytest.raises(ConfigError, match=f"needs at least 4 strategies, not {entrants}"):
        round_robin("abc"[:entrants], 4)


def test_matches_of_a_schedule_have_boards_of_their_own() -> None:
    """No two matches of a schedule share a deal, and all have as many."""
    specs = {name: name for name in ("random", "duck-low", "spade-flushing", "article", "moon-defending")}
    matches = schedule(
        round_robin([*specs], 4),
        specs,
        deals=401,
        whole_games=False,
        seed=1,
        preset="article",
        changes=(("moon", "subtract"),),
        seatings="rotate",
    )
    boards = [set(range(match.first_board, match.first_board + match.boards)) for match in matches]
    assert {len(each) for each in boards} == {101}
    assert {each.rules.moon for each in matches} == {"subtract"}
    assert len(set.union(*boards)) == 5 * 101


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"line_up": ("random",) * 3}, "4 strategies are needed"),
        ({"boards": 0}, "at least one"),
        ({"seed": 2**63}, "64 bits"),
        ({"seed": -(2**63) - 1}, "64 bits"),
    ],
)
def test_impossible_matches(options: dict[str, object], sentence: str) -> None:
    """A match that cannot be played is refused when it is made."""
    with pytest.raises(ConfigError, match=sentence):
        Match(**({"line_up": ("random",) * 4, "boards": 1, "seed": 1} | options))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [0, -1, 2**63 - 1, -(2**63)])
def test_any_seed_of_64_bits_plays(seed: int) -> None:
    """The whole range of seeds can be used, and different seeds are different deals."""
    played = [play(Match(("random",) * 4, 20, each), jobs=1).tally[:, : Sum.DECISIONS] for each in (seed, 12345)]
    assert (played[0] != played[1]).any()
