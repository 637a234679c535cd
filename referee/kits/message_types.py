"""The types of all messages as source code, for the kits: in Python and in TypeScript.

They are made from the types with which the referee writes and reads the messages, so they cannot
differ from those.
"""

import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin

import msgspec

from referee.kits.views import VIEWS, Event
from referee.play import protocol

MESSAGES = (
    protocol.Hello,
    protocol.GameStart,
    protocol.MoveRequest,
    protocol.GameOver,
    protocol.Bye,
)
_MESSAGE = " | ".join(message.__name__ for message in MESSAGES)
_DOCS: dict[type, str] = {
    protocol.TurnClock: "What is left of your bank, and the charge for your last move (ms).",
    protocol.Answer: "Your answer to a request. The replay shows the note beside the move.",
}
PYTHON_HEADER = '''"""The messages of the protocol as types, for your editor and for mypy.

Made by `goat new`. The bot runs without this file; do not submit it.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
'''
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
    parts = [PYTHON_HEADER]
    for item in _objects(ruleset):
        lines = ["", "", f"class {item.name}(TypedDict):"]
        lines += [f'    """{item.doc}"""', ""] if item.doc else []
        for each in item.fields:
            kind = _python(each.type)
            kind = kind if each.required else f"NotRequired[{kind}]"
            lines.append(f"    {each.name}: {kind}{f'  # {each.note}' if each.note else ''}")
        parts.append("\n".join(lines) + "\n")
    if ruleset not in VIEWS:
        parts.append("\n\nView = dict[str, Any]\n")
    parts.append(f"\n\nMessage = {_MESSAGE}\n")
    return "".join(parts)


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
    if ruleset not in VIEWS:
        parts.append("\nexport type View = Record<string, any>;\n")
    parts.append(f"\nexport type Message = {_MESSAGE};\n")
    return "".join(parts)


def _objects(ruleset: str) -> Iterator[_Object]:
    """All objects of the messages of this game; those that others contain come first."""
    yield from _typed_dicts(Event)
    if ruleset in VIEWS:
        *parts, view = _typed_dicts(VIEWS[ruleset])
        yield from parts
        yield _Object("View", view.doc, view.fields)
    yield _struct(protocol.TurnClock)
    for message in MESSAGES:
        yield _struct(message)
    yield _struct(protocol.Answer)


def _struct(kind: type[msgspec.Struct]) -> _Object:
    info = msgspec.structs.fields(kind)
    hints = typing.get_type_hints(kind)
    fields = [_Field(each.name, hints[each.name], required=each.required) for each in info]
    if tag := kind.__struct_config__.tag:
        fields.insert(0, _Field("type", Literal[tag]))
    special = {"events": list[Event], "view": _Named("View")}
    if kind is protocol.MoveRequest:
        fields = [_Field(each.name, special.get(each.name, each.type)) for each in fields]
    return _Object(kind.__name__, _DOCS.get(kind, ""), tuple(fields))


def _typed_dicts(kind: Any) -> Iterator[_Object]:
    """The TypedDict, after those that it contains."""
    fields = []
    for name, hint in typing.get_type_hints(kind, include_extras=True).items():
        required = get_origin(hint) is not NotRequired
        hint = hint if required else get_args(hint)[0]
        note = ""
        if get_origin(hint) is Annotated:
            hint, note = get_args(hint)
        for part in _parts(hint):
            yield from _typed_dicts(part)
        fields.append(_Field(name, hint, note, required))
    yield _Object(kind.__name__, _first_line(kind), tuple(fields))


def _parts(hint: Any) -> Iterator[Any]:
    """The TypedDicts in a type."""
    if typing.is_typeddict(hint):
        yield hint
    for part in get_args(hint):
        yield from _parts(part)


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
    if typing.is_typeddict(hint) or (isinstance(hint, type) and issubclass(hint, msgspec.Struct)):
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
