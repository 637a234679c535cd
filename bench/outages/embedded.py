"""The embedded arena of `make demo` ends in the middle of games, and goes on with them.

Once it is asked to end, and once it is killed. Everything is in one process, over SQLite.
"""

import asyncio
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from signal import SIGINT
from typing import Any

from bench.measure import Row
from bench.outages.deployment import PYTHON, ROOT, free_port, is_open
from bench.outages.people import Person, Seen
from bench.outages.server import Server
from bench.outages.table_checks import checks

CALM_SECONDS = 4.0
AWAY_SECONDS = 12.0  # longer than a person has for a move
CLOCK = {"move_s": 10, "bank_s": 0}
GOAL_SECONDS = 5.0
START_SECONDS = 60.0
GAMES = (
    ("ecarte", 2, {"target": 2}),
    ("svoi-kozyri", 2, {"max_plies": 60}),
    ("kozel", 4, {"limit": 1}),
)

TOKENS = """
from arena.accounts.models import ApiToken, User
for number in range(COUNT):
    print(ApiToken.make(User.objects.create(username=f"player{number}"), "bench")[1])
"""
READY = """
from arena.bots.models import Bot
print("ready", Bot.objects.filter(active__state="qualified").values("ruleset").distinct().count())
"""


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="goat-embedded-") as folder:
        scenario = Scenario(Path(folder))
        try:
            yield from asyncio.run(scenario.play())
            yield from checks(scenario.seen, scenario.python, {"demo": scenario.log.read_text()})
        finally:
            if scenario.server.running:
                scenario.server.stop(10)


class Scenario:
    def __init__(self, folder: Path) -> None:
        self.seen = Seen()
        self.log = folder / "log"
        self.port = free_port()
        self._environment = {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "GOAT_DATA": str(folder / "data"),
            "GOAT_LADDER": "off",
        }
        self.server = Server("demo", self._run, self._ready, SIGINT, self.log)
        self._playing: set[str] = set()
        self._stopping = False

    def python(self, code: str) -> str:
        return subprocess.run(
            [PYTHON, "manage.py", "shell", "--verbosity", "0", "--command", code],
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout

    async def play(self) -> list[Row]:
        await asyncio.to_thread(self.server.start, START_SECONDS)
        made = await asyncio.to_thread(self.python, TOKENS.replace("COUNT", str(len(GAMES))))
        keys = [word for word in made.split() if word.startswith("goat_")]
        await asyncio.to_thread(self._wait_for_bots)
        found = []
        async with asyncio.TaskGroup() as group:
            for key, game in zip(keys, GAMES, strict=True):
                person = Person(key, (self.port,), self.seen)
                group.create_task(self._play_games(person, *game))
            await asyncio.sleep(CALM_SECONDS)
            seconds = await asyncio.to_thread(self.server.stop)
            found.append(Row("Ctrl-C: its end", seconds, "s", at_most=GOAL_SECONDS))
            found.append(await self._start("after Ctrl-C"))
            await asyncio.sleep(CALM_SECONDS)
            self.server.kill()
            found.append(await self._start("killed"))
            self._stopping = True
        return found

    async def _play_games(self, person: Person, ruleset: str, seats: int, options: Any) -> None:
        kinds = [{"kind": "me"}, *({"kind": "bot", "level": "easy"} for _ in range(seats - 1))]
        body = {"ruleset": ruleset, "options": options, "seats": kinds, "clock": CLOCK}
        while not self._stopping:
            code = await person.create(body)
            self._playing.add(code)
            await person.play(code)
            self._playing.discard(code)

    async def _start(self, name: str) -> Row:
        """Starts it again after a while. How long it takes until each table has gone on."""
        await asyncio.sleep(AWAY_SECONDS)
        await asyncio.to_thread(self.server.start, START_SECONDS)
        began = time.monotonic()
        waiting = set(self._playing)
        count = len(waiting)
        while waiting and time.monotonic() - began < START_SECONDS:
            await asyncio.sleep(0.05)
            waiting = {
                code
                for code in waiting
                if self.seen.progress.get(code, 0.0) < began and code not in self.seen.over
            }
        return Row(
            f"{name}, {AWAY_SECONDS:g} s: until each table has gone on",
            time.monotonic() - began,
            "s",
            f"{count} tables",
            at_most=GOAL_SECONDS,
        )

    def _run(self) -> "subprocess.Popen[bytes]":
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [PYTHON, "manage.py", "demo", "--port", str(self.port), "--pairs", "1"],
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _ready(self) -> bool:
        return is_open(self.port)

    def _wait_for_bots(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while "ready 3" not in self.python(READY):
            if time.monotonic() > deadline:
                raise TimeoutError("the reference bots do not qualify")
