"""Code from a git revision, a wheel or a folder, each in a process of its own: same play, same words."""

import pickle
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli.program import invoke, run, write_config
from registry.versions import HELPER, MINE, ONE, REPOSITORY, deals_of, wheel_of, write_version

from hearts_bench import origins
from hearts_bench._jit import cache_root
from hearts_bench.chunk import Sum, play_chunk
from hearts_bench.errors import StrategyError
from hearts_bench.isolated import IsolatedEntrant
from hearts_bench.match import Match
from hearts_bench.records import RunFolder
from hearts_bench.registry import make, make_from
from hearts_bench.runner import play


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


def test_digests_do_not_tell_where_files_are(repository: Path, tmp_path: Path) -> None:
    """A package before and after its helper, and so the engine, in the order of paths: the digest is the same."""
    digests = set()
    for code in ("a_code", "z_code"):
        folder = shutil.copytree(repository, tmp_path / code, ignore=lambda *_: [".git"])
        (folder / "code").rename(folder / code)
        project = (folder / "pyproject.toml").read_text()
        (folder / "pyproject.toml").write_text(project.replace('"code"', f'"{code}"'))
        with (folder / code / "one.py").open("a") as file:
            file.write("\n\nfrom helper import best\n")
        digests.add(make(f"dir:{folder}:theirs").source_digest)
    assert len(digests) == 1


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
