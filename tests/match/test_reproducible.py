"""What a match gives depends on nothing but the match: not on workers, chunks, back ends, processes or hash seeds."""

from collections.abc import Iterable
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from cli.program import python

from hearts_bench.chunk import Chunk, Sum, play_chunk
from hearts_bench.match import Match
from hearts_bench.runner import chunks, play

COMPILED = ("random", "duck-low", "spade-flushing", "article")
MIXED = ("random", "patient", "article", "opportunist")
SEARCH = ("random", "patient", "article", "monte-carlo:worlds=2")
PYTHON = ("patient",) * 4
pytestmark = pytest.mark.compiled
LINE_UPS = {"compiled": (COMPILED, 2000), "mixed": (MIXED, 40), "python": (PYTHON, 40), "search": (SEARCH, 40)}
# Searching takes long to compile.
KINDS = [*list(LINE_UPS)[:3], pytest.param("search", marks=pytest.mark.slow)]

# Plays as duck-low does, but is asked from Python.
PYTHON_DUCK_LOW = '''
from hearts_bench import Strategy, register
from hearts_bench_strategies.duck_low import DuckLow

@register("duck-low")
class Copy(Strategy):
    """Duck-low in Python."""
    choose_pass = DuckLow.choose_pass
    play = DuckLow.play
'''
PYTHON_RANDOM = (
    PYTHON_DUCK_LOW.replace("duck_low", "random_play").replace("DuckLow", "Random").replace("duck-low", "random")
)


