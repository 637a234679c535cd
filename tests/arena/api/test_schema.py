from io import StringIO

import pytest
import yaml
from django.core.management import call_command

WRITES = {"post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def schema():
    """The schema; creating it gives no warning."""
    out = StringIO()
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=out)
    return yaml.safe_load(out.getvalue())


def operations(schema):
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def test_the_schema_names_the_errors_of_every_operation(schema):
    for path, method, operation in operations(schema):
        answers = set(operation["responses"])
        expected = {"401"} if any(operation.get("security", [])) else set()
        if "{" in path:
            expected.add("404")
        if method in WRITES:
            expected.add("403")
        if "requestBody" in operation:
            expected |= {"400", "413", "415"}
        assert expected <= answers, (method, path)


def test_every_error_has_the_same_shape(schema):
    for path, method, operation in operations(schema):
        for status, response in operation["responses"].items():
            if status.startswith("4"):
                shape = response["content"]["application/problem+json"]["schema"]
                assert shape == {"$ref": "#/components/schemas/Error"}, (method, path, status)
    assert set(schema["components"]["schemas"]["Error"]["properties"]) == {
        "type",
        "title",
        "status",
        "detail",
        "code",
        "fields",
    }


def test_a_submission_may_be_a_conflict_or_be_throttled(schema):
    for path in ("/api/v1/bots/", "/api/v1/bots/{owner}/{name}/versions/"):
        assert {"201", "409", "429"} <= set(schema["paths"][path]["post"]["responses"])


def test_everything_that_creates_takes_an_idempotency_key(schema):
    for path, _method, operation in operations(schema):
        creates = "201" in operation["responses"] and operation["operationId"] != "device_create"
        taken = {each["name"] for each in operation.get("parameters", [])}
        assert ("Idempotency-Key" in taken) == creates, path
        if creates:
            assert {"409", "422"} <= set(operation["responses"])


def test_reading_needs_no_token_and_writing_does(schema):
    assert {} in schema["paths"]["/api/v1/bots/"]["get"]["security"]
    assert {} not in schema["paths"]["/api/v1/bots/"]["post"]["security"]
    assert schema["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


@pytest.mark.django_db
def test_the_schema_is_served(client):
    response = client.get("/api/v1/schema/")
    assert response.status_code == 200
    assert b"/api/v1/me/" in b"".join(
        response.streaming_content if response.streaming else [response.content]
    )
