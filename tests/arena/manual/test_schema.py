"""The JSON Schema of the protocol, for programs anywhere."""

import json
from typing import Any

import jsonschema

from referee.play.message_schema import message_schema


def test_the_schema_names_the_address_where_it_is_served(client: Any, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["goat.example.org"]
    response = client.get("/docs/protocol/schema.json", headers={"host": "goat.example.org"})
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/schema+json"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "public" in response.headers["Cache-Control"]
    schema = json.loads(response.content)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"] == "http://goat.example.org/docs/protocol/schema.json"
    assert schema == json.loads(json.dumps(message_schema(schema["$id"])))


def test_a_client_that_has_it_does_not_get_it_again(client: Any) -> None:
    tag = client.get("/docs/protocol/schema.json").headers["ETag"]
    again = client.get("/docs/protocol/schema.json", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.post("/docs/protocol/schema.json").status_code == 405
