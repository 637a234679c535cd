"""Status 503 while the database is away or the site has no time: a page, or JSON for the API."""

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views.defaults import server_error as default_server_error

from arena.web import errors, outage
from arena.web.body_limit import Scope, Send, send_response

RETRY_SECONDS = 5


def response(path: str, method: str) -> HttpResponse:
    """An answer that needs neither the database nor Redis. It is not logged."""
    answer: HttpResponse
    if path.startswith("/api/"):
        message = gettext("The arena cannot answer now. Try again in a few seconds.")
        answer = errors.problem_response(503, "unavailable", message)
    else:
        page = render_to_string("503.html", {"reload": method == "GET"})
        answer = HttpResponse(page, status=503)
    answer["Retry-After"] = str(RETRY_SECONDS)
    answer["Cache-Control"] = "no-store"
    # The outage has been logged, once. Django would log each response and its traceback.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer


async def send(scope: Scope, send: Send) -> None:
    """Answers a request that Django has not seen."""
    await send_response(response(scope["path"], scope["method"]), send)


def server_error(request: HttpRequest) -> HttpResponse:
    """The site's handler500: Django calls it while it handles an exception of any layer."""
    error = sys.exc_info()[1]
    if error is not None and outage.of_the_database(error):
        outage.database.note(error)
        return response(request.path, request.method or "")
    if request.path.startswith("/api/"):
        message = gettext("The arena has made an error, and logged it.")
        return errors.problem_response(500, "server_error", message)
    return default_server_error(request)
