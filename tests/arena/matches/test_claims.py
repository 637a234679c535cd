"""Who may play a match: claims and leases."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from arena.matches import lifecycle, sweep
from arena.matches.lifecycle import StaleAttempt
from arena.matches.models import Attempt, Match
from tests.arena.playing import claim, outcomes, state

pytestmark = pytest.mark.django_db


def later(**time: float) -> Any:
    return timezone.now() + timedelta(**time)


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
    Attempt.objects.update(lease_until=later(seconds=-1))
    lifecycle.extend(attempt.token)
    assert sweep.sweep().lost == 0
    assert outcomes(match) == ["running"]


def test_an_attempt_whose_lease_was_extended_since_the_sweep_looked_is_not_lost(
    match: Match,
) -> None:
    """The sweep reads the expired attempts first, and then ends one after the other."""
    attempt = claim(match)
    looked = timezone.now()
    Attempt.objects.update(lease_until=looked)
    assert not lifecycle.lose(attempt.token, expired_by=looked)
    lifecycle.extend(attempt.token)
    assert not lifecycle.lose(attempt.token, expired_by=looked)
    assert outcomes(match) == ["running"]
    assert lifecycle.lose(attempt.token, expired_by=later(minutes=2))
    assert not lifecycle.lose(attempt.token)
    assert outcomes(match) == ["lost"]


def test_the_lease_of_an_ended_attempt_cannot_be_extended(match: Match) -> None:
    attempt = claim(match)
    lifecycle.release(attempt.token)
    with pytest.raises(StaleAttempt):
        lifecycle.extend(attempt.token)
