"""Tells all processes that some rows have changed. The rows stay the truth: news may be lost.

A *topic* names what has changed: the code of a table, or what arena/remote writes. In production
news go over Redis (publish and subscribe); in the embedded arena they stay within the process.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import redis
import redis.asyncio
from django.conf import settings
from django.utils.crypto import salted_hmac

from arena.web.outage import Outage

Listener = Callable[[str], None]

# Without Redis a process tries again after this time, so that an outage holds up few requests.
PAUSE_SECONDS = 5.0
# A subscription that gets no answer to a ping in this time is opened again.
PING_SECONDS = 5.0

away = Outage("Redis, which tells of changes")

_listeners: list[Listener] = []
_here = uuid4().hex  # this process has told its own listeners already
_client: redis.Redis | None = None
_no_redis_until = 0.0


def publish(topic: str) -> None:
    """Says that `topic` has changed. Call it after the commit. Never raises."""
    tell(topic)
    if not settings.EMBEDDED:
        _publish_elsewhere(topic)


def tell(topic: str) -> None:
    """Calls the listeners of this process."""
    for listener in list(_listeners):
        listener(topic)


def listen(listener: Listener) -> Callable[[], None]:
    """Calls `listener(topic)`, in any thread, whenever something may have changed.

    Returns what ends it. Outside the embedded arena, news of other processes come only while
    `follow` runs.
    """
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)


async def follow(missed: Callable[[], None]) -> None:
    """Tells this process what other processes publish, until it is cancelled.

    Calls `missed` when news may have been lost: after each time that the subscription began.
    """
    while True:
        try:
            await _subscribe(missed)
        except (redis.RedisError, OSError) as error:
            away.note(error)
            await asyncio.sleep(PAUSE_SECONDS)


async def _subscribe(missed: Callable[[], None]) -> None:
    """Follows one connection. Raises RedisError or OSError when it is lost."""
    timeouts: dict[str, Any] = settings.REDIS_TIMEOUTS
    client = redis.asyncio.Redis.from_url(address(), **timeouts)
    try:
        async with client.pubsub() as subscription:
            await subscription.subscribe(channel())
            away.ended()
            missed()
            heard = time.monotonic()
            pinged = False
            while True:
                message = await subscription.get_message(timeout=PING_SECONDS / 4)
                now = time.monotonic()
                if message is not None:
                    heard, pinged = now, False
                    if message["type"] == "message":
                        _hear(message["data"])
                elif now - heard > 2 * PING_SECONDS:
                    raise redis.ConnectionError("no answer to a ping")
                elif now - heard > PING_SECONDS and not pinged:
                    await subscription.ping()
                    pinged = True
    finally:
        await client.aclose()


def _hear(data: bytes) -> None:
    sender, _space, topic = data.decode(errors="replace").partition(" ")
    if sender != _here:
        tell(topic)


def _publish_elsewhere(topic: str) -> None:
    global _client, _no_redis_until
    if time.monotonic() < _no_redis_until:
        return
    try:
        if _client is None:
            timeouts: dict[str, Any] = settings.REDIS_TIMEOUTS
            _client = redis.Redis.from_url(address(), **timeouts)
        _client.publish(channel(), f"{_here} {topic}")
    except (redis.RedisError, OSError) as error:
        _no_redis_until = time.monotonic() + PAUSE_SECONDS
        away.note(error)
    else:
        away.ended()


def address() -> str:
    """Redis's address as the redis library writes it: Celery writes a socket in its own way."""
    url: str = settings.CELERY_BROKER_URL
    if url.startswith("redis+socket://"):
        url = url.replace("redis+socket", "unix", 1).replace("?virtual_host=", "?db=")
    return url


def channel() -> str:
    """A name of this site's own: all databases of a Redis share their channels."""
    return f"goat-news-{salted_hmac('arena.web.news', 'channel').hexdigest()[:16]}"
