"""Reads server-sent events (WHATWG HTML, "Server-sent events")."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from referee.client.errors import ArenaError

MAX_EVENT = 16 << 20  # characters


@dataclass(frozen=True)
class Event:
    """`data`: parsed. `id`: empty if the event has none."""

    name: str
    data: Any
    id: str = ""


def events(lines: Iterable[str]) -> Iterator[Event]:
    """The events in these lines. Raises ArenaError for data that is not JSON."""
    fields: dict[str, str] = {}
    size = 0
    for line in lines:
        if not line:
            if "data" in fields:
                yield _event(fields)
            fields, size = {}, 0
            continue
        name, _colon, value = line.partition(":")
        size += len(line)
        if size > MAX_EVENT:
            raise ArenaError("the arena sends an event that is too large")
        value = value.removeprefix(" ")
        if name == "data" and "data" in fields:
            fields["data"] += f"\n{value}"
        elif name:  # a line that begins with a colon is a sign of life
            fields[name] = value


def _event(fields: dict[str, str]) -> Event:
    try:
        data = json.loads(fields["data"])
    except (ValueError, RecursionError):
        raise ArenaError("the arena sends an event that cannot be read") from None
    return Event(fields.get("event", "message"), data, fields.get("id", ""))
