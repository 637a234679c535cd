"""Every error of the API names the place in the docs that explains its code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from rest_framework import exceptions, fields, relations, serializers, validators

from arena.accounts.api import WHY
from arena.manual import manual

ARENA = Path(__file__).parents[3] / "arena"
# Only forms on pages have these.
OF_PAGES = {"both", "neither", "password_incorrect", "inactive_user"}
# Functions whose first or second argument is a code.
FIRST = {"TableError"}
SECOND = {"problem_response", "problem"}


def codes_of_the_arena() -> Iterator[tuple[str, str]]:
    """Every code that is written in the arena's source, with the file."""
    for path in sorted(ARENA.rglob("*.py")):
        if "migrations" in path.parts or "management" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            for found in _codes(node):
                yield found, path.name
    yield from ((code, "api.py") for code in WHY)


def _codes(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        candidates = [word.value for word in node.keywords if word.arg == "code"]
        candidates += node.args[:1] if name in FIRST else []
        candidates += node.args[1:2] if name in SECOND else []
        # In the classes of arena/tables/errors.py: super().__init__("stale", …)
        candidates += node.args[:1] if name == "__init__" and len(node.args) > 1 else []
    elif isinstance(node, ast.ClassDef):
        candidates = [
            line.value
            for line in node.body
            if isinstance(line, ast.Assign)
            and any(getattr(target, "id", "") == "default_code" for target in line.targets)
        ]
    else:
        return
    for value in candidates:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value


def codes_of_the_framework() -> set[str]:
    """The codes that REST framework gives to requests and fields."""
    kinds = [
        *(value for value in vars(fields).values() if isinstance(value, type)),
        *(value for value in vars(relations).values() if isinstance(value, type)),
        serializers.Serializer,
        serializers.ListSerializer,
    ]
    found = {
        code
        for kind in kinds
        if issubclass(kind, fields.Field)
        for base in kind.__mro__
        for code in getattr(base, "default_error_messages", {})
    }
    found |= {
        value.default_code
        for value in vars(exceptions).values()
        if isinstance(value, type) and issubclass(value, exceptions.APIException)
    }
    return found | {"unique"} | set(validators.UniqueTogetherValidator.code.split())


def test_the_docs_explain_every_code_that_the_arena_gives() -> None:
    anchors = manual.chapters()["api"].page.anchors
    found = dict(codes_of_the_arena())
    assert len(found) > 30
    missing = {code: file for code, file in found.items() if code not in anchors | OF_PAGES}
    assert missing == {}


def test_the_docs_explain_every_code_of_the_framework() -> None:
    anchors = manual.chapters()["api"].page.anchors
    # Fields that no serializer of the arena has.
    never = {"invalid_image", "no_name", "invalid_decimal", "max_digits", "max_decimal_places"}
    never |= {"max_whole_digits", "make_aware", "date", "datetime", "overflow", "no_match"}
    never |= {"incorrect_match", "error", "not_acceptable", "invalid_unicode", "max_string_length"}
    assert codes_of_the_framework() - never - anchors == set()


def test_the_table_of_codes_has_each_once_in_order() -> None:
    source = (ARENA.parent / "docs" / "7-api.md").read_text()
    table = source[source.index("### Codes") :].partition("\n## ")[0]
    codes = re.findall(r'^\| <a id="(\w+)"></a>`(\w+)` \| ', table, re.MULTILINE)
    assert all(anchor == code for anchor, code in codes)
    names = [code for code, _ in codes]
    assert names == sorted(set(names))
