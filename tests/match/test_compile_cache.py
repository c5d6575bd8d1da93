"""The cache of compiled code: whatever state it is in, results are right, and edits are noticed."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli.program import python

from hearts_bench import _jit

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

PLAY = """
from hearts_bench.match import Match
from hearts_bench.runner import play
print(play(Match(("duck-low",) * 4, 50, 1, seatings="fixed"), jobs=1).tally[:, :8].tolist())
"""


@pytest.fixture(scope="module")
def expected() -> str:
    """What the match gives with the cache in order."""
    return python(PLAY)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, expected: str) -> Path:
    """A cache folder that four processes have filled at the same time."""
    folder = tmp_path_factory.mktemp("cache")
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PLAY],
            env=os.environ | {"HEARTS_BENCH_CACHE": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    said = [process.communicate(timeout=300) for process in processes]
    assert [out for out, _ in said] == [expected] * 4, said
    return folder


def test_four_at_once_on_an_empty_cache(filled: Path) -> None:
    """Processes that start together on an empty folder all get the right results, and leave compiled code behind."""
    assert len(list(filled.rglob("*.nbi"))) >= 4


@pytest.mark.parametrize(("suffixes", "kept"), [(("nbi",), 0), (("nbc",), 40)])
def test_truncated_files(filled: Path, expected: str, suffixes: tuple[str, ...], kept: int) -> None:
    """Files that were cut short cost a new compilation, not a crash (numba/numba#10434)."""
    for suffix in suffixes:
        files = list(filled.rglob(f"*.{suffix}"))
        assert files
        for file in files:
            file.write_bytes(file.read_bytes()[:kept])
    assert python(PLAY, HEARTS_BENCH_CACHE=str(filled)) == expected
    assert python(PLAY, HEARTS_BENCH_CACHE=str(filled)) == expected
    assert list(filled.rglob("*.nbi"))


def test_a_folder_that_cannot_be_made(tmp_path: Path, expected: str) -> None:
    """Without a folder to write to, code is compiled at every start, and everything works."""
    (tmp_path / "file").write_text("")
    nowhere = str(tmp_path / "file" / "cache")
    assert python(PLAY, HEARTS_BENCH_CACHE=nowhere, TMPDIR=nowhere) == expected


def test_a_folder_that_does_not_exist_yet(tmp_path: Path, expected: str) -> None:
    """A cache folder that is missing is made."""
    assert python(PLAY, HEARTS_BENCH_CACHE=str(tmp_path / "new" / "cache")) == expected
    assert list((tmp_path / "new" / "cache").rglob("*.nbi"))


def test_an_edited_helper_is_noticed(tmp_path: Path) -> None:
    """A plug-in is compiled anew when a module that it imports is edited, with the cache warm (numba/numba#1833)."""
    (tmp_path / "mine.py").write_text(
        """
from hearts_bench import Strategy, register
from helper import choice

@register("mine", compiled=True)
class Mine(Strategy):
    def choose_pass(self, view):
        chosen, rest = 0, view.hand
        for _ in range(view.pass_count):
            chosen |= rest & -rest
            rest &= rest - 1
        return chosen

    def play(self, view):
        return choice(view.legal)
""",
        encoding="utf-8",
    )
    match = f"""
from hearts_bench.match import Match
from hearts_bench.runner import play
print(play(Match(({str(tmp_path / "mine.py")!r}, "random", "random", "random"), 50, 1), jobs=1).tally[0, :4].tolist())
"""
    helper = """
from hearts_bench import leaf
from hearts_bench.cards import lowest, highest

@leaf
def choice(cards):
    return {}(cards)
"""
    said: dict[str, list[str]] = {}
    for name in ("lowest", "highest", "lowest"):
        (tmp_path / "helper.py").write_text(helper.format(name), encoding="utf-8")
        said.setdefault(name, []).append(python(match))
    assert said["lowest"][0] == said["lowest"][1] != said["highest"][0]
    assert python(match, NUMBA_DISABLE_JIT="1") == said["lowest"][0]


def test_what_a_digest_covers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine, the file, and its own package's modules even where it is installed; other installed ones do not."""
    (tmp_path / "plugin").mkdir()
    files = {"plugin/mine.py": "from plugin import helper\nimport foreign\n", "plugin/helper.py": "", "foreign.py": ""}
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(_jit, "_INSTALLED", [*_jit._INSTALLED, tmp_path])
    path = Path(importlib.import_module("plugin.mine").__file__ or "")
    digests = [_jit.source_digest(path)]
    for name in ("foreign.py", "plugin/helper.py", "plugin/mine.py"):
        (tmp_path / name).write_text("# edited")
        digests.append(_jit.source_digest(path))
    assert digests[0] == digests[1]
    assert len(set(digests[1:])) == 3
    covered = {file.stem for file in _jit._engine_sources()}
    assert {"engine", "table", "view", "rules", "cards", "rng", "deal", "scoring", "legal", "_jit", "_call"} <= covered
    assert not covered & {"records", "config", "session"}
