"""Limits how often a password can be tried.

Failed log-ins are counted per user name and client address in Django's cache, which all web
processes share where there is a Redis. Behind a proxy the address is still the client's, if the web
server trusts that proxy (docs/8-operations.md).
"""

import logging
from hashlib import sha256

from django.core.cache import cache
from redis.exceptions import RedisError

MAX_FAILURES = 10
SECONDS = 600  # how long failures are remembered, counted from the first

log = logging.getLogger(__name__)


def is_blocked(username: str, address: str) -> bool:
    """Whether this user name has failed so often from this address that log-in is refused."""
    try:
        failures: int = cache.get(_key(username, address), 0)
    except RedisError as error:
        # Without a count, letting people log in is better than locking everyone out.
        log.error("failed log-ins cannot be counted: %s", error)
        return False
    return failures >= MAX_FAILURES


def record_failure(username: str, address: str) -> None:
    """Counts one failed log-in."""
    key = _key(username, address)
    try:
        if not cache.add(key, 1, SECONDS):
            try:
                cache.incr(key)
            except ValueError:  # it expired in between
                cache.set(key, 1, SECONDS)
    except RedisError as error:
        log.error("failed log-ins cannot be counted: %s", error)


def _key(username: str, address: str) -> str:
    digest = sha256(f"{username.lower()}\n{address}".encode()).hexdigest()
    return f"failed-log-ins-{digest}"
