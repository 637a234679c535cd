"""Tables, where people play against bots: how soon a bot's reply reaches the person.

``python -m bench.tables``, or with the names of its parts. A private arena of separate programs
(bench/outages/deployment.py) with the worker of tables. Each player creates a table over the API,
watches its stream, and sends moves. A reply's time runs from sending a move until the event with
the bot's move has arrived, less what the bot's clock was charged.
"""

import argparse
import asyncio
import json
import random
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.measure import Row
from bench.outages.deployment import Deployment

IDLE_REPLIES = 40
IDLE_GOAL_MS = 300
PLAYERS = 50
PLAYERS_SECONDS = 40.0
THINK_SECONDS = (3.0, 7.0)  # a person
QUEUED = 3000
BUSY_REPLIES = 40
BUSY_GOAL_MS = 1000
RULESET = "svoi-kozyri"

SETUP = """
from hashlib import sha256
from arena.accounts.models import ApiToken, User
from arena.bots.models import Bot, Version
from arena.matches import queue
from referee.play.clock import Clock
BOT = '''
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "move":
        end = time.process_time() + MS / 1000
        while time.process_time() < end:
            pass
        print(json.dumps({"move": message["legal"][0]}), flush=True)
    elif message["type"] == "bye":
        break
'''
def version(name, ms):
    owner, _ = User.objects.get_or_create(username="author-of-" + name)
    content = BOT.replace("MS", str(ms)).encode()
    bot = Bot.objects.create(owner=owner, ruleset="svoi-kozyri", name=name)
    bot.active = Version.objects.create(bot=bot, number=1, sha256=sha256(content).hexdigest(),
        content=content, is_zip=False, size=len(content), state="qualified")
    bot.save()
    return bot.active
def tokens(count):
    for number in range(count):
        user = User.objects.create(username=f"player{number}")
        print(ApiToken.make(user, "bench")[1])
"""
MATCHES = """
pair = [version(name, 1) for name in ("one", "two")]
queue.add([queue.new("svoi-kozyri", {{}}, *pair, pairs=20, clock=Clock(), queue="tournament",
    rated=False, account=pair[0].bot.owner) for _ in range({count})])
"""


def idle() -> Iterator[Row]:
    """One table on an idle machine."""
    for how, kept in (("warm", "16"), ("cold", "0")):
        with Deployment(GOAT_LADDER="off", GOAT_TABLES_WARM=kept) as arena:
            keys = prepare(arena, players=1, ms=0)
            replies = asyncio.run(Player(arena, keys[0]).play(IDLE_REPLIES))
        yield from rows_of(f"reply of a {how} bot, idle machine", replies, IDLE_GOAL_MS)


def crowd() -> Iterator[Row]:
    """Many tables at once, with bots that compute for 50 ms."""
    with Deployment(GOAT_LADDER="off", GOAT_TABLES_WARM="64") as arena:
        keys = prepare(arena, players=PLAYERS, ms=50)

        async def play() -> list[float]:
            players = [Player(arena, key, THINK_SECONDS, PLAYERS_SECONDS) for key in keys]
            replies = await asyncio.gather(*(player.play() for player in players))
            return [reply for each in replies for reply in each]

        replies = asyncio.run(play())
    yield from rows_of(f"reply at {PLAYERS} tables with bots of 50 ms", replies)
    thinks = "people think for {:g} to {:g} s".format(*THINK_SECONDS)
    yield Row("moves of people", len(replies) / PLAYERS_SECONDS, "a second", thinks)


def tournament() -> Iterator[Row]:
    """One table beside thousands of queued matches, which play on every processor."""
    with Deployment(GOAT_LADDER="off") as arena:
        keys = prepare(arena, players=1, ms=0)
        arena.python(SETUP + MATCHES.format(count=QUEUED))
        arena.add_worker().start(60)
        for how in ("warm", "cold"):
            if how == "cold":
                arena.workers[0].stop()
                arena.environment["GOAT_TABLES_WARM"] = "0"
                arena.workers[0].start(60)
            replies = asyncio.run(Player(arena, keys[0]).play(BUSY_REPLIES))
            running = "SELECT count(*) FROM matches_match WHERE state = 'running'"
            note = f"{arena.sql(running)[0][0]} matches are played, {QUEUED} were queued"
            name = f"reply of a {how} bot beside a tournament"
            yield from rows_of(name, replies, BUSY_GOAL_MS, note)


PARTS: dict[str, Callable[[], Iterator[Row]]] = {
    "idle": idle,
    "crowd": crowd,
    "tournament": tournament,
}


def prepare(arena: Deployment, players: int, ms: int) -> list[str]:
    """Starts the programs, and makes the bot. Returns the players' tokens."""
    made = arena.python(SETUP + f"version('bot', {ms})\ntokens({players})")
    worker = arena.add_worker(8, "-Q", "table", "-P", "threads")
    for server in (arena.web, arena.housekeeping, worker):
        server.start(60)
    return [line for line in made.split() if line.startswith("goat_")]


