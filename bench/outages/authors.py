"""What authors do, many at once: docs, tools, downloads, and slow webhooks."""

import asyncio
import re
import statistics
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from bench.measure import Row
from bench.outages.deployment import Deployment
from bench.outages.flood import resident_mib
from bench.outages.readers import describe, request, status_of

READERS = 200
SLOW_READERS = 50
SECONDS = 12.0
MEBIBYTES = 200
PATHS = ("/docs/api/", "/docs/search/?q=clock", "/tools/", "/data/", "/api/v1/arena/")
OWNERS = 40
SLOW_SECONDS = 8.0

DUMP = f"""
from datetime import date
from django.utils import timezone
from arena.dumps.models import Dump

print(Dump.objects.create(
    ruleset="ecarte", month=date(2025, 11, 1), complete=True, matches=1, made=timezone.now(),
    size={MEBIBYTES << 20}, sha256="0" * 64,
).file_name)
"""
WEBHOOKS = f"""
from arena.accounts.models import User
from arena.webhooks import events
from arena.webhooks.models import Event, Webhook

for number in range({OWNERS}):
    user = User.objects.create(username=f"owner{{number}}")
    for _ in range(5):
        events.test_message(Webhook.objects.create(
            user=user, url="URL/slow", events=[Event.MATCH], site="http://localhost"
        ))
"""
QUICK = """
from arena.accounts.models import User
from arena.webhooks import events
from arena.webhooks.models import Event, Webhook

events.test_message(Webhook.objects.create(
    user=User.objects.create(username="quick"), url="URL/quick", events=[Event.MATCH],
    site="http://localhost",
))
"""


def rows() -> Iterator[Row]:
    with Deployment(GOAT_WEBHOOK_PRIVATE="1", GOAT_LADDER="off") as arena:
        dump = arena.python(DUMP).split()[-1]
        folder = Path(arena.environment["GOAT_DATA"]) / "dumps"
        folder.mkdir()
        (folder / dump).write_bytes(bytes(MEBIBYTES << 20))
        arena.web.start()
        wheel = re.search(r'href="[^"]*?(/tools/[0-9a-f]+/[^"]+\.whl)"', arena.get("/tools/").body)
        paths = (*PATHS, *([wheel[1]] if wheel else []))
        statuses = asyncio.run(read(arena, paths))
        wrong = sum(number for status, number in statuses.items() if status != 200)
        yield Row("authors: answers that are not 200", wrong, "", describe(statuses), at_most=0)
        before = resident_mib(arena.web.pid)
        page, after = asyncio.run(download_slowly(arena, f"/data/{dump}"))
        slow = f"{SLOW_READERS} slow readers of {MEBIBYTES} MiB"
        yield Row(f"a page beside {slow}", page, "s", at_most=0.5)
        yield Row("what they add to the web process", after - before, "MiB", at_most=100)
        arena.housekeeping.start()
        with receiving() as (url, arrived):
            arena.python(WEBHOOKS.replace("URL", url))
            arena.python(QUICK.replace("URL", url))
            began = time.monotonic()
            arrived.wait(60)
            seconds = time.monotonic() - began
        yield Row(f"a webhook beside slow ones of {OWNERS} people", seconds, "s", at_most=5)


async def read(arena: Deployment, paths: tuple[str, ...]) -> Counter[int]:
    """How often each status was answered."""
    statuses: Counter[int] = Counter()
    for path in paths:
        answers = (status_of(arena.port, path) for _ in range(READERS))
        statuses.update(await asyncio.gather(*answers))
    return statuses


async def download_slowly(arena: Deployment, path: str) -> tuple[float, float]:
    """The median time of a page meanwhile, and the memory of the web process at most."""
    readers = [asyncio.create_task(read_slowly(arena.port, path)) for _ in range(SLOW_READERS)]
    times, memory = [], [0.0]
    while not all(reader.done() for reader in readers):
        answer = await asyncio.to_thread(arena.get, "/api/v1/arena/")
        times.append(answer.seconds)
        memory.append(resident_mib(arena.web.pid))
        await asyncio.sleep(0.2)
    await asyncio.gather(*readers)
    return round(statistics.median(times), 3), max(memory)


async def read_slowly(port: int, path: str) -> None:
    reader, writer = await request(port, path)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and await reader.read(4096):
        await asyncio.sleep(0.02)
    writer.close()


@contextmanager
def receiving() -> Iterator[tuple[str, threading.Event]]:
    """A server whose path /slow answers late; the event is set when something comes to /quick."""
    arrived = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            if self.path == "/slow":
                time.sleep(SLOW_SECONDS)
            else:
                arrived.set()
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = READERS

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", arrived
    finally:
        server.shutdown()
        server.server_close()
