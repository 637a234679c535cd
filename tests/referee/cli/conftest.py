"""What every command of goat needs."""

from pathlib import Path

import pytest

from tests.referee.play.small_bots import source


@pytest.fixture(autouse=True)
def cpu_slots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CPU slots that no other process holds."""
    monkeypatch.setenv("GOAT_CPU_SLOTS", str(tmp_path / "slots"))


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
