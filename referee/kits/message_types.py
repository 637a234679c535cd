"""The types of all messages as source code, for the kits: in Python and in TypeScript.

They are made from the types with which the referee writes and reads the messages, and from those of
the games' views, so they cannot differ from them.
"""

import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, Required, Union, get_args, get_origin

import msgspec

from engine.rulesets import RULESETS
from referee.kits.view_notes import NOTES
from referee.play import protocol
from referee.play.message_schema import Event, view_type

MESSAGES = (
    protocol.Hello,
    protocol.GameStart,
    protocol.MoveRequest,
    protocol.GameOver,
    protocol.Bye,
)
_MESSAGE = " | ".join(message.__name__ for message in MESSAGES)
PYTHON_HEADER = '''"""The messages of the protocol as types, for your editor and for mypy.

Made by `goat new`. The bot runs without this file; do not submit it.
"""

from __future__ import annotations

'''
_IMPORTED = ("Any", "Literal", "NotRequired", "TypedDict")
TYPESCRIPT_HEADER = """// The messages of the protocol as types, for your editor and for tsc.
// Made by `goat new`. The bot runs without this file; do not submit it.
"""


@dataclass(frozen=True)
class _Field:
    name: str
    type: Any
    note: str = ""
    required: bool = True


@dataclass(frozen=True)
class _Object:
    """A JSON object with these fields."""

    name: str
    doc: str
    fields: tuple[_Field, ...]


def python_types(ruleset: str) -> str:
    """The module `protocol.py` of the Python kit for this game."""
    parts = []
    for item in _objects(ruleset):
        lines = ["", "", f"class {item.name}(TypedDict):"]
        lines += [f'    """{item.doc}"""', ""] if item.doc else []
        for each in item.fields:
            kind = _python(each.type)
            kind = kind if each.required else f"NotRequired[{kind}]"
            lines.append(f"    {each.name}: {kind}{f'  # {each.note}' if each.note else ''}")
        parts.append("\n".join(lines) + "\n")
    if _view(ruleset) is None:
        parts.append("\n\nView = dict[str, Any]\n")
    text = "".join([*parts, f"\n\nMessage = {_MESSAGE}\n"])
    used = [name for name in _IMPORTED if re.search(rf"\b{name}\b", text)]
    return f"{PYTHON_HEADER}from typing import {', '.join(used)}\n{text}"


def typescript_types(ruleset: str) -> str:
    """The file `protocol.d.ts` of the JavaScript kit for this game."""
    parts = [TYPESCRIPT_HEADER]
    for item in _objects(ruleset):
        lines = ["", *([f"/** {item.doc} */"] if item.doc else [])]
        lines.append(f"export interface {item.name} {{")
        for each in item.fields:
            lines += [f"  /** {each.note} */"] if each.note else []
            lines.append(f"  {each.name}{'' if each.required else '?'}: {_typescript(each.type)};")
        parts.append("\n".join([*lines, "}"]) + "\n")
    if _view(ruleset) is None:
        parts.append("\nexport type View = Record<string, any>;\n")
    parts.append(f"\nexport type Message = {_MESSAGE};\n")
    return "".join(parts)


def _objects(ruleset: str) -> list[_Object]:
    """All objects of the messages of this game, each after those that it contains."""
    found: dict[str, _Object] = {}
    view = _view(ruleset)
    for kind in [Event, *([view] if view else []), *MESSAGES, protocol.Answer]:
        for part in _with_parts(kind):
            name = "View" if part is view else part.__name__
            found[name] = _Object(name, _first_line(part), tuple(_fields(part)))
    return list(found.values())


def _view(ruleset: str) -> Any:
    """The type of the view; None for a game that does not declare it."""
    return view_type(ruleset) if ruleset in RULESETS else None


def _with_parts(kind: Any) -> Iterator[Any]:
    """The types of the objects in this one, and then itself."""
    for field in _fields(kind):
        for part in _objects_in(field.type):
            yield from _with_parts(part)
    yield kind


def _objects_in(hint: Any) -> Iterator[Any]:
    if _is_object(hint):
        yield hint
    for part in get_args(hint):
        yield from _objects_in(part)


def _is_object(hint: Any) -> bool:
    is_struct = isinstance(hint, type) and issubclass(hint, msgspec.Struct)
    return is_struct or typing.is_typeddict(hint)


def _fields(kind: Any) -> Iterator[_Field]:
    """The keys of an object, a struct or a TypedDict."""
    if tag := getattr(kind, "__struct_config__", None) and kind.__struct_config__.tag:
        yield _Field("type", Literal[tag])
    required = getattr(kind, "__required_keys__", None)
    if required is None:
        required = {field.name for field in msgspec.structs.fields(kind) if field.required}
    for name, hint in typing.get_type_hints(kind, include_extras=True).items():
        note = NOTES.get(name, "") if typing.is_typeddict(kind) else ""
        while get_origin(hint) in (Annotated, Required, NotRequired):
            for extra in getattr(hint, "__metadata__", ()):
                note = getattr(extra, "description", None) or note
            hint = get_args(hint)[0]
        if kind is protocol.MoveRequest:
            hint = {"events": list[Event], "view": _Named("View")}.get(name, hint)
        yield _Field(name, hint, note.rstrip("."), name in required)


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").strip().partition("\n")[0]


@dataclass(frozen=True)
class _Named:
    """A type that is written by its name."""

    name: str


def _python(hint: Any) -> str:
    name = _name_of(hint, {int: "int", float: "float", str: "str", bool: "bool", Any: "Any"})
    if name:
        return name
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return f"Literal[{', '.join(map(_quoted, arguments))}]"
    if origin in (types.UnionType, Union):
        return " | ".join(map(_python, arguments))
    if origin in (list, tuple):  # JSON knows lists only
        return f"list[{_python(arguments[0])}]"
    return f"dict[str, {_python(_value_of(origin, arguments))}]"


def _typescript(hint: Any) -> str:
    plain = {int: "number", float: "number", str: "string", bool: "boolean", Any: "any"}
    name = _name_of(hint, plain, "null")
    if name:
        return name
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(map(_quoted, arguments))
    if origin in (types.UnionType, Union):
        return " | ".join(map(_typescript, arguments))
    if origin is list:
        inner = _typescript(arguments[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(_typescript, arguments))}]"
    return f"Record<string, {_typescript(_value_of(origin, arguments))}>"


def _quoted(text: str) -> str:
    return f'"{text}"'


def _name_of(hint: Any, plain: Mapping[Any, str], none: str = "None") -> str:
    if isinstance(hint, _Named):
        return hint.name
    if hint in (None, types.NoneType):
        return none
    if _is_object(hint):
        return str(hint.__name__)
    return plain.get(hint, "")


def _value_of(origin: Any, arguments: tuple[Any, ...]) -> Any:
    """The type of the values of a JSON object. Raises TypeError for a type that is unknown here."""
    if origin is None or not issubclass(origin, Mapping):
        raise TypeError(f"the kits have no words for the type {origin}")
    return arguments[1]


RENDERERS: dict[str, tuple[str, Callable[[str], str]]] = {
    "python": ("protocol.py", python_types),
    "javascript": ("protocol.d.ts", typescript_types),
}
