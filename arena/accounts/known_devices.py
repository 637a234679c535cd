"""Browsers that have logged in before, known by a cookie.

Wrong passwords from such a browser are counted apart from those of its address, so that nobody can
lock it out by guessing behind the same address. The cookie does not log anyone in.
"""

import secrets
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from arena.accounts.models import User

COOKIE = "known_device"
SALT = "arena.accounts.known_devices"
SECONDS = 365 * 86_400
MOST_NAMES = 8  # for a computer that several people use

View = Callable[..., HttpResponseBase]


def device_of(request: HttpRequest, username: str) -> str | None:
    """The device's identifier, if this user has logged in on it before."""
    return _devices(request).get(username.lower())


def remembered(view: View) -> View:
    """A view that logs people in, and then sets the cookie."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        user = request.user
        if request.method == "POST" and isinstance(user, User):
            _remember(request, response, user.username.lower())
        return response

    return wrapped


def _remember(request: HttpRequest, response: HttpResponseBase, name: str) -> None:
    devices = _devices(request)
    devices[name] = devices.pop(name, "") or secrets.token_urlsafe(12)
    latest = dict(list(devices.items())[-MOST_NAMES:])
    response.set_cookie(
        COOKIE,
        signing.dumps(latest, salt=SALT, compress=True),
        max_age=SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _devices(request: HttpRequest) -> dict[str, str]:
    """The device's identifier for each name that logged in on it."""
    try:
        devices: dict[str, str] = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=SECONDS
        )
    except signing.BadSignature:
        return {}
    return devices
