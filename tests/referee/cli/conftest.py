"""What every command of goat needs."""

from pathlib import Path

import pytest

from referee.cli import match_runner
from referee.sandbox import Sandbox, choose
from tests.referee.play.small_bots import source


@pytest.fixture(autouse=True)
def own_cpu_slots(cpu_slots: Path) -> None:
    """Every command plays on cpu slots of its own."""


@pytest.fixture(autouse=True)
def one_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """All commands in this process play in the same sandbox, whose self-test takes a second."""

    def choose_and_keep(mode: str) -> Sandbox:
        sandbox = choose(mode)
        monkeypatch.setattr(sandbox, "close", lambda: None)
        return sandbox

    monkeypatch.setattr(match_runner, "choose", choose_and_keep)


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
