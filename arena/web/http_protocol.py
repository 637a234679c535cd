"""uvicorn's HTTP protocol, which also ends connections of clients that neither send nor read.

    uvicorn arena.asgi:application --http arena.web.http_protocol:Protocol

uvicorn itself limits only the time after a response. body_limit.py limits the time of a body.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

# How long the first line and the headers of a request may take.
HEADER_SECONDS = 15.0
# How long a client may take to read the next tens of kilobytes of a response.
READING_SECONDS = 60.0


class Protocol(H11Protocol):
    _deadline: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_watching()
        self._reads_again()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading = self.loop.call_later(READING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reads_again()

    def _reads_again(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _watch(self) -> None:
        """Ends the connection in a while unless a request is being answered."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_watching()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(HEADER_SECONDS, self.timeout_keep_alive_handler)

    def _stop_watching(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
