"""A live arena and a connected bot, each in processes of its own."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parents[3]
ELSEWHERE = {
    name: value
    for name, value in os.environ.items()
    if not name.startswith("GOAT_") and name not in ("DATABASE_URL", "REDIS_URL")
}


class Arena:
    """The embedded arena of arena_process.py, with its data in a folder."""

    def __init__(self, folder: Path, hosted_bot: Path, port: int = 0, **settings: str) -> None:
        environment = {
            "GOAT_DATA": str(folder),
            "HOSTED_BOT": str(hosted_bot),
            "GOAT_LADDER": "off",
            "GOAT_CPU_SLOTS": str(folder / "slots"),
            "LOG_LEVEL": "ERROR",
            **settings,
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.arena.remote.arena_process", str(port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=ELSEWHERE | environment,
        )
        assert self.process.stdout is not None
        told = json.loads(self.process.stdout.readline())
        self.address: str = told["address"]
        self.tokens: dict[str, str] = told["tokens"]

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def get(self, path: str) -> Any:
        return httpx.get(f"{self.address}/api/v1/{path}", timeout=20).json()

    def post(self, path: str, body: Any, user: str = "alice") -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.tokens[user]}"}
        return httpx.post(f"{self.address}/api/v1/{path}", json=body, headers=headers, timeout=20)

    def challenge(self, bot: str, opponent: str, user: str = "alice", **options: Any) -> int:
        """The number of the match, of one pair of games."""
        body = {"bot": bot, "opponent": opponent, "pairs": 1, "options": options}
        answer = self.post("challenges/", body, user)
        assert answer.status_code == 201, answer.text
        return int(answer.json()["id"])

    def finished(self, match: int) -> Any:
        """The record of the match, as soon as it has ended."""
        until(lambda: self.get(f"matches/{match}/")["state"] not in ("queued", "running"))
        return self.get(f"matches/{match}/record/")

    def online(self, name: str) -> bool:
        return bool(self.get(f"remote/bots/alice/{name}/")["online"])

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(20)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class Connected:
    """goat connect with alice's token, and what it has reported so far."""

    def __init__(self, arena: Arena, name: str, bot: Path, address: str = "") -> None:
        self.events: list[dict[str, Any]] = []
        goat = [sys.executable, "-m", "referee.cli"]
        self.process = subprocess.Popen(
            [*goat, "connect", name, "--json", "--", sys.executable, str(bot)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=ELSEWHERE
            | {"GOAT_ARENA": address or arena.address, "GOAT_TOKEN": arena.tokens["alice"]},
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.events.append(json.loads(line))

    def count(self, kind: str, **facts: Any) -> int:
        return sum(
            event["event"] == kind and facts.items() <= event.items() for event in list(self.events)
        )

    def await_event(self, kind: str, count: int = 1, **facts: Any) -> None:
        until(lambda: self.count(kind, **facts) >= count or self.process.poll() is not None)
        assert self.count(kind, **facts) >= count, self.errors()

    def errors(self) -> str:
        return self.process.communicate()[1] if self.process.poll() is not None else ""

    def interrupt(self) -> int:
        self.process.send_signal(2)
        return self.process.wait(20)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def until(condition: Callable[[], Any], seconds: float = 100.0) -> Any:
    """What the condition returns as soon as it is true."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)
    return found
