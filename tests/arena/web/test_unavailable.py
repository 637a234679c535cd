"""While the database is away every answer is 503, and the log has one line."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import IntegrityError, InterfaceError, OperationalError

from arena.web import outage
from arena.web.outage import Outage

ROOT = Path(__file__).resolve().parents[3]
LINE = "the database is away: "


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A web process whose database does not exist: its address, and its log."""
    folder = tmp_path_factory.mktemp("away")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    socket_folder = str(folder).replace("/", "%2F")
    environment = os.environ | {"DATABASE_URL": f"postgres://nobody@{socket_folder}/none"}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [*(sys.executable, "-m", "uvicorn", "arena.asgi:application"), "--port", str(port)],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=log,
        )
    try:
        wait_until_open(port)
        yield f"http://127.0.0.1:{port}", folder / "log"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)


def wait_until_open(port: int) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            assert time.monotonic() < deadline, "the web process does not start"
            time.sleep(0.05)


def refused(address: str, data: bytes | None = None) -> tuple[Any, str]:
    """The headers and the body of a 503."""
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(address, data, 30)
    assert caught.value.code == 503
    return caught.value.headers, caught.value.read().decode()


def test_the_api_answers_in_its_documented_json(site: Any) -> None:
    headers, body = refused(f"{site[0]}/api/v1/matches/")
    assert headers["Retry-After"] == "5"
    assert headers["Content-Type"] == "application/problem+json"
    assert '"code": "unavailable"' in body
    assert '"fields": {}' in body


def test_a_page_is_a_page_that_tries_again(site: Any) -> None:
    headers, body = refused(f"{site[0]}/matches/")
    assert headers["Retry-After"] == "5"
    assert "The arena cannot answer now" in body
    assert 'http-equiv="refresh"' in body


def test_pages_without_data_are_there(site: Any) -> None:
    with urllib.request.urlopen(f"{site[0]}/offline/", timeout=30) as found:
        assert found.status == 200


def test_an_outage_is_one_line_of_the_log(site: Any) -> None:
    address, log = site
    for path in ("/", "/bots/", "/api/v1/bots/", "/matches/1/live"):
        refused(address + path)
    lines = log.read_text().splitlines()
    assert sum(LINE in line for line in lines) == 1
    assert not any("Traceback" in line or "Service Unavailable: " in line for line in lines)


@pytest.mark.parametrize(
    ("cause", "away"),
    [
        (psycopg.OperationalError("connection refused"), True),
        (psycopg.errors.AdminShutdown("terminating"), True),
        (psycopg.errors.TooManyConnections("sorry"), True),
        (psycopg.errors.DeadlockDetected("deadlock"), False),
        (psycopg.errors.QueryCanceled("timeout"), False),
    ],
)
def test_a_lost_connection_is_an_outage_and_a_wrong_query_is_none(
    cause: Exception, away: bool
) -> None:
    error = OperationalError("x")
    error.__cause__ = cause
    assert outage.of_the_database(error) is away


def test_other_errors_are_no_outage() -> None:
    assert outage.of_the_database(InterfaceError("the connection is closed"))
    assert not outage.of_the_database(IntegrityError("duplicate key"))
    assert not outage.of_the_database(ValueError("x"))
    assert not outage.of_the_database(None)


def test_the_end_of_an_outage_is_logged_and_a_new_one_only_after_a_while(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [1000.0]
    monkeypatch.setattr("arena.web.outage.time.monotonic", lambda: now[0])
    server = Outage("the database")
    server.ended()
    for _ in range(3):
        server.note(OSError("Connection refused\nand more"))
        now[0] += 10
    server.ended()
    server.ended()
    server.note(OSError("again at once"))
    server.ended()
    now[0] += 100
    server.note(OSError("much later"))
    assert [record.getMessage() for record in caplog.records] == [
        "the database is away: Connection refused",
        "the database is back, after 30 s",
        "the database is away: much later",
    ]
