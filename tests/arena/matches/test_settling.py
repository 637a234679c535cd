"""An ended match is settled: every receiver of `match_ended` gets it at least once."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError

from arena.matches import lifecycle, sweep
from arena.matches.models import Match
from arena.matches.settling import match_ended, settle, settle_soon
from tests.arena.playing import claim, finish

pytestmark = pytest.mark.django_db


class Receiver:
    """Records the matches that it gets; raises while it is `broken`."""

    def __init__(self) -> None:
        self.broken = False
        self.received: list[tuple[int, str]] = []

    def receive(self, match: Match, **signal: Any) -> None:
        self.received.append((match.pk, match.state))
        if self.broken:
            raise RuntimeError("the receiver is broken")


@pytest.fixture
def receivers() -> Iterator[tuple[Receiver, Receiver]]:
    pair = Receiver(), Receiver()
    for receiver in pair:
        match_ended.connect(receiver.receive, weak=False)
    yield pair
    for receiver in pair:
        match_ended.disconnect(receiver.receive)


def settled(match: Match) -> bool:
    return Match.objects.get(pk=match.pk).settled


def test_a_finished_match_is_settled_on_commit(
    match: Match, receivers: Any, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        finish(match)
        assert receivers[0].received == []
    assert receivers[0].received == [(match.pk, "finished")]
    assert settled(match)


def test_a_void_and_a_cancelled_match_are_settled_too(
    match: Match, receivers: Any, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.MATCH_MAX_ATTEMPTS = 1
    with django_capture_on_commit_callbacks(execute=True):
        lifecycle.fail(claim(match).token, "no memory")
    with django_capture_on_commit_callbacks(execute=True):
        lifecycle.requeue(match.pk)
    assert not settled(match)
    with django_capture_on_commit_callbacks(execute=True):
        lifecycle.cancel(match.pk)
    assert receivers[1].received == [(match.pk, "void"), (match.pk, "cancelled")]


def test_a_void_match_that_is_queued_again_meanwhile_stays_unsettled(
    match: Match, settings: Any
) -> None:
    settings.MATCH_MAX_ATTEMPTS = 1
    lifecycle.fail(claim(match).token, "no memory")

    def requeue(match: Match, **signal: Any) -> None:
        lifecycle.requeue(match.pk)

    match_ended.connect(requeue, weak=False)
    try:
        settle(match.pk)
    finally:
        match_ended.disconnect(requeue)
    assert Match.objects.get(pk=match.pk).state == Match.State.QUEUED
    assert not settled(match)


def test_a_match_that_has_not_ended_is_not_settled(match: Match, receivers: Any) -> None:
    assert not settle(match.pk)
    assert receivers[0].received == []


def test_every_receiver_is_called_even_when_another_raises(match: Match, receivers: Any) -> None:
    broken, sound = receivers
    broken.broken = True
    finish(match)
    assert not settle(match.pk)
    assert sound.received == [(match.pk, "finished")]
    assert not settled(match)


def test_the_sweep_settles_until_every_receiver_has_returned(match: Match, receivers: Any) -> None:
    receivers[0].broken = True
    finish(match)
    assert sweep.sweep().settled == 0
    receivers[0].broken = False
    assert sweep.sweep().settled == 1
    assert settled(match)


def test_a_settled_match_is_left_alone(match: Match, receivers: Any) -> None:
    finish(match)
    assert settle(match.pk)
    assert settle(match.pk)
    assert sweep.sweep().settled == 0
    assert len(receivers[0].received) == 1


def test_the_result_stands_when_a_receiver_raises(
    match: Match, receivers: Any, django_capture_on_commit_callbacks: Any
) -> None:
    receivers[0].broken = True
    with django_capture_on_commit_callbacks(execute=True):
        finish(match)
    assert Match.objects.get(pk=match.pk).state == Match.State.FINISHED


def test_what_fails_because_the_database_is_away_is_one_line_and_left_to_the_sweep(
    match: Match, receivers: Any, caplog: Any
) -> None:
    def away(match: Match, **signal: Any) -> None:
        raise OperationalError("the connection is closed")

    finish(match)
    caplog.clear()
    match_ended.connect(away, weak=False)
    try:
        settle_soon(match.pk)
        assert not settled(match)
        settle_soon(match.pk)
    finally:
        match_ended.disconnect(away)
    assert caplog.messages == ["the database is away: the connection is closed"]
    assert sweep.sweep().settled == 1
