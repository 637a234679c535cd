"""@NAME@, a bot for @RULESET@.

It reads one JSON message a line, and answers `hello` and `move` with one line each. Start at
worth(): it says how good a move is, and the bot plays the best one.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor and mypy; the bot runs without protocol.py
    from protocol import Message, MoveRequest

# @STRATEGY@


def choose(request: MoveRequest) -> str:
    """One of the legal moves: that with the highest worth, or the first of several."""
    return max(request["legal"], key=lambda move: worth(move, request))


def say(answer: object) -> None:
    """Writes one line. Print nothing else: what you want to log belongs on sys.stderr."""
    print(json.dumps(answer), flush=True)


def main() -> None:
    for line in sys.stdin:
        message: Message = json.loads(line)
        if message["type"] == "hello":
            say({"type": "ready"})  # do slow preparations before this
        elif message["type"] == "move":
            say({"move": choose(message)})
        elif message["type"] == "bye":
            break


if __name__ == "__main__":
    main()
