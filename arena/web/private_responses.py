"""Marks what is sent to someone whom the arena knows as private, so that no shared cache keeps it:
somebody who is logged in, or a guest who plays. What the API answers depends on who asks: if its
view says nothing else, caches ask for it again each time."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers

from arena.web.conditional import IDENTITY

GUEST_COOKIE = "goat_guest"  # as in arena/people/players.py, which stands above


def private_responses(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware. A view's own Cache-Control stays."""
    return lambda request: _marked(request, get_response(request))


def _marked(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    identified = (
        settings.SESSION_COOKIE_NAME in request.COOKIES
        or GUEST_COOKIE in request.COOKIES
        or "Authorization" in request.headers
        or bool(response.cookies)
    )
    if response.has_header("Cache-Control"):
        return response
    if request.path.startswith("/api/"):
        patch_cache_control(response, no_cache=True)
        patch_vary_headers(response, IDENTITY)
    if identified:
        patch_cache_control(response, private=True)
    return response
