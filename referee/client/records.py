"""Match records, as an arena publishes them."""

import json
from typing import Any

from referee.client.arena import Arena, not_an_arena
from referee.client.errors import ArenaError


def published_record(arena: Arena, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the API says of a finished match, and its record, unverified. Raises ArenaError."""
    match = arena.get(f"matches/{number}/")
    if match["state"] != "finished":
        raise ArenaError(f"match {number} is {match['state']}: it has no record")
    try:
        record = json.loads(arena.download(f"matches/{number}/record/"))
    except (ValueError, RecursionError):
        raise not_an_arena(arena.address, 200) from None
    if not isinstance(record, dict):
        raise not_an_arena(arena.address, 200)
    return match, record
