"""A web process that is told to end does so, whatever its clients do."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection

from arena.matches import lifecycle
from arena.web import ending
from arena.web.ending import Ending
from tests.arena.playing import make_match
from tests.arena.web.test_body_limit import Sender, scope

ROOT = Path(__file__).resolve().parents[3]
STREAMS = 6


@contextmanager
def web_process(log: Path) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    """uvicorn as an operator starts it, on the test's database, and its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    database = urlsplit(os.environ["DATABASE_URL"])._replace(
        path=f"/{connection.settings_dict['NAME']}"
    )
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*(sys.executable, "-m", "uvicorn", "arena.asgi:application"), "--port", str(port)],
            cwd=ROOT,
            env=os.environ | {"DATABASE_URL": database.geturl()},
            stdout=output,
            stderr=output,
        )
    try:
        deadline = time.monotonic() + 30
        while b"running on" not in log.read_bytes():
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        yield process, port
    finally:
        process.kill()
        process.wait()


def watch(port: int, match: Any) -> socket.socket:
    """A stream that has begun."""
    client = socket.create_connection(("127.0.0.1", port), 20)
    client.sendall(f"GET /matches/{match.pk}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    received = b""
    while b"retry:" not in received:
        received += client.recv(4096)
    return client


def rest(client: socket.socket) -> bytes:
    """What arrives until the connection ends."""
    received = b""
    while more := client.recv(4096):
        received += more
    return received


@pytest.mark.django_db(transaction=True)
def test_open_streams_do_not_hold_up_the_end(versions: Any, tmp_path: Path) -> None:
    match = make_match(*versions)
    lifecycle.claim(match.pk, "nobody")
    with web_process(tmp_path / "log") as (process, port):
        clients = [watch(port, match) for _ in range(STREAMS)]
        process.send_signal(signal.SIGTERM)
        process.wait(5)
        # Each stream has ended as HTTP does.
        assert all(rest(client).endswith(b"0\r\n\r\n") for client in clients)
    for client in clients:
        client.close()
    log = (tmp_path / "log").read_text()
    assert "Finished server process" in log
    assert "rror" not in log


async def ask(application: Any, receive: Any) -> Sender:
    sender = Sender(0)
    await application(scope("/api/v1/me/", host="localhost"), receive, sender.send)
    return sender


async def read_body(scope: Any, receive: Any, send: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def never() -> Any:
    await asyncio.Event().wait()


def test_a_request_that_does_not_arrive_is_answered_with_503(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ending, "GRACE_SECONDS", 0.01)

    async def go() -> Sender:
        application = Ending(read_body)
        asking = asyncio.create_task(ask(application, never))
        await asyncio.sleep(0)
        application.end()
        return await asking

    sender = asyncio.run(go())
    assert sender.status == 503
    assert b'"code": "unavailable"' in sender.body


def test_a_request_that_is_being_answered_has_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> Sender:
        begun, end = asyncio.Event(), asyncio.Event()

        async def answer(scope: Any, receive: Any, send: Any) -> None:
            begun.set()
            await end.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"in time"})

        application = Ending(answer)
        asking = asyncio.create_task(ask(application, never))
        await begun.wait()
        application.end()
        await asyncio.sleep(0.01)
        end.set()
        return await asking

    assert asyncio.run(go()).body == b"in time"


def test_a_stream_that_begins_at_the_end_ends_too() -> None:
    async def stream(scope: Any, receive: Any, send: Any) -> None:
        headers = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        await read_body(scope, receive, send)

    async def go() -> Sender:
        application = Ending(stream)
        first = await asyncio.wait_for(
            asyncio.gather(ask(application, never), end_soon(application)), 10
        )
        assert first[0].body == b"first"
        return await asyncio.wait_for(ask(application, never), 10)

    async def end_soon(application: Ending) -> None:
        await asyncio.sleep(0)
        application.end()

    assert asyncio.run(go()).body == b"first"