def rows_of(
    name: str, replies: Sequence[float], goal: float | None = None, note: str = ""
) -> Iterator[Row]:
    """Rows with the median, the 95th percentile and the longest, in milliseconds."""
    times = sorted(1000 * reply for reply in replies)
    count = f"{len(times)} replies"
    yield Row(f"{name}: p50", times[len(times) // 2], "ms", note or count, at_most=goal)
    yield Row(f"{name}: p95", times[int(len(times) * 0.95)], "ms", "", at_most=goal)
    yield Row(f"{name}: longest", times[-1], "ms")


class Player:
    """A person at a table with the bot, over HTTP."""

    def __init__(
        self,
        arena: Deployment,
        key: str,
        think: tuple[float, float] = (0.05, 0.15),
        seconds: float = 120.0,
    ) -> None:
        self._port = arena.port
        self._key = key
        self._think = think
        self._seconds = seconds
        self._ends = 0.0

    async def play(self, most: int = 10_000) -> list[float]:
        """Plays one game after the other until there were so many replies, or time is up. Returns
        the seconds of each reply."""
        await asyncio.sleep(random.uniform(0, self._think[1]))
        self._ends = time.monotonic() + self._seconds
        replies: list[float] = []
        while len(replies) < most and time.monotonic() < self._ends:
            replies += await self._play_game(most - len(replies))
        return replies

    async def _play_game(self, most: int) -> list[float]:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "author-of-bot/bot"}]
        body = {"ruleset": RULESET, "options": {}, "seats": seats}
        code = (await self._post("/api/v1/tables/", body))["code"]
        replies: list[float] = []
        sent, question = 0.0, -1
        async for update in self._updates(code):
            moves = [entry["move"] for entry in update["entries"] if entry["kind"] == "move"]
            theirs = [move for move in moves if move["seat"] == 1]
            if theirs and sent:
                replies.append(time.monotonic() - sent - sum(move["ms"] for move in theirs) / 1000)
                sent = 0.0
            over = update["now"]["result"] is not None
            if over or len(replies) >= most or time.monotonic() > self._ends:
                break
            asked = update["now"]["question"]
            if asked and asked["n"] != question:
                question = asked["n"]
                await asyncio.sleep(random.uniform(*self._think))
                sent = time.monotonic()
                body = {"question": question, "move": random.choice(asked["legal"])}
                await self._post(f"/api/v1/tables/{code}/move/", body)
        await self._post(f"/api/v1/tables/{code}/resign/", {}, check=False)
        return replies

    async def _post(self, path: str, body: Any, check: bool = True) -> Any:
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nContent-Length: {len(data)}\r\nConnection: close\r\n"
        head += "Content-Type: application/json\r\n"
        reader, writer = await self._open(head, data)
        answer = await reader.read()
        writer.close()
        status = answer.split(b" ", 2)[1]
        if check and not status.startswith(b"2"):
            raise RuntimeError(f"{path}: {answer.decode(errors='replace')[-1500:]}")
        return json.loads(_body(answer)) if check else None

    async def _updates(self, code: str) -> AsyncIterator[Any]:
        reader, writer = await self._open(f"GET /api/v1/tables/stream/?watch={code}:0 HTTP/1.1\r\n")
        event = b""
        try:
            while line := await reader.readline():
                name, _, value = line.rstrip(b"\r\n").partition(b": ")
                if name == b"event":
                    event = value
                elif name == b"data" and event == b"update":
                    yield json.loads(value)
        finally:
            writer.close()

    async def _open(
        self, head: str, data: bytes = b""
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**22)
        head += f"Host: 127.0.0.1\r\nAuthorization: Bearer {self._key}\r\n\r\n"
        writer.write(head.encode() + data)
        await writer.drain()
        return reader, writer


def _body(answer: bytes) -> bytes:
    """The body of a response, whether it came in chunks or not."""
    head, _, body = answer.partition(b"\r\n\r\n")
    if b"chunked" not in head.lower():
        return body
    whole = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        length = int(size, 16)
        whole, body = whole + body[:length], body[length + 2 :]
    return whole


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.tables", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *PARTS], metavar="PART")
    names = parser.parse_args().names or list(PARTS)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    table = Table("what", "", "unit", "goal", "", "how", title="Tables")
    table.columns[1].justify = table.columns[3].justify = "right"
    console = Console() if Console().is_terminal else Console(width=140)
    missed = 0
    try:
        for name in names:
            for row in PARTS[name]():
                mark = {None: "", True: "✓", False: "✗"}[row.met]
                table.add_row(row.name, f"{row.value:.1f}", row.unit, row.goal, mark, row.note)
                missed += row.met is False
            table.add_section()
    finally:
        console.print(table)
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
