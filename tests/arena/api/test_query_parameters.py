"""The query parameters of every list: what the schema forbids is refused, what it allows works."""

import pytest
from drf_spectacular.generators import SchemaGenerator

from arena.tournaments.models import Tournament
from arena.webhooks.models import Webhook
from tests.arena.tables.making import make_table

pytestmark = pytest.mark.django_db


def lists():
    """Each query parameter in the schema, with the address of its list."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    for path, methods in schema["paths"].items():
        for parameter in methods.get("get", {}).get("parameters", []):
            if parameter["in"] == "query":
                yield path, parameter["name"], parameter["schema"]


LISTS = list(lists())


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


def forbidden(schema):
    """Values that the schema forbids, as texts of an address."""
    yield "a\0b"
    if schema["type"] == "integer":
        yield from ("", "null", "x", "1.5", "1e3", "0x1", "1_0", " 1", "true", "[1]", "-313")
        yield str(schema["minimum"] - 1)
    if "enum" in schema:
        yield from ("", "null", "bridge", schema["enum"][0].upper(), f" {schema['enum'][0]}")
    if schema.get("minLength"):
        yield from ("", " ")
    if "maxLength" in schema:
        yield "x" * (schema["maxLength"] + 1)


def allowed(name, schema):
    if name == "cursor":
        return []  # only the arena writes them: tests/arena/web/test_cursors.py
    if schema["type"] == "integer":
        return [str(schema["minimum"]), "7", "9" * 30]
    examples = {"bot": "alice/bold", "against": "alice/bold", "tournament": "cup"}
    return schema.get("enum", [examples.get(name, "alice")])


def test_every_list_has_its_parameters_in_the_schema():
    assert {name for _path, name, _schema in LISTS} >= {"limit", "offset", "state", "ruleset"}
    assert len({path for path, _name, _schema in LISTS}) >= 9


@pytest.mark.parametrize(("path", "name", "schema"), LISTS)
def test_what_the_schema_forbids_is_refused(ask, path, name, schema):
    for value in forbidden(schema):
        response = ask(path, **{name: value})
        assert response.status_code == 400, (value, response.content)
        assert list(response.json()["fields"]) == [name], value


@pytest.mark.parametrize(("path", "name", "schema"), LISTS)
def test_what_the_schema_allows_works(ask, path, name, schema):
    for value in allowed(name, schema):
        response = ask(path, **{name: value})
        assert response.status_code == 200, (value, response.content)
