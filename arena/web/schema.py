"""The OpenAPI schema, made once in a process.

Making it takes a while, and drf-spectacular cannot make two at the same time.
"""

import json
from functools import cache
from hashlib import sha256
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.generators import SchemaGenerator

from arena.web.errors import not_found

_making = Lock()


def schema() -> dict[str, Any]:
    """The schema. It is shared: change nothing in it."""
    with _making:
        return _made()


@csrf_exempt
def schema_view(request: HttpRequest) -> HttpResponse:
    """The schema as JSON, for everyone."""
    if request.method not in ("GET", "HEAD"):
        return not_found(request)
    with _making:
        text, tag = _text()
    return HttpResponse(text, content_type="application/json", headers={"ETag": tag})


@cache
def _made() -> dict[str, Any]:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    made: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made


@cache
def _text() -> tuple[bytes, str]:
    text = json.dumps(_made(), ensure_ascii=False).encode()
    return text, f'"{sha256(text).hexdigest()[:32]}"'
