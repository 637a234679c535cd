"""What Django answers itself, such as to a wrong host name: a page, or a problem for the API."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views import defaults

from arena.web.errors import problem_response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The site's handler400."""
    if not request.path.startswith("/api/"):
        return defaults.bad_request(request, exception)
    detail = gettext("The request is malformed: a wrong host name, or too many fields or files.")
    return problem_response(400, "bad_request", detail)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The site's handler403."""
    if not request.path.startswith("/api/"):
        return defaults.permission_denied(request, exception)
    return problem_response(403, "permission_denied", gettext("You may not do this."))


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The site's handler404."""
    if not request.path.startswith("/api/"):
        return defaults.page_not_found(request, exception)
    return problem_response(404, "not_found", gettext("This does not exist, or you cannot see it."))
