"""Follows what the arena plays: a qualification or a match, until it has ended.

Yields each answer of the arena. It asks often at first, then every few seconds.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

from referee.client.arena import Arena
from referee.client.errors import ArenaError

FIRST_PAUSE = 0.3
LONGEST_PAUSE = 3.0
ENDED = ("finished", "void", "cancelled")
# A void qualification is played again a few times. How often it is seen before it counts as stuck.
_STUCK_AFTER = 10


class Stuck(ArenaError):
    """The arena has no machine for a qualification now."""


def follow_version(arena: Arena, path: str) -> Iterator[dict[str, Any]]:
    """The version at this address of the API until it is qualified or rejected. Raises Stuck."""
    void = 0
    for version in _changes(lambda: arena.get(path)):
        if version["state"] != "checking":
            # Once more: the arena may have been changing the bot's active version just then.
            yield arena.get(path)
            return
        yield version
        void = void + 1 if (version.get("check") or {}).get("state") in ("void", "cancelled") else 0
        if void >= _STUCK_AFTER:
            raise Stuck(
                "the qualification has stopped without a result, and no fault of the bot: ask the"
                " operator of the arena"
            )


def follow_match(arena: Arena, number: int) -> Iterator[dict[str, Any]]:
    """The match until it has ended."""
    for match in _changes(lambda: arena.get(f"matches/{number}/")):
        yield match
        if match["state"] in ENDED:
            return


def _changes(ask: Callable[[], dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What is asked for, again and again; the caller stops.

    Quick again when it begins to be played, but not at every step forward in a long queue: two
    hundred people may wait at the same time.
    """
    pause, last = FIRST_PAUSE, ""
    while True:
        found = ask()
        state = f"{found['state']} {(found.get('check') or {}).get('state')}"
        pause = FIRST_PAUSE if state != last else min(1.3 * pause, LONGEST_PAUSE)
        yield found
        last = state
        time.sleep(pause)
