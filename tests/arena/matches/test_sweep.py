"""The sweep repairs what got lost, and sends no flood of messages."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.celery import app
from arena.matches import lifecycle, queue, sweep, tasks
from arena.matches.models import Match
from tests.arena.playing import claim, make_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The matches for which the workers get a message."""
    ids: list[int] = []
    monkeypatch.setattr(queue, "send", lambda matches: ids.extend(pk for pk, _ in matches))
    return ids


def aged(match: Match, *, for_seconds: float, last_sent: float) -> Match:
    """The match as if it was made and last sent these numbers of seconds ago."""
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(
        created=now - timedelta(seconds=for_seconds), queued=now - timedelta(seconds=last_sent)
    )
    return match


def test_a_match_whose_message_was_lost_is_sent_again(versions: Any, sent: list[int]) -> None:
    match = aged(make_match(*versions), for_seconds=31, last_sent=31)
    assert sweep.sweep().resent == 1
    assert sent == [match.pk]


def test_a_match_that_was_just_sent_is_left_alone(versions: Any, sent: list[int]) -> None:
    aged(make_match(*versions), for_seconds=29, last_sent=29)
    aged(make_match(*versions), for_seconds=3600, last_sent=20)
    assert sweep.sweep().resent == 0


def test_each_wait_is_as_long_as_all_waits_before(versions: Any, sent: list[int]) -> None:
    aged(make_match(*versions), for_seconds=170, last_sent=80)
    due = aged(make_match(*versions), for_seconds=170, last_sent=90)
    sweep.sweep()
    assert sent == [due.pk]


def test_a_match_is_sent_again_after_ten_minutes_at_most(versions: Any, sent: list[int]) -> None:
    due = aged(make_match(*versions), for_seconds=86400, last_sent=601)
    sweep.sweep()
    assert sent == [due.pk]


def test_a_sweep_sends_a_limited_number_longest_waiting_first(
    versions: Any, sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "RESEND_BATCH", 2)
    ages = [40, 60, 50]
    matches = [aged(make_match(*versions), for_seconds=a, last_sent=a) for a in ages]
    sweep.sweep()
    sweep.sweep()
    assert sent == [matches[1].pk, matches[2].pk, matches[0].pk]


def test_matches_that_run_or_have_ended_are_not_sent(versions: Any, sent: list[int]) -> None:
    running, cancelled = (
        aged(make_match(*versions), for_seconds=900, last_sent=900) for _ in range(2)
    )
    claim(running)
    lifecycle.cancel(cancelled.pk)
    assert sweep.sweep().resent == 0


def test_a_lost_worker_s_match_is_queued_and_sent(
    versions: Any, sent: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    match = make_match(*versions)
    claim(match)
    with django_capture_on_commit_callbacks(execute=True):
        assert sweep.sweep().lost == 0
        assert sweep.sweep(timezone.now() + timedelta(minutes=2)).lost == 1
    assert sent == [match.pk]
    assert Match.objects.get(pk=match.pk).state == Match.State.QUEUED


def test_the_match_of_a_lost_worker_is_sent_at_once_however_often_it_failed(
    versions: Any, sent: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    match = make_match(*versions)
    for _ in range(2):
        claim(match)
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            sweep.sweep(timezone.now() + timedelta(minutes=2))
        assert sent == [match.pk]


def test_an_arena_that_restarts_queues_what_it_played_and_sends_every_queued_match(
    versions: Any, sent: list[int]
) -> None:
    running, queued = make_match(*versions), make_match(*versions)
    claim(running)
    report = sweep.recover()
    assert (report.lost, report.resent) == (1, 2)
    assert sent == [running.pk, queued.pk]


def test_a_sweep_of_nothing_does_nothing(sent: list[int]) -> None:
    assert sweep.sweep() == sweep.SweepReport(0, 0, 0)


def test_sweeping_does_not_wait_behind_the_matches_of_the_ladder() -> None:
    sent_to = app.amqp.router.route({}, tasks.sweep.name)["queue"].name
    assert sent_to == "check" != app.conf.task_default_queue
