"""Requests to the API."""

from collections.abc import Callable
from typing import Any

import pytest

from arena.accounts.models import ApiToken


@pytest.fixture
def post(client: Any, alice: Any) -> Callable[..., Any]:
    """post(data, path="/api/v1/bots/", content_type="application/json") -> the response.

    Sent with a token of Alice's. Every response must be an error in the API's shape.
    """
    authorization = f"Bearer {ApiToken.make(alice, 'test')[1]}"

    def post(data: Any, path: str = "/api/v1/bots/", content_type: str = "application/json") -> Any:
        response = client.post(
            path, data, content_type=content_type, headers={"Authorization": authorization}
        )
        assert response.headers["Content-Type"] == "application/problem+json"
        answer = response.json()
        assert set(answer) == {"type", "title", "status", "detail", "code", "fields"}
        assert (answer["type"], answer["status"]) == (
            f"/docs/api/#{answer['code']}",
            response.status_code,
        )
        return response

    return post
