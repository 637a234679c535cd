"""Server-sent events: the tables that a browser watches, all in one stream."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from arena.accounts.authentication import TokenAuthentication
from arena.people.models import Player
from arena.people.players import find_player
from arena.tables.watching import broadcasts
from arena.tables.watching.broadcasts import Stream, server_sent_event
from arena.web.addresses import client_network
from arena.web.errors import problem_response
from arena.web.scopes import SUBMIT

HEARTBEAT_SECONDS = 10.0
RECONNECT_MS = 1000
MOST_TABLES = 20  # in one stream

_WATCHED = re.compile(r"([a-z0-9]{1,20})(?::([0-9]{1,9}))?", re.ASCII)
_streams_of: Counter[str] = Counter()  # by the client's address


@csrf_exempt
async def stream_view(request: HttpRequest) -> HttpResponseBase:
    """``?watch=code:after,code:after``: the Updates of these tables (docs/7-api.md)."""
    if request.method != "GET":
        message = _("This address supports GET only.")
        return problem_response(405, "method_not_allowed", message, headers={"Allow": "GET"})
    cursors = parse_cursors(request.GET.get("watch", ""))
    if not 1 <= len(cursors) <= MOST_TABLES:
        message = _("Write ?watch=code:after,… with 1 to %(most)d tables.") % {"most": MOST_TABLES}
        return problem_response(400, "invalid", message, {"watch": [message]})
    for code, n in parse_cursors(request.headers.get("Last-Event-ID", "")).items():
        if code in cursors:
            cursors[code] = max(cursors[code], n)
    try:
        player, plays = await sync_to_async(_player)(request)
    except AuthenticationFailed as error:
        code, headers = str(error.get_codes()), {"WWW-Authenticate": 'Bearer realm="api"'}
        return problem_response(401, code, str(error.detail), headers=headers)
    address = client_network(request)
    if (
        broadcasts.open_streams() >= settings.LIVE_STREAMS
        or _streams_of[address] >= settings.LIVE_STREAMS_PER_ADDRESS
    ):
        message = _("Too many streams are open. Try again in %(wait)d seconds.") % {"wait": 10}
        return problem_response(503, "unavailable", message, headers={"Retry-After": "10"})
    stream = Stream(None, cursors)
    if player is not None:
        stream = Stream(player.pk, cursors, player.key, plays)
    events = _events(stream, address)
    response = StreamingHttpResponse(events, content_type="text/event-stream")
    add_never_cache_headers(response)
    # Tells nginx not to buffer the events.
    response["X-Accel-Buffering"] = "no"
    return response


def parse_cursors(text: str) -> dict[str, int]:
    """How many entries are known, by the code of the table. Anything else is left out."""
    cursors = {}
    for part in text[:1000].split(","):
        if match := _WATCHED.fullmatch(part):
            cursors[match[1]] = int(match[2] or 0)
    return cursors


async def _events(stream: Stream, address: str) -> AsyncIterator[str]:
    """The events of a stream, until its client leaves."""
    watched = broadcasts.broadcasts()
    watched.open(stream)
    _streams_of[address] += 1
    loop = asyncio.get_running_loop()
    try:
        yield f"retry: {RECONNECT_MS}\n\n"
        next_beat = loop.time() + HEARTBEAT_SECONDS
        while not stream.ended:
            if text := stream.news(watched):
                yield text
            try:
                async with asyncio.timeout_at(next_beat):
                    await stream.changed.wait()
            except TimeoutError:
                next_beat += HEARTBEAT_SECONDS
                yield server_sent_event("heartbeat", "{}")
    finally:
        broadcasts.close(stream)
        _streams_of[address] -= 1
        if not _streams_of[address]:
            del _streams_of[address]


def _player(request: HttpRequest) -> tuple[Player | None, bool]:
    """Who watches, and whether that is more than watching: not with a token that may only read.
    Raises AuthenticationFailed for a token that is not valid."""
    authenticated = TokenAuthentication().authenticate(Request(request))
    if authenticated is None:
        return find_player(request), True
    request.user, token = authenticated
    return find_player(request), SUBMIT in token.scopes
