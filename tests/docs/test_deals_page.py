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


# What changes with every change of a searching strategy: cards, seats and numbers.
_VARYING = re.compile(r"((10|[2-9JQKA])[♠♥♦♣]|South|West|North|East|[−+]?\d+(\.\d+)?|\s)+")


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_commands_print_what_is_shown(command: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An ellipsis stands for lines that are left out. What searches say is compared without its cards and numbers."""
    monkeypatch.chdir(REPOSITORY)
    said = invoke(*shlex.split(command))
    has_search = "--judge" in command or command.endswith("evening.deals article --board 17")
    found, parts = said.out + said.err, re.split(r"^\.\.\.\n", output, flags=re.MULTILINE)
    if has_search:
        found, *parts = (_VARYING.sub(" ", part) for part in (found, *parts))
    at = 0
    for part in parts:
        assert part in found[at:]
        at = found.index(part, at) + len(part)
    assert at == len(found)
