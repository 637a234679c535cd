"""The pages of the API's lists."""

from typing import Any

import pytest
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from arena.web.pagination import MAX_OFFSET, Pagination


def page(count: int, **query: Any) -> list[int]:
    request = Request(APIRequestFactory().get("/", query))
    return Pagination().paginate_queryset(range(count), request) or []  # type: ignore[arg-type]


def test_a_page_has_50_items_by_default() -> None:
    assert page(1000) == list(range(50))


def test_a_page_starts_at_the_offset() -> None:
    assert page(1000, limit=3, offset=10) == [10, 11, 12]


def test_a_page_has_at_most_200_items() -> None:
    assert len(page(1000, limit=10**12)) == 200


@pytest.mark.parametrize("name", ["limit", "offset"])
@pytest.mark.parametrize(
    "value", ["-1", "x", "", "null", "1_0", "+5", " 5", "٣", "1.0", "9" * 5000]
)
def test_invalid_values_are_refused(name: str, value: str) -> None:
    with pytest.raises(ValidationError) as refused:
        page(1000, **{name: value})
    assert list(refused.value.detail) == [name]


def test_a_page_of_nothing_is_refused() -> None:
    with pytest.raises(ValidationError, match="1 or more"):
        page(1000, limit=0)
    assert len(page(1000, offset=0)) == 50


def test_an_offset_never_exceeds_what_a_database_takes() -> None:
    request = Request(APIRequestFactory().get("/", {"offset": 10**30}))
    assert Pagination().get_offset(request) == MAX_OFFSET
    assert page(1000, offset=10**30) == []
