"""A match in the queue, and a worker that plays it without running programs."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from arena.matches import reconnect, worker
from arena.matches.models import Match
from tests.arena.matches.instant_referee import InstantReferee, some_slot
from tests.arena.playing import make_match


@pytest.fixture
def match(versions: Any) -> Match:
    return make_match(*versions)


@pytest.fixture
def referee(match: Match, monkeypatch: pytest.MonkeyPatch) -> Iterator[InstantReferee]:
    """A worker of this process plays `match` with this referee, without a sandbox or a wait."""
    referee = InstantReferee()
    referee.match = match
    monkeypatch.setattr(worker.referee, "play", referee.play)
    monkeypatch.setattr(
        worker, "choose", lambda mode: SimpleNamespace(tier="A", require=lambda kind: None)
    )
    monkeypatch.setattr(worker, "claim_cpu_slot", some_slot)
    monkeypatch.setattr(reconnect, "RETRY_AFTER_SECONDS", (0, 0))
    worker.stopping.clear()
    yield referee
    worker.stopping.clear()
