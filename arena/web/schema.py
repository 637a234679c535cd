"""The OpenAPI schema, made once in a process.

Making it takes a while, and drf-spectacular cannot make two at the same time.
"""

import json
from functools import cache
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.generators import SchemaGenerator

from arena.web.conditional import public
from arena.web.errors import problem_response

_making = Lock()


def schema() -> dict[str, Any]:
    """The schema. It is shared: change nothing in it."""
    with _making:
        return _made()


@csrf_exempt
def schema_view(request: HttpRequest) -> HttpResponseBase:
    """The schema as JSON, for everyone."""
    if request.method not in ("GET", "HEAD"):
        detail = gettext("This address supports GET only.")
        return problem_response(405, "method_not_allowed", detail, headers={"Allow": "GET, HEAD"})
    with _making:
        text = _text()
    return public(request, text, max_age=300)


@cache
def _made() -> dict[str, Any]:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    # Not in the language of whoever asks first.
    with translation.override(settings.LANGUAGE_CODE):
        made: dict[str, Any] = generator.get_schema(  # type: ignore[no-untyped-call]
            request=None, public=True
        )
    return made


@cache
def _text() -> bytes:
    return json.dumps(_made(), ensure_ascii=False).encode()
