"""Chapter 1 names every package of the tree, each where import-linter has it."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CHAPTER = (ROOT / "docs" / "1-architecture.md").read_text()
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]


def packages(top: str) -> list[str]:
    return sorted(path.parent.name for path in (ROOT / top).glob("*/__init__.py"))


def listed(heading: str) -> list[str]:
    """The packages of the first table below a heading, in its order."""
    section = CHAPTER.split(f"\n## {heading}\n")[1]
    table = section[section.index("\n|") :].split("\n\n")[0]
    return re.findall(r"^\| `(\w+)/?` \|", table, re.MULTILINE)


@pytest.mark.parametrize(("top", "heading"), [("referee", "The referee"), ("arena", "The arena")])
def test_the_chapter_lists_every_package_once(top: str, heading: str) -> None:
    assert sorted(listed(heading)) == packages(top)


def test_the_apps_are_listed_in_the_order_of_their_imports() -> None:
    (layers,) = (
        contract["layers"]
        for contract in CONTRACTS["contracts"]
        if contract.get("containers") == ["arena"]
    )
    assert listed("The arena") == [layer for layer in layers[::-1] if not layer.startswith("(")]
