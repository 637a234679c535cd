"""Examples for the OpenAPI schema: of each parameter, body and answer, and of each error.

They are made from the schema's own types and from the words below, so that no operation is without
and none is out of date. A test checks each against its schema.
"""

from typing import Any

from arena.web.errors import problem

Json = dict[str, Any]

ERROR = "#/components/schemas/Error"

# What the fields of these names may hold. A value that its field does not allow is left out.
WORDS: Json = {
    "after": 0,
    "against": "bob/shy",
    "api": "1",
    "bot": "alice/greedy",
    "cause": "main.py, line 12: KeyError: 'hand'",
    "champion": "alice/greedy",
    "code": "k3x9u7m2pa",
    "commitment": "9f2c1d0b7a6e5f48",
    "created": "2026-03-01T12:00:00Z",
    "decided_by": "points",
    "description": "Leads its longest suit",
    "device_code": "dev_6pX0",
    "elo": 1532.5,
    "entry": "alice/greedy",
    "error": 28.0,
    "first": "alice/greedy",
    "game": 1,
    "games": 400,
    "id": 4711,
    "language": "python",
    "length": 3,
    "line": "",
    "main": "main.py",
    "match": 4711,
    "move": "card KC",
    "name": "greedy",
    "number": 2,
    "opponent": "bob/shy",
    "organiser": "alice",
    "owner": "alice",
    "phrase": "well_played",
    "player": "alice",
    "rating": 1517.0,
    "reason": "",
    "rule": "ER12",
    "ruleset": "ecarte",
    "second": "bob/shy",
    "sha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
    "slug": "spring-cup",
    "source": "import sys\n…",
    "title": "Écarté",
    "token": "goat_…",
    "url": "http://127.0.0.1:8000/bots/alice/greedy/",
    "user": "alice",
    "user_code": "ABCD-EFGH",
    "username": "alice",
    "version": 2,
    "worker": None,
}
TIME = "2026-03-01T12:00:00Z"
ADDRESS = "http://127.0.0.1:8000/"
UUID = "4f1c2a36-6d0e-4b5c-9d52-1f0a3b8e7c11"

# By status: the codes that most answers with it have, and what their details say.
ERRORS: dict[str, dict[str, str]] = {
    "400": {"invalid": "name: Use letters from a to z, digits, and single - or _ between them."},
    "401": {
        "not_authenticated": "Authentication credentials were not provided.",
        "authentication_failed": "Unknown API token. Create one on the page “API tokens”.",
        "token_expired": "This API token expired on March 1, 2026. Create a new one on the page "
        "“API tokens”, or log in again with goat login.",
    },
    "403": {
        "permission_denied": "This bot belongs to someone else.",
        "scope": "This API token lacks the scope “submit”. Create one that has it on the page "
        "“API tokens”.",
    },
    "404": {"not_found": "Not found."},
    "409": {"conflict": "This is not possible in the current state."},
    "413": {"too_large": "The request is too large. The limit for a whole upload is 2.0 MB."},
    "415": {"unsupported_media_type": "Unsupported media type “text/csv” in request."},
    "422": {
        "idempotency_mismatch": "This Idempotency-Key belongs to another request. Use a new key "
        "for each."
    },
    "429": {"throttled": "You can submit 60 times an hour. Try again in 12 minutes."},
    "503": {"unavailable": "The arena cannot answer now. Try again in a few seconds."},
}


def add_examples(result: Json, generator: Any, request: Any, public: bool) -> Json:
    """A POSTPROCESSING_HOOK of drf-spectacular."""
    components = result.setdefault("components", {})
    components["examples"] = {
        code: {"summary": code, "value": error_example(int(status), code, detail)}
        for status, codes in ERRORS.items()
        for code, detail in codes.items()
    }
    schemas = components.get("schemas", {})
    explained = [tag["name"] for tag in result.setdefault("tags", [])]
    used = {
        tag
        for methods in result["paths"].values()
        for each in methods.values()
        for tag in each["tags"]
    }
    result["tags"] += [{"name": tag, "description": ""} for tag in sorted(used - set(explained))]
    for methods in result["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", []):
                example = example_of(parameter["schema"], schemas, parameter["name"])
                if parameter["name"] not in ("cursor",):
                    parameter["example"] = UUID if "Key" in parameter["name"] else example
            for media in operation.get("requestBody", {}).get("content", {}).values():
                media["example"] = example_of(media["schema"], schemas, sent=True)
            for status, response in operation["responses"].items():
                for media in response.get("content", {}).values():
                    _add_to_answer(media, status, schemas)
    return result


def error_example(status: int, code: str, detail: str) -> Json:
    name, _, text = detail.partition(": ") if code == "invalid" else ("", "", "")
    return problem(status, code, detail, {name: [text]} if name else {})


def _add_to_answer(media: Json, status: str, schemas: Json) -> None:
    if media["schema"].get("$ref") == ERROR:
        media["examples"] = {
            code: {"$ref": f"#/components/examples/{code}"} for code in ERRORS.get(status, {})
        }
    elif media["schema"].get("format") != "binary":
        media["example"] = example_of(media["schema"], schemas)


def example_of(schema: Json, schemas: Json, name: str = "", sent: bool = False) -> Any:
    """A value that the schema allows. `name`: of the field; `sent`: in a request."""
    if "$ref" in schema:
        inner = schemas[schema["$ref"].rpartition("/")[2]]
        return example_of(inner, schemas, name, sent)
    for word in ("allOf", "oneOf", "anyOf"):
        if word in schema:
            return example_of(schema[word][0], schemas, name, sent)
    if "enum" in schema:
        usual = WORDS.get(name)
        return usual if usual in schema["enum"] else schema["enum"][0]
    kind = schema.get("type")
    if kind == "object" or "properties" in schema:
        return _object(schema, schemas, sent)
    if kind == "array":
        return [example_of(schema["items"], schemas, name, sent)]
    return _scalar(schema, name)


def _object(schema: Json, schemas: Json, sent: bool) -> Json:
    left_out = "readOnly" if sent else "writeOnly"
    given = {
        name: example_of(inner, schemas, name, sent)
        for name, inner in schema.get("properties", {}).items()
        if not inner.get(left_out)
    }
    if sent and "source" in given:
        given.pop("file", None)  # one of both
    return given


def _scalar(schema: Json, name: str) -> Any:
    kind, word = schema.get("type"), WORDS.get(name)
    if kind == "boolean":
        return schema.get("default", False)
    if kind in ("integer", "number"):
        fits = isinstance(word, int if kind == "integer" else int | float)
        least, most = schema.get("minimum", 0), schema.get("maximum", float("inf"))
        if fits and least <= word <= most:
            return word
        return schema["default"] if schema.get("default") is not None else max(least, 0)
    if kind == "string":
        return _text(schema, word)
    return schema.get("default", {})


def _text(schema: Json, word: Any) -> str:
    known = {"date-time": TIME, "uri": ADDRESS, "uuid": UUID}
    if made := known.get(schema.get("format", "")):
        return made
    text = word if isinstance(word, str) else ""
    if len(text) < schema.get("minLength", 0):
        text = "example"
    return text[: schema.get("maxLength", 1000)]
