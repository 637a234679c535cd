"""Server-sent events: a running match, for any number of spectators of this process.

All spectators of a match share one LiveFeed, which a task keeps up to date as long as anyone
watches. So 300 spectators cause no more database queries than one.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_GET

from arena.matches.models import Match
from arena.replays.live_feed import Cursor, LiveFeed, server_sent_event
from arena.web import outage
from arena.web.addresses import client_network

UPDATE_SECONDS = 0.5
HEARTBEAT_SECONDS = 15.0
RECONNECT_MS = 2000

log = logging.getLogger(__name__)

# The database work of all feeds: few threads, so few connections.
_threads = ThreadPoolExecutor(2, thread_name_prefix="live")


class Broadcast:
    """A live feed and the number of its spectators in this event loop."""

    def __init__(self, match_id: int) -> None:
        self.feed = LiveFeed(match_id)
        self.watchers = 0
        self.version = 0
        self._match_id = match_id
        self._changed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._keep_updated())

    async def _keep_updated(self) -> None:
        loop = asyncio.get_running_loop()
        pause = UPDATE_SECONDS
        while not self.feed.ended:
            changed = False
            try:
                changed = await loop.run_in_executor(_threads, _update, self.feed)
                pause = UPDATE_SECONDS
            except Exception as error:
                if outage.of_the_database(error):
                    outage.database.note(error)
                    await asyncio.sleep(pause)
                    continue
                # It may pass. If it does not, the growing pause keeps the log short.
                log.exception("match %s cannot be watched now", self._match_id)
                pause = min(2 * pause, HEARTBEAT_SECONDS)
            if changed:
                self.version += 1
                waiting, self._changed = self._changed, loop.create_future()
                waiting.set_result(None)
            await asyncio.sleep(pause)

    async def newer(self, version: int, seconds: float) -> bool:
        """Waits up to `seconds` for a later version; returns whether there is one."""
        if self.version != version:
            return True
        done, _ = await asyncio.wait({self._changed}, timeout=seconds)
        return bool(done)

    def close(self) -> None:
        self._task.cancel()


_broadcasts: dict[tuple[int, int], Broadcast] = {}  # by event loop and match
_streams_of: Counter[str] = Counter()  # by the client's address


def _update(feed: LiveFeed) -> bool:
    close_old_connections()
    return feed.update()


def open_streams() -> int:
    """How many streams this process serves."""
    return sum(broadcast.watchers for broadcast in _broadcasts.values())


@require_GET
async def live_view(request: HttpRequest, match_id: int) -> HttpResponseBase:
    """The match while it is played, until it has ended (docs/7-api.md lists the events)."""
    visible = Match.objects.visible_to(await request.auser())
    if not await visible.filter(pk=match_id).aexists():
        raise Http404
    address = client_network(request)
    if (
        open_streams() >= settings.LIVE_STREAMS
        or _streams_of[address] >= settings.LIVE_STREAMS_PER_ADDRESS
    ):
        return HttpResponse(
            "too many spectators: try again later", status=503, headers={"Retry-After": "10"}
        )
    cursor = Cursor.parse(request.headers.get("Last-Event-ID", ""))
    events = _stream(match_id, cursor, address)
    response = StreamingHttpResponse(events, content_type="text/event-stream")
    add_never_cache_headers(response)
    # Tells nginx not to buffer the events.
    response["X-Accel-Buffering"] = "no"
    return response


async def _stream(match_id: int, cursor: Cursor, address: str) -> AsyncIterator[str]:
    """The events of the match after `cursor`, until its end."""
    key = (id(asyncio.get_running_loop()), match_id)
    broadcast = _broadcasts.get(key)
    if broadcast is None:
        broadcast = _broadcasts[key] = Broadcast(match_id)
    broadcast.watchers += 1
    _streams_of[address] += 1
    feed = broadcast.feed
    try:
        yield f"retry: {RECONNECT_MS}\n\n"
        sent: tuple[str, int] | None = None
        while True:
            version = broadcast.version
            if version:  # 0 before the first update
                # Read once: a thread updates the feed meanwhile, and nobody may miss the end.
                state, attempt = feed.state, feed.attempt
                if sent != (state, attempt):
                    sent = (state, attempt)
                    yield server_sent_event("state", {"state": state, "attempt": attempt})
                text, cursor = feed.after(cursor)
                if text:
                    yield text
                if state in Match.ENDED:
                    return
            if not await broadcast.newer(version, HEARTBEAT_SECONDS):
                yield ": still here\n\n"
    finally:
        broadcast.watchers -= 1
        _streams_of[address] -= 1
        if not _streams_of[address]:
            del _streams_of[address]
        if not broadcast.watchers:
            del _broadcasts[key]
            broadcast.close()
