"""Every operation of the schema is described, and has examples that its own types allow."""

import re

import jsonschema
import pytest

from arena.web.errors import CONTENT_TYPE
from arena.web.schema import schema
from tests.arena.api.operations import operations

OPERATIONS = list(operations())


def check(value, described):
    """The value is one that the type allows. OpenAPI 3.0 says nullable where JSON Schema has a type
    null."""
    resolver = {"components": schema()["components"], **described}
    jsonschema.Draft7Validator(nullable(resolver)).validate(value)


def nullable(node):
    if isinstance(node, list):
        return [nullable(each) for each in node]
    if not isinstance(node, dict):
        return node
    changed = {key: nullable(value) for key, value in node.items() if key != "example"}
    if changed.pop("nullable", False) is True:
        return {"anyOf": [changed, {"type": "null"}]}
    return changed


def bodies(operation):
    """Each example with its type: of requests, and of answers that are no errors."""
    parts = [operation.described.get("requestBody", {}), *operation.described["responses"].values()]
    for part in parts:
        for kind, media in part.get("content", {}).items():
            if kind != CONTENT_TYPE and media["schema"].get("format") != "binary":
                yield media["example"], media["schema"]


@pytest.mark.parametrize("operation", OPERATIONS, ids=str)
def test_an_operation_has_words_and_examples(operation):
    described = operation.described
    assert re.match(r"[A-Z].*\.", described["description"], re.DOTALL)
    assert described["tags"]
    for parameter in described.get("parameters", []):
        if parameter["name"] != "cursor":
            check(parameter["example"], parameter["schema"])
    for example, kind in bodies(operation):
        check(example, kind)


@pytest.mark.parametrize("operation", OPERATIONS, ids=str)
def test_each_error_of_an_operation_has_an_example_with_its_status(operation):
    for status, response in operation.described["responses"].items():
        if status[0] in "45":
            examples = response["content"][CONTENT_TYPE]["examples"]
            assert examples, status
            for name in examples:
                shown = schema()["components"]["examples"][name]["value"]
                assert (shown["status"], shown["code"]) == (int(status), name)
                check(shown, {"$ref": "#/components/schemas/Error"})


def test_every_tag_is_explained():
    used = {tag for operation in OPERATIONS for tag in operation.described["tags"]}
    assert {each["name"] for each in schema()["tags"]} >= used
