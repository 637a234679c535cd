"""Marks what is sent to someone whom the arena knows as private, so that no shared cache keeps it:
somebody who is logged in, or a guest who plays."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control

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
    if identified and not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True)
    return response
