"""Code from a git revision, a wheel or a folder, each in a process of its own: same play, same faults, no traces."""

import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli.program import invoke, run, start, write_config

from hearts_bench import origins
from hearts_bench._jit import cache_root
from hearts_bench.chunk import Sum, play_chunk
from hearts_bench.errors import StrategyError, StrategyFault, UnknownStrategyError
from hearts_bench.isolated import IsolatedEntrant
from hearts_bench.match import Match
from hearts_bench.records import RunFolder
from hearts_bench.registry import make, make_from
from hearts_bench.runner import play

REPOSITORY = Path(__file__).parents[2]
MINE = """
from hearts_bench import Strategy, leaf, register
from hearts_bench.cards import {choice} as choose, only
from helper import best


@leaf
def three(view):
    chosen, rest = 0, view.hand
    for _ in range(view.pass_count):
        card = choose(rest)
        chosen |= only(card)
        rest ^= only(card)
    return chosen


class Mine(Strategy):
    \"\"\"Plays the {choice} card.\"\"\"

    depth: int = {depth}

    def choose_pass(self, view):
        return three(view)

    def play(self, view):
        return best(view.legal)


@register("fast", compiled=True)
class Fast(Strategy):
    \"\"\"The same, compiled.\"\"\"

    def choose_pass(self, view):
        return three(view)

    def play(self, view):
        return best(view.legal)
"""
HELPER = """
from hearts_bench import leaf
from hearts_bench.cards import {choice}


@leaf
def best(cards):
    return {choice}(cards)
"""
PROJECT = """
[project.entry-points."hearts_bench.strategies"]
theirs = "their_strategies.one:One"

[tool.setuptools]
package-dir = { their_strategies = "code" }
"""
ONE = """
from hearts_bench import Strategy, register
from their_strategies.cards import choose


@register("theirs")
class One(Strategy):
    def choose_pass(self, view):
        return choose(view.hand, view.pass_count)

    def play(self, view):
        return choose(view.legal, 1)[0]
"""
CARDS = """
from hearts_bench.cards import cards_in


def choose(cards, count):
    return cards_in(cards)[{slice}]
"""


def git(folder: Path, *arguments: str) -> None:
    """Run git as somebody whose commits are the same every time, so that what is compiled from them is kept."""
    who = {"NAME": "A", "EMAIL": "a@b.c", "DATE": "2026-01-01T00:00:00Z"}
    environment = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in who.items()}
    subprocess.run(
        ["git", "-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false", *arguments],
        cwd=folder,
        env=os.environ | environment,
        check=True,
        capture_output=True,
    )


