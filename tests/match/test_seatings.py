"""Who sits where, how often, and what that does to the scores."""

import itertools

import numpy as np
import pytest

from hearts_bench.chunk import Sum, play_chunk
from hearts_bench.errors import ConfigError
from hearts_bench.match import Match, Seatings, boards_for, seating_table
from hearts_bench.presets import PRESETS
from hearts_bench.runner import play
from hearts_bench.tournament import round_robin, schedule

FOUR = ("random", "duck-low", "spade-flushing", "article")


def line_up(preset: str, strategies: tuple[str, ...] = FOUR) -> tuple[str, ...]:
    """Return a line-up for the table of a preset, the strategies over and over again."""
    return tuple(itertools.islice(itertools.cycle(strategies), PRESETS[preset].rules.players))


def seatings_for(preset: str) -> list[Seatings]:
    """Return the ways to seat a table of a preset that are few enough for a test."""
    return ["fixed", "rotate", "all"] if PRESETS[preset].rules.players <= 5 else ["fixed", "rotate"]


@pytest.mark.parametrize("players", range(3, 12))
def test_seating_tables(players: int) -> None:
    """Fixed is as listed; rotate puts each strategy in each seat once; all has every order once."""
    positions = list(range(players))
    assert seating_table("fixed", players).tolist() == [positions]
    rotate = seating_table("rotate", players)
    assert all(sorted(row) == positions for row in rotate.tolist())
    assert all(sorted(column) == positions for column in rotate.T.tolist())
    if players <= 5:
        assert sorted(seating_table("all", players).tolist()) == sorted(map(list, itertools.permutations(positions)))


@pytest.mark.parametrize(("deals", "boards"), [(1, 1), (4, 1), (5, 2), (400, 100), (401, 101)])
def test_boards_for(deals: int, boards: int) -> None:
    """Deals are rounded up to whole boards."""
    assert boards_for(deals, "rotate", 4) == boards


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


@pytest.mark.parametrize("seatings", ["fixed", "rotate", "all"])
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
