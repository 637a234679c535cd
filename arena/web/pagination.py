"""Pagination of the API's lists: ``?limit=…&offset=…``."""

from typing import Any

from django.utils.translation import gettext
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.views import APIView

# Longer than any list, and small enough for every database.
MAX_OFFSET = 10**9


class Pagination(LimitOffsetPagination):
    """REST framework's pagination, which also refuses values that are not numbers or too small."""

    default_limit = 50
    max_limit = 200

    def get_limit(self, request: Request) -> int:
        """Raises ValidationError."""
        return min(whole_number(request, "limit", 1, self.default_limit), self.max_limit)

    def get_offset(self, request: Request) -> int:
        """Raises ValidationError."""
        return min(whole_number(request, "offset", 0, 0), MAX_OFFSET)

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        parameters: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for parameter in parameters:
            is_limit = parameter["name"] == "limit"
            parameter["schema"] |= {"minimum": 1 if is_limit else 0}
            if is_limit:
                parameter["schema"] |= {"default": self.default_limit}
                parameter["description"] += f" At most {self.max_limit} are returned."
        return parameters


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
