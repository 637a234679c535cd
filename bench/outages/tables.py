"""Tables go on: ten of them are played while one part of the arena after the other is away.

People know only what they were told. At the end their acknowledged moves are compared with the
logs, and their entries with what the arena tells somebody who asks anew.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from itertools import cycle
from typing import Any

from bench.measure import Row
from bench.outages.deployment import Deployment, wait_until
from bench.outages.people import Person, Seen
from bench.outages.table_checks import checks

TABLES = 10
CALM_SECONDS = 4.0
SHORT_SECONDS = 5.0
# Longer than a person has for a move: whoever is to move loses unless the clocks stand.
LONG_SECONDS = 12.0
CLOCK = {"move_s": 10, "bank_s": 0}
GOAL_SECONDS = 5.0
# The lease of a step that a dead worker has begun, and what follows.
STEP_GOAL_SECONDS = 20.0
ENDING_SECONDS = 5.0
LAST_SECONDS = 240.0

# The game, its options, and the seats; a second person sits down in the open seat.
GAMES: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("ecarte", {"target": 3}, ("me", "bot")),
    ("svoi-kozyri", {"max_plies": 60}, ("me", "bot")),
    ("kozel", {"limit": 2}, ("me", "bot", "open", "bot")),
    ("ecarte", {"target": 3}, ("me", "open")),
    ("svoi-kozyri", {"max_plies": 60}, ("open", "me")),
)

SETUP = """
from hashlib import sha256
from arena.accounts.models import ApiToken, User
from arena.bots.models import Bot, Version
BOT = '''
import json, random, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "move":
        end = time.process_time() + 0.05
        while time.process_time() < end:
            pass
        print(json.dumps({"move": random.choice(message["legal"])}), flush=True)
    elif message["type"] == "bye":
        break
'''
owner = User.objects.create_user("author")
for ruleset in ("ecarte", "svoi-kozyri", "kozel"):
    content = (BOT + "# " + ruleset).encode()
    bot = Bot.objects.create(owner=owner, ruleset=ruleset, name=ruleset)
    bot.active = Version.objects.create(bot=bot, number=1, sha256=sha256(content).hexdigest(),
        content=content, is_zip=False, size=len(content), state="qualified")
    bot.save()
for number in range(COUNT):
    user = User.objects.create(username=f"player{number}")
    print(ApiToken.make(user, "bench")[1])
