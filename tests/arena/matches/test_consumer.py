"""A worker whose broker is away."""

from collections.abc import Callable
from typing import Any

import pytest

from arena.celery import app
from arena.matches.consumer import Consumer


class Broker:
    """A connection to a broker that is away for the first `tries`."""

    def __init__(self, tries: int) -> None:
        self.tries = tries
        self.intervals: list[tuple[float, float, float]] = []

    def ensure_connection(
        self,
        note: Callable[[Exception, float], None],
        interval_start: float,
        interval_step: float,
        interval_max: float,
        callback: Callable[[], None],
    ) -> "Broker":
        self.intervals.append((interval_start, interval_step, interval_max))
        for _ in range(self.tries):
            note(ConnectionRefusedError("connection refused"), interval_start)
        return self


@pytest.mark.parametrize("tries", [0, 1, 500])
def test_it_is_tried_every_second_for_as_long_as_it_takes_and_logged_once(
    tries: int, caplog: Any
) -> None:
    broker = Broker(tries)
    consumer = Consumer.__new__(Consumer)
    assert consumer.ensure_connected(broker) is broker
    assert broker.intervals == [(1, 0, 1)]
    lines = ["the broker is away: connection refused", "the broker is back"]
    assert caplog.messages == (lines if tries else [])


def test_workers_use_it() -> None:
    assert app.conf.worker_consumer == "arena.matches.consumer:Consumer"
