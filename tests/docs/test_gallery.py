"""The gallery shows the pictures that are there, and none of them is large."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_pictures_of_the_gallery() -> None:
    """Page and folder have the same pictures, each with words for who cannot see it, and none of them large."""
    shown = re.findall(r"^!\[(.{20,})\]\(gallery/([\w-]+\.svg)\)$", (DOCS / "gallery.md").read_text(), re.MULTILINE)
    files = {file.name: file for file in (DOCS / "gallery").iterdir()}
    assert sorted(name for _, name in shown) == sorted(files)
    assert len(files) >= 15
    assert all(file.stat().st_size < 150_000 for file in files.values())
