"""Keeps request bodies larger than `settings.DATA_UPLOAD_MAX_MEMORY_SIZE` away from Django.

Django's ASGI handler writes a whole body to a temporary file before it calls any view. So
`BodyLimit` wraps the handler: it replaces a body that is too large by an empty one and marks the
request, which middleware.py then answers. It also ends requests whose body does not arrive.

A body that is larger than any that the arena takes without large programs waits for a place before
it is read: while it is checked and stored, it takes several times its size in memory.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext

from arena.web.errors import problem_response

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

# The key in the ASGI scope that marks a request whose body was too large.
TOO_LARGE = "arena.body_too_large"

# Browsers show a response only after they have sent the whole body. So a body of up to this size
# is read and discarded, and the client sees the message; larger ones are cut off.
MAX_DISCARDED_BYTES = 256 * 1024 * 1024

# A larger body needs a place. There are so many, and a request waits so long for one.
LARGE_BYTES = 2 * 1024 * 1024
LARGE_AT_ONCE = 4
PLACE_SECONDS = 60.0
_AGAIN_SECONDS = 10

# How long a body may take, and how long nothing of it may arrive.
BODY_SECONDS = 120.0
PAUSE_SECONDS = 15.0


def max_bytes() -> int:
    """The size of the largest accepted body in bytes."""
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE is not None
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def content_length(header: str) -> int:
    """The value of a Content-Length header; 0 if it is missing or invalid."""
    return int(header) if header.isascii() and header.isdigit() else 0


class BodyLimit:
    """An ASGI application: calls `app` with the body, or with an empty one and the mark."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._places = asyncio.Semaphore(LARGE_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _may_be_large(dict(scope["headers"])):
            await self._pass_on(scope, receive, send)
            return
        try:
            async with asyncio.timeout(PLACE_SECONDS):
                await self._places.acquire()
        except TimeoutError:
            await _refuse_now(scope, send)
            return
        try:
            await self._pass_on(scope, receive, send)
        finally:
            self._places.release()

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        announced = content_length(headers.get(b"content-length", b"").decode("latin-1"))
        waits_for_consent = headers.get(b"expect", b"").lower() == b"100-continue"
        if announced > max_bytes() and (waits_for_consent or announced > MAX_DISCARDED_BYTES):
            body = None
            receive = _receive_nothing
        else:
            try:
                async with asyncio.timeout(BODY_SECONDS):
                    body = await _read(receive)
            except TimeoutError:
                await _refuse_late(scope, send)
                return
        if body is None:
            scope = {**scope, TOO_LARGE: True}
        await self.app(scope, _replay(body or [], receive), send)


def _may_be_large(headers: Mapping[bytes, bytes]) -> bool:
    """Whether the body needs a place: where none can be so large, no body does."""
    if max_bytes() <= LARGE_BYTES:
        return False
    announced = content_length(headers.get(b"content-length", b"").decode("latin-1"))
    return announced > LARGE_BYTES or b"transfer-encoding" in headers


async def send_response(answer: HttpResponse, send: Send) -> None:
    """Sends the response to a request that Django has not seen."""
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    headers.append((b"content-length", str(len(answer.content)).encode()))
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content})


async def _refuse_late(scope: Scope, send: Send) -> None:
    """Ends a request whose body takes too long, and its connection."""
    text = gettext("The request took too long to arrive. Send it again.")
    await _refuse(scope, send, 408, "timeout", text)


async def _refuse_now(scope: Scope, send: Send) -> None:
    """Ends a request for whose body there is no place."""
    text = gettext("Too many large programs arrive right now. Try again in %(seconds)d s.")
    await _refuse(scope, send, 503, "unavailable", text % {"seconds": _AGAIN_SECONDS})


async def _refuse(scope: Scope, send: Send, status: int, code: str, text: str) -> None:
    answer: HttpResponse
    if scope["path"].startswith("/api/"):
        answer = problem_response(status, code, text)
    else:
        answer = HttpResponse(f"{text}\n", content_type="text/plain", status=status)
    answer["Connection"] = "close"
    if status == 503:
        answer["Retry-After"] = str(_AGAIN_SECONDS)
    await send_response(answer, send)


async def _read(receive: Receive) -> list[Message] | None:
    """The messages of a whole body; None if it is too large."""
    kept: list[Message] = []
    size = 0
    while size <= MAX_DISCARDED_BYTES:
        async with asyncio.timeout(PAUSE_SECONDS):
            message = await receive()
        size += len(message.get("body", b""))
        if size <= max_bytes():
            kept.append(message)
        else:
            kept.clear()
        if not message.get("more_body", False):
            break
    return kept or None


def _replay(messages: list[Message], receive: Receive) -> Receive:
    """A `receive` that returns these messages first, or an empty body if there are none."""
    waiting = iter(messages or [{"type": "http.request", "body": b"", "more_body": False}])

    async def replay() -> Message:
        for message in waiting:
            return message
        message = await receive()
        while message["type"] == "http.request":  # the rest of a body that was cut off
            message = await receive()
        return message

    return replay


async def _receive_nothing() -> Message:
    """Reads nothing from the client, so it keeps the body that it announced."""
    await asyncio.Event().wait()
    raise AssertionError
