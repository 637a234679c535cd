"""All requests of a web process share a few threads, and so a few database connections."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.asgi import get_asgi_application
from django.db import connection, connections

from arena.web import request_threads
from arena.web.request_threads import RequestThreads
from tests.arena.web.test_body_limit import Sender, scope

START = {"type": "http.response.start", "status": 200, "headers": []}
END = {"type": "http.response.body", "body": b"done"}


async def ask(app: Any, path: str = "/", send: Any = None, **headers: str) -> Sender:
    sender = Sender(0)
    await app(
        scope(path, host="localhost", **headers) | {"method": "GET"},
        sender.receive,
        send or sender.send,
    )
    return sender


def working(work: Callable[[], Any]) -> Callable[..., Awaitable[None]]:
    """An application that does this work as Django does, and answers."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await sync_to_async(work)()
        await send(START)
        await send(END)

    return app


def test_fifty_requests_at_once_run_in_as_many_threads_as_there_are() -> None:
    used: set[str] = set()
    busy = threading.Barrier(3)

    def work() -> None:
        used.add(threading.current_thread().name)
        busy.wait(10)  # all three threads work at once

    async def go() -> list[Sender]:
        app = RequestThreads(working(work), 3)
        return await asyncio.gather(*(ask(app) for _ in range(51)))

    assert {sender.body for sender in asyncio.run(go())} == {b"done"}
    assert used == {"request-1_0", "request-2_0", "request-3_0"}


def test_one_request_after_the_other_needs_one_thread() -> None:
    used: list[str] = []

    async def go() -> None:
        app = RequestThreads(working(lambda: used.append(threading.current_thread().name)), 3)
        for _ in range(5):
            await ask(app)

    asyncio.run(go())
    assert len(used) == 5
    assert len(set(used)) == 1


def test_a_stream_holds_no_thread() -> None:
    async def go() -> None:
        watched = asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await send(START)
            await send(END | {"more_body": True})
            if scope["path"] == "/stream":
                await watched.wait()
            await send(END)

        threads = RequestThreads(app, 1)
        streams = [asyncio.create_task(ask(threads, "/stream")) for _ in range(20)]
        async with asyncio.timeout(10):
            assert (await ask(threads)).body == b"donedone"
        watched.set()
        await asyncio.gather(*streams)

    asyncio.run(go())


def test_a_client_that_does_not_read_its_response_holds_no_thread() -> None:
    async def go() -> None:
        reads = asyncio.Event()

        async def send_slowly(message: Any) -> None:
            await reads.wait()

        threads = RequestThreads(working(lambda: None), 1)
        slow = [asyncio.create_task(ask(threads, send=send_slowly)) for _ in range(20)]
        async with asyncio.timeout(10):
            assert (await ask(threads)).body == b"done"
        reads.set()
        await asyncio.gather(*slow)

    asyncio.run(go())


def test_an_application_that_fails_frees_its_thread() -> None:
    async def go() -> None:
        def fail() -> None:
            raise ZeroDivisionError

        threads = RequestThreads(working(fail), 1)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await ask(threads)

    asyncio.run(go())


@pytest.mark.parametrize(
    ("path", "kind"), [("/", "text/html"), ("/api/v1/me/", "application/problem+json")]
)
def test_a_request_that_waits_too_long_is_answered_with_503(
    monkeypatch: pytest.MonkeyPatch, path: str, kind: str
) -> None:
    monkeypatch.setattr(request_threads, "WAIT_SECONDS", 0.01)

    async def go() -> Sender:
        release = threading.Event()
        threads = RequestThreads(working(lambda: release.wait(10)), 1)
        first = asyncio.create_task(ask(threads))
        await asyncio.sleep(0)
        refused = await ask(threads, path)
        release.set()
        await first
        return refused

    refused = asyncio.run(go())
    assert refused.status == 503
    assert refused.headers[b"retry-after"] == b"5"
    assert refused.headers[b"content-type"].decode().startswith(kind)
    assert int(refused.headers[b"content-length"]) == len(refused.body)


@pytest.mark.django_db(transaction=True)
def test_forty_readers_at_once_hold_a_connection_for_each_thread_and_soon_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without RequestThreads each of them has one of its own, and keeps it."""

    async def go() -> tuple[set[int], int]:
        threads = RequestThreads(get_asgi_application(), 3)
        before = await sync_to_async(held)()
        answers = await asyncio.gather(*(ask(threads, "/matches/") for _ in range(40)))
        after = await sync_to_async(held)()
        while await sync_to_async(held)() > before:
            await asyncio.sleep(0.01)
        await sync_to_async(connections.close_all)()
        return {answer.status for answer in answers}, after - before

    # Those that are not needed any more close soon, which ends this test too.
    monkeypatch.setattr(request_threads, "IDLE_SECONDS", 0.2)
    statuses, more = asyncio.run(go())
    assert statuses == {200}
    assert 1 <= more <= 3


def held() -> int:
    """How many connections to the test's database there are."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return int(cursor.fetchone()[0])
