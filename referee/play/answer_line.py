"""Reads a bot's line that is not strict JSON, and says what is wrong with one that nobody can read.

Only one key of an answer counts (docs/3-protocol.md, "Your answers"). So a line that Python's json
reads is good enough, and nothing in a note costs a game.
"""

import json
import re
from collections.abc import Collection
from typing import Any

_WORD = re.compile(r"-?[A-Za-z_]\w*")
# What programs print for values that JSON writes otherwise.
_JSON_WORDS = {
    "None": "null",
    "nil": "null",
    "undefined": "null",
    "True": "true",
    "False": "false",
}
_KINDS = {
    dict: "an object",
    list: "a list",
    str: "a text",
    bool: "true or false",
    int: "a number",
    float: "a number",
    type(None): "null",
}
_TWO_LINES = "two lines: print the whole object in one"
_DEBUG_PRINT = "this looks like a debug print: use standard error"
_BYTES = re.compile("[\udc80-\udcff]")  # bytes that are not UTF-8, as surrogateescape decodes them


class Unreadable(ValueError):
    """The line is not an object that can be read. The message says why, for the bot's author."""


def read_object(line: bytes, limit: int, example: str, texts: Collection[str]) -> dict[str, Any]:
    """The object in a line that may hold NaN, control characters and halves of surrogate pairs.

    Raises Unreadable, also for a line that has more than `limit` bytes without its note. `example`
    is the answer that was due, and `texts` are moves that a bot may have printed without JSON.
    """
    text = line.decode("utf-8", "surrogateescape")
    try:
        value = json.loads(text, strict=False)
    except RecursionError:
        raise Unreadable("nested too deeply") from None
    except ValueError as error:
        _check_length(len(line), limit)
        _check_bytes(line)
        raise Unreadable(_why_not_json(text, error, example, texts)) from None
    if not isinstance(value, dict):
        _check_length(len(line), limit)
        _check_bytes(line)
        raise Unreadable(_not_an_object(text, value, example, texts))
    note = value.get("note")
    if len(line) > limit:
        rest = {key: part for key, part in value.items() if key != "note"}
        _check_length(len(_written(rest if isinstance(note, str) else value)), limit, len(line))
    if len(_BYTES.findall(text)) != len(_BYTES.findall(note) if isinstance(note, str) else ""):
        _check_bytes(line)
    return value


def why_not_text(value: dict[str, Any], key: str) -> str:
    """Why the object has no text under this key, which it must have."""
    if key in value:
        found = value[key]
        if isinstance(found, float) and found != found:
            return f'NaN is not JSON, and "{key}" must be a text'
        return f'"{key}" is {_KINDS[type(found)]}, not a text'
    if value.get("type") == "ready":
        return f'no "{key}" in it; {{"type":"ready"}} answers only hello'
    keys = ", ".join(_shown(f'"{name}"') for name in list(value)[:5])
    return f'no "{key}" in it; its keys are {keys}' if keys else f'no "{key}" in it'


def why_unexpected(output: bytes) -> str:
    """What is wrong with output that nobody asked for."""
    text = output.split(b"\n", 1)[0].decode("utf-8", "replace").strip()
    if not text:
        return "an empty line: answer with one line and print no other"
    if text.startswith("{"):
        return "answer each request once, and only when you are asked"
    if text[0] in '"}]':
        return _TWO_LINES
    return _DEBUG_PRINT


def _why_not_json(text: str, error: ValueError, example: str, texts: Collection[str]) -> str:
    start = text.strip()
    if not start:
        return "an empty line: answer with one line and print no other"
    if start.startswith("\ufeff"):
        return "a byte order mark (BOM) before the object: write UTF-8 without it"
    if start.strip("\"' ") in texts:
        return f"this is only the move's text: print {example}"
    if start[0] != "{":
        if '{"' in start:
            return "text before the object; if it is a debug print, use standard error"
        return _DEBUG_PRINT
    if not isinstance(error, json.JSONDecodeError):
        return _shown(str(error))
    place = error.pos
    rest = text[place:].lstrip()
    if error.msg == "Extra data":
        if rest.startswith("{"):
            return "two objects: answer each request with one"
        return f"{_shown(rest[:20])!r} after the object: print the object and nothing else"
    if not rest or error.msg.startswith("Unterminated string"):
        return _unfinished(start)
    if word := _WORD.match(rest):
        if error.msg == "Expecting property name enclosed in double quotes":
            return f"the key {_shown(word[0])} needs double quotes, as JSON libraries write them"
        instead = _JSON_WORDS.get(word[0])
        return f"{word[0]} is not JSON" + (f"; write {instead}" if instead else "")
    if rest[0] == "'":
        return "single quotes are not JSON; write double quotes, as JSON libraries do"
    if error.msg == "Expecting property name enclosed in double quotes" and rest[0] == "}":
        return "a comma before } is not JSON"
    return f"{error.msg} at character {place + 1}"


def _unfinished(text: str) -> str:
    """Of a line that ends before its object does."""
    if text[-1] not in "{[,:":
        try:
            json.loads(text + "}", strict=False)
        except ValueError:
            pass
        else:
            return f"no }} at its end. If the object goes on: {_TWO_LINES}"
    return _TWO_LINES


def _not_an_object(text: str, value: Any, example: str, texts: Collection[str]) -> str:
    if isinstance(value, str) and value in texts:
        return f"this is only the move's text: print {example}"
    if isinstance(value, int | float) or text.strip() in texts:
        return _DEBUG_PRINT
    return f"{_KINDS[type(value)]}, not an object"


def _check_length(size: int, limit: int, whole: int | None = None) -> None:
    """`size` counts; `whole` is the line with its note."""
    if size > limit:
        raise Unreadable(f"a line of {whole or size} bytes; the limit is {limit}")


def _check_bytes(line: bytes) -> None:
    try:
        line.decode()
    except UnicodeDecodeError as error:
        raise Unreadable(f"byte {error.start} is not UTF-8") from None


def _written(value: dict[str, Any]) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


def _shown(text: str) -> str:
    """Short and safe to show."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text[:80])
