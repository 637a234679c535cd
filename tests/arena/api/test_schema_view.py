"""The schema over HTTP."""

import json
from concurrent.futures import ThreadPoolExecutor

from django.test import Client

from arena.web import schema


def fetch(query: str = "") -> bytes:
    response = Client().get(f"/api/v1/schema/{query}")
    assert response.status_code == 200, response.content
    return response.content


def test_clients_that_ask_at_the_same_time_all_get_it():
    schema._made.cache_clear()
    schema._text.cache_clear()
    with ThreadPoolExecutor(8) as clients:
        found = set(clients.map(fetch, [""] * 16))
    [text] = found
    assert json.loads(text)["info"]["version"] == "1"


def test_an_address_changes_nothing_in_it():
    assert fetch("?version=9%0Ax") == fetch("?lang=de") == fetch()
