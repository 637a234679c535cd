"""Pages of short lists: ``?limit=…&offset=…``, with a count. Long ones: cursors.py."""

from typing import Any

from django.utils.translation import gettext
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.views import APIView

# Longer than any list, and small enough for every database.
MAX_OFFSET = 10**9


DEFAULT_LIMIT = 50
MAX_LIMIT = 200
LIMIT_PARAMETER: dict[str, Any] = {
    "name": "limit",
    "in": "query",
    "required": False,
    "description": f"How many items to return. At most {MAX_LIMIT} are returned.",
    "schema": {"type": "integer", "minimum": 1, "default": DEFAULT_LIMIT},
}


class Pagination(LimitOffsetPagination):
    """REST framework's pagination, which also refuses values that are not numbers or too small."""

    default_limit = DEFAULT_LIMIT
    max_limit = MAX_LIMIT

    def get_limit(self, request: Request) -> int:
        """Raises ValidationError."""
        return min(whole_number(request, "limit", 1, self.default_limit), self.max_limit)

    def get_offset(self, request: Request) -> int:
        """Raises ValidationError."""
        return min(whole_number(request, "offset", 0, 0), MAX_OFFSET)

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        [offset] = [
            parameter
            for parameter in super().get_schema_operation_parameters(view)
            if parameter["name"] == "offset"
        ]
        offset["schema"] |= {"minimum": 0}
        return [LIMIT_PARAMETER, offset]


def whole_number(request: Request, name: str, least: int, default: int) -> int:
    """The number that a query parameter has. Raises ValidationError."""
    text = request.query_params.get(name)
    if text is None:
        return default
    # int() would take signs, spaces and underscores, and is slow for long texts.
    if not (text.isascii() and text.isdigit()) or len(text) > 40 or int(text) < least:
        message = gettext("Write a whole number, %(least)d or more.") % {"least": least}
        raise ValidationError({name: [message]})
    return int(text)
