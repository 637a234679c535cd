"""Arenas and bots of remote tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena.conftest import FIRST_MOVE
from tests.arena.remote.live import Arena


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bot that takes the first legal move."""
    path = tmp_path_factory.mktemp("bot") / "bot.py"
    path.write_text(FIRST_MOVE)
    return path


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory, bot: Path) -> Iterator[Arena]:
    """A live arena."""
    arena = Arena(tmp_path_factory.mktemp("arena"), bot)
    try:
        yield arena
    finally:
        arena.stop()
