"""The sweeper mends what got lost, and floods nobody."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.celery import app
from arena.matches import lifecycle
from arena.matches.models import Match
from arena.matches.tasks import sweep
from tests.arena.playing import make_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    sent: list[int] = []
    monkeypatch.setattr(lifecycle, "ask", lambda wanted: sent.extend(pk for pk, _ in wanted))
    return sent


def waiting(match: Match, *, for_seconds: float, last_asked: float) -> Match:
    """The match as one that was made and last asked for so many seconds ago."""
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(
        created=now - timedelta(seconds=for_seconds), queued=now - timedelta(seconds=last_asked)
    )
    return match


def test_a_match_whose_message_was_lost_is_asked_for_again(versions: Any, asked: list[int]) -> None:
    match = waiting(make_match(*versions), for_seconds=31, last_asked=31)
    assert lifecycle.sweep().asked == 1
    assert asked == [match.pk]


def test_a_match_that_was_just_asked_for_is_left_alone(versions: Any, asked: list[int]) -> None:
    waiting(make_match(*versions), for_seconds=29, last_asked=29)
    waiting(make_match(*versions), for_seconds=3600, last_asked=20)
    assert lifecycle.sweep().asked == 0


def test_each_wait_is_as_long_as_all_before(versions: Any, asked: list[int]) -> None:
    waiting(make_match(*versions), for_seconds=170, last_asked=80)
    due = waiting(make_match(*versions), for_seconds=170, last_asked=90)
    lifecycle.sweep()
    assert asked == [due.pk]


def test_no_match_is_forgotten_for_more_than_ten_minutes(versions: Any, asked: list[int]) -> None:
    due = waiting(make_match(*versions), for_seconds=86400, last_asked=601)
    lifecycle.sweep()
    assert asked == [due.pk]


def test_a_sweep_asks_for_a_bounded_number_the_longest_waiting_first(
    versions: Any, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifecycle, "ASK_AT_ONCE", 2)
    ages = [40, 60, 50]
    matches = [waiting(make_match(*versions), for_seconds=a, last_asked=a) for a in ages]
    lifecycle.sweep()
    lifecycle.sweep()
    assert asked == [matches[1].pk, matches[2].pk, matches[0].pk]


def test_matches_that_run_or_have_ended_are_not_asked_for(versions: Any, asked: list[int]) -> None:
    running, cancelled = (
        waiting(make_match(*versions), for_seconds=900, last_asked=900) for _ in range(2)
    )
    lifecycle.claim(running.pk, "host:1:main")
    lifecycle.cancel(cancelled.pk)
    assert lifecycle.sweep().asked == 0


def test_a_lost_worker_s_match_is_queued_and_asked_for(
    versions: Any, asked: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    match = make_match(*versions)
    lifecycle.claim(match.pk, "host:1:main")
    with django_capture_on_commit_callbacks(execute=True):
        assert lifecycle.sweep().lost == 0
        assert lifecycle.sweep(timezone.now() + timedelta(minutes=2)).lost == 1
    assert asked == [match.pk]
    assert Match.objects.get(pk=match.pk).state == Match.State.QUEUED


def test_an_arena_that_starts_again_gives_up_on_all_it_played_and_asks_for_all(
    versions: Any, asked: list[int]
) -> None:
    running, queued = make_match(*versions), make_match(*versions)
    lifecycle.claim(running.pk, "host:1:main")
    swept = lifecycle.recover()
    assert (swept.lost, swept.asked) == (1, 2)
    assert asked == [running.pk, queued.pk]


def test_a_sweep_of_nothing_does_nothing(asked: list[int]) -> None:
    assert lifecycle.sweep() == lifecycle.Swept(0, 0, 0)


def test_sweeping_does_not_wait_behind_the_matches_of_the_ladder() -> None:
    sent_to = app.amqp.router.route({}, sweep.name)["queue"].name
    assert sent_to == "check" != app.conf.task_default_queue
