"""@NAME@, a bot for @RULESET@ that plays what train.py has learned.

A small network says how good each legal move is, and the bot plays the best one. Its weights are in
weights.json; before the first training, worth() decides. It needs the standard library alone.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # for your editor and mypy; the bot runs without protocol.py
    from protocol import Message, MoveRequest

# What train.py has written: by word, what it adds to each hidden unit; and of each unit the value
# at rest and what it adds to the value of a move. Empty before the first training.
WEIGHTS = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))


# @FEATURES@


# @STRATEGY@


def values(view: Any, seat: int, legal: list[str]) -> list[float]:
    """How good the network thinks each move is: what it expects the deal to bring."""
    seen, moves = features(view, seat, legal)
    base = hidden(seen, WEIGHTS["rest"])
    return [
        sum(unit * out for unit, out in zip(hidden(words, base), WEIGHTS["out"]) if unit > 0)
        for words in moves
    ]


def hidden(words: list[str], units: list[float]) -> list[float]:
    """The hidden units after some more words. Words that training never met change nothing."""
    rows = [WEIGHTS["words"][word] for word in words if word in WEIGHTS["words"]]
    return [sum(column) for column in zip(units, *rows)]


def choose(request: MoveRequest) -> str:
    """One of the legal moves: the best one, or the first of several."""
    legal = request["legal"]
    if not WEIGHTS:
        return max(legal, key=lambda move: worth(move, request))
    valued = values(request["view"], request["seat"], legal)
    return legal[valued.index(max(valued))]


def say(answer: object) -> None:
    """Writes one line. Print nothing else: what you want to log belongs on sys.stderr."""
    print(json.dumps(answer), flush=True)


def main() -> None:
    for line in sys.stdin:
        message: Message = json.loads(line)
        if message["type"] == "hello":
            say({"type": "ready"})
        elif message["type"] == "move":
            say({"move": choose(message)})
        elif message["type"] == "bye":
            break


if __name__ == "__main__":
    main()
