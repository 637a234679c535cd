"""The lists of the API: ``?limit=…&offset=…``."""

from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request

# Further than any list goes, and what a database takes.
MAX_OFFSET = 10**9


class Pages(LimitOffsetPagination):
    default_limit = 50
    max_limit = 200

    def get_offset(self, request: Request) -> int:
        return min(super().get_offset(request), MAX_OFFSET)
