from collections.abc import Iterator

import pytest

from arena.people import shown
from tests.arena.tables.fake_bots import fake_bots

__all__ = ["fake_bots"]


@pytest.fixture
def within_a_minute(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No new minute begins, in which ratings are read again: for tests that count queries."""
    monkeypatch.setattr(shown, "_minute", lambda: 0)
    shown.forget()
    yield
    shown.forget()