"""


def rows() -> Iterator[Row]:
    with Deployment(GOAT_LADDER="off", GOAT_TABLES_PER_PLAYER="20") as arena:
        scenario = Scenario(arena)
        yield from asyncio.run(scenario.play())
        logs = {name: arena.log(name) for name in ("web", "web2", "worker1", "housekeeping")}
        yield from checks(scenario.seen, arena.python, logs)


class Scenario:
    """The programs, the people, and what happens to them."""

    def __init__(self, arena: Deployment) -> None:
        self._arena = arena
        made = arena.python(SETUP.replace("COUNT", str(2 * TABLES)))
        keys = [word for word in made.split() if word.startswith("goat_")]
        self._web2, port2 = arena.add_web()
        self._worker = arena.add_worker(8, "-Q", "table", "-P", "threads")
        for server in (arena.web, self._web2, arena.housekeeping, self._worker):
            server.start(60)
        self.seen = Seen()
        self._people = [Person(key, (arena.port, port2), self.seen) for key in keys]
        self._stopping = False
        self._playing: set[str] = set()

    async def play(self) -> list[Row]:
        pairs = zip(self._people[::2], self._people[1::2], strict=True)
        games = cycle(GAMES)
        async with asyncio.TaskGroup() as group:
            for one, two in pairs:
                group.create_task(self._play_games(one, two, *next(games)))
            found = [row async for row in self._outages()]
            self._stopping = True
            began = time.monotonic()
        found.append(Row("until the last table has ended", time.monotonic() - began, "s"))
        return found

    async def _play_games(
        self, one: Person, two: Person, ruleset: str, options: Any, kinds: tuple[str, ...]
    ) -> None:
        """One game after the other at one table."""
        bot = {"kind": "bot", "bot": f"author/{ruleset}"}
        seats = [bot if kind == "bot" else {"kind": kind} for kind in kinds]
        body = {"ruleset": ruleset, "options": options, "seats": seats, "clock": CLOCK}
        while not self._stopping:
            code = await one.create(body)
            people = [one]
            if "open" in kinds:
                await two.sit(code)
                people.append(two)
            self._playing.add(code)
            async with asyncio.timeout(LAST_SECONDS + 120):
                await asyncio.gather(*(person.play(code) for person in people))
            self._playing.discard(code)

    async def _outages(self) -> AsyncIterator[Row]:
        arena, worker = self._arena, self._worker
        yield await self._away(
            f"Redis away {SHORT_SECONDS:g} s and back empty", arena.redis, "stop", SHORT_SECONDS
        )
        yield await self._away(
            f"PostgreSQL away {LONG_SECONDS:g} s", arena.postgres, "stop", LONG_SECONDS
        )
        yield await self._hangs(f"PostgreSQL hangs {LONG_SECONDS:g} s", LONG_SECONDS)
        held = "SELECT count(*) FROM tables_table WHERE step_token IS NOT NULL"
        await asyncio.to_thread(wait_until, lambda: int(arena.sql(held)[0][0]) >= 2, 30)
        yield await self._away(
            "the worker of tables killed in steps", worker, "kill", 0, STEP_GOAL_SECONDS
        )
        yield await self._away(
            f"one of two web processes killed, {SHORT_SECONDS:g} s", self._web2, "kill"
        )
        yield await self._away(
            f"housekeeping killed, {LONG_SECONDS:g} s", arena.housekeeping, "kill", LONG_SECONDS
        )
        yield await self._without_web()
        await asyncio.sleep(CALM_SECONDS)
        for person in self._people:
            person.cut()
        yield await self._recovery("all streams cut")
        for server in (self._web2, worker, arena.housekeeping, arena.web):
            await asyncio.sleep(CALM_SECONDS)
            seconds = await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start, 60)
            yield Row(
                f"end of {server.name} while tables are played",
                seconds,
                "s",
                at_most=ENDING_SECONDS,
            )
        yield await self._recovery("each program ended and started")

    async def _away(
        self,
        name: str,
        server: Any,
        how: str,
        seconds: float = SHORT_SECONDS,
        goal: float = GOAL_SECONDS,
    ) -> Row:
        await asyncio.sleep(CALM_SECONDS)
        await asyncio.to_thread(getattr(server, how))
        await asyncio.sleep(seconds)
        await asyncio.to_thread(server.start, 60)
        return await self._recovery(name, goal)

    async def _hangs(self, name: str, seconds: float) -> Row:
        await asyncio.sleep(CALM_SECONDS)
        self._arena.postgres.pause()
        await asyncio.sleep(seconds)
        self._arena.postgres.resume()
        return await self._recovery(name)

    async def _without_web(self) -> Row:
        await asyncio.sleep(CALM_SECONDS)
        for server in (self._arena.web, self._web2):
            await asyncio.to_thread(server.kill)
        await asyncio.sleep(LONG_SECONDS)
        for server in (self._arena.web, self._web2):
            await asyncio.to_thread(server.start, 60)
        return await self._recovery(f"all web processes killed, {LONG_SECONDS:g} s")

    async def _recovery(self, name: str, goal: float = GOAL_SECONDS) -> Row:
        """How long it takes from now until a move has arrived from each table."""
        began = time.monotonic()
        waiting = set(self._playing)
        count = len(waiting)
        while waiting and time.monotonic() - began < 60:
            await asyncio.sleep(0.05)
            for code in list(waiting):
                if self.seen.progress.get(code, 0.0) > began or code in self.seen.over:
                    waiting.discard(code)
        return Row(
            f"{name}: until each table has gone on",
            time.monotonic() - began,
            "s",
            f"{count} tables" + (f", stuck: {', '.join(waiting)}" if waiting else ""),
            at_most=goal,
        )
