"""The signals of bots: who is told what, in the sender's transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.dispatch import Signal

from arena.bots import activation, signals
from arena.bots.models import Bot, Version
from arena.bots.submission import submit
from tests.arena.conftest import FIRST_MOVE


@contextmanager
def received(signal: Signal, error: Exception | None = None) -> Iterator[list[dict[str, Any]]]:
    """What `signal` is sent with; `in_transaction` is added. Raises `error` in the sender."""
    calls: list[dict[str, Any]] = []

    def receive(sender: Any, signal: Signal, **facts: Any) -> None:
        calls.append(facts | {"in_transaction": connection.in_atomic_block})
        if error is not None:
            raise error

    signal.connect(receive)
    try:
        yield calls
    finally:
        signal.disconnect(receive)


@pytest.mark.django_db(transaction=True)
def test_a_submission_is_announced_in_its_transaction(alice: Any) -> None:
    with received(signals.version_submitted) as calls:
        version = submit(alice, "kozel", "greedy", FIRST_MOVE.encode())
    assert calls == [{"version": version, "in_transaction": True}]


@pytest.mark.django_db(transaction=True)
def test_a_submission_is_undone_if_its_qualification_cannot_start(alice: Any) -> None:
    with received(signals.version_submitted, RuntimeError()), pytest.raises(RuntimeError):
        submit(alice, "kozel", "greedy", FIRST_MOVE.encode())
    assert not Bot.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_an_activation_is_announced_in_its_transaction(make_version: Any, alice: Any) -> None:
    first = make_version(alice)
    make_version(first.bot)
    with received(signals.version_activated) as calls:
        activation.activate(first)
    assert calls == [{"bot": first.bot, "version": first, "in_transaction": True}]
    assert calls[0]["bot"].active == first


@pytest.mark.django_db(transaction=True)
def test_activating_the_active_version_again_is_announced(make_version: Any, alice: Any) -> None:
    version = make_version(alice)
    with received(signals.version_activated) as calls:
        activation.activate(version)
    assert len(calls) == 1


@pytest.mark.django_db(transaction=True)
def test_retiring_the_active_version_announces_no_activation(make_version: Any, alice: Any) -> None:
    version = make_version(alice)
    with (
        received(signals.version_activated) as activated,
        received(signals.version_retired) as retired,
    ):
        activation.retire(version)
    assert activated == []
    assert retired == [{"bot": version.bot, "version": version, "in_transaction": True}]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("act", "signal"),
    [
        (activation.activate, signals.version_activated),
        (activation.retire, signals.version_retired),
    ],
    ids=["activate", "retire"],
)
def test_an_error_of_a_receiver_undoes_the_change(
    make_version: Any, alice: Any, act: Any, signal: Signal
) -> None:
    first = make_version(alice)
    second = make_version(first.bot)
    version = first if act is activation.activate else second
    with received(signal, RuntimeError()), pytest.raises(RuntimeError):
        act(version)
    assert Bot.objects.get().active == second
    assert not Version.objects.filter(state=Version.State.RETIRED).exists()
