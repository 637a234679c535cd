"""Marks what is sent to someone whom the arena knows as private, so that no shared cache keeps it:
somebody who is logged in, or a guest who plays."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.decorators import sync_and_async_middleware

GUEST_COOKIE = "goat_guest"  # as in arena/people/players.py, which stands above


@sync_and_async_middleware
def private_responses(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Middleware. A view's own Cache-Control stays."""
    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponseBase:
            return _marked(request, await get_response(request))

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponseBase:
        return _marked(request, get_response(request))

    return synchronous


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
