"""A JSON parser with a limit on nesting."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext
from rest_framework import parsers
from rest_framework.exceptions import ParseError

# Valid requests nest a few levels deep. Much deeper ones would exhaust the stack of the code that
# validates them or quotes them in a message.
MAX_DEPTH = 20


class JSONParser(parsers.JSONParser):
    """REST framework's parser, which also rejects JSON that is nested too deeply."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Raises ParseError."""
        try:
            data: dict[str, Any] = super().parse(stream, media_type, parser_context)
            too_deep = _nests_deeper(data, MAX_DEPTH)
        except RecursionError:
            too_deep = True
        if too_deep:
            raise ParseError(gettext("The JSON is nested more than %s levels deep.") % MAX_DEPTH)
        return data


def _nests_deeper(data: object, levels: int) -> bool:
    """Whether lists and objects are nested more than `levels` deep."""
    level = [data]
    for _ in range(levels):
        level = [child for item in level for child in _children(item)]
        if not level:
            return False
    return any(isinstance(item, list | dict) for item in level)


def _children(item: object) -> list[object]:
    if isinstance(item, dict):
        return list(item.values())
    return item if isinstance(item, list) else []
