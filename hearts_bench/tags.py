"""The outer form of a file of deals, as of PBN: comments, tags with values, and rows of words after a tag."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from hearts_bench.errors import DealFileError
from hearts_bench.messages import unknown_name
from hearts_bench.rules import MAX_SEATS

SUIT_ORDER = "SHDC"
SEATS_OF_FOUR = ("South", "West", "North", "East")
TAGS = (
    "Event",
    "Board",
    "Seed",
    "DealNumber",
    "Totals",
    "Rules",
    *SEATS_OF_FOUR,
    *(f"Seat{seat}" for seat in range(MAX_SEATS)),
    "Dealer",
    "Pass",
    "Suits",
    "Deal",
    "Kitty",
    "Passed",
    "Play",
    "Revoke",
    "Moon",
    "Score",
)

_TAG = re.compile(r'\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\]')
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|[{};]|[^"{};]+|"')


@dataclass(frozen=True)
class Row:
    """A line of words after a tag."""

    line: int
    words: list[str]


@dataclass
class Tag:
    """A tag, as in `[Board "17"]`, with the number of its line, and the rows that follow it."""

    name: str
    value: str
    line: int
    rows: list[Row] = field(default_factory=list)


def seat_letter(seat: int, players: int) -> str:
    """Return how a seat is written in front of hands: its first letter at a table of four, else its number."""
    return SEATS_OF_FOUR[seat][0] if players == len(SEATS_OF_FOUR) else str(seat)


def seat_tag(seat: int, players: int) -> str:
    """Return the name of the tag that says who sits at a seat."""
    return SEATS_OF_FOUR[seat] if players == len(SEATS_OF_FOUR) else f"Seat{seat}"


def numbers_text(numbers: Iterable[int]) -> str:
    """Return numbers, one a seat, as a value."""
    return " ".join(map(str, numbers))


def tag_text(name: str, value: object) -> str:
    """Return a tag as text."""
    quoted = str(value).replace("\\", r"\\").replace('"', r"\"")
    return f'[{name} "{quoted}"]'


def read_sections(content: str, where: str) -> list[dict[str, Tag]]:
    """Return the tags of each section by name; empty lines stand between sections.

    Raises:
        DealFileError: a line is no tag and no row, or a tag is unknown, or there twice; `where` names the file.

    """
    sections: list[dict[str, Tag]] = [{}]
    last: Tag | None = None
    for number, line in _without_comments(content, where):
        if not line:
            last = None
            if sections[-1]:
                sections.append({})
            continue
        if not line.startswith("["):
            if last is None:
                msg = f'{where}, line {number}: expected a tag such as [Board "17"], not {line!r}'
                raise DealFileError(msg)
            last.rows.append(Row(number, line.split()))
            continue
        last = _tag(line, number, where)
        if last.name in sections[-1]:
            msg = (
                f"{where}, line {number}: {last.name} is there already, in line {sections[-1][last.name].line}; "
                "an empty line stands between two deals"
            )
            raise DealFileError(msg)
        sections[-1][last.name] = last
    return [section for section in sections if section]


def _tag(line: str, number: int, where: str) -> Tag:
    match = _TAG.fullmatch(line)
    if match is None:
        msg = f'{where}, line {number}: expected one tag such as [Board "17"], not {line}'
        raise DealFileError(msg)
    if match["name"] not in TAGS:
        msg = f"{where}, line {number}: {unknown_name('tag', match['name'], TAGS)}"
        raise DealFileError(msg)
    return Tag(match["name"], re.sub(r"\\(.)", r"\1", match["value"]), number)


def _without_comments(content: str, where: str) -> Iterator[tuple[int, str]]:
    """Yield number and text of each line but those of comments alone: {in braces}, ; to its end, or % at its begin."""
    opened = 0
    for number, line in enumerate(re.split(r"\r\n|\r|\n", content), 1):
        if line.startswith("%") and not opened:
            continue
        kept = ""
        for piece in _PIECE.findall(line):
            if opened:
                opened = 0 if piece == "}" else opened
            elif piece == ";":
                break
            elif piece == "{":
                opened = number
            else:
                kept += piece
        if kept.strip() or not line.strip():
            yield number, kept.strip()
    if opened:
        msg = f"{where}, line {opened}: the comment that begins here has no end; expected }}"
        raise DealFileError(msg)
