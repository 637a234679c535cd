"""Claims, results and sweeps at the same time, each with a database connection of its own."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from arena.matches import lifecycle, sweep
from arena.matches.lifecycle import StaleAttempt
from arena.matches.models import Match, Result, SideLog
from tests.arena.at_once import at_once
from tests.arena.playing import claim, expire, outcomes, played, state

pytestmark = pytest.mark.django_db(transaction=True)


def together(*actions: Callable[[], Any]) -> list[Any]:
    """What each action returns or raises when all run at the same time."""
    results: list[Any] = [None] * len(actions)

    def run(index: int) -> None:
        try:
            results[index] = actions[index]()
        except Exception as error:
            results[index] = error

    at_once([partial(run, index) for index in range(len(actions))])
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
    expire(match)
    answer, _ = together(lambda: lifecycle.submit_result(token, what), sweep.sweep)
    if isinstance(answer, Result):
        assert state(match) == Match.State.FINISHED
    else:
        assert isinstance(answer, StaleAttempt)
        assert state(match) == Match.State.QUEUED
