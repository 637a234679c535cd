"""The query parameters of every list: what the schema forbids is refused, what it allows works."""

import pytest

from arena.tournaments.models import Tournament
from arena.web.schema import schema
from arena.webhooks.models import Webhook
from tests.arena.tables.making import make_table

pytestmark = pytest.mark.django_db


def lists():
    """The address of each list, with its query parameters in the schema."""
    for path, methods in schema()["paths"].items():
        given = methods.get("get", {}).get("parameters", [])
        query = {each["name"]: each["schema"] for each in given if each["in"] == "query"}
        if query:
            yield path, query


LISTS = dict(lists())


@pytest.fixture
def ask(client, alice, make_version):
    make_version(alice, ruleset="kozel", name="bold")
    Tournament.objects.create(
        name="Cup", slug="cup", organiser=alice, ruleset="kozel", clock={}, state="running"
    )
    code = make_table("ecarte", [None, None]).code
    names = {
        "code": code,
        "username": "alice",
        "owner": "alice",
        "name": "bold",
        "slug": "cup",
        "ruleset": "kozel",
        "id": Webhook.objects.create(user=alice, url="https://example.org/").pk,
    }
    client.force_login(alice)

    def ask(path, **query):
        return client.get(path.format(**names), query)

    return ask


def forbidden(kind):
    """Values that the schema forbids, as texts of an address."""
    yield "a\0b"
    if kind["type"] == "integer":
        yield from ("", "null", "x", "1.5", "1e3", "0x1", "1_0", " 1", "true", "[1]", "-313")
        yield str(kind["minimum"] - 1)
    if "enum" in kind:
        yield from ("", "null", "bridge", kind["enum"][0].upper(), f" {kind['enum'][0]}")
    if kind.get("minLength"):
        yield from ("", " ")
    if "maxLength" in kind:
        yield "x" * (kind["maxLength"] + 1)


def allowed(name, kind):
    if name == "cursor":
        return []  # only the arena writes them: tests/arena/web/test_cursors.py
    if kind["type"] == "integer":
        return [str(kind["minimum"]), "7", "9" * 30]
    examples = {"bot": "alice/bold", "against": "alice/bold", "tournament": "cup"}
    return kind.get("enum", [examples.get(name, "alice")])


def test_every_list_has_its_parameters_in_the_schema():
    named = {name for query in LISTS.values() for name in query}
    assert named >= {"limit", "offset", "state", "ruleset"}
    assert len(LISTS) >= 9


@pytest.mark.parametrize("path", LISTS)
def test_a_list_refuses_what_the_schema_forbids_and_takes_what_it_allows(ask, path):
    for name, kind in LISTS[path].items():
        for value in forbidden(kind):
            response = ask(path, **{name: value})
            assert response.status_code == 400, (name, value, response.content)
            assert list(response.json()["fields"]) == [name], value
        for value in allowed(name, kind):
            response = ask(path, **{name: value})
            assert response.status_code == 200, (name, value, response.content)
