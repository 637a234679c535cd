"""Pagination of the API's lists: ``?limit=…&offset=…``."""

from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request

# Longer than any list, and small enough for every database.
MAX_OFFSET = 10**9


class Pagination(LimitOffsetPagination):
    default_limit = 50
    max_limit = 200

    def get_offset(self, request: Request) -> int:
        return min(super().get_offset(request), MAX_OFFSET)
