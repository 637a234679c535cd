"""Claims, results and sweeps at the same time, each with a database connection of its own."""

from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from arena.matches import lifecycle, sweep
from arena.matches.lifecycle import StaleAttempt
from arena.matches.models import Match, Result, SideLog
from tests.arena.playing import claim, outcomes, played, state

pytestmark = pytest.mark.django_db(transaction=True)


def later(**time: float) -> Any:
    return timezone.now() + timedelta(**time)


def together(*acts: Any) -> list[Any]:
    """What the acts return or raise when each runs in a thread of its own at the same time."""
    barrier = Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(index: int) -> None:
        barrier.wait()
        try:
            results[index] = acts[index]()
        except Exception as error:
            results[index] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=[index]) for index in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_of_many_workers_that_claim_concurrently_one_gets_the_match(match: Match) -> None:
    workers = [lambda n=n: lifecycle.claim(match.pk, f"host:{n}:main") for n in range(6)]
    assert sum(attempt is not None for attempt in together(*workers)) == 1
    assert outcomes(match) == ["running"]


def test_a_result_submitted_concurrently_is_stored_once(match: Match) -> None:
    token = claim(match).token
    one, two = played(match, 1), played(match, 2)
    first, second = together(
        lambda: lifecycle.submit_result(token, one),
        lambda: lifecycle.submit_result(token, two),
    )
    assert first == second == Result.objects.get()
    assert SideLog.objects.count() == 2


def test_a_result_and_the_concurrent_loss_of_its_worker_end_in_one_of_both(match: Match) -> None:
    token = claim(match).token
    what = played(match)
    answer, _ = together(
        lambda: lifecycle.submit_result(token, what), lambda: sweep.sweep(later(minutes=2))
    )
    if isinstance(answer, Result):
        assert state(match) == Match.State.FINISHED
    else:
        assert isinstance(answer, StaleAttempt)
        assert state(match) == Match.State.QUEUED
