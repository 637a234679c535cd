"""The reference of the API as pages: the schema, for people, without a script."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from arena.manual import manual
from arena.web.schema import schema

Json = dict[str, Any]

# Fields inside fields are shown to this depth; deeper ones are in the schema.
DEPTH = 3


@dataclass(frozen=True)
class Field:
    name: str
    kind: str
    required: bool
    text: str


@dataclass(frozen=True)
class Answer:
    status: str
    text: str
    codes: list[str]
    fields: list[Field]
    example: str


@dataclass(frozen=True)
class Operation:
    """What one method of one address does."""

    name: str
    method: str
    path: str
    summary: str
    text: str
    scope: str
    needs_token: bool
    parameters: list[Field]
    fields: list[Field]
    example: str
    answers: list[Answer]


@require_safe
@gzip_page
def index(request: HttpRequest) -> HttpResponse:
    context = {"tags": tags().values(), "groups": manual.groups()}
    return render(request, "api/reference.html", context)


@require_safe
@gzip_page
def group(request: HttpRequest, tag: str) -> HttpResponse:
    shown = tags().get(tag)
    if shown is None:
        raise Http404
    context = {"shown": shown, "groups": manual.groups()}
    return render(request, "api/reference_group.html", context)


@cache
def tags() -> dict[str, Json]:
    """The operations of each tag, in the order of the schema's tags."""
    made = schema()
    found: dict[str, Json] = {
        tag["name"]: {"tag": tag["name"], "text": _html(tag["description"]), "operations": []}
        for tag in made.get("tags", [])
    }
    for path, methods in made["paths"].items():
        for method, described in methods.items():
            tag = described["tags"][0]
            entry = found.setdefault(tag, {"tag": tag, "text": "", "operations": []})
            entry["operations"].append(_operation(path, method, described, made))
    return {tag: entry for tag, entry in found.items() if entry["operations"]}


def _operation(path: str, method: str, described: Json, made: Json) -> Operation:
    security = described.get("security", [])
    bodies = described.get("requestBody", {}).get("content", {})
    body: Json = next(iter(bodies.values()), {})
    return Operation(
        name=described["operationId"],
        method=method.upper(),
        path=path,
        summary=_html(described.get("description", "").partition("\n")[0]),
        text=_html(described.get("description", "")),
        scope=described.get("x-scope", ""),
        needs_token=any(security) and {} not in security,
        parameters=[
            Field(
                each["name"],
                f"{each['in']}, {_kind(each['schema'], made)}",
                each.get("required", False),
                _html(each.get("description", "")),
            )
            for each in described.get("parameters", [])
        ],
        fields=list(_fields(body.get("schema", {}), made)),
        example=_pretty(body.get("example")),
        answers=[
            _answer(status, answer, made) for status, answer in described["responses"].items()
        ],
    )


def _answer(status: str, answer: Json, made: Json) -> Answer:
    media: Json = next(iter(answer.get("content", {}).values()), {})
    codes = list(media.get("examples", {}))
    return Answer(
        status,
        _html(answer.get("description", "")),
        codes,
        [] if codes else list(_fields(media.get("schema", {}), made)),
        _pretty(media.get("example")),
    )


def _html(text: str) -> str:
    """The words of the schema: code is in backticks. Its lists of values are shown as types."""
    lines = [line for line in text.splitlines() if not line.startswith("* `")]
    code = re.sub("`([^`]+)`", r"<code>\1</code>", escape("\n".join(lines).strip()))
    return mark_safe(code)  # escaped above


def _pretty(example: Any) -> str:
    return "" if example is None else json.dumps(example, indent=2, ensure_ascii=False)


def _resolved(node: Json, made: Json) -> Json:
    """The node itself, or what it refers to, with the node's own words."""
    if "$ref" in node:
        return _resolved(made["components"]["schemas"][node["$ref"].rpartition("/")[2]], made)
    if len(node.get("allOf", [])) == 1:
        own = {key: value for key, value in node.items() if key != "allOf"}
        return _resolved(node["allOf"][0], made) | own
    return node


def _fields(node: Json, made: Json, before: str = "", depth: int = 0) -> Iterator[Field]:
    """The fields of an object or of the objects in a list; inner ones as ``a.b`` and ``a[].b``."""
    found = _resolved(node, made)
    if found.get("type") == "array":
        yield from _fields(found["items"], made, f"{before}[]", depth)
        return
    for name, inner in found.get("properties", {}).items():
        full = f"{before}.{name}" if before else name
        text = _html(_resolved(inner, made).get("description", ""))
        yield Field(full, _kind(inner, made), name in found.get("required", []), text)
        if depth < DEPTH:
            yield from _fields(inner, made, full, depth + 1)


def _kind(node: Json, made: Json) -> str:
    """The type in a word or two, with what it is limited to."""
    found = _resolved(node, made)
    several = found.get("oneOf") or found.get("anyOf")
    if several:
        kind = gettext(" or ").join(dict.fromkeys(_kind(each, made) for each in several))
    elif "enum" in found:
        kind = ", ".join("null" if value is None else str(value) for value in found["enum"])
    elif found.get("type") == "array":
        kind = gettext("list of %s") % _kind(found["items"], made)
    else:
        kind = " ".join(filter(None, [found.get("type", "any"), found.get("format", "")]))
    limits = [
        f"{sign} {found[key]}"
        for key, sign in (("minimum", "≥"), ("maximum", "≤"), ("maxLength", gettext("at most")))
        if key in found
    ]
    kind = ", ".join([kind, *limits])
    return gettext("%s or null") % kind if found.get("nullable") else kind
