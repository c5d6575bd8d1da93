"""The worked example of docs/gate.md: the same files, the same commands, in a repository as its reader has it."""

import shutil
import subprocess
from pathlib import Path

import pytest
from cli.program import invoke, run

from .gates import EXAMPLE, MINE, NOISY, play

pytestmark = [pytest.mark.slow, pytest.mark.compiled]


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with the strategy on its main branch, and a remote that has the same."""
    folder = tmp_path_factory.mktemp("repository")
    for name in ("mine.py", "gate.yaml"):
        shutil.copy(EXAMPLE / name, folder / name)
    author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for command in (
        ("init", "--quiet", "--initial-branch=main"),
        ("add", "."),
        (*author, "commit", "--quiet", "-m", "Mine"),
        ("update-ref", "refs/remotes/origin/main", "main"),
    ):
        subprocess.run(["git", *command], cwd=folder, check=True)
    return folder


@pytest.mark.parametrize(
    ("change", "code", "verdict"), [("one_rule_less", 1, "fail"), ("tidied", 0, "pass"), ("noisy", 1, "fail")]
)
def test_a_change(repository: Path, change: str, code: int, verdict: str) -> None:
    """A rule less is caught, a tidying passes, a random card now and then is caught."""
    shutil.copy(EXAMPLE / "changes" / f"{change}.py", repository / "mine.py")
    said = run("gate", "gate.yaml", "--seed", 1, "--jobs", 1, "--json", "--junit", "gate.xml", cwd=repository)
    assert said.code == code, said.err
    assert said.document["verdict"] == verdict
    assert said.document["specs"]["old"].startswith("git:")
    assert f'value="{said.document["boards"]}"' in (repository / "gate.xml").read_text()


def test_no_change(repository: Path) -> None:
    """A branch that does not touch the strategy passes: its file is not refused for being what is on main."""
    shutil.copy(EXAMPLE / "mine.py", repository / "mine.py")
    said = run("gate", "gate.yaml", "--seed", 1, "--jobs", 1, "--json", cwd=repository)
    assert (said.code, said.document["verdict"], said.document["payoff"]) == (0, "pass", 0.0)


def test_plan_foretells_the_boards(tmp_path: Path) -> None:
    """The noisy strategy loses about 0.1 points a deal: gates take as many boards as `plan` said, within a third."""
    options = ("--detect", 0.1, "--beta", 0.01, "--boards", 4000, "--seed", 1, "--json")
    plan = invoke("plan", NOISY, MINE, *options).document
    assert plan["interval"][0] < -0.1 < plan["interval"][1]
    foretold = plan["efforts"][0]["sequential_boards"]["mu0"]
    played = [play(tmp_path, NOISY, MINE, "--seed", seed, "--json", gate={}).document for seed in range(1, 21)]
    assert [each["verdict"] for each in played].count("fail") >= 18
    mean = sum(each["boards"] for each in played) / len(played)
    assert foretold / 1.33 < mean < foretold * 1.33
