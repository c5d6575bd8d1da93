"""The wheel carries all that is needed to play: built, installed into a clean environment, and run elsewhere."""

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).parents[2]
SOURCES = ("LICENSE", "README.md", "hearts_bench", "pyproject.toml", "strategies")
WHERE = "import hearts_bench, hearts_bench_strategies as s; print(hearts_bench.__file__); print(s.__file__)"
# Nothing of the environment that the tests run in may reach the one under test.
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command and return what it printed; if it fails, so does the test, with all it said."""
    result = subprocess.run(command, cwd=cwd, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"{' '.join(map(str, command))}\n{result.stdout}\n{result.stderr}"
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy: setuptools leaves its build folders where the sources are."""
    copy = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        if (REPOSITORY / name).is_dir():
            shutil.copytree(REPOSITORY / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(REPOSITORY / name, copy / name)
    run(sys.executable, "-m", "build", "--wheel", "--outdir", copy / "dist", copy, cwd=copy)
    (built,) = (copy / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into a clean environment and return the folder of its programs."""
    folder = tmp_path_factory.mktemp("clean") / "environment"
    venv.create(folder, with_pip=True, symlinks=True)
    run(folder / "bin" / "python", "-m", "pip", "install", "--quiet", wheel, cwd=folder)
    return folder / "bin"


def test_wheel_holds_sources_types_and_entry_points(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (entry_points,) = (archive.read(name).decode() for name in names if name.endswith("/entry_points.txt"))
    modules = [f"hearts_bench/{file.relative_to(REPOSITORY / 'hearts_bench')}" for file in python_files("hearts_bench")]
    strategies = [f"hearts_bench_strategies/{file.name}" for file in python_files("strategies")]
    assert sorted(name for name in names if name.endswith(".py")) == sorted(modules + strategies)
    templates = (REPOSITORY / "hearts_bench" / "report" / "templates").iterdir()
    assert {f"hearts_bench/report/templates/{file.name}" for file in templates} <= set(names)
    assert "hearts_bench/py.typed" in names
    assert any(name.endswith("/LICENSE") for name in names)
    assert "hearts-bench = hearts_bench.cli:main" in entry_points
    assert "article = hearts_bench_strategies.article:Article" in entry_points


def python_files(folder: str) -> list[Path]:
    """Return the Python files of a source folder."""
    return list((REPOSITORY / folder).rglob("*.py"))


def test_every_registered_strategy_has_an_entry_point(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/entry_points.txt"))
        entry_points = archive.read(name).decode()
    for file in (REPOSITORY / "strategies").glob("*.py"):
        if "@register(" in file.read_text():
            assert f"hearts_bench_strategies.{file.stem}:" in entry_points, f"{file.name} has no entry point"


def test_imports_come_from_the_environment(installed: Path, tmp_path: Path) -> None:
    for line in run(installed / "python", "-c", WHERE, cwd=tmp_path).splitlines():
        assert Path(line).is_relative_to(installed.parent)


def test_strategies_are_listed(installed: Path, tmp_path: Path) -> None:
    listed = json.loads(run(installed / "hearts-bench", "strategies", "list", "--json", cwd=tmp_path))
    names = {each["name"] for each in listed}
    assert {"random", "article", "duck-low", "spade-flushing"} <= names
    text = run(installed / "hearts-bench", "strategies", "list", cwd=tmp_path)
    assert all(name in text for name in names)


def test_match_is_played(installed: Path, tmp_path: Path) -> None:
    line_up = ("random", "duck-low", "spade-flushing", "article")
    options = ("--deals", "96", "--seed", "1", "--json")
    played: dict[str, Any] = json.loads(run(installed / "hearts-bench", "match", *line_up, *options, cwd=tmp_path))
    assert played["deals"] == 96
    assert played["seed"] == 1
    assert {each["strategy"] for each in played["strategies"]} == set(line_up)
    assert not list(tmp_path.iterdir()), "a match writes nothing unless asked"
