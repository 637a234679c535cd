"""What holds for every test."""

from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no reason to fail: pytest-timeout bounds each test. A failure prints how to
# repeat it.
settings.register_profile("arena", deadline=None, print_blob=True)
settings.load_profile("arena")


@pytest.fixture
def cpu_slots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of cpu slots that no other process holds."""
    folder = tmp_path / "slots"
    monkeypatch.setenv("GOAT_CPU_SLOTS", str(folder))
    return folder
