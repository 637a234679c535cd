"""A brake on guessing passwords.

It counts wrong passwords per user name and address in Django's cache: with a cache that all web
processes share the limit is exact, with the local one each process counts for itself.
"""

from hashlib import sha256

from django.core.cache import cache

TRIES = 10
SECONDS = 600


def stopped(username: str, address: str) -> bool:
    """Whether this many wrong passwords have come that no further one is looked at."""
    count: int = cache.get(_key(username, address), 0)
    return count >= TRIES


def note(username: str, address: str) -> None:
    """One wrong password more."""
    key = _key(username, address)
    if not cache.add(key, 1, SECONDS):
        try:
            cache.incr(key)
        except ValueError:  # it ran out in between
            cache.set(key, 1, SECONDS)


def _key(username: str, address: str) -> str:
    digest = sha256(f"{username.lower()}\n{address}".encode()).hexdigest()
    return f"wrong-passwords-{digest}"