def write_version(folder: Path, choice: str, depth: int) -> None:
    """Write the files of one version."""
    (folder / "code").mkdir(exist_ok=True)
    files = {
        "mine.py": MINE.format(choice=choice, depth=depth),
        "helper.py": HELPER.format(choice=choice),
        "pyproject.toml": PROJECT,
        "code/__init__.py": "",
        "code/one.py": ONE,
        "code/cards.py": CARDS.format(slice=":count" if choice == "lowest" else "-count:"),
        "modern.py": f"import only_today\n{MINE.format(choice=choice, depth=depth)}",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def whole_repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with two versions, v1 and v2, and a module in its folder that was never committed."""
    folder = tmp_path_factory.mktemp("repository")
    git(folder, "init")
    for tag, choice, depth in (("v1", "lowest", 1), ("v2", "highest", 2)):
        write_version(folder, choice, depth)
        git(folder, "add", ".")
        git(folder, "commit", "-m", tag)
        git(folder, "tag", tag)
    git(folder, "branch", "feature/old", "v1")
    (folder / "only_today.py").write_text("")
    return folder


@pytest.fixture
def repository(whole_repository: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The repository, as the current folder."""
    monkeypatch.chdir(whole_repository)
    return whole_repository


@pytest.fixture
def versions(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """The same two versions as files that can live in one process, as their helpers have names of their own."""
    specs = []
    for choice, depth in (("lowest", 1), ("highest", 2)):
        folder = tmp_path / choice
        folder.mkdir()
        write_version(folder, choice, depth)
        (folder / "helper.py").rename(folder / f"helper_{choice}.py")
        mine = (folder / "mine.py").read_text().replace("from helper ", f"from helper_{choice} ")
        (folder / "mine.py").write_text(mine)
        specs.append(str(folder / "mine.py"))
    yield specs[0], specs[1]
    for name in ("helper_lowest", "helper_highest"):
        sys.modules.pop(name, None)


def deals_of(match: Match, boards: int) -> Any:
    """Return the deals of the first boards of a match."""
    chunk = play_chunk(match, 0, boards, record=True)
    assert chunk.fault is None, chunk.fault
    assert chunk.deals is not None
    return {name: column.tolist() for name, column in chunk.deals.items()}


def fault_of(match: Match, **options: Any) -> str:
    """Play a match that cannot end well, and return what is said."""
    with pytest.raises(StrategyFault) as caught:
        play(match, **({"jobs": 1} | options))
    return str(caught.value)


# --- the same play


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("line_up", "options"),
    [
        (("article", "random", "opportunist", "patient"), {}),
        pytest.param(("article", "random", "monte-carlo:worlds=2", "patient"), {}, marks=pytest.mark.slow),
        pytest.param(
            ("random", "herzen", "patient", "score-aware"),
            {"preset": "herzen", "whole_games": True},
            marks=pytest.mark.slow,
        ),
        pytest.param(("duck-low", "random", "patient"), {"preset": "hearts-3"}, marks=pytest.mark.slow),
        pytest.param(("article",) * 8, {"preset": "cancellation", "seatings": "fixed"}, marks=pytest.mark.slow),
    ],
    ids=["article", "search", "games with a moon choice", "hearts-3", "cancellation"],
)
def test_plays_the_same(line_up: tuple[str, ...], options: dict[str, Any]) -> None:
    """A strategy in its own process plays what it plays in this one, card for card and draw for draw."""
    isolated = tuple(f"dir:{REPOSITORY}:{spec}" for spec in line_up)
    boards = 3 if options.get("whole_games") else 6
    expected = deals_of(Match(line_up, boards, 1, **options), boards)
    assert deals_of(Match(isolated, boards, 1, **options), boards) == expected
    mixed = (isolated[0], *line_up[1:-1], isolated[-1])
    assert deals_of(Match(mixed, boards, 1, **options), boards) == expected


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize("name", ["Mine", pytest.param("Fast", marks=pytest.mark.compiled)])
def test_two_versions_meet(versions: tuple[str, str], name: str) -> None:
    """Two versions of a file, with neighbours of the same name, play in one match as each does alone."""
    old, new = (f"git:{tag}:mine.py:{name}" for tag in ("v1", "v2"))
    apart = tuple(f"{file}:{name}" for file in versions)
    expected = deals_of(Match((apart[0], apart[1], "random", "random"), 4, 1), 4)
    assert deals_of(Match((old, new, "random", "random"), 4, 1), 4) == expected
    assert deals_of(Match((new, old, "random", "random"), 4, 1), 4) != expected
    assert make(old).kind == ("python" if name == "Mine" else "compiled")


@pytest.mark.slow
@pytest.mark.usefixtures("repository")
def test_names_are_the_revisions_own() -> None:
    """A name is looked up among the entry points of that revision, and its package is the folder the project says."""
    old, new = make("git:v1:theirs"), make("git:v2:theirs")
    assert (old.name, new.name, old.kind) == ("theirs", "theirs", "python")
    line_up = (old.spec, new.spec, "patient", "patient")
    mine = ("git:v1:mine.py:Mine", "git:v2:mine.py:Mine", "patient", "patient")
    assert deals_of(Match(line_up, 2, 1), 2) == deals_of(Match(mine, 2, 1), 2)


def wheel_of(folder: Path, source: Path, *, metadata: bool = True) -> Path:
    """Write a wheel with the package of a version."""
    path = folder / "their_strategies-1.4-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file in ("__init__", "one", "cards"):
            archive.write(source / "code" / f"{file}.py", f"their_strategies/{file}.py")
        if metadata:
            info = "their_strategies-1.4.dist-info"
            archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: their-strategies\nVersion: 1.4\n")
            points = "[hearts_bench.strategies]\ntheirs = their_strategies.one:One\n"
            archive.writestr(f"{info}/entry_points.txt", points)
    return path


def test_wheels_and_folders(repository: Path, tmp_path: Path) -> None:
    """A wheel, and a folder such as another checkout, play as the revision they were made from."""
    wheel = wheel_of(tmp_path, repository)
    new = deals_of(Match(("git:v2:theirs", "patient", "patient", "patient"), 2, 1), 2)
    for spec in (
        f"wheel:{wheel}:theirs",
        f"wheel:{wheel}:their_strategies.one:One",
        "dir:.:theirs",
        "dir:.:mine.py:Mine",
    ):
        assert deals_of(Match((spec, "patient", "patient", "patient"), 2, 1), 2) == new, spec
    assert make(f"wheel:{wheel}:theirs").about.file.startswith(str(cache_root()))
    assert make("dir:.:theirs").about.file == str(repository / "code" / "one.py")


def test_what_is_imported_is_old_but_for_hearts_bench(repository: Path) -> None:
    """The current folder is not on the import path; hearts_bench itself is the one that plays."""
    with pytest.raises(StrategyError, match=r"git:[0-9a-f]{12}: .*modern\.py cannot be loaded: .*'only_today'"):
        make("git:v1:modern.py:Mine")
    assert make("dir:.:modern.py:Mine").name == "Mine"
    (repository / "hearts_bench").mkdir()
    try:
        (repository / "hearts_bench" / "__init__.py").write_text("raise RuntimeError('not this one')\n")
        assert make(f"dir:{repository}:mine.py:Mine").name == "Mine"
    finally:
        shutil.rmtree(repository / "hearts_bench")


@pytest.mark.parametrize(
    "revision", ["v1", "feature/old", "HEAD~1", "HEAD^", "main@{1}", "HEAD^{/v1}", "main~1^{commit}"]
)
def test_revisions(repository: Path, revision: str) -> None:
    """Whatever git takes for a revision is one; the entrant's own spec, and the match, name the commit."""
    entrant = make(f"git:{revision}:mine.py:Mine:depth=5")
    commit = subprocess.check_output(["git", "rev-parse", "v1"], cwd=repository, text=True).strip()
    assert entrant.commit == commit
    assert entrant.spec == f"git:{commit[:12]}:mine.py:Mine:depth=5"
    assert make(entrant.spec) is entrant
    match = Match((f"git:{revision}:mine.py:Mine", "random", "random", "random"), 1, 1)
    assert match.line_up[0] == match.labels[0] == f"git:{commit[:12]}:mine.py:Mine"


def test_a_subfolder_will_do(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole repository counts, wherever in it we are."""
    monkeypatch.chdir(repository / "code")
    shutil.rmtree(origins.origin_of("git:v1:x").root)
    assert (origins.origin_of("git:v1:x").root / "mine.py").is_file()


@pytest.mark.parametrize("policy", ["fail", "revoke"])
def test_python_strategies_keep_their_own(tmp_path: Path, policy: Any) -> None:
    """Objects last one deal, and what they keep, views included, does not change behind their back."""
    source = """
from hearts_bench import Strategy
from hearts_bench.cards import lowest, only

class Keeps(Strategy):
    def __init__(self):
        self.views = []

    def choose_pass(self, view):
        self.views.append((view, view.hand))
        return three(view.hand)

    def play(self, view):
        assert len(self.views) == view.tricks_played + (view.pass_count > 0), len(self.views)
        assert [(kept.hand) for kept, _ in self.views] == [hand for _, hand in self.views]
        self.views.append((view, view.hand))
        return 60 if view.tricks_played == 5 and ON_PURPOSE else lowest(view.legal)

def three(hand):
    return [card for card in range(52) if hand >> card & 1][:3]
""".replace("ON_PURPOSE", str(policy == "revoke"))
    (tmp_path / "keeps.py").write_text(source)
    local, isolated = f"{tmp_path / 'keeps.py'}:Keeps", f"dir:{tmp_path}:keeps.py:Keeps"
    options: dict[str, Any] = {"whole_games": True, "on_illegal": policy, "preset": "bicycle"}
    expected = deals_of(Match((local, "random", "random", local), 2, 1, **options), 2)
    assert deals_of(Match((isolated, "random", "random", isolated), 2, 1, **options), 2) == expected


@pytest.mark.usefixtures("repository")
@pytest.mark.slow
def test_jobs_change_nothing() -> None:
    """Every worker has its own processes, with the same results."""
    line_up = ("git:v1:mine.py:Mine", "git:v2:mine.py:Mine", "patient", "random")
    one = play(Match(line_up, 1500, 1), jobs=1).tally[:, : Sum.DECISIONS]
    for options in ({"jobs": 2}, {"jobs": 3, "backend": "threads"}):
        assert np.array_equal(play(Match(line_up, 1500, 1), **options).tally[:, : Sum.DECISIONS], one)


def test_time_is_taken_there(repository: Path) -> None:
    """Decisions of timed boards are counted, and the time they took excludes the way to the process and back."""
    (repository / "slow.py").write_text(
        MINE.format(choice="lowest", depth=1).replace("return best", "import time; time.sleep(0.002); return best")
    )
    tally = play_chunk(Match(("dir:.:slow.py:Mine", "random", "random", "random"), 1, 1, seatings="fixed"), 0, 1).tally
    assert tally[0, Sum.DECISIONS] == tally[1, Sum.DECISIONS] == 14
    assert 13 * 2e6 <= tally[0, Sum.NANOSECONDS] <= 13 * 4e6


@pytest.mark.usefixtures("repository")
def test_one_process_for_each() -> None:
    """A spec has one process, also after travelling to another place by pickle, which makes a new one."""
    entrant = make("git:v1:mine.py:Mine")
    assert isinstance(entrant, IsolatedEntrant)
    assert make("git:feature/old:mine.py:Mine") is entrant
    again: IsolatedEntrant = pickle.loads(pickle.dumps(entrant))  # noqa: S301 - ours
    assert (again.spec, again.name, again.about) == (entrant.spec, entrant.name, entrant.about)
    assert again.source_digest == entrant.source_digest
    again.end()


def test_digests(repository: Path) -> None:
    """The digest of a source tells versions apart, not places; what is imported counts, by relative imports, too."""
    spec = "mine.py:Mine"
    old, new, here = (make(f"{origin}:{spec}").source_digest for origin in ("git:v1", "git:v2", "dir:."))
    assert old != new == here
    one = repository / "code" / "one.py"
    one.write_text(ONE.replace("from their_strategies.cards", "from .cards"))
    digests = []
    for number in (1, 2):
        folder = shutil.copytree(repository, repository.with_name(f"copy{number}"), ignore=lambda *_: [".git"])
        with (folder / "code" / "cards.py").open("a") as file:
            file.write(f"EDITED = {number}\n")
        digests.append(make(f"dir:{folder}:theirs").source_digest)
    assert digests[0] != digests[1]
    one.write_text(ONE)


# --- what is said and kept


@pytest.mark.slow
def test_parameters(repository: Path) -> None:
    """Parameters belong to the inner spec, also those from a configuration."""
    assert make("git:v2:mine.py:Mine").about.parameters == ("depth: int = 2",)
    assert make_from("git:v2:mine.py:Mine", {"depth": 7}).spec.endswith(":mine.py:Mine:depth=7")
    (repository / "a=b").mkdir(exist_ok=True)
    write_version(repository / "a=b", "lowest", 1)
    assert make_from("dir:a=b:mine.py:Mine", {"depth": 7}).spec == "dir:a=b:mine.py:Mine:depth=7"
    with pytest.raises(
        StrategyError, match=r"git:[0-9a-f]{12}: unknown parameter of Mine 'dpth'; did you mean 'depth'"
    ):
        make("git:v2:mine.py:Mine:dpth=7")


@pytest.mark.usefixtures("repository")
def test_show() -> None:
    """`strategies show` shows that version's source."""
    said = invoke("strategies", "show", "git:v1:mine.py:Mine")
    assert said.code == 0
    assert "Plays the lowest card." in said.out
    assert "depth: int = 1" in said.out
    assert "class Mine(Strategy):" in said.out


def test_records_name_the_commit(repository: Path, tmp_path: Path) -> None:
    """The manifest has kind, digest and commit; results name the commit, and a replay does not need the tag."""
    commit = subprocess.check_output(["git", "rev-parse", "v1"], cwd=repository, text=True).strip()
    spec, pinned = "git:HEAD~1:mine.py:Mine", f"git:{commit[:12]}:mine.py:Mine"
    config = write_config(tmp_path / "run.yaml", [(spec, "random", "random", "random")], deals=8)
    said = invoke("run", config, "--out", tmp_path / "run", "--jobs", 1, "--json")
    assert said.code == 0
    assert said.document["matches"][0]["strategies"][0]["strategy"] == pinned
    strategies = RunFolder(tmp_path / "run").manifest()["strategies"]
    assert set(strategies) == {pinned, "random"}
    entry = strategies[pinned]
    assert (entry["kind"], entry["commit"]) == ("python", commit)
    assert re.fullmatch(r"[0-9a-f]{20}", entry["source_digest"])
    assert "commit" not in strategies["random"]
    assert pinned in invoke("replay", tmp_path / "run", "--board", 0).out


@pytest.mark.slow
def test_what_is_printed(tmp_path: Path) -> None:
    """What the strategy prints while it plays comes with the chunk, and never on standard output."""
    source = MINE.replace("return best", "print('thinking'); return best").format(choice="lowest", depth=1)
    source = source.partition("@register")[0]
    (tmp_path / "loud.py").write_text(f"print('loading')\n{source}")
    (tmp_path / "helper.py").write_text(HELPER.format(choice="lowest"))
    spec = f"dir:{tmp_path}:loud.py:Mine"
    chunk = play_chunk(Match((spec, "random", "random", "random"), 2, 1, seatings="fixed"), 0, 2)
    assert chunk.printed == "thinking\n" * 26
    said = run("match", spec, "random", "random", "random", "--deals", 4, "--json")
    assert said.code == 0
    assert said.document["boards"] > 0
    assert "loading" in said.err
    assert "thinking" in said.err


# --- faults

FAULTY = """
import os, sys, time
from hearts_bench import Strategy, register
from hearts_bench.cards import lowest, only
from hearts_bench.rules import MOON_AUTO

{decorator}
class Faulty(Strategy):
    def choose_pass(self, view):
        {passing}
        chosen, rest = 0, view.hand
        for _ in range(view.pass_count):
            chosen |= only(lowest(rest))
            rest &= rest - 1
        return chosen

    def play(self, view):
        {playing}
        return lowest(view.legal)
"""
COMPILED = '@register("faulty", compiled=True)'


def write_faulty(folder: Path, *, passing: str = "pass", playing: str = "pass", decorator: str = "") -> tuple[str, str]:
    """Write a strategy that misbehaves; return its spec here, and that in its own process."""
    text = FAULTY.format(passing=passing, playing=playing, decorator=decorator)
    (folder / "faulty.py").write_text(text, encoding="utf-8")
    return f"{folder / 'faulty.py'}:Faulty", f"dir:{folder}:faulty.py:Faulty"


MISDEEDS = {
    "raise": {"playing": "if view.tricks_played == 4: raise ValueError('no idea')"},
    "not-held": {"playing": "if view.tricks_played == 4: return lowest(view.rules.deck & ~view.hand)"},
    "no-card": {"playing": "if view.tricks_played == 4: return 52"},
    "negative": {"playing": "if view.tricks_played == 4: return -1"},
    "pass-raise": {"passing": "raise KeyError('x')"},
    "too-few": {"passing": "return only(lowest(view.hand))"},
}
PYTHON_MISDEEDS = {
    "none": {"playing": "if view.tricks_played == 4: return None"},
    "huge": {"playing": "if view.tricks_played == 4: return 10**30"},
    "field": {"playing": "return view.secret"},
    "exit": {"playing": "sys.exit(0)"},
    "twice": {"passing": "return [lowest(view.hand)] * 3"},
}


def mostly_slow(cases: Iterable[Any], quick: Collection[Any]) -> list[Any]:
    """Return the cases as parameters; every one starts processes, so only a few are quick."""
    return [each if each in quick else pytest.param(each, marks=pytest.mark.slow) for each in cases]


@pytest.mark.parametrize("misdeed", mostly_slow([*MISDEEDS, *PYTHON_MISDEEDS], {"raise", "not-held", "exit"}))
def test_faults_have_the_same_words(tmp_path: Path, misdeed: str) -> None:
    """What goes wrong in the other process is told as if it had happened here: who, where, and the line."""
    here, there = write_faulty(tmp_path, **(MISDEEDS | PYTHON_MISDEEDS)[misdeed])
    said = fault_of(Match((there, "article", "random", "duck-low"), 3, 1))
    assert said == fault_of(Match((here, "article", "random", "duck-low"), 3, 1)).replace(here, there)
    assert f"strategy {there} (seat " in said
    assert "hearts-bench replay" in said


@pytest.mark.compiled
@pytest.mark.parametrize("misdeed", mostly_slow(MISDEEDS, {"not-held"}))
def test_compiled_faults_have_the_same_words(tmp_path: Path, misdeed: str) -> None:
    """That goes for compiled code, too, which is played again interpreted to learn what went wrong."""
    here, there = write_faulty(tmp_path, **MISDEEDS[misdeed], decorator=COMPILED)
    said = fault_of(Match((there, "article", "random", "duck-low"), 3, 1))
    assert said == fault_of(Match((here, "article", "random", "duck-low"), 3, 1)).replace(here, there)


@pytest.mark.compiled
def test_what_cannot_be_compiled(tmp_path: Path) -> None:
    """It is a usage error before anything is played."""
    _, there = write_faulty(tmp_path, playing="open('x').read()", decorator=COMPILED)
    said = invoke("match", there, "random", "random", "random", "--deals", 4)
    assert (said.code, said.out) == (2, "")
    assert "cannot be compiled. Register it without compiled=True to run it as Python" in said.words
    assert "Traceback" not in said.err


ENDS = {
    "exit": ("os._exit(3)", "ended its process with exit status 3"),
    "kill": ("os.kill(os.getpid(), 9)", "ended its process by signal 9 (Killed)"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("statement", "words"), ENDS.values(), ids=ENDS)
def test_a_process_that_ends(tmp_path: Path, statement: str, words: str) -> None:
    """A strategy that takes its process down is at fault on the first board where it does, not where it does first."""
    condition = "view.trick_points >= 14 and view.seat == 1"  # so on board 20 in trick 5, on board 13 in trick 7
    here, _ = write_faulty(tmp_path, playing=f"if {condition}: raise ValueError('now')")
    others = ("patient", "random", "random")
    expected = fault_of(Match((here, *others), 60, 1))
    assert "board 13, " in expected
    (tmp_path / "ends").mkdir()
    _, there = write_faulty(tmp_path / "ends", playing=f"if {condition}: {statement}")
    match = Match((there, *others), 60, 1)
    expected = re.sub(r"raised ValueError: now \(.*?\)", words, expected).replace(here, there)
    assert str(play_chunk(match, 0, 60).fault) == expected
    assert play_chunk(match, 0, 13).fault is None
    said = invoke("match", there, *others, "--deals", 400, "--seed", 1, "--jobs", 1)
    assert (said.code, said.out) == (4, "")
    assert words in said.err


@pytest.mark.usefixtures("repository")
def test_a_process_that_somebody_else_ends() -> None:
    """Killed from outside while it waits, it is at fault on the board that comes next; then it plays again."""
    match = Match(("git:v1:mine.py:Mine", "random", "random", "random"), 3, 1)
    expected = deals_of(match, 3)
    entrant = match.entrants[0]
    assert isinstance(entrant, IsolatedEntrant)
    os.kill(entrant.process_id, signal.SIGKILL)
    fault = play_chunk(match, 0, 3).fault
    assert fault is not None
    assert "board 0, " in str(fault)
    assert "ended its process by signal 9" in str(fault)
    assert deals_of(match, 3) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("import os; os._exit(3)", "ended its process with exit status 3 while it was loaded"),
        ("import sys; sys.exit('bye')", r"faulty.py:Faulty ended the program while it was loaded \(bye\)"),
        ("1 / 0", r"faulty.py cannot be loaded: ZeroDivisionError: division by zero \(.*faulty.py, line 1\)"),
        ("print(", "faulty.py cannot be loaded: SyntaxError"),
    ],
)
def test_what_cannot_be_loaded(tmp_path: Path, line: str, words: str) -> None:
    """It is a sentence, and exit code 2."""
    _, there = write_faulty(tmp_path)
    (tmp_path / "faulty.py").write_text(f"{line}\n{(tmp_path / 'faulty.py').read_text()}")
    with pytest.raises(StrategyError, match=words):
        make(there)
    said = invoke("match", there, "random", "random", "random", "--deals", 4)
    assert (said.code, said.out) == (2, "")
    assert "Traceback" not in said.err


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("git:v3:mine.py:Mine", r"the git repository has no revision 'v3'"),
        ("git:feature/odl:mine.py", r"no revision 'feature/odl'; did you mean 'feature/old'\?"),
        ("git:--output=x:mine.py", "the git repository has no revision '--output=x'"),
        ("git:123456789abc:mine.py", "the git repository has no revision '123456789abc'"),
        ("git:v1:mien.py:Mine", r"git:[0-9a-f]{12} has no file mien.py; did you mean 'mine.py' or 'modern.py'\?"),
        ("git:v1:only_today.py:Mine", "git:[0-9a-f]{12} has no file only_today.py"),
        ("git:v1:../mine.py:Mine", "../mine.py is not inside git:[0-9a-f]{12}; write its path from there"),
        ("git:v1:/etc/mine.py:Mine", "/etc/mine.py is not inside git:[0-9a-f]{12}"),
        ("git:v1:mine.py:Min", "git:[0-9a-f]{12}: unknown class in mine.py 'Min'; did you mean 'Mine'"),
        ("git:v1:thiers", "git:[0-9a-f]{12}: unknown strategy 'thiers'; did you mean 'theirs'"),
        ("git:v1:article", "git:[0-9a-f]{12}: unknown strategy 'article'; there is theirs"),
        ("git:v1:no_such_module:Mine", "git:[0-9a-f]{12}: module no_such_module cannot be loaded"),
        ("git:v1:two words", "git:[0-9a-f]{12}: 'two words' is no strategy spec"),
        ("git:v1", "'git:v1' is no strategy spec: write git:REVISION:SPEC, such as git:v1.4:mine.py:Mine"),
        ("git:v1:", "'git:v1:' is no strategy spec: write git:REVISION:SPEC"),
        ("wheel:mine.py", "'wheel:mine.py' is no strategy spec: write wheel:FILE.whl:SPEC"),
        ("dir:.", "'dir:.' is no strategy spec: write dir:FOLDER:SPEC, such as dir:../old:mine.py:Mine"),
        ("dir:coed:mine.py:Mine", r"folder coed of dir:coed does not exist; did you mean 'code'\?"),
        ("dir:code:theirs", "dir:code: 'theirs' is not known there, as there are no entry points of the group"),
        ("wheel:none.whl:theirs", "wheel none.whl cannot be read: No such file or directory"),
        ("wheel:mine.py:theirs", "mine.py is no wheel, or damaged: "),
        ("git:v1:git:v2:theirs", "git:v2:theirs has a process of its own, and cannot be a part of another strategy"),
        ("monte-carlo:playout=git:v1:theirs", "git:v1:theirs has a process of its own, and cannot be a part of"),
    ],
)
def test_wrong_specs(spec: str, sentence: str) -> None:
    """Each says which part is wrong and, where there is one, the near name."""
    with pytest.raises(StrategyError, match=sentence) as caught:
        make(spec)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, UnknownStrategyError) == ("unknown strategy" in sentence or "not known" in sentence)


