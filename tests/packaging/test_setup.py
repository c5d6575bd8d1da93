"""scripts/run makes its environment once, anywhere, out of a fresh clone; afterwards it is out of the way."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
# What a caller may have lying about, and must not reach the program.
DEBRIS = {"PYTHONPATH": "/nowhere", "PYTHONHOME": "/nowhere", "VIRTUAL_ENV": "/nowhere", "CONDA_PREFIX": "/nowhere"}

pytestmark = pytest.mark.slow


def start(clone: Path, *arguments: str, **extra: str) -> subprocess.CompletedProcess[str]:
    """Start scripts/run of a clone from another folder, with debris in the environment and an empty home."""
    home = clone.parent / "home"
    home.mkdir(exist_ok=True)
    kept = {key: value for key, value in os.environ.items() if key == "PATH" or key.startswith("PIP_")}
    return subprocess.run(
        [clone / "scripts" / "run", *arguments],
        cwd=home,
        env=kept | DEBRIS | {"HOME": str(home)} | extra,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def bare_clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Clone the repository into a path with a space; where there is no git folder, copy the sources."""
    clone = tmp_path_factory.mktemp("a b") / "hearts bench"
    if (REPOSITORY / ".git").exists():
        trusting = clone.parent / "gitconfig"  # the repository may belong to another user than the one who tests
        trusting.write_text("[safe]\n\tdirectory = *\n")
        environment = os.environ | {"GIT_CONFIG_GLOBAL": str(trusting)}
        subprocess.run(["git", "clone", "--quiet", REPOSITORY, clone], env=environment, check=True)
    else:
        clone.mkdir()
        for name in ("LICENSE", "README.md", "pyproject.toml"):
            shutil.copy(REPOSITORY / name, clone / name)
        for name in ("hearts_bench", "scripts", "strategies"):
            shutil.copytree(REPOSITORY / name, clone / name, symlinks=True)
    return clone


@pytest.fixture(scope="module")
def clone(bare_clone: Path) -> Path:
    """Let a clone set itself up, two starts at once."""
    second = subprocess.Popen(
        [bare_clone / "scripts" / "run", "python", "-c", "import hearts_bench"], stderr=subprocess.PIPE, text=True
    )
    first = start(bare_clone, "python", "-c", "import hearts_bench")
    _, said = second.communicate()
    assert (first.returncode, second.returncode) == (0, 0), first.stderr + said
    assert (first.stderr + said).count("Setting up") == 1
    assert "hearts_bench in .venv (once)" in first.stderr + said
    return bare_clone


def test_program_runs_from_the_clone_and_sees_no_debris(clone: Path) -> None:
    code = "import hearts_bench, os, sys; print(hearts_bench.__file__); print(sys.prefix); print(*sorted(os.environ))"
    result = start(clone, "python", "-c", code)
    package, prefix, names = result.stdout.splitlines()
    assert Path(package) == clone / "hearts_bench" / "__init__.py"
    assert Path(prefix) == clone / ".venv"
    assert not DEBRIS.keys() & set(names.split())
    assert result.stderr == ""


def test_script_with_a_space_in_its_path_starts(clone: Path) -> None:
    result = start(clone, "hearts-bench", "--version")
    assert result.returncode == 0, result.stderr


def test_second_start_is_quick(clone: Path) -> None:
    def fastest(*command: str | Path) -> float:
        times = []
        for _ in range(5):
            began = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            times.append(time.perf_counter() - began)
        return min(times)

    assert fastest(clone / "scripts" / "run", "python", "-V") < fastest(clone / ".venv" / "bin" / "python", "-V") + 0.1


def test_interrupted_set_up_is_repaired(clone: Path) -> None:
    (clone / ".venv" / "made-with").unlink()
    (clone / ".venv" / "bin" / "hearts-bench").unlink()
    result = start(clone, "hearts-bench", "--version")
    assert result.returncode == 0, result.stderr
    assert result.stderr.startswith("Setting up hearts_bench in .venv (once)")


def test_old_python_is_refused_in_one_sentence(bare_clone: Path, tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    result = start(bare_clone, "python", "-V", PYTHON=str(old))
    assert result.returncode == 2
    assert result.stderr.splitlines()[-1] == f"scripts/run: PYTHON={old} is no Python 3.11 or newer"


def test_a_program_must_be_named(bare_clone: Path) -> None:
    result = start(bare_clone)
    assert result.returncode == 2
    assert result.stderr == "scripts/run: name a program, as in: scripts/run hearts-bench article\n"


def test_programs_of_the_tests_are_added_when_asked_for(clone: Path) -> None:
    result = start(clone, "pytest", "--version")
    assert result.returncode == 0, result.stderr
    assert result.stderr == "Setting up the tests of hearts_bench in .venv (once) ...\n"
    assert start(clone, "hearts-bench", "--version").stderr == ""
    unknown = start(clone, "pytset")
    assert unknown.returncode == 2
    assert unknown.stderr == f"scripts/run: there is no program pytset in {clone}/.venv/bin\n"
