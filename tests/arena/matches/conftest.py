"""A match in the queue, and a worker that plays it without running programs."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from arena.matches import queue, reconnect, worker, worker_process
from arena.matches.models import Match
from arena.matches.places import set_places
from tests.arena.matches.instant_referee import InstantReferee, some_slot
from tests.arena.playing import make_match


@pytest.fixture(autouse=True)
def no_outage() -> None:
    """None that an earlier test has logged."""
    reconnect._away.clear()


@pytest.fixture
def match(versions: Any) -> Match:
    return make_match(*versions)


@pytest.fixture
def referee(match: Match, monkeypatch: pytest.MonkeyPatch) -> Iterator[InstantReferee]:
    """A worker of this process plays with this referee, without a sandbox or a wait."""
    referee = InstantReferee()
    monkeypatch.setattr(worker.referee, "play", referee.play)
    monkeypatch.setattr(
        worker_process, "choose", lambda mode: SimpleNamespace(tier="A", require=lambda kind: None)
    )
    monkeypatch.setattr(worker, "claim_cpu_slot", some_slot)
    monkeypatch.setattr(queue, "hint", lambda: None)
    monkeypatch.setattr(reconnect, "TRY_EVERY_SECONDS", 0)
    monkeypatch.setattr(reconnect, "OVER_SECONDS", 0)
    worker_process.stopping.clear()
    yield referee
    worker_process.stopping.clear()
    worker_process.broken.clear()
    monkeypatch.setattr(worker_process, "_main_process", None)
    set_places(0)
