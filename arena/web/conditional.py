"""Responses that clients may keep: each has an ETag, and what they know already is not sent again.

A response that depends on who asks is private, and says on which headers it depends. Without a
word from its view, a response of the API may be kept, but has to be asked for again.
"""

from collections.abc import Callable
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from rest_framework.request import Request

YEAR = 365 * 24 * 3600

# What tells the arena who asks.
IDENTITY = ("Authorization", "Cookie")


def etag(*parts: object) -> str:
    """The ETag of what these parts identify: bytes, or values with a text that differs."""
    digest = sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode(errors="replace")
        digest.update(b"%d:" % len(data) + data)
    return f'"{digest.hexdigest()[:32]}"'


def unchanging(
    request: HttpRequest | Request,
    tag: str,
    make: Callable[[], HttpResponseBase],
    *,
    max_age: int = YEAR,
    private: bool = False,
) -> HttpResponseBase:
    """What never changes. `make` is not called if the client has it: call this when it is certain
    that the client may have it. `private`: not everyone may; it is private to whoever has logged
    in anyway."""
    found = conditional(request, tag, make)
    if found.status_code in (200, 304):
        identified = private or any(map(request.headers.get, IDENTITY))
        words = {"private" if identified else "public": True, "max_age": max_age}
        if max_age == YEAR:
            words["immutable"] = True
        del found["Cache-Control"]  # what `make` has said
        patch_cache_control(found, **words)
        patch_vary_headers(found, IDENTITY)
    return found


def public(request: HttpRequest | Request, body: bytes, max_age: int) -> HttpResponseBase:
    """JSON that is the same for everyone, and for `max_age` seconds."""
    found = conditional(
        request, etag(body), lambda: HttpResponse(body, content_type="application/json")
    )
    patch_cache_control(found, public=True, max_age=max_age)
    return found


def conditional(
    request: HttpRequest | Request, tag: str, make: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """The response that `make` gives, with the ETag; or status 304 for a client that has it."""
    plain = request._request if isinstance(request, Request) else request
    known: HttpResponseBase | None = get_conditional_response(plain, etag=tag)
    if known is not None and known.status_code == 304:
        known["ETag"] = tag
        return known
    found = make()
    if found.status_code == 200:
        found["ETag"] = tag
    return found
