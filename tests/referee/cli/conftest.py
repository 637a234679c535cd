"""What every command of goat needs."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cpu_slots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CPU slots that no other process holds."""
    monkeypatch.setenv("GOAT_CPU_SLOTS", str(tmp_path / "slots"))