def joined(parts: Iterable[Chunk]) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return the tally of some chunks, without times, and their deals."""
    played = list(parts)
    tally = sum(chunk.tally for chunk in played)[:, : Sum.DECISIONS]  # type: ignore[index]
    recorded = [chunk.deals for chunk in played if chunk.deals is not None]
    return tally, {name: np.concatenate([each[name] for each in recorded]) for name in recorded[0]}


def assert_same(
    first: tuple[np.ndarray, dict[str, np.ndarray]], second: tuple[np.ndarray, dict[str, np.ndarray]]
) -> None:
    """Make sure that two tallies and all recorded deals are the same."""
    assert (first[0] == second[0]).all()
    assert first[1].keys() == second[1].keys()
    for name, values in first[1].items():
        assert values.dtype == second[1][name].dtype
        assert (values == second[1][name]).all(), name


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("jobs", [2, 4])
def test_jobs(kind: str, jobs: int) -> None:
    """One worker or several: the same tally and the same deals, in the same order (Axelrod-Python/Axelrod#1277)."""
    line_up, boards = LINE_UPS[kind]
    match = Match(line_up, boards, 1)
    one = joined(chunks(match, jobs=1, record=True))
    assert one[1]["board"].tolist() == [board for board in range(boards) for _ in range(4)]
    assert_same(joined(chunks(match, jobs=jobs, backend="threads", record=True)), one)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_processes(kind: str) -> None:
    """Threads and processes give the same."""
    line_up, boards = LINE_UPS[kind]
    match = Match(line_up, boards, 1)
    assert_same(
        joined(chunks(match, jobs=2, backend="processes", record=True)),
        joined(chunks(match, jobs=2, backend="threads", record=True)),
    )


@pytest.mark.slow
def test_processes_work_where_the_caller_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that were started in another folder find what a spec names from here."""
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / f"{name}.py").write_text(PYTHON_DUCK_LOW)
        monkeypatch.chdir(folder)
        for spec in (f"{name}.py:Copy", f"dir:.:{name}.py:Copy"):
            assert play(Match((spec, "patient", "patient", "patient"), 1500, 1), jobs=2).boards == 1500


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cuts", [(1,), (7, 8, 30), range(1, 40)], ids=["two", "four", "each board"])
def test_chunks(kind: str, cuts: Iterable[int]) -> None:
    """However the boards are cut into chunks, the results are the same."""
    match = Match(LINE_UPS[kind][0], 40, 5)
    ends = [0, *cuts, 40]
    parts = [play_chunk(match, low, high - low, record=True) for low, high in pairwise(ends)]
    assert_same(joined(parts), joined([play_chunk(match, 0, 40, record=True)]))


def test_boards_do_not_depend_on_how_many_there_are() -> None:
    """Boards 20 to 29 alone are those of a run of 50 and of a run of 100 (lucasart/c-chess-cli#42)."""
    played = {}
    for first, boards in ((0, 100), (0, 50), (20, 10)):
        deals = joined(chunks(Match(COMPILED, boards, 7, first_board=first), jobs=2, record=True))[1]
        wanted = (deals["board"] >= 20) & (deals["board"] < 30)
        played[first, boards] = {name: values[wanted] for name, values in deals.items()}
    for other in ((0, 50), (20, 10)):
        assert all((played[0, 100][name] == played[other][name]).all() for name in played[0, 100])
    assert len(played[20, 10]["board"]) == 40


def test_skipping_what_was_played() -> None:
    """`skip` goes on behind the boards that are there, as resuming a run does."""
    match = Match(COMPILED, 60, 7, first_board=100)
    whole = joined(chunks(match, jobs=1, record=True))[1]
    rest = joined(chunks(match, jobs=1, skip=25, record=True))[1]
    assert all((whole[name][100:] == rest[name]).all() for name in whole)


def test_a_thousand_boards_are_a_thousand_deals() -> None:
    """No deal comes twice, and other seeds have other deals (numpy/numpy#9650)."""
    code = """
from hearts_bench.block import BoardPlayer
from hearts_bench.match import Match
hands = set()
for seed in (1, 2):
    block = BoardPlayer(Match(("random",) * 4, 1000, seed, seatings="fixed"), 1000).play(0, 1000)
    hands |= {tuple(row) for row in block.tables["dealt"].tolist()}
print(len(hands))
"""
    assert python(code) == "2000\n"


@pytest.mark.slow
def test_hash_seeds() -> None:
    """Processes with different hash seeds play the same (ASPP/pelita#703)."""
    code = f"""
import hashlib
from hearts_bench.chunk import play_chunk
from hearts_bench.match import Match
digest = hashlib.sha256()
for line_up, boards in ({COMPILED!r}, 200), ({MIXED!r}, 10):
    for name, values in play_chunk(Match(line_up, boards, 7), 0, boards, record=True).deals.items():
        digest.update(name.encode() + values.tobytes())
print(digest.hexdigest())
"""
    assert len({python(code, PYTHONHASHSEED=seed) for seed in ("0", "1", "2")}) == 1


@pytest.mark.slow
def test_the_same_match_twice() -> None:
    """Random and search strategies repeat themselves in one process, too: nothing is left over from the first time."""
    match = Match(("random", "random", "monte-carlo:worlds=5", "patient"), 20, 3)
    first, second = (joined(chunks(match, jobs=1, record=True)) for _ in range(2))
    assert_same(first, second)


@pytest.mark.parametrize(
    ("source", "name"), [(PYTHON_DUCK_LOW, "duck-low"), (PYTHON_RANDOM, "random")], ids=["duck-low", "random"]
)
def test_python_and_compiled_play_the_same_game(tmp_path: Path, source: str, name: str) -> None:
    """A Python copy under the same name plays the very deals of the compiled strategy, random draws included."""
    path = tmp_path / "copy.py"
    path.write_text(source, encoding="utf-8")
    copy = f"{path}:Copy"
    rotate = partial(Match, boards=50, seed=4, seatings="rotate")  # whose seats depend on no name
    compiled = joined([play_chunk(rotate((name, "article", name, "random")), 0, 50, record=True)])
    for line_up in ((copy, "article", name, "random"), (copy, "article", copy, "random")):
        assert_same(joined([play_chunk(rotate(line_up), 0, 50, record=True)]), compiled)


def test_a_python_strategy_is_made_anew_for_every_deal_and_seat(tmp_path: Path) -> None:
    """An instance decides for one seat in one deal: a pass, if there is one, and thirteen plays."""
    path = tmp_path / "counting.py"
    path.write_text(
        '''
from hearts_bench import Strategy
from hearts_bench.cards import cards_in

class Counting(Strategy):
    """Says when it is asked."""
    def choose_pass(self, view):
        assert not hasattr(self, "decisions")
        self.decisions, self.seat = 0, view.seat
        return cards_in(view.hand)[:3]

    def play(self, view):
        self.decisions = getattr(self, "decisions", 0) + 1
        assert self.decisions == view.tricks_played + 1
        assert getattr(self, "seat", view.seat) == view.seat
        return cards_in(view.legal)[0]
''',
        encoding="utf-8",
    )
    assert play(Match((f"{path}:Counting",) * 4, 30, 1), jobs=1).boards == 30


def test_deals_are_kept_only_on_demand() -> None:
    """A chunk holds sums, not deals, unless they are asked for."""
    match = Match(COMPILED, 10, 1)
    assert play_chunk(match, 0, 10).deals is None
    recorded = play_chunk(match, 0, 10, record=True).deals
    assert recorded is not None
    assert len(recorded["board"]) == 40


def test_progress_sees_every_board_once() -> None:
    """Chunks are reported in board order, without gaps."""
    seen: list[tuple[int, int]] = []
    play(Match(COMPILED, 3000, 1), jobs=2, progress=lambda chunk: seen.append((chunk.first, chunk.boards)))
    assert [first for first, _ in seen] == [sum(boards for _, boards in seen[:at]) for at in range(len(seen))]
    assert sum(boards for _, boards in seen) == 3000
