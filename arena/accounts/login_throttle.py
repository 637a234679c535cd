"""A brake on guessing passwords.

It counts wrong passwords per user name and address in Django's cache, which all web processes
share where there is a Redis. The address is the client's also behind a proxy, if the web server
believes that proxy (docs/8-operations.md).
"""

import logging
from hashlib import sha256

from django.core.cache import cache
from redis.exceptions import RedisError

TRIES = 10
SECONDS = 600

log = logging.getLogger(__name__)


def stopped(username: str, address: str) -> bool:
    """Whether this many wrong passwords have come that no further one is looked at."""
    try:
        count: int = cache.get(_key(username, address), 0)
    except RedisError as error:
        # Better that people can log in, while nobody counts, than that nobody can.
        log.error("wrong passwords cannot be counted: %s", error)
        return False
    return count >= TRIES


def note(username: str, address: str) -> None:
    """One wrong password more."""
    key = _key(username, address)
    try:
        if not cache.add(key, 1, SECONDS):
            try:
                cache.incr(key)
            except ValueError:  # it ran out in between
                cache.set(key, 1, SECONDS)
    except RedisError as error:
        log.error("wrong passwords cannot be counted: %s", error)


def _key(username: str, address: str) -> str:
    digest = sha256(f"{username.lower()}\n{address}".encode()).hexdigest()
    return f"wrong-passwords-{digest}"
