"""A private arena of separate programs, as docs/8-operations.md describes it.

PostgreSQL with its default of 100 connections, Redis, one web process, workers and housekeeping:
processes of their own in a temporary folder, which is removed at the end. Nothing listens except
the web process, on a free port of 127.0.0.1.
"""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import redis
from celery import Celery

from bench.outages.server import Server
from tests import servers

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable
WEB = (
    *(PYTHON, "-m", "uvicorn", "arena.asgi:application", "--host", "127.0.0.1"),
    *("--http", "arena.web.http_protocol:Protocol"),
)
WORKER = (PYTHON, "-m", "celery", "-A", "arena", "worker")
HOUSEKEEPING = (PYTHON, "manage.py", "housekeeping")
ROLE = "arena"  # of the arena in PostgreSQL: not a superuser, as on a real server

CONNECTIONS = f"SELECT count(*) FROM pg_stat_activity WHERE usename = '{ROLE}'"


@dataclass(frozen=True)
class Answer:
    """An answer over HTTP. Its status is 0 if none came; `seconds` is how long it took."""

    status: int
    body: str
    headers: Mapping[str, str]
    seconds: float


class Deployment:
    """The servers `postgres`, `redis`, `web`, `housekeeping` and `workers`, as a context manager.

    Entering it starts PostgreSQL and Redis, and creates the tables. Start the others as needed:
    ``arena.web.start()``. Leaving it ends them all. `variables` adds to the environment.
    """

    def __init__(self, **variables: str) -> None:
        self._variables = variables
        self._stack = ExitStack()
        self._created = False
        self.workers: list[Server] = []

    def __enter__(self) -> "Deployment":
        # Under /tmp whatever TMPDIR is: the path of a socket has room for 107 bytes only.
        self.folder = Path(tempfile.mkdtemp(prefix="goat-outages-", dir="/tmp"))
        self._stack.callback(servers.remove, self.folder)
        self.folder.chmod(0o711)
        try:
            self._prepare()
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self._stack.close()

    def _prepare(self) -> None:
        binaries = servers.create_cluster(self.folder)
        self.postgres = self._server(
            "PostgreSQL", lambda: servers.run_postgres(self.folder, binaries), self._database_ready
        )
        self.redis = self._server(
            "Redis", lambda: servers.start_redis(self.folder)[0], self._redis_ready
        )
        for name in ("data", "tmp"):
            (self.folder / name).mkdir()
        (self.folder / "data").chmod(0o700)
        (self.folder / "tmp").chmod(0o1777)  # bots run as users of their own
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.environment = {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "DATABASE_URL": f"postgres://{ROLE}@{quote(str(self.folder), safe='')}/{ROLE}",
            "REDIS_URL": f"redis+socket://{self.folder}/redis.sock",
            "SECRET_KEY": "of a private deployment that ends with its scenario",
            "GOAT_DATA": str(self.folder / "data"),
            "TMPDIR": str(self.folder / "tmp"),
            # Other arenas of this host take no processor from this one.
            "GOAT_CPU_SLOTS": str(self.folder / "slots"),
        } | self._variables
        self.web = self._program("web", (*WEB, "--port", str(self.port)), self._web_ready)
        self.housekeeping = self._program("housekeeping", HOUSEKEEPING)
        self.postgres.start()
        self.redis.start()
        self.sql(f"CREATE ROLE {ROLE} LOGIN")
        self.sql(f"CREATE DATABASE {ROLE} OWNER {ROLE}")
        self._created = True
        self.manage("migrate", "--verbosity", "0")

    def add_worker(self, concurrency: int = 2, *options: str) -> Server:
        """A worker that is not started yet. It is ready when it takes matches."""
        name = f"worker{len(self.workers) + 1}"
        node = f"{name}@arena"
        command = (*WORKER, "--concurrency", str(concurrency), "-n", node, *options)
        worker = self._program(name, command, lambda: self._answers(node))
        self.workers.append(worker)
        return worker

    def add_web(self) -> tuple[Server, int]:
        """A second web process, "web2", that is not started yet, and its port."""
        port = free_port()

        return self._program("web2", (*WEB, "--port", str(port)), lambda: is_open(port)), port

    def log(self, name: str) -> str:
        """What a program has printed since its first start."""
        path = self._log(name)
        return path.read_text(errors="replace") if path.exists() else ""

    def manage(self, *arguments: str) -> str:
        """Runs manage.py in this arena. Returns what it printed."""
        done = subprocess.run(
            [PYTHON, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return done.stdout

    def python(self, code: str) -> str:
        """Runs code with Django in this arena, such as a scenario's matches. Returns its output."""
        return self.manage("shell", "--verbosity", "0", "--command", code)

    def sql(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of a query as the superuser, for whom connections are reserved."""
        with self.superuser() as connection:
            cursor = connection.execute(query)  # type: ignore[call-overload]
            return cursor.fetchall() if cursor.description else []

    def superuser(self) -> "psycopg.Connection[tuple[Any, ...]]":
        """A connection to the arena's database, or to an empty one before it is created."""
        name = ROLE if self._created else "postgres"
        address = f"postgres://postgres@{quote(str(self.folder), safe='')}/{name}"
        return psycopg.connect(address, autocommit=True, connect_timeout=5)

    def connections(self) -> int:
        """How many connections to PostgreSQL the arena's programs hold now."""
        return int(self.sql(CONNECTIONS)[0][0])

    def client(self) -> "redis.Redis":
        """A client of its Redis."""
        return redis.Redis(unix_socket_path=str(self.folder / "redis.sock"), socket_timeout=5)

    def get(
        self,
        path: str,
        seconds: float = 60.0,
        data: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """The site's answer to a request; a POST if there is data."""
        began = time.monotonic()
        try:
            request = urllib.request.Request(self.address + path, data, dict(headers or {}))
            with urllib.request.urlopen(request, timeout=seconds) as found:
                status, body, received = found.status, found.read(), dict(found.headers)
        except urllib.error.HTTPError as error:
            status, body, received = error.code, error.read(), dict(error.headers)
        except OSError as error:
            status, body, received = 0, str(error).encode(), {}
        return Answer(status, body.decode(errors="replace"), received, time.monotonic() - began)

    def _server(
        self, name: str, run: "Callable[[], subprocess.Popen[bytes]]", ready: Any
    ) -> Server:
        server = Server(name, run, ready, servers.signal.SIGINT)
        self._stack.callback(end, server)
        return server

    def _program(
        self, name: str, command: tuple[str, ...], ready: Callable[[], bool] = lambda: True
    ) -> Server:
        def run() -> subprocess.Popen[bytes]:
            with self._log(name).open("ab") as log:
                return subprocess.Popen(
                    command,
                    cwd=ROOT,
                    env=self.environment,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,  # Ctrl-C is for the scenario
                )

        server = Server(name, run, ready, log=self._log(name))
        self._stack.callback(end, server)
        return server

    def _log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def _database_ready(self) -> bool:
        try:
            self.sql("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def _redis_ready(self) -> bool:
        try:
            return bool(self.client().ping())
        except redis.RedisError:
            return False

    def _answers(self, node: str) -> bool:
        """Whether this Celery worker answers a ping; it does so from the end of its start."""
        with (
            Celery(broker=self.environment["REDIS_URL"]) as app,
            app.connection_for_write() as connection,  # not one from before Redis was stopped
        ):
            return bool(app.control.ping([node], timeout=1.0, limit=1, connection=connection))

    def _web_ready(self) -> bool:
        return self.get("/offline/", 5).status == 200


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def is_open(port: int) -> bool:
    """Whether a program listens there."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def end(server: Server) -> None:
    """Ends a server at the end of its deployment, whatever state it is in."""
    if server.running:
        server.stop(10)


def wait_until(condition: Callable[[], Any], seconds: float) -> float:
    """The seconds until the condition is true. Raises TimeoutError."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            raise TimeoutError(f"not true within {seconds:g} s")
        time.sleep(0.05)
    return time.monotonic() - began
