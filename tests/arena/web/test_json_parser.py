"""JSON bodies of requests to the API."""

import json
from io import BytesIO
from typing import Any

import pytest
from rest_framework.exceptions import ParseError

from arena.web.json_parser import MAX_DEPTH, JSONParser


def parse(text: str) -> Any:
    return JSONParser().parse(BytesIO(text.encode()))


def nested(depth: int) -> str:
    """Objects and lists in turn, `depth` levels of them."""
    text = "1"
    for level in range(depth):
        text = f"[{text}]" if level % 2 else f'{{"x": {text}}}'
    return text


def test_json_nested_up_to_the_limit_is_parsed() -> None:
    assert parse(nested(MAX_DEPTH)) == json.loads(nested(MAX_DEPTH))
    assert parse('{"a": [], "b": {}, "c": null}') == {"a": [], "b": {}, "c": None}


def test_json_nested_one_level_deeper_is_refused() -> None:
    with pytest.raises(ParseError, match="nested more than 20 levels deep"):
        parse(nested(MAX_DEPTH + 1))


def test_the_deepest_branch_decides() -> None:
    with pytest.raises(ParseError, match="nested more than 20 levels deep"):
        parse(f'[1, {{"a": 2, "b": {nested(MAX_DEPTH - 1)}}}, []]')


@pytest.mark.parametrize("data", [b"{", b"[]", b"3", b"\xff", b"null", b'"x"'])
@pytest.mark.django_db
def test_a_body_that_is_not_an_object_is_refused(post: Any, data: bytes) -> None:
    assert post(data).status_code == 400


@pytest.mark.parametrize("path", ["/api/v1/bots/", "/api/v1/tournaments/"])
@pytest.mark.parametrize("depth", [21, 100, 400, 700, 850, 900, 950, 100_000])
@pytest.mark.django_db
def test_the_api_refuses_a_body_that_is_nested_too_deeply(post: Any, path: str, depth: int) -> None:
    whole = b'{"ruleset": %s1%s}' % (b"[" * (depth - 1), b"]" * (depth - 1))
    for data in (b"[" * depth, whole):
        response = post(data, path)
        assert (response.status_code, response.json()["code"]) == (400, "parse_error")
