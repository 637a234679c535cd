"""The Content-Security-Policy of every response: scripts and styles come from this site's files.

So text that a page shows by mistake as HTML cannot run. No template has an inline script, style or
event handler; a test looks for them.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

HEADER = "Content-Security-Policy"
# data: is how Django's admin and the icons in style sheets embed small images.
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors "
)


def content_security(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware."""
    return lambda request: _with_policy(get_response(request))


def _with_policy(response: HttpResponseBase) -> HttpResponseBase:
    # Django's pages for developers are made of inline scripts and styles.
    if not (settings.DEBUG and response.status_code >= 400):
        anywhere = getattr(response, "xframe_options_exempt", False)
        response.headers.setdefault(HEADER, POLICY + ("*" if anywhere else "'none'"))
    return response
