"""What a rules page shows to authors of bots: a real request, and the options of the ruleset."""

import json
from functools import cache
from hashlib import sha256
from typing import Any

from arena.games.labels import GAMES
from engine.rulesets import RULESETS, ruleset

LEGAL_SHOWN = 3


@cache
def request(name: str) -> str:
    """The message that asks a bot for a move in the middle of a game, one key a line.

    It lists only the first LEGAL_SHOWN legal moves.
    """
    state = ruleset(name).start(sha256(name.encode()).digest())
    last: dict[str, Any] | None = None
    for number in range(GAMES[name].sample.request_after):
        legal = state.legal()
        move = legal[number % len(legal)]
        last = state.event(move, 1 - (state.seat or 0) % 2)
        state.play(move)
    legal = state.texts(state.legal())
    values = {
        "type": '"move"',
        "game": "1",
        "turn": "3",
        "seat": json.dumps(state.seat),
        "events": json.dumps([last]),
        "view": _indented(state.view(state.seat)),
        "legal": json.dumps(legal[:LEGAL_SHOWN])[:-1] + (", …]" if legal[LEGAL_SHOWN:] else "]"),
        "clock": json.dumps({"bank_ms": 9340, "last_ms": 12.4}),
    }
    return "{" + ",\n ".join(f'"{key}": {value}' for key, value in values.items()) + "}"


def _indented(view: dict[str, Any]) -> str:
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in view.items()]
    return "{\n    " + ",\n    ".join(lines) + "}"


def options(name: str) -> list[dict[str, str]]:
    """The options of a ruleset: name, values, default and meaning, as texts."""
    return [
        {
            "name": key,
            "values": _values(option.values),
            "default": str(option.default).lower(),
            "help": option.help,
        }
        for key, option in RULESETS[name].OPTIONS.items()
    ]


def _values(values: Any) -> str:
    if isinstance(values, range):
        return f"{values[0]} – {values[-1]}"
    return ", ".join(str(value).lower() for value in values)
