"""The tables that are watched in this process, and what their watchers have yet to be told.

All watchers of a table share one Broadcast: when there is news, one computation makes a Snapshot
for each kind of viewer. News may be lost, so every two seconds one query for all watched tables
finds those that have changed.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from django.conf import settings
from django.db import close_old_connections

from arena.tables.errors import TableError
from arena.tables.seats import presence
from arena.tables.watching.history import Snapshot, Viewer
from arena.tables.watching.updates import Look, look, stamps_of
from arena.web import news, outage

CHECK_SECONDS = 2.0
SEEN_SECONDS = 10.0

FAILED = "failed"  # the stamp of a table that could not be looked at

T = TypeVar("T")
R = TypeVar("R")

log = logging.getLogger(__name__)

# The database work of all broadcasts: few threads, so few connections.
_threads = ThreadPoolExecutor(2, thread_name_prefix="tables")


@dataclass(eq=False)
class Stream:
    """The stream of one browser: its tables, and how many entries of each it has.

    `player` is the id of the player who watches; None for a visitor. `key`: that of a guest, who
    gets another one on another device.
    """

    player: int | None
    cursors: dict[str, int]
    key: str | None = None
    plays: bool = True  # whether who watches may also play, and so is at the table
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    ended: bool = False  # the player is no longer who he was: the browser is to ask again
    _sent: dict[str, object] = field(default_factory=dict)

    def news(self, broadcasts: "Broadcasts") -> str:
        """The events that are due: those of tables that look different to this player now."""
        self.changed.clear()
        return "".join(
            self._news_of(broadcasts.tables[code]) for code in self.cursors if not self.ended
        )

    def _news_of(self, table: "Broadcast") -> str:
        shown = table.shown_to(self.player)
        if shown is None or self._sent.get(table.code) is shown:
            return ""
        self._sent[table.code] = shown
        if isinstance(shown, TableError):
            gone = {"code": table.code, "error": shown.code, "detail": shown.message}
            return server_sent_event("gone", json.dumps(gone))
        after = self.cursors[table.code]
        self.cursors[table.code] = shown.snapshot.n
        return server_sent_event("update", shown.text(after), cursors_text(self.cursors))


@dataclass(eq=False)
class Shown:
    """A Snapshot that differs from the one before, and its texts by the entries known."""

    snapshot: Snapshot
    _texts: dict[int, str] = field(default_factory=dict)

    def text(self, after: int) -> str:
        if after not in self._texts:
            self._texts[after] = json.dumps(self.snapshot.update(after), separators=(",", ":"))
        return self._texts[after]


class Broadcast:
    """One table, and the streams that watch it. Used in the event loop only."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.streams: set[Stream] = set()
        self.stamp: object = None  # of the rows that were last looked at
        self._shown: dict[Viewer, Shown] = {}
        self._viewers: dict[int | None, Viewer | TableError] = {}
        self._news = False
        self._task: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None

    def shown_to(self, player: int | None) -> "Shown | TableError | None":
        """What is shown to this player; None if that is not known yet."""
        viewer = self._viewers.get(player)
        return self._shown.get(viewer) if isinstance(viewer, Viewer) else viewer

    def look(self) -> None:
        """Looks at the rows soon: there may be news, or a new watcher."""
        self._news = True
        if self._task is None:
            self._task = asyncio.create_task(self._look())

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._news:
                self._news = False
                players = {stream.player for stream in self.streams}
                work = partial(look, players=players)
                self._take(await loop.run_in_executor(_threads, _connected, work, self.code))
        except Exception as error:
            self.stamp = FAILED  # so that the next check looks again
            if not note_failure(error):
                log.exception("table %s cannot be watched now", self.code)
        finally:
            self._task = None

    def _take(self, seen: Look) -> None:
        self.stamp = seen.stamp
        self._look_again_in(seen.changes_in)
        before, self._viewers = self._viewers, dict(seen.viewers)
        for player, refused in before.items():
            now = self._viewers.get(player)
            if isinstance(refused, TableError) and isinstance(now, TableError):
                self._viewers[player] = refused  # told already
        for viewer, snapshot in seen.snapshots.items():
            shown = self._shown.get(viewer)
            if shown is None or not shown.snapshot.is_as(snapshot):
                self._shown[viewer] = Shown(snapshot)
        for viewer in self._shown.keys() - seen.snapshots.keys():
            del self._shown[viewer]
        for stream in self.streams:
            taken = seen.taken_from(stream.player, stream.key)
            for had in (before.get(stream.player), seen.viewers.get(stream.player)):
                if isinstance(had, Viewer) and had.seat in taken:
                    stream.ended = True
            stream.changed.set()

    def _look_again_in(self, seconds: float | None) -> None:
        if self._later is not None:
            self._later.cancel()
        loop = asyncio.get_running_loop()
        self._later = None if seconds is None else loop.call_later(seconds + 0.05, self.look)

    def close(self) -> None:
        self._look_again_in(None)
        if self._task is not None:
            self._task.cancel()