def test_wheels_near_by(repository: Path, tmp_path: Path) -> None:
    """Files that are no wheels, and names that are nearly right, are told."""
    wheel = wheel_of(tmp_path, repository, metadata=False)
    with pytest.raises(StrategyError, match="is no wheel: it has no metadata"):
        make(f"wheel:{wheel}:theirs")
    near = str(wheel).replace("1.4", "1.5")
    with pytest.raises(StrategyError, match=rf"cannot be read: .*; did you mean '{wheel.name}'\?"):
        make(f"wheel:{near}:theirs")


def test_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside a repository, and without git, that is what is said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(
        StrategyError, match="current folder's git repository, but git says: fatal: not a git repository"
    ):
        make("git:HEAD:mine.py:Mine")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StrategyError, match="git is not installed, or not on the PATH"):
        make("git:HEAD:mine.py:Mine")


def test_a_damaged_project(tmp_path: Path) -> None:
    """A pyproject.toml that is no TOML is told, with where it is."""
    _, there = write_faulty(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[project\n")
    with pytest.raises(StrategyError, match=r"dir:.*: pyproject\.toml cannot be read: "):
        make(there)


def test_unpacked_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be unpacked leaves nothing behind, and is tried again; what was unpacked is used again."""
    monkeypatch.setattr(origins, "cache_root", lambda: tmp_path)
    fills = []

    def fill(folder: Path) -> None:
        fills.append(folder)
        (folder / "half").write_text("")
        if len(fills) == 1:
            raise OSError(28, "No space left on device")

    with pytest.raises(StrategyError, match=r"git:v1 cannot be unpacked to .*: \[Errno 28\] No space left"):
        origins._kept("git-1", "git:v1", fill)
    assert list(tmp_path.iterdir()) == []
    for _ in range(2):
        assert [each.name for each in origins._kept("git-1", "git:v1", fill).iterdir()] == ["half"]
    assert len(fills) == 2
    monkeypatch.setattr(origins, "cache_root", lambda: None)
    with pytest.raises(StrategyError, match=r"no folder to unpack git:v1 to; name one in .* HEARTS_BENCH_CACHE"):
        origins._kept("git-1", "git:v1", fill)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_relative_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled in another process goes to the same cache folder, although that process is elsewhere."""
    code = tmp_path / "code"
    code.mkdir()
    _, there = write_faulty(code, decorator=COMPILED)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEARTS_BENCH_CACHE", "cache")
    assert make(there).entry["play"] == 0
    assert list((tmp_path / "cache").glob("*/*/*.nbi"))
    assert [each.name for each in code.iterdir() if each.name != "__pycache__"] == ["faulty.py"]


def test_two_unpack_at_the_same_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes second uses what the first one made."""
    monkeypatch.setattr(origins, "cache_root", lambda: tmp_path)

    def fill(folder: Path) -> None:
        (folder / "mine").write_text("")
        (tmp_path / "git-1").mkdir()
        (tmp_path / "git-1" / "theirs").write_text("")

    assert [each.name for each in origins._kept("git-1", "git:v1", fill).iterdir()] == ["theirs"]
    assert [each.name for each in tmp_path.iterdir()] == ["git-1"]


# --- no process stays


def group_of(leader: int) -> list[int]:
    """Return the running processes of a process group."""
    said = subprocess.run(["ps", "-eo", "pid=,pgid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in said.splitlines()]
    return [int(pid) for pid, group, state in rows if int(group) == leader and not state.startswith("Z")]


def wait_for(condition: Any, seconds: float) -> bool:
    """Wait until something is so; tell whether it came about."""
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return bool(condition())


STUCK = "time.sleep(0)\n        while view.tricks_played == 5: pass"
WAYS = ("interrupt", "interrupt all", "terminate", "kill")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "playing", "jobs"),
    [
        *((how, playing, 1) for how in WAYS for playing in ("pass", STUCK)),
        *((how, "pass", 2) for how in WAYS[:2]),  # joblib's workers survive a program that is killed
    ],
)
def test_no_process_stays(tmp_path: Path, how: str, playing: str, jobs: int) -> None:
    """However the program is ended, the processes of its strategies end with it, even one in an endless loop."""
    _, there = write_faulty(tmp_path, playing=playing)
    (tmp_path / "other").mkdir()
    _, other = write_faulty(tmp_path / "other")
    process = start("match", there, other, other, "patient", "--deals", 10_000_000, "--jobs", jobs, "--seed", 1)
    try:
        assert wait_for(lambda: len(group_of(process.pid)) >= (3 if jobs == 1 else 9), 60), process.communicate()
        time.sleep(1.5)
        if how == "interrupt all":
            os.killpg(process.pid, signal.SIGINT)
        else:
            wanted = {"interrupt": signal.SIGINT, "terminate": signal.SIGTERM, "kill": signal.SIGKILL}
            process.send_signal(wanted[how])
        err = process.communicate(timeout=30)[1]
        assert wait_for(lambda: group_of(process.pid) == [], 10), group_of(process.pid)
        assert "Traceback" not in err
        if "interrupt" in how:
            assert process.returncode == 130
    finally:
        for left in group_of(process.pid):
            os.kill(left, signal.SIGKILL)


@pytest.mark.slow
def test_no_process_stays_at_the_end(tmp_path: Path) -> None:
    """After an ordinary end, and after a fault, none is left."""
    for playing in ("pass", "raise ValueError"):
        _, there = write_faulty(tmp_path, playing=playing)
        process = start("match", there, "patient", "patient", "patient", "--deals", 8, "--jobs", 1, "--json")
        out, err = process.communicate(timeout=60)
        assert process.returncode == (0 if playing == "pass" else 4), err
        assert bool(out) == (playing == "pass")
        if out:
            json.loads(out)
        assert group_of(process.pid) == []
