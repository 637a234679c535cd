"""Answers 413 to a request whose body is too large, as a page or as JSON; see body_limit.py."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext

from arena.web import errors
from arena.web.body_limit import TOO_LARGE, content_length, max_bytes


def body_limit(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware. It is the last one, and synchronous, so that Django calls all of them in the
    thread of the request: each that it awaited would change threads twice."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return _refuse(request) if _is_too_large(request) else get_response(request)

    return middleware


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
        response = errors.problem_response(413, "too_large", message)
    else:
        context = {"message": message, "max_bytes": settings.SUBMISSION_MAX_BYTES}
        response = render(request, "413.html", context, status=413)
    # Otherwise the server would read the rest of the body as the next request.
    response["Connection"] = "close"
    return response
