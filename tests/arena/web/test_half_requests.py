"""Connections on which half a request arrives, and then nothing, are ended. So are those of clients
that do not read their response."""

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from arena.embedded.server import listen
from arena.web import body_limit, http_protocol
from arena.web.body_limit import BodyLimit
from arena.web.http_protocol import Protocol

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
CHUNKS = 40
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n"


async def application(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    if scope["path"] == "/large":
        await send_much(send)
        return
    await asyncio.sleep(0.3)  # longer than any limit here
    headers = [(b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"ok"})


async def send_much(send: Any) -> None:
    """More than the kernel keeps for a client that does not read."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(CHUNKS):
        await send({"type": "http.response.body", "body": b"x" * 1_000_000, "more_body": True})
    await send({"type": "http.response.body"})


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[uvicorn.Server]:
    """uvicorn with our protocol, whose limits are short here."""
    monkeypatch.setattr(http_protocol, "HEADER_SECONDS", 0.2)
    monkeypatch.setattr(http_protocol, "READING_SECONDS", 0.2)
    monkeypatch.setattr(body_limit, "PAUSE_SECONDS", 0.2)
    monkeypatch.setattr(body_limit, "BODY_SECONDS", 0.6)
    listener = listen("127.0.0.1", 0)
    config = uvicorn.Config(
        BodyLimit(application), http=Protocol, lifespan="off", log_level="error"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server
    server.should_exit = True
    thread.join()
    listener.close()


@pytest.fixture
def port(server: uvicorn.Server) -> int:
    number: int = server.servers[0].sockets[0].getsockname()[1]
    return number


async def read_all(reader: asyncio.StreamReader) -> bytes:
    """All that comes. A part that is sent after the server's end resets the connection."""
    pieces: list[bytes] = []
    with contextlib.suppress(ConnectionResetError):
        while piece := await reader.read(1 << 16):
            pieces.append(piece)
    return b"".join(pieces)


async def answer(port: int, *parts: bytes, pause: float = 0.0) -> bytes:
    """What comes until the server ends the connection, on which these parts are sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    received = asyncio.create_task(read_all(reader))
    for part in parts:
        if received.done():
            break
        writer.write(part)
        await asyncio.sleep(pause)
    async with asyncio.timeout(20):
        found = await received
    writer.close()
    return found


@pytest.mark.parametrize("sent", [b"", b"GET", GET, GET + b"Cookie: a"])
def test_half_a_head_ends_the_connection(port: int, sent: bytes) -> None:
    assert asyncio.run(answer(port, sent)) == b""


def test_so_does_one_that_arrives_byte_by_byte(port: int) -> None:
    dripped = [b"X-A: b\r\n"] * 1000
    assert asyncio.run(answer(port, GET, *dripped, pause=0.05)) == b""


def test_and_half_of_a_second_request(port: int) -> None:
    assert b"200 OK" in asyncio.run(answer(port, GET + b"\r\n" + GET))


def test_half_a_body_is_answered_with_408(port: int) -> None:
    assert b"408 Request Timeout" in asyncio.run(answer(port, POST + b"half"))


def test_so_is_a_body_that_arrives_byte_by_byte(port: int) -> None:
    dripped = [b"x"] * 9
    assert b"408 Request Timeout" in asyncio.run(answer(port, POST, *dripped, pause=0.1))


def test_a_whole_request_has_the_time_that_its_answer_needs(port: int) -> None:
    whole = POST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") + b"0123456789"
    assert b"200 OK" in asyncio.run(answer(port, whole))


def test_a_client_that_does_not_read_its_response_is_cut_off(
    server: uvicorn.Server, port: int
) -> None:
    with socket.create_connection(("127.0.0.1", port), 20) as client:
        client.sendall(GET.replace(b"/", b"/large", 1) + b"\r\n")
        assert client.recv(1)
        deadline = time.monotonic() + 20
        while server.server_state.connections:
            assert time.monotonic() < deadline, "the connection stays open"
            time.sleep(0.01)


def test_one_that_reads_gets_all_of_it(port: int) -> None:
    large = GET.replace(b"/", b"/large", 1) + b"Connection: close\r\n\r\n"
    assert asyncio.run(answer(port, large)).count(b"x") == CHUNKS * 1_000_000
