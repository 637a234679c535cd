"""The answer to a request whose body is too large (body_limit.py): 413, as a page or as JSON."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils.decorators import sync_and_async_middleware
from django.utils.translation import gettext

from arena.web import errors
from arena.web.body_limit import MARK, limit, number


@sync_and_async_middleware
def middleware(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Middleware: answers 413 to a request whose body is too large, whatever it is for."""
    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponse:
            if refused(request):
                return await sync_to_async(refusal)(request)
            response: HttpResponse = await get_response(request)
            return response

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponse:
        return refusal(request) if refused(request) else get_response(request)

    return synchronous


def refused(request: HttpRequest) -> bool:
    return number(request.META.get("CONTENT_LENGTH", "")) > limit() or MARK in getattr(
        request, "scope", {}
    )


def refusal(request: HttpRequest) -> HttpResponse:
    message = gettext("The request is too large: a whole upload may have at most %s.") % (
        filesizeformat(limit())
    )
    response: HttpResponse
    if request.path.startswith("/api/"):
        response = JsonResponse(errors.body("too_large", message), status=413)
    else:
        context = {"message": message, "max_bytes": settings.SUBMISSION_MAX_BYTES}
        response = render(request, "413.html", context, status=413)
    # What is left of the body must not be taken for the next request.
    response["Connection"] = "close"
    return response
