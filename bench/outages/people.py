"""People at tables, by script: they play over HTTP and the stream, whatever the arena does.

They behave as a careful client does: a request without an answer is sent again, to the other web
process too, until it has one; a stream that ends is opened again where it was. Some moves are sent
in hostile ways: the answer is not read, two clients send the same, or two different ones.
"""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

ATTEMPT_SECONDS = 10.0
AGAIN_SECONDS = 0.3
REOPEN_SECONDS = 1.0  # what the stream tells browsers
SILENCE_SECONDS = 25.0  # of a stream, with a heartbeat every ten
THINK_SECONDS = (0.3, 1.0)
NOT_NOW = ("answered", "not_now", "stale")
HOW = {"plainly": 70, "without reading the answer": 10, "twice": 10, "two different ones": 10}


@dataclass
class Seen:
    """What all people together have seen."""

    acknowledged: dict[str, dict[tuple[int, int], str]] = field(default_factory=dict)  # by table
    entries: dict[tuple[str, int], list[Any]] = field(default_factory=dict)  # by table and seat
    progress: dict[str, float] = field(default_factory=dict)  # when a table's last move arrived
    over: set[str] = field(default_factory=set)
    irregular: Counter[str] = field(default_factory=Counter)  # what must never happen
    sent: Counter[str] = field(default_factory=Counter)  # moves, by how they were sent
    reopened: int = 0  # streams


class Person:
    """Somebody with a token, for whom `ports` are the arena's web processes."""

    def __init__(self, key: str, ports: Sequence[int], seen: Seen) -> None:
        self._key = key
        self._ports = ports
        self._seen = seen
        self._writers: set[asyncio.StreamWriter] = set()  # of open streams

    async def create(self, body: Any) -> str:
        """A new table's code. Waits as long as the arena asks for."""
        while True:
            status, answer = await self._send("/api/v1/tables/", body)
            if status == 201:
                code: str = answer["code"]
                return code
            if status != 429:
                raise RuntimeError(f"no table was created: {status} {answer}")
            await asyncio.sleep(2)

    async def sit(self, code: str) -> None:
        status, answer = await self._send(f"/api/v1/tables/{code}/sit/", {})
        if status != 200:
            raise RuntimeError(f"no seat at {code}: {status} {answer}")

    async def play(self, code: str) -> None:
        """Plays at a table until the game is over."""
        known = 0
        answered = -1
        moves: list[asyncio.Task[None]] = []
        while code not in self._seen.over:
            try:
                async for update in self._updates(code, known):
                    known = self._note(code, known, update)
                    question = update["now"]["question"]
                    if question and question["n"] > answered:
                        answered = question["n"]
                        seat = update["now"]["you"]["seat"]
                        # The next question may come before the answer to the last move.
                        moves.append(asyncio.create_task(self._move(code, seat, question)))
                    if update["now"]["state"] in ("over", "closed"):
                        self._seen.over.add(code)
                        break
            except (OSError, EOFError, TimeoutError, ValueError):
                self._seen.reopened += 1
                await asyncio.sleep(REOPEN_SECONDS)
        await asyncio.gather(*moves)

    def cut(self) -> None:
        """Cuts all streams, as a network does."""
        for writer in self._writers:
            writer.transport.abort()

    def _note(self, code: str, known: int, update: Any) -> int:
        numbers = [entry["n"] for entry in update["entries"]]
        if numbers != list(range(known + 1, update["n"] + 1)):
            self._seen.irregular[f"entries {numbers} after {known}"] += 1
        seat = update["now"]["you"]["seat"]
        self._seen.entries.setdefault((code, seat), []).extend(update["entries"])
        if any(entry["kind"] == "move" for entry in update["entries"]):
            self._seen.progress[code] = time.monotonic()
        return int(update["n"])

    async def _move(self, code: str, seat: int, question: Any) -> None:
        await asyncio.sleep(random.uniform(*THINK_SECONDS))
        how = random.choices(list(HOW), list(HOW.values()))[0]
        texts = [random.choice(question["legal"])]
        if how == "two different ones" and len(question["legal"]) > 1:
            texts = random.sample(question["legal"], 2)
        elif how == "twice":
            texts *= 2
        elif how == "without reading the answer":
            await self._send_unread(code, question["n"], texts[0])
        else:
            how = "plainly"
        self._seen.sent[how] += 1
        path = f"/api/v1/tables/{code}/move/"
        bodies = [{"question": question["n"], "move": text} for text in texts]
        answers = await asyncio.gather(*(self._send(path, body) for body in bodies))
        accepted = {text for text, (status, _) in zip(texts, answers, strict=True) if status == 200}
        if len(accepted) > 1:
            self._seen.irregular["two answers to one question were accepted"] += 1
        for text in accepted:
            self._seen.acknowledged.setdefault(code, {})[seat, question["n"]] = text
        for status, answer in answers:
            late = question["secret"] and answer.get("code") in NOT_NOW  # the window has ended
            if status != 200 and not late and not (accepted and answer.get("code") in NOT_NOW):
                self._seen.irregular[
                    f"a move was refused: {how}, {status} {answer.get('code')}"
                ] += 1

    async def _send_unread(self, code: str, question: int, text: str) -> None:
        try:
            _, writer = await self._post(
                f"/api/v1/tables/{code}/move/", {"question": question, "move": text}
            )
            await asyncio.sleep(random.uniform(0, 0.05))
            writer.transport.abort()
        except OSError:
            pass

    async def _send(self, path: str, body: Any) -> tuple[int, Any]:
        """The status and the body of an answer, which comes when the arena is there."""
        while True:
            try:
                async with asyncio.timeout(ATTEMPT_SECONDS):
                    reader, writer = await self._post(path, body)
                    answer = await reader.read()
                writer.close()
                head, _, content = answer.partition(b"\r\n\r\n")
                status = int(head.split(b" ", 2)[1])
                if status == 500:
                    self._seen.irregular["status 500"] += 1
                if status < 500:
                    return status, json.loads(content)
            except (OSError, TimeoutError, IndexError, ValueError):
                pass
            await asyncio.sleep(AGAIN_SECONDS)

    async def _post(
        self, path: str, body: Any
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nContent-Length: {len(data)}\r\nConnection: close\r\n"
        return await self._open(head + "Content-Type: application/json\r\n", data)

    async def _updates(self, code: str, known: int) -> Any:
        """The Updates of one stream, until it breaks. Raises OSError, TimeoutError, EOFError."""
        # What browsers do: the address that the page had, and the last event's id.
        head = f"GET /api/v1/tables/stream/?watch={code}:0 HTTP/1.1\r\n"
        reader, writer = await self._open(head + f"Last-Event-ID: {code}:{known}\r\n")
        self._writers.add(writer)
        event = b""
        try:
            while True:
                async with asyncio.timeout(SILENCE_SECONDS):
                    line = await reader.readline()
                if not line:
                    raise EOFError
                name, _, value = line.rstrip(b"\r\n").partition(b": ")
                if name == b"event":
                    event = value
                elif name == b"data" and event == b"update":
                    yield json.loads(value)
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _open(
        self, head: str, data: bytes = b""
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        port = random.choice(self._ports)
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
        head += f"Host: 127.0.0.1\r\nAuthorization: Bearer {self._key}\r\n\r\n"
        writer.write(head.encode() + data)
        await writer.drain()
        return reader, writer
