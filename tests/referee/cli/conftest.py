"""What every command of goat needs."""

from pathlib import Path

import pytest

from tests.referee.play.small_bots import source


@pytest.fixture(autouse=True)
def own_cpu_slots(cpu_slots: Path) -> None:
    """Every command plays on cpu slots of its own."""


@pytest.fixture
def bot(tmp_path: Path) -> str:
    """The path of a bot that always plays the last legal move."""
    path = tmp_path / "last.py"
    path.write_bytes(source())
    return str(path)


@pytest.fixture
def bad_bot(tmp_path: Path) -> str:
    """The path of a bot that sends an invalid answer to every request."""
    path = tmp_path / "bad.py"
    path.write_bytes(source("say('what?')"))
    return str(path)
