"""A fixed number of threads, and so of database connections, for all requests of a web process.

By default Django's ASGI handler creates a thread for each request, and each thread keeps a
connection of its own: forty readers at once take most of PostgreSQL's hundred. Here a request waits
for one of a few threads, each of which keeps its connection for the next request. A thread is free
again when the response is made: neither a slow client nor a spectator of a match holds one.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import ThreadSensitiveContext
from django.db import connections

from arena.web import unavailable
from arena.web.body_limit import App, Message, Receive, Scope, Send

# Longer than 200 readers at once need; browsers and proxies wait for a minute.
WAIT_SECONDS = 20.0
# A thread that is not needed for so long closes its connection.
IDLE_SECONDS = 5.0


class RequestThreads:
    """An ASGI application: calls `app` when one of `count` threads is free, in that thread."""

    def __init__(self, app: App, count: int) -> None:
        self.app = app
        self.threads = [_Thread(number) for number in range(1, count + 1)]
        # The last one that was used is the next: a quiet site needs few threads and connections.
        self._free: asyncio.LifoQueue[_Thread] = asyncio.LifoQueue()
        for thread in self.threads:
            self._free.put_nowait(thread)
        self._closing: asyncio.TimerHandle | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                thread = await self._free.get()
        except TimeoutError:
            await unavailable.send(scope, send)
            return
        thread.busy = thread.connected = True
        start: list[Message] = []

        async def send_without_thread(message: Message) -> None:
            if message["type"] == "http.response.start":
                # Sending it may wait for a client that does not read, so it waits for the body,
                # which follows at once.
                start.append(message)
                return
            release()
            while start:
                await send(start.pop())
            await send(message)

        released = False

        def release() -> None:
            nonlocal released
            if not released:
                released = True
                self._release(thread)

        try:
            # All threads that Django takes for this request are this one. When it closes the
            # response, the thread may have its next request already, and comes to it after that.
            async with ThreadSensitiveContext(executor=thread.executor):
                await self.app(scope, receive, send_without_thread)
        finally:
            release()

    def _release(self, thread: "_Thread") -> None:
        thread.busy = False
        thread.used = asyncio.get_running_loop().time()
        self._free.put_nowait(thread)
        self._close_idle_later()

    def _close_idle_later(self) -> None:
        if self._closing is None:
            self._closing = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._close_idle)

    def _close_idle(self) -> None:
        self._closing = None
        before = asyncio.get_running_loop().time() - IDLE_SECONDS
        for thread in self.threads:
            if thread.connected and not thread.busy and thread.used <= before:
                thread.connected = False
                thread.executor.submit(connections.close_all)
        if any(thread.connected for thread in self.threads):
            self._close_idle_later()


class _Thread:
    """A thread that runs one thing after the other."""

    def __init__(self, number: int) -> None:
        self.executor = ThreadPoolExecutor(1, thread_name_prefix=f"request-{number}")
        self.busy = False
        self.connected = False  # whether it may hold a database connection
        self.used = 0.0  # when it was last released, on the clock of the event loop
