"""Server-sent events: a match in play, told to any number of watchers of this process.

The watchers of a match share one Show, which a task keeps up to date for as long as anyone looks.
So 300 of them ask the database no more often than one does.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_GET

from arena.matches.models import Match
from arena.replays.live_feed import Place, Show, event

LOOK_SECONDS = 0.5
HEARTBEAT_SECONDS = 15.0
COME_BACK_MS = 2000

log = logging.getLogger(__name__)

# Database work of all shows: few threads, so few connections.
_threads = ThreadPoolExecutor(2, thread_name_prefix="live")


class Feed:
    """A Show and those who watch it in this event loop."""

    def __init__(self, match_id: int) -> None:
        self.show = Show(match_id)
        self.watchers = 0
        self.version = 0
        self._match_id = match_id
        self._news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._looking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        pause = LOOK_SECONDS
        while not self.show.ended:
            changed = False
            try:
                changed = await loop.run_in_executor(_threads, _update, self.show)
                pause = LOOK_SECONDS
            except DatabaseError as error:
                log.warning("match %s cannot be watched now: %s", self._match_id, error)
            except Exception:
                # It may pass; and if it does not, the log is not to fill up.
                log.exception("match %s cannot be watched now", self._match_id)
                pause = min(2 * pause, HEARTBEAT_SECONDS)
            if changed:
                self.version += 1
                news, self._news = self._news, loop.create_future()
                news.set_result(None)
            await asyncio.sleep(pause)

    async def newer(self, version: int, seconds: float) -> bool:
        """Waits for a version after this one, at most so long; whether there is one."""
        if self.version != version:
            return True
        done, _ = await asyncio.wait({self._news}, timeout=seconds)
        return bool(done)

    def close(self) -> None:
        self._looking.cancel()


_feeds: dict[tuple[int, int], Feed] = {}
_streams_of: Counter[str] = Counter()  # by the client's address


def _update(show: Show) -> bool:
    close_old_connections()
    return show.update()


def watching() -> int:
    """How many streams this process serves."""
    return sum(feed.watchers for feed in _feeds.values())


@require_GET
async def live_view(request: HttpRequest, match_id: int) -> HttpResponseBase:
    """The match as it is played, until it has ended (docs/7-api.md lists the events)."""
    visible = Match.objects.visible_to(await request.auser())
    if not await visible.filter(pk=match_id).aexists():
        raise Http404
    address = request.META.get("REMOTE_ADDR", "")
    if (
        watching() >= settings.LIVE_STREAMS
        or _streams_of[address] >= settings.LIVE_STREAMS_PER_ADDRESS
    ):
        return HttpResponse("too many are watching", status=503, headers={"Retry-After": "10"})
    place = Place.parse(request.headers.get("Last-Event-ID", ""))
    events = _stream(match_id, place, address)
    response = StreamingHttpResponse(events, content_type="text/event-stream")
    add_never_cache_headers(response)
    # Proxies must hand on each event at once.
    response["X-Accel-Buffering"] = "no"
    return response


async def _stream(match_id: int, place: Place, address: str) -> AsyncIterator[str]:
    """What `match_id` looks like from `place` on, then all that happens, then its end."""
    key = (id(asyncio.get_running_loop()), match_id)
    feed = _feeds.get(key)
    if feed is None:
        feed = _feeds[key] = Feed(match_id)
    feed.watchers += 1
    _streams_of[address] += 1
    show = feed.show
    try:
        yield f"retry: {COME_BACK_MS}\n\n"
        told: tuple[str, int] | None = None
        while True:
            version = feed.version
            if version:  # the first look has been taken
                if told != (show.state, show.attempt):
                    told = (show.state, show.attempt)
                    yield event("state", {"state": show.state, "attempt": show.attempt})
                text, place = show.after(place)
                if text:
                    yield text
                if show.ended:
                    return
            if not await feed.newer(version, HEARTBEAT_SECONDS):
                yield ": still here\n\n"
    finally:
        feed.watchers -= 1
        _streams_of[address] -= 1
        if not _streams_of[address]:
            del _streams_of[address]
        if not feed.watchers:
            del _feeds[key]
            feed.close()
