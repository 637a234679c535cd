"""What follows from a match's end is done at least once by every receiver, and swept."""

from collections.abc import Iterator
from typing import Any

import pytest

from arena.matches import lifecycle
from arena.matches.models import Match
from arena.matches.settling import match_ended, settle
from tests.arena.playing import make_match, played

pytestmark = pytest.mark.django_db


class Receiver:
    """Notes what it was told about; raises while it is `broken`."""

    def __init__(self) -> None:
        self.broken = False
        self.told: list[tuple[int, str]] = []

    def receive(self, match: Match, **signal: Any) -> None:
        self.told.append((match.pk, match.state))
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


@pytest.fixture
def match(make_version: Any, alice: Any, bob: Any) -> Match:
    return make_match(make_version(alice, ruleset="ecarte"), make_version(bob, ruleset="ecarte"))


def finish(match: Match) -> None:
    attempt = lifecycle.claim(match.pk, "host:1:main")
    assert attempt is not None
    lifecycle.hand_in(attempt.token, played(match))


def settled(match: Match) -> bool:
    return Match.objects.get(pk=match.pk).settled


def test_a_finished_match_is_settled_on_commit(
    match: Match, receivers: Any, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        finish(match)
        assert receivers[0].told == []
    assert receivers[0].told == [(match.pk, "finished")]
    assert settled(match)


def test_a_void_and_a_cancelled_match_are_settled_too(
    match: Match, receivers: Any, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.MATCH_MAX_ATTEMPTS = 1
    with django_capture_on_commit_callbacks(execute=True):
        attempt = lifecycle.claim(match.pk, "host:1:main")
        assert attempt is not None
        lifecycle.fail(attempt.token, "no memory")
    with django_capture_on_commit_callbacks(execute=True):
        lifecycle.requeue(match.pk)
    assert not settled(match)
    with django_capture_on_commit_callbacks(execute=True):
        lifecycle.cancel(match.pk)
    assert receivers[1].told == [(match.pk, "void"), (match.pk, "cancelled")]


def test_a_match_that_has_not_ended_is_not_settled(match: Match, receivers: Any) -> None:
    assert not settle(match.pk)
    assert receivers[0].told == []


def test_a_broken_receiver_keeps_no_other_from_its_work(match: Match, receivers: Any) -> None:
    broken, sound = receivers
    broken.broken = True
    finish(match)
    assert not settle(match.pk)
    assert sound.told == [(match.pk, "finished")]
    assert not settled(match)


def test_the_sweeper_settles_until_every_receiver_has_returned(
    match: Match, receivers: Any
) -> None:
    receivers[0].broken = True
    finish(match)
    assert lifecycle.sweep().settled == 0
    receivers[0].broken = False
    assert lifecycle.sweep().settled == 1
    assert settled(match)


def test_a_settled_match_is_left_alone(match: Match, receivers: Any) -> None:
    finish(match)
    assert settle(match.pk)
    assert settle(match.pk)
    assert lifecycle.sweep().settled == 0
    assert len(receivers[0].told) == 1


def test_a_broken_receiver_does_not_spoil_the_result(
    match: Match, receivers: Any, django_capture_on_commit_callbacks: Any
) -> None:
    receivers[0].broken = True
    with django_capture_on_commit_callbacks(execute=True):
        finish(match)
    assert Match.objects.get(pk=match.pk).state == Match.State.FINISHED