class Broadcasts:
    """All tables that are watched in this event loop."""

    def __init__(self) -> None:
        self.tables: dict[str, Broadcast] = {}
        self.streams: set[Stream] = set()
        self._loop = asyncio.get_running_loop()
        self._unlisten = news.listen(self._hear)
        self._tasks = [asyncio.create_task(self._check()), asyncio.create_task(self._keep_seen())]
        if not settings.EMBEDDED:
            self._tasks.append(asyncio.create_task(news.follow(self._look_at_all)))

    def open(self, stream: Stream) -> None:
        self.streams.add(stream)
        for code in stream.cursors:
            table = self.tables.setdefault(code, Broadcast(code))
            table.streams.add(stream)
            table.look()

    def close(self, stream: Stream) -> None:
        self.streams.discard(stream)
        for code in stream.cursors:
            table = self.tables[code]
            table.streams.discard(stream)
            if not table.streams:
                table.close()
                del self.tables[code]

    def end(self) -> None:
        self._unlisten()
        for task in self._tasks:
            task.cancel()

    def _hear(self, code: str) -> None:
        """Called in any thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._look_at, code)

    def _look_at(self, code: str) -> None:
        if table := self.tables.get(code):
            table.look()

    def _look_at_all(self) -> None:
        for table in self.tables.values():
            table.look()

    async def _check(self) -> None:
        """Finds the changes of which no news came."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            stamps = await self._in_thread(stamps_of, list(self.tables))
            for code, table in self.tables.items():
                if stamps is not None and stamps.get(code) != table.stamp:
                    table.look()

    async def _keep_seen(self) -> None:
        """Notes that whoever has a stream open is there."""
        while True:
            there = [
                (code, stream.player)
                for stream in self.streams
                if stream.player is not None and stream.plays
                for code in stream.cursors
            ]
            if there:
                await self._in_thread(presence.seen_all, there)
            await asyncio.sleep(SEEN_SECONDS)

    async def _in_thread(self, work: Callable[[T], R], argument: T) -> R | None:
        """What `work` returns in a thread; None if the database is away."""
        try:
            return await self._loop.run_in_executor(_threads, _connected, work, argument)
        except Exception as error:
            if not note_failure(error):
                log.exception("the tables that are watched could not be checked")
            return None


def broadcasts() -> Broadcasts:
    """Those of the running event loop."""
    loop = id(asyncio.get_running_loop())
    if loop not in _of_loop:
        _of_loop[loop] = Broadcasts()
    return _of_loop[loop]


def close(stream: Stream) -> None:
    """Ends what only this stream needed."""
    loop = id(asyncio.get_running_loop())
    _of_loop[loop].close(stream)
    if not _of_loop[loop].streams:
        _of_loop.pop(loop).end()


def open_streams() -> int:
    """How many streams this process serves."""
    return sum(len(each.streams) for each in _of_loop.values())


def server_sent_event(kind: str, data: str, number: str = "") -> str:
    head = f"id: {number}\n" if number else ""
    return f"{head}event: {kind}\ndata: {data}\n\n"


def cursors_text(cursors: Mapping[str, int]) -> str:
    """An event's id: how many entries the browser has of each table."""
    return ",".join(f"{code}:{n}" for code, n in cursors.items())


def note_failure(error: Exception) -> bool:
    """Notes an outage of the database; returns whether the error is one."""
    if not outage.of_the_database(error):
        return False
    outage.database.note(error)
    return True


def _connected(work: Callable[[T], R], argument: T) -> R:
    close_old_connections()
    return work(argument)


_of_loop: dict[int, Broadcasts] = {}
