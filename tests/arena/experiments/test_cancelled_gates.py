"""What cancels a promotion gate, and with which locks."""

import time
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from django.db import connection, transaction

from arena.bots import activation
from arena.bots.models import Bot, Notification
from arena.experiments import promotion_gate, sequential_test
from arena.experiments.models import Experiment
from tests.arena.at_once import at_once
from tests.arena.ending import end_without_result
from tests.arena.experiments.gate import play_gate, plays, qualify

pytestmark = pytest.mark.django_db


def test_the_gate_of_a_newer_version_cancels_the_one_before(make_version: Any, old: Any) -> None:
    qualify(make_version, old, "not_worse")
    newest = qualify(make_version, old, "not_worse")
    first, second = Experiment.objects.order_by("pk")
    assert (first.state, second.state) == ("cancelled", "running")
    assert promotion_gate.latest_gate(newest) == second


def test_activating_the_playing_version_again_cancels_the_gate(make_version: Any, old: Any) -> None:
    new = qualify(make_version, old, "not_worse")
    activation.activate(old)
    assert Experiment.objects.get().state == Experiment.State.CANCELLED
    play_gate(1)
    assert plays(old) and not plays(new)
    assert not Notification.objects.exists()


def test_only_retiring_a_version_in_the_gate_cancels_it(make_version: Any, old: Any) -> None:
    playing = make_version(old.bot)
    new = qualify(make_version, playing, "not_worse")
    activation.retire(old)
    assert Experiment.objects.get().state == Experiment.State.RUNNING
    activation.retire(new)
    assert Experiment.objects.get().state == Experiment.State.CANCELLED


def test_retiring_the_version_that_the_gate_is_against_cancels_it(
    make_version: Any, old: Any
) -> None:
    qualify(make_version, old, "not_worse")
    activation.retire(old)
    assert Experiment.objects.get().state == Experiment.State.CANCELLED
    assert Bot.objects.get(pk=old.bot_id).active is None


def test_a_version_that_plays_at_once_cancels_the_gate_of_the_one_before(
    make_version: Any, old: Any
) -> None:
    qualify(make_version, old, "not_worse")
    newest = qualify(make_version, old, "always")
    assert Experiment.objects.get().state == Experiment.State.CANCELLED
    assert plays(newest)


@pytest.mark.django_db(transaction=True)
def test_locking_the_bot_and_locking_its_gate_do_not_deadlock(
    make_version: Any, old: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sequential_test, "MAX_VOID", 1)
    qualify(make_version, old, "not_worse")
    experiment = Experiment.objects.get()
    end_without_result(experiment.matches.order_by("number")[0].match, "void")
    locked = Event()

    def qualifies() -> None:
        with transaction.atomic():
            Bot.objects.select_for_update(no_key=True).get(pk=old.bot_id)
            locked.set()
            wait_until(somebody_waits_for_a_lock)
            sequential_test.cancel(experiment.pk)

    def advances() -> None:
        locked.wait(10)
        sequential_test.advance(experiment.pk)

    at_once([qualifies, advances])
    assert Experiment.objects.get().state == Experiment.State.CANCELLED


def somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")
        return bool(cursor.fetchone()[0])


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)
