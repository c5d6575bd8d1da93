"""The page on single deals says what is true: its commands print what it shows."""

import re
import shlex
from pathlib import Path

import pytest
from cli.program import invoke

from hearts_bench.deal_file import load_deals
from hearts_bench.tags import TAGS

REPOSITORY = Path(__file__).parents[2]
PAGE = (REPOSITORY / "docs" / "deals.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```console\n\$ hearts-bench (.*)\n((?:.*\n)*?)```", PAGE)


def test_every_tag_is_listed() -> None:
    listed = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE))))
    assert listed <= set(TAGS)
    assert {tag for tag in TAGS if not re.fullmatch(r"West|North|Seat\d+", tag)} <= listed


def test_the_file_shown_is_the_one_in_the_examples() -> None:
    file = REPOSITORY / "docs" / "examples" / "deals" / "evening.deals"
    assert f"```\n{file.read_text(encoding='utf-8')}```" in PAGE
    assert [(each.deal.board, len(each.deal.plays), each.disagreement) for each in load_deals(file)] == [
        (17, 52, None),
        (18, 0, None),
    ]


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_commands_print_what_is_shown(command: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An ellipsis stands for lines that are left out."""
    monkeypatch.chdir(REPOSITORY)
    said = invoke(*shlex.split(command))
    lines, at = (said.out + said.err).splitlines(), 0
    for part in re.split(r"^\.\.\.\n", output, flags=re.MULTILINE):
        shown = part.rstrip("\n").splitlines()
        places = [place for place in range(at, len(lines)) if lines[place : place + len(shown)] == shown]
        assert places, part
        at = places[0] + len(shown)
    assert at == len(lines)
