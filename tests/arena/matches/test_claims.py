"""Who may play a match: claims and leases."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from arena.matches import lifecycle, sweep
from arena.matches.lifecycle import StaleAttempt
from arena.matches.models import Attempt, Match
from tests.arena.playing import claim, expire, outcomes, state

pytestmark = pytest.mark.django_db


def test_the_database_is_postgresql() -> None:
    assert connection.vendor == "postgresql"


def test_a_queued_match_is_claimed_once(match: Match) -> None:
    assert claim(match).number == 1
    assert lifecycle.claim(match.pk, "host:2:main") is None
    assert state(match) == Match.State.RUNNING


def test_a_match_that_does_not_exist_is_not_claimed(match: Match) -> None:
    assert lifecycle.claim(match.pk + 1, "host:1:main") is None


def test_the_database_forbids_two_running_attempts(match: Match) -> None:
    claim(match)
    with pytest.raises(IntegrityError), transaction.atomic():
        now = timezone.now()
        Attempt.objects.create(match=match, number=2, worker="w", started=now, lease_until=now)


def test_an_extended_lease_is_not_swept(match: Match, settings: Any) -> None:
    attempt = claim(match)
    expire(match)
    lifecycle.extend(attempt.token)
    assert sweep.sweep().lost == 0
    assert outcomes(match) == ["running"]


def test_an_attempt_whose_lease_was_extended_since_the_sweep_looked_is_not_lost(
    match: Match,
) -> None:
    """The sweep reads the expired attempts first, and then ends one after the other."""
    attempt = claim(match)
    expire(match)
    lifecycle.extend(attempt.token)
    assert not lifecycle.lose(attempt.token, if_expired=True)
    assert outcomes(match) == ["running"]
    expire(match)
    assert lifecycle.lose(attempt.token, if_expired=True)
    assert not lifecycle.lose(attempt.token)
    assert outcomes(match) == ["lost"]


def test_the_lease_of_an_ended_attempt_cannot_be_extended(match: Match) -> None:
    attempt = claim(match)
    lifecycle.release(attempt.token)
    with pytest.raises(StaleAttempt):
        lifecycle.extend(attempt.token)


@pytest.mark.parametrize("ahead", [-600, -90, 90, 600])
def test_clocks_of_hosts_that_differ_lose_no_match(
    match: Match, ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker's host is some seconds ahead of the one that sweeps, or behind it."""
    now = timezone.now
    with monkeypatch.context() as worker:
        worker.setattr(timezone, "now", lambda: now() + timedelta(seconds=ahead))
        attempt = claim(match)
        lifecycle.extend(attempt.token)
    assert sweep.sweep().lost == 0
    expire(match)
    with monkeypatch.context() as sweeper:
        sweeper.setattr(timezone, "now", lambda: now() - timedelta(seconds=ahead))
        assert sweep.sweep().lost == 1
