"""Pages of long lists: ``?cursor=…&limit=…``, without a count and without gaps.

A cursor is the place between two rows, written as the values of the rows by which the list is
sorted. The next page is found by an index, so page 10,000 takes as long as the first, and rows that
are added or removed meanwhile repeat and hide none of the others. Cursors are signed: whoever
changes one gets an error, and no value of his reaches the database.
"""

from typing import Any

from django.core import signing
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param
from rest_framework.views import APIView

from arena.web.pagination import DEFAULT_LIMIT, LIMIT_PARAMETER, MAX_LIMIT, whole_number

# Much longer than any cursor that this arena writes.
MAX_LENGTH = 500


class CursorPagination(BasePagination):
    """The pages of a view whose `keyset` names the fields that sort its list, as `order_by` does.

    Together they are unique, none is null, and an index has them.
    """

    def paginate_queryset(  # type: ignore[override]  # lists are of the database
        self, queryset: QuerySet[Any], request: Request, view: APIView | None = None
    ) -> list[Any]:
        """Raises ValidationError."""
        self._request = request
        self._keyset: tuple[str, ...] = getattr(view, "keyset", ("-pk",))
        if "offset" in request.query_params:
            message = gettext("This list takes no offset. Follow `next` to the next page.")
            raise ValidationError({"offset": [message]})
        limit = min(whole_number(request, "limit", 1, DEFAULT_LIMIT), MAX_LIMIT)
        cursor = self._read(request.query_params.get("cursor"))
        backwards, values = cursor or (False, [])
        if cursor:
            queryset = queryset.filter(_beyond(self._keyset, values, backwards))
        order = [_turned(key) for key in self._keyset] if backwards else list(self._keyset)
        rows = list(queryset.order_by(*order)[: limit + 1])
        more, rows = len(rows) > limit, rows[:limit]
        if backwards:
            rows.reverse()
        self._has_next = backwards or more
        self._has_previous = more if backwards else cursor is not None
        self._rows = rows
        return rows

    def get_paginated_response(self, data: Any) -> Response:
        links = {"next": self._next(), "previous": self._previous()}
        return Response({**links, "results": data})

    def _next(self) -> str | None:
        if not self._has_next:
            return None
        # All rows before the cursor have been removed: the list begins after it.
        return self._address(self._cursor(False, self._rows[-1]) if self._rows else None)

    def _previous(self) -> str | None:
        if not self._has_previous:
            return None
        return self._address(self._cursor(True, self._rows[0]) if self._rows else None)

    def _address(self, cursor: str | None) -> str:
        address = self._request.build_absolute_uri()
        if cursor is None:
            return str(remove_query_param(address, "cursor"))
        return str(replace_query_param(address, "cursor", cursor))

    def _cursor(self, backwards: bool, row: Model) -> str:
        values = [_value(row, key) for key in self._keyset]
        return signing.dumps([int(backwards), *values], salt=self._salt())

    def _read(self, text: str | None) -> tuple[bool, list[Any]] | None:
        """Whether a cursor leads backwards, and its values. Raises ValidationError."""
        if text is None:
            return None
        try:
            if len(text) > MAX_LENGTH:
                raise signing.BadSignature
            backwards, *values = signing.loads(text, salt=self._salt())
        except (signing.BadSignature, ValueError):
            message = gettext(
                "This is no cursor of this list. Start without one, and follow `next`."
            )
            raise ValidationError({"cursor": [message]}, code="bad_cursor") from None
        return bool(backwards), values

    def _salt(self) -> str:
        """A cursor belongs to one address, whatever filters it has, and to one order."""
        return f"cursor {self._request.path} {' '.join(self._keyset)}"

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        cursor = {
            "name": "cursor",
            "in": "query",
            "required": False,
            "description": "A page: the parameter that `next` or `previous` has.",
            "schema": {"type": "string", "maxLength": MAX_LENGTH},
        }
        return [cursor, LIMIT_PARAMETER]

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": "string", "format": "uri", "nullable": True}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {
                "next": {**link, "description": "The address of the next page."},
                "previous": {**link, "description": "The address of the page before."},
                "results": schema,
            },
        }


def _turned(key: str) -> str:
    """The key for the opposite order."""
    return key[1:] if key.startswith("-") else f"-{key}"


def _beyond(keyset: tuple[str, ...], values: list[Any], backwards: bool) -> Q:
    """The rows that come after the one with these values, or before it."""
    found, same = Q(), Q()
    for key, value in zip(keyset, values, strict=True):
        name = key.removeprefix("-")
        falls = key.startswith("-") != backwards
        found |= same & Q(**{f"{name}__{'lt' if falls else 'gt'}": value})
        same &= Q(**{name: value})
    if len(keyset) == 1:
        return found
    # Says nothing new, but lets the database begin at the right place of an index.
    name = keyset[0].removeprefix("-")
    falls = keyset[0].startswith("-") != backwards
    return Q(**{f"{name}__{'lte' if falls else 'gte'}": values[0]}) & found


def _value(row: Any, key: str) -> Any:
    for name in key.removeprefix("-").split("__"):
        row = getattr(row, name)
    return row
