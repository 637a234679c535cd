"""The sweep repairs what got lost."""

from typing import Any

import pytest

from arena.matches import queue, sweep
from arena.matches.models import Match
from tests.arena.playing import claim, expire, make_match, state

pytestmark = pytest.mark.django_db


@pytest.fixture
def hints(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    sent: list[str] = []
    monkeypatch.setattr(queue, "hint", lambda: sent.append("hint"))
    return sent


def test_the_match_of_a_lost_worker_may_be_played_at_once_however_often_it_failed(
    versions: Any, hints: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    match = make_match(*versions)
    for _ in range(3):
        claim(match)
        hints.clear()
        with django_capture_on_commit_callbacks(execute=True):
            assert sweep.sweep().lost == 0
            expire(match)
            assert sweep.sweep().lost == 1
        assert state(match) == Match.State.QUEUED
        assert Match.objects.get(pk=match.pk).due is None
        assert hints == ["hint"]


def test_an_arena_that_restarts_queues_what_it_played(versions: Any) -> None:
    running, queued = make_match(*versions), make_match(*versions)
    claim(running)
    assert sweep.recover().lost == 1
    assert [state(match) for match in (running, queued)] == ["queued", "queued"]


def test_a_sweep_of_nothing_does_nothing(db: None) -> None:
    assert sweep.sweep() == sweep.SweepReport(0, 0)
