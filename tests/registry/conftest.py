"""What tests of isolated strategies share."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from registry.versions import git, write_version


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
