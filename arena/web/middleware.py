"""Answers 413 to a request whose body is too large, as a page or as JSON; see body_limit.py."""

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
from arena.web.body_limit import TOO_LARGE, content_length, max_bytes


@sync_and_async_middleware
def body_limit(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponse:
            if _is_too_large(request):
                return await sync_to_async(_refuse)(request)
            response: HttpResponse = await get_response(request)
            return response

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponse:
        return _refuse(request) if _is_too_large(request) else get_response(request)

    return synchronous


def _is_too_large(request: HttpRequest) -> bool:
    if TOO_LARGE in getattr(request, "scope", {}):
        return True
    return content_length(request.META.get("CONTENT_LENGTH", "")) > max_bytes()


def _refuse(request: HttpRequest) -> HttpResponse:
    message = gettext("The request is too large. The limit for a whole upload is %s.") % (
        filesizeformat(max_bytes())
    )
    response: HttpResponse
    if request.path.startswith("/api/"):
        response = JsonResponse(errors.error_body("too_large", message), status=413)
    else:
        context = {"message": message, "max_bytes": settings.SUBMISSION_MAX_BYTES}
        response = render(request, "413.html", context, status=413)
    # Otherwise the server would read the rest of the body as the next request.
    response["Connection"] = "close"
    return response
