"""The connection of a remote bot: server-sent events down, and what ends them.

A process that holds such streams looks for lines when there is news of a bot, and now and then
without any. It keeps nothing that a restart could lose.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import close_old_connections

from arena.remote import presence, sessions
from arena.remote.models import Line
from arena.remote.presence import Replaced
from arena.web import news, outage

# How often it looks without news and sends a ping: while a question waits, and otherwise.
BUSY_SECONDS = 2.0
IDLE_SECONDS = 10.0
BEAT_SECONDS = 2.0  # so that the other side notices a dead connection soon
RETRY_MS = 1000
BEAT = ":\n\n"

T = TypeVar("T")

log = logging.getLogger(__name__)

# The database work of all streams: few threads, so few connections.
_threads = ThreadPoolExecutor(4, thread_name_prefix="remote")
_of_loop: dict[int, "Hub"] = {}


@dataclass(eq=False)
class Stream:
    """The stream of one bot, from `presence.connect` until it ends."""

    bot_id: int
    key: UUID
    again: bool  # the same goat connect as before: send what it may have missed
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Hub:
    """The streams in this event loop, and what tells them of news."""

    def __init__(self) -> None:
        self.streams: dict[str, set[Stream]] = {}
        self._loop = asyncio.get_running_loop()
        self._unlisten = news.listen(self._hear)
        self._follow = (
            None if settings.EMBEDDED else asyncio.create_task(news.follow(self._wake_all))
        )

    def open(self, stream: Stream) -> None:
        self.streams.setdefault(presence.topic(stream.bot_id), set()).add(stream)

    def close(self, stream: Stream) -> None:
        topic = presence.topic(stream.bot_id)
        self.streams[topic].discard(stream)
        if not self.streams[topic]:
            del self.streams[topic]

    def end(self) -> None:
        self._unlisten()
        if self._follow is not None:
            self._follow.cancel()

    def _hear(self, topic: str) -> None:
        """Called in any thread."""
        if topic in self.streams:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._wake, topic)

    def _wake(self, topic: str) -> None:
        for stream in self.streams.get(topic, ()):
            stream.changed.set()

    def _wake_all(self) -> None:
        for topic in self.streams:
            self._wake(topic)


def open_streams() -> int:
    """How many remote bots this process serves."""
    return sum(len(each) for hub in list(_of_loop.values()) for each in hub.streams.values())


async def events(stream: Stream, welcome: dict[str, Any]) -> AsyncIterator[str]:
    """The events of a stream, until the bot's machine leaves or connects again."""
    loop = asyncio.get_running_loop()
    hub = _of_loop.get(id(loop)) or _of_loop.setdefault(id(loop), Hub())
    hub.open(stream)
    next_ping = 0.0
    again, asked = stream.again, False
    try:
        yield f"retry: {RETRY_MS}\n\n" + event("welcome", welcome)
        while True:
            stream.changed.clear()
            try:
                taken = await _in_thread(partial(sessions.take, stream.bot_id, stream.key, again))
                if taken.asked and not asked:
                    next_ping = 0.0  # a question is timed from here on, so it goes with a ping
                again, asked = False, taken.asked
                text = _text(taken)
                if loop.time() >= next_ping:
                    ping = partial(presence.next_ping, stream.bot_id, stream.key)
                    text += event("ping", {"ping": await _in_thread(ping)})
                    next_ping = loop.time() + (BUSY_SECONDS if asked else IDLE_SECONDS)
            except Replaced:
                yield event("replaced", {})
                return
            except Exception as error:
                if not outage.of_the_database(error):
                    raise
                outage.database.note(error)
                # What was marked as delivered may not have been sent.
                again, text, next_ping = True, BEAT, loop.time() + BUSY_SECONDS
            if text:
                yield text
            while not stream.changed.is_set() and (left := next_ping - loop.time()) > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(min(left, BEAT_SECONDS)):
                        await stream.changed.wait()
                        break
                yield BEAT
    finally:
        hub.close(stream)
        if not hub.streams:
            _of_loop.pop(id(loop)).end()
        # Not awaited: the request may have been cancelled.
        _threads.submit(_closed, stream)


def event(kind: str, data: dict[str, Any]) -> str:
    return f"event: {kind}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"


def _text(taken: sessions.Taken) -> str:
    parts = []
    for line in taken.lines:
        if line.number == 1:
            about = line.session.about
            parts.append(event("begin", {"session": str(line.session_id), "about": about}))
        parts.append(event("line", _line(line)))
    parts += [event("end", {"session": str(session)}) for session in taken.ended]
    return "".join(parts)


def _line(line: Line) -> dict[str, Any]:
    return {
        "session": str(line.session_id),
        "number": line.number,
        "answer": line.asks,
        "line": line.text,
    }


def _closed(stream: Stream) -> None:
    with suppress(Exception):  # it counts as away when it is not heard
        _connected(partial(presence.disconnect, stream.bot_id, stream.key))


async def _in_thread(work: Callable[[], T]) -> T:
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_threads, _connected, work)


def _connected(work: Callable[[], T]) -> T:
    close_old_connections()
    return work()
