"""A web process that is told to end does so within five seconds, whatever its clients do.

ASGI servers tell an application only after the last response that they end, and a stream has no
last word. So `Ending` listens to the signals itself: streams end at once, and browsers connect
again to the next process. Other requests have some seconds, then their clients count as gone.
"""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

from arena.web import unavailable
from arena.web.body_limit import App, Message, Receive, Scope, Send

GRACE_SECONDS = 2.5
# For what waits for a client or a server that does not answer.
LAST_SECONDS = 4.0

EVENT_STREAM = b"text/event-stream"
DISCONNECT = {"type": "http.disconnect"}

log = logging.getLogger(__name__)


class Ending:
    """An ASGI application: calls `app`, and ends its requests when the process ends.

    `on_startup` is called when a server starts that tells its application so.
    """

    def __init__(self, app: App, on_startup: Callable[[], None] | None = None) -> None:
        self.app = app
        self._on_startup = on_startup
        self._loop: asyncio.AbstractEventLoop | None = None
        self._open: set[_Request] = set()
        self._ending = False

    def end(self) -> None:
        """Ends all requests soon. Any thread may call it."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._end)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._loop = asyncio.get_running_loop()
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            request = _Request(receive, send)
            self._open.add(request)
            try:
                await self.app(scope, request.receive, self._sends(request))
                await request.complete(scope)
            finally:
                self._open.discard(request)
        else:
            await self.app(scope, receive, send)

    def _sends(self, request: "_Request") -> Send:
        async def send(message: Message) -> None:
            await request.send(message)
            if self._ending and request.is_stream:
                request.leave.set()

        return send

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._listen()
                if self._on_startup is not None:
                    self._on_startup()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    def _listen(self) -> None:
        """Learns of the signals that end the server, whose own handlers are called too."""
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                previous = signal.getsignal(number)
                if callable(previous):
                    signal.signal(number, self._handler(previous))

    def _handler(self, previous: Callable[[int, FrameType | None], Any]) -> Any:
        def handler(number: int, frame: FrameType | None) -> None:
            self.end()
            if self._loop is not None:
                # A thread, because the event loop may have ended when it is needed.
                timer = threading.Timer(LAST_SECONDS, _exit, [number])
                timer.daemon = True
                self._loop.call_soon_threadsafe(timer.start)
            previous(number, frame)

        return handler

    def _end(self) -> None:
        if self._ending:
            return
        self._ending = True
        self._leave(streams_only=True)
        asyncio.get_running_loop().call_later(GRACE_SECONDS, self._leave)

    def _leave(self, streams_only: bool = False) -> None:
        for request in self._open:
            if request.is_stream or not streams_only:
                request.leave.set()


def _exit(number: int) -> None:
    """The last resort, where the server would wait for a thread that does not end."""
    log.error("this web process ends, although some requests have not been answered")
    os._exit(128 + number)


class _Request:
    """A request whose client counts as gone when `leave` is set."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self.leave = asyncio.Event()
        self.is_stream = False
        self._receive, self._send = receive, send
        self._started = self._ended = False

    async def receive(self) -> Message:
        received = asyncio.ensure_future(self._receive())
        leaves = asyncio.ensure_future(self.leave.wait())
        try:
            await asyncio.wait({received, leaves}, return_when=asyncio.FIRST_COMPLETED)
            return received.result() if received.done() else DISCONNECT
        finally:
            received.cancel()
            leaves.cancel()

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._started = True
            self.is_stream = (b"content-type", EVENT_STREAM) in [
                (name.lower(), value) for name, value in message["headers"]
            ]
        elif not message.get("more_body", False):
            self._ended = True
        await self._send(message)

    async def complete(self, scope: Scope) -> None:
        """Ends the response of a request that was left."""
        if not self.leave.is_set() or self._ended:
            return
        if self._started:
            await self._send({"type": "http.response.body", "body": b""})
        else:
            await unavailable.send(scope, self._send)
