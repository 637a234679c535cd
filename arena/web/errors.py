"""All errors of the API are problem details (RFC 9457), in one shape.

`code` is for programs and never changes. `detail` is for people. `fields` has the messages for
each invalid field of the request; it is empty for other errors. `type` is the address of what the
documentation says about the code.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.core import exceptions as django
from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions, serializers
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import exception_handler

CONTENT_TYPE = "application/problem+json"

Fields = dict[str, list[str]]

# The key of errors that belong to no single field.
WHOLE: str = api_settings.NON_FIELD_ERRORS_KEY


class Conflict(exceptions.APIException):
    """The request is valid, but not in the current state of its object."""

    status_code = 409
    default_code = "conflict"
    default_detail = _("This is not possible in the current state.")


class ErrorSerializer(serializers.Serializer[Any]):
    """The shape of all errors: problem details as in RFC 9457."""

    type = serializers.CharField(help_text="The address of what the documentation says of `code`.")
    title = serializers.CharField(help_text="What the status means, in a few words.")
    status = serializers.IntegerField(help_text="The status of the response, again.")
    detail = serializers.CharField(help_text="For people: what is wrong, and what to do.")
    code = serializers.CharField(help_text="For programs, for example `invalid` or `not_found`.")
    # The metaclass removes this attribute, so it does not hide the property of the same name.
    fields = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()),
        help_text="The messages for each invalid field of the request.",
    )


def problem(status: int, code: str, detail: str, fields: Fields | None = None) -> dict[str, Any]:
    """The body of an error."""
    return {
        "type": f"/docs/api/#{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": _encodable(detail),
        "code": code,
        "fields": {
            _encodable(name): list(map(_encodable, texts)) for name, texts in (fields or {}).items()
        },
    }


def problem_response(
    status: int,
    code: str,
    detail: str,
    fields: Fields | None = None,
    headers: Mapping[str, str] | None = None,
) -> JsonResponse:
    """The response for an error that REST framework does not handle."""
    body, headers = problem(status, code, detail, fields), {**_retry(status), **(headers or {})}
    return JsonResponse(body, status=status, content_type=CONTENT_TYPE, headers=headers)


def _retry(status: int) -> dict[str, str]:
    """When to try again, of what does not say so itself."""
    seconds = {429: 60, 503: 5}.get(status)
    return {"Retry-After": str(seconds)} if seconds else {}


def error_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """The EXCEPTION_HANDLER of REST framework, with the body above."""
    if isinstance(error, django.ValidationError):
        error = exceptions.ValidationError(_details(error), code=getattr(error, "code", None))
    response = exception_handler(error, context)
    if response is not None:
        response.data = _body(error, response.status_code)
        response.content_type = CONTENT_TYPE
        for name, value in _retry(response.status_code).items():
            response.headers.setdefault(name, value)
    return response


@csrf_exempt
def not_found(request: HttpRequest, rest: str = "") -> JsonResponse:
    """Answers every address under /api/ that does not exist."""
    detail = gettext("This address does not exist. /api/v1/schema/ lists all addresses.")
    return problem_response(404, "not_found", detail)


def _encodable(text: str) -> str:
    """Replaces lone surrogates, quoted from a request, which UTF-8 cannot encode."""
    return text.encode(errors="replace").decode()


def _details(error: django.ValidationError) -> dict[str, list[str]]:
    if hasattr(error, "error_dict"):
        return {
            WHOLE if name == django.NON_FIELD_ERRORS else name: messages
            for name, messages in error.message_dict.items()
        }
    return {WHOLE: error.messages}


def _body(error: Exception, status: int) -> dict[str, Any]:
    if not isinstance(error, exceptions.APIException):  # Http404 or PermissionDenied of Django
        error = (
            exceptions.PermissionDenied()
            if isinstance(error, django.PermissionDenied)
            else exceptions.NotFound()
        )
    if not isinstance(error.detail, list | dict):
        return problem(status, str(error.detail.code), str(error.detail))
    fields = dict(_flat(error.detail))
    whole = fields.pop(WHOLE, [])
    parts = [*whole, *(f"{name}: {' '.join(texts)}" for name, texts in fields.items())]
    return problem(status, _code(error), " ".join(parts), fields)


def _flat(detail: Any, name: str = WHOLE) -> list[tuple[str, list[str]]]:
    """Nested errors as pairs of the field's dotted name and its messages."""
    if isinstance(detail, Mapping):
        inside = "" if name == WHOLE else f"{name}."
        return [pair for key, value in detail.items() for pair in _flat(value, f"{inside}{key}")]
    if isinstance(detail, list) and any(isinstance(item, list | Mapping) for item in detail):
        return [
            pair for index, item in enumerate(detail) for pair in _flat(item, f"{name}.{index}")
        ]
    texts = detail if isinstance(detail, list) else [detail]
    return [(name, [str(text) for text in texts])]


def _code(error: exceptions.APIException) -> str:
    """The code that all parts of an error share, or ``invalid``."""
    codes = {code for _name, texts in _flat(error.get_codes()) for code in texts}
    return codes.pop() if len(codes) == 1 else "invalid"
