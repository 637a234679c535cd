"""Tells programs how much of a limit they have left, before they reach it.

The headers are those of the IETF's draft "RateLimit header fields for HTTP": ``RateLimit-Policy``
says how many uses (`q`) there are in how many seconds (`w`), ``RateLimit`` how many remain (`r`)
and in how many seconds there will be more (`t`). Whatever counts a use notes it here.
"""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass

from django.http import HttpRequest
from django.http.response import HttpResponseBase


@dataclass(frozen=True)
class Noted:
    """The state of a limit for whoever has sent the request. `name` is visible ASCII and spaces."""

    name: str
    most: int
    seconds: int
    left: int
    again: int


# By name, for the request that this thread answers; None outside of the API.
_noted: ContextVar[dict[str, Noted] | None] = ContextVar("noted", default=None)


def note(limit: Noted) -> None:
    """The latest state of a limit of this name is sent with the response."""
    noted = _noted.get()
    if noted is not None:
        noted[limit.name] = limit


def limit_headers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith("/api/"):
            return get_response(request)
        noted: dict[str, Noted] = {}
        before = _noted.set(noted)
        try:
            response = get_response(request)
        finally:
            _noted.reset(before)
        if noted:
            response["RateLimit-Policy"] = ", ".join(
                f'"{limit.name}";q={limit.most};w={limit.seconds}' for limit in noted.values()
            )
            response["RateLimit"] = ", ".join(
                f'"{limit.name}";r={limit.left};t={limit.again}' for limit in noted.values()
            )
        return response

    return middleware
