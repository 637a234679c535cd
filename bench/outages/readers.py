"""Many readers at once, and many spectators of a match: what they hold of the database."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from bench.measure import Row
from bench.outages.deployment import CONNECTIONS, Deployment

READERS = 200
ROUNDS = 3
WATCHERS = 300
LEFT = 6
WATCH_SECONDS = 5.0
PATHS = ("/", "/matches/", "/rankings/ecarte/", "/tournaments/", "/api/v1/matches/")

RUNNING_MATCH = """
from arena.accounts.models import User
from arena.bots.models import Bot, Version
from arena.matches import lifecycle, queue
from referee.play.clock import Clock

owner = User.objects.create_user("author")
versions = []
for name in ("one", "two"):
    bot = Bot.objects.create(owner=owner, ruleset="ecarte", name=name)
    version = Version.objects.create(
        bot=bot, number=1, sha256=name, content=b"", is_zip=False, size=0, state="qualified"
    )
    versions.append(version)
match = queue.create(
    "ecarte", {}, *versions, pairs=1, clock=Clock(), queue="ladder", rated=False
)
lifecycle.claim(match.pk, "nobody")
print(match.pk)
"""


def rows() -> Iterator[Row]:
    with Deployment(GOAT_LIVE_STREAMS_PER_ADDRESS="1000") as arena:
        match = int(arena.python(RUNNING_MATCH).split()[-1])
        arena.web.start()
        with most_connections(arena) as most:
            statuses = asyncio.run(read_and_watch(arena, match))
        yield Row("connections that readers and spectators hold", max(most), "", at_most=20)
        wrong = sum(number for status, number in statuses.items() if status != 200)
        yield Row("answers that are not 200", wrong, "", describe(statuses), at_most=0)
        time.sleep(10)
        yield Row("connections 10 s later", arena.connections(), "", at_most=10)
        yield Row("lines of the web process", len(arena.log("web").splitlines()), "")
        seconds = asyncio.run(end_with_watchers(arena, match))
        yield Row(f"end of the web process with {LEFT} streams", seconds, "s", at_most=5)


@contextmanager
def most_connections(arena: Deployment) -> Iterator[list[int]]:
    """Counts the connections until it is left."""
    counts: list[int] = []
    done = threading.Event()

    def count() -> None:
        with arena.superuser() as connection:
            while not done.wait(0.1):
                counts.extend(connection.execute(CONNECTIONS).fetchone() or ())

    thread = threading.Thread(target=count)
    thread.start()
    try:
        yield counts
    finally:
        done.set()
        thread.join()


async def read_and_watch(arena: Deployment, match: int) -> Counter[int]:
    """How often each status was answered; 0 stands for no answer."""
    watchers = [
        asyncio.create_task(watch(arena.port, f"/matches/{match}/live")) for _ in range(WATCHERS)
    ]
    await asyncio.sleep(1)
    statuses: Counter[int] = Counter()
    for _ in range(ROUNDS):
        paths = [PATHS[number % len(PATHS)] for number in range(READERS)]
        statuses.update(await asyncio.gather(*(status_of(arena.port, path) for path in paths)))
    statuses.update(await asyncio.gather(*watchers))
    return statuses


async def end_with_watchers(arena: Deployment, match: int) -> float:
    """The seconds that the web process takes to end while streams are open."""
    streams = [await request(arena.port, f"/matches/{match}/live") for _ in range(LEFT)]
    for reader, _ in streams:
        await reader.readuntil(b"retry:")
    return await asyncio.to_thread(arena.web.stop, 45)


async def status_of(port: int, path: str) -> int:
    """The status of one answer, which is read to its end."""
    reader, writer = await request(port, path)
    head = await reader.read()
    writer.close()
    return int(head.split()[1]) if head else 0


async def watch(port: int, path: str) -> int:
    """The status of a stream that is watched for a while."""
    reader, writer = await request(port, path)
    head = await reader.readline()
    end = asyncio.get_running_loop().time() + WATCH_SECONDS
    while (left := end - asyncio.get_running_loop().time()) > 0:
        try:
            if not await asyncio.wait_for(reader.read(4096), left):
                return 0
        except TimeoutError:
            break
    writer.close()
    return int(head.split()[1]) if head else 0


async def request(port: int, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    return reader, writer


def describe(statuses: Counter[int]) -> str:
    return ", ".join(f"{number} × {status}" for status, number in sorted(statuses.items()))
