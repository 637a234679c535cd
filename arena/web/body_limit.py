"""No request body may be larger than `settings.DATA_UPLOAD_MAX_MEMORY_SIZE`.

Django's ASGI handler writes a whole body to a temporary file before it asks any view. So
`BodyLimit` stands before it: of a body that is too large it passes nothing on but a mark, and the
middleware (too_large.py) answers the marked request.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MARK = "arena.body_too_large"

# A browser shows an answer only once it has sent everything, so a body of up to this size is read
# and thrown away for the sake of a clear message; who sends more is cut off.
DRAINED_BYTES = 256 * 1024 * 1024


def limit() -> int:
    """The largest body in bytes."""
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE is not None
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def number(header: str) -> int:
    """A Content-Length; 0 for what is none."""
    return int(header) if header.isascii() and header.isdigit() else 0


class BodyLimit:
    """ASGI: calls `app` with the body, or with none and a mark in the scope."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        announced = number(headers.get(b"content-length", b"").decode("latin-1"))
        asks_first = headers.get(b"expect", b"").lower() == b"100-continue"
        if announced > limit() and (asks_first or announced > DRAINED_BYTES):
            body = None
            receive = never
        else:
            body = await read(receive)
        if body is None:
            scope = {**scope, MARK: True}
        await self.app(scope, replayed(body or [], receive), send)


async def read(receive: Receive) -> list[Message] | None:
    """The messages of a whole body, or None for one that is too large, of which nothing is kept."""
    kept: list[Message] = []
    size = 0
    while size <= DRAINED_BYTES:
        message = await receive()
        size += len(message.get("body", b""))
        if size <= limit():
            kept.append(message)
        else:
            kept.clear()
        if not message.get("more_body", False):
            break
    return kept or None


def replayed(messages: list[Message], receive: Receive) -> Receive:
    """A `receive` that gives these messages first, or an empty body when there are none."""
    waiting = iter(messages or [{"type": "http.request", "body": b"", "more_body": False}])

    async def replay() -> Message:
        for message in waiting:
            return message
        message = await receive()
        while message["type"] == "http.request":  # the rest of a body that was given up
            message = await receive()
        return message

    return replay


async def never() -> Message:
    """Asks the client for nothing: it keeps what it announced."""
    await asyncio.Event().wait()
    raise AssertionError
