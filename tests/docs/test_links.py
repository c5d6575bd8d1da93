"""Links and pictures of the documentation lead somewhere."""

import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
PAGES = [
    *REPOSITORY.glob("*.md"),
    *(page for folder in ("docs", "benchmarks", "results") for page in (REPOSITORY / folder).glob("*.md")),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_links(page: Path) -> None:
    """Every link to a file of the project names one that is there."""
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []
