"""The wheel of this tree, and an environment in which it is installed."""

from pathlib import Path

import pytest

from tests.package.building import ROOT, build
from tests.package.environments import Author, linked


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The sdist and the wheel."""
    found = build(ROOT, tmp_path_factory.mktemp("dist"))
    return sorted(found, key=lambda path: path.suffix)


@pytest.fixture(scope="session")
def wheel(distributions: list[Path]) -> Path:
    return distributions[1]


@pytest.fixture(scope="session")
def author(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Author:
    return linked(tmp_path_factory.mktemp("author"), wheel)
