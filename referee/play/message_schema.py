"""The JSON Schema of the protocol, made from the types that write and read its messages.

It describes what the referee sends today. Later versions may add keys, so objects may have others.
"""

import importlib
import importlib.util
import re
from collections.abc import Mapping
from typing import Any, Final, TypedDict

import msgspec

from engine.rulesets import RULESETS
from referee.play.protocol import (
    Answer,
    Bye,
    GameOver,
    GameStart,
    Hello,
    MoveRequest,
    Ready,
)

Json = dict[str, Any]
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_REF: Final = "#/$defs/{name}"
# By the names that docs/3-protocol.md gives them.
MESSAGES: Final[Mapping[str, type]] = {
    "hello": Hello,
    "game": GameStart,
    "move": MoveRequest,
    "over": GameOver,
    "bye": Bye,
}
ANSWERS: Final[Mapping[str, type]] = {"ready": Ready, "answer": Answer}


class Event(TypedDict, total=False):
    """What happened, as a seat saw it: a move, or how many cards were laid face down, or a deal."""

    seat: int
    move: str
    cards: list[str]
    drop: int
    discard: int
    deal: int


def message_schema(identifier: str = "") -> Json:
    """The schema of every line of a conversation. `identifier` is the address where it is served.

    Its ``$defs`` have each message by name, the answers ``ready`` and ``answer``, and the view of
    each ruleset, such as ``view-kozel``.
    """
    views = {f"view-{name}": view for name in RULESETS if (view := view_type(name)) is not None}
    kinds = {**MESSAGES, **ANSWERS, "event": Event, **views}
    schemas, components = msgspec.json.schema_components(kinds.values(), ref_template=_REF)
    names = {schema["$ref"]: name for schema, name in zip(schemas, kinds, strict=True)}
    definitions = {
        names.get(_REF.format(name=name), _name(name)): _with_names(schema, names)
        for name, schema in components.items()
    }
    move = definitions["move"]["properties"]
    move["events"]["items"] = {"$ref": _REF.format(name="event")}
    if len(views) == len(RULESETS):
        move["view"]["anyOf"] = [{"$ref": _REF.format(name=name)} for name in views]
    head = {"$schema": DIALECT, "title": "Goat Arena: messages between the referee and a bot"}
    return {
        **head,
        **({"$id": identifier} if identifier else {}),
        "description": "One JSON object a line, in both directions. Ignore keys that you do not"
        " know: later versions may add some.",
        "anyOf": [{"$ref": _REF.format(name=name)} for name in (*MESSAGES, *ANSWERS)],
        "$defs": definitions,
    }


def view_type(ruleset: str) -> type | None:
    """The type of a seat's view, or None for a game that does not declare it."""
    package = RULESETS[ruleset].__module__.rpartition(".")[0]
    if importlib.util.find_spec(f"{package}.view_types") is None:
        return None
    found: type = importlib.import_module(f"{package}.view_types").VIEW
    return found


def _with_names(schema: Any, names: Mapping[str, str]) -> Any:
    """The same schema, with references to the protocol's names in place of the types'."""
    if isinstance(schema, dict):
        return {key: _with_names(value, names) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_with_names(value, names) for value in schema]
    if isinstance(schema, str) and schema.startswith("#/$defs/"):
        name = names.get(schema, _name(schema.removeprefix("#/$defs/")))
        return _REF.format(name=name)
    return schema


def _name(type_: str) -> str:
    """``turn-clock`` for ``TurnClock``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type_).lower()
