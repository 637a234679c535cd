"""JSON from outside, read with a bound on how deep it nests."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext
from rest_framework import parsers
from rest_framework.exceptions import ParseError

# No request nests deeper than a few levels; what is deeper would exhaust the stack of whoever
# reads it, and of whoever shows it in a message.
MAX_DEPTH = 20


class JSONParser(parsers.JSONParser):
    """REST framework's, which also answers JSON that nests too deep as a mistake of its sender."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Raises ParseError."""
        try:
            data: dict[str, Any] = super().parse(stream, media_type, parser_context)
            deep = _nests_deeper(data, MAX_DEPTH)
        except RecursionError:
            deep = True
        if deep:
            raise ParseError(gettext("The JSON nests deeper than %s levels.") % MAX_DEPTH)
        return data


def _nests_deeper(data: object, levels: int) -> bool:
    """Whether lists and objects lie in each other more than so many levels deep."""
    level = [data]
    for _ in range(levels):
        level = [inner for item in level for inner in _inside(item)]
        if not level:
            return False
    return any(isinstance(item, list | dict) for item in level)


def _inside(item: object) -> list[object]:
    if isinstance(item, dict):
        return list(item.values())
    return item if isinstance(item, list) else []
