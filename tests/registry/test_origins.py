"""Where the code of an isolated strategy is: revisions, wheels and folders, found, unpacked and refused."""

from pathlib import Path

import pytest
from faults.faulty import COMPILED
from registry.versions import wheel_of, write_faulty

from hearts_bench import origins
from hearts_bench.errors import StrategyError, UnknownStrategyError
from hearts_bench.registry import make


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
