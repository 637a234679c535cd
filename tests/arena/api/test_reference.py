"""The reference of the API: pages that need no script."""

import pytest

from tests.arena.api.operations import operations

pytestmark = pytest.mark.django_db

INDEX = "/docs/api/reference/"


def test_the_index_leads_to_every_operation(client):
    page = client.get(INDEX).content.decode()
    for operation in operations():
        [tag] = operation.described["tags"]
        assert f'href="{INDEX}{tag}/#{operation.described["operationId"]}"' in page, operation


def test_a_page_shows_fields_scopes_errors_and_examples(client):
    page = client.get(f"{INDEX}bots/").content.decode()
    assert 'id="bots_create"' in page
    assert "POST /api/v1/bots/" in page
    assert "Idempotency-Key" in page
    assert "scope <code>submit</code>" in page
    assert 'href="/docs/api/#token_expired"' in page
    assert "&quot;ruleset&quot;: &quot;ecarte&quot;" in page
    assert "<script>" not in page


def test_a_page_asks_the_database_nothing(client, django_assert_num_queries):
    client.get(INDEX)
    with django_assert_num_queries(0):
        client.get(f"{INDEX}tables/")


def test_there_is_no_page_of_what_does_not_exist(client):
    assert client.get(f"{INDEX}nothing/").status_code == 404
