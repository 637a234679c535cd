"""The part of a Celery worker that reads messages, when the broker is away."""

import logging
from typing import Any

from celery.worker import consumer
from celery.worker.state import maybe_shutdown

log = logging.getLogger(__name__)


class Consumer(consumer.Consumer):
    """Tries the broker every second, however long it has been away, and logs one line.

    Celery's own waits up to half a minute between two tries, and gives up after a hundred.
    """

    def ensure_connected(self, conn: Any) -> Any:
        away = False

        def note(error: Exception, interval: float) -> None:
            nonlocal away
            if not away:
                log.warning("the broker is away: %s", error)
                away = True

        conn = conn.ensure_connection(
            note, interval_start=1, interval_step=0, interval_max=1, callback=maybe_shutdown
        )
        self.first_connection_attempt = False
        if away:
            log.warning("the broker is back")
        return conn
