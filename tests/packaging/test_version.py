"""There is one version, wherever it is written."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import hearts_bench

REPOSITORY = Path(__file__).parents[2]


def test_versions_agree() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "hearts_bench.__version__"}
    assert version("hearts-bench") == hearts_bench.__version__


def test_changelog_begins_with_the_version() -> None:
    headings = re.findall(r"^## \[?v?(\d+\.\d+\.\d+)", (REPOSITORY / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings, "CHANGELOG.md has no heading such as '## 1.2.3'"
    assert headings[0] == hearts_bench.__version__
