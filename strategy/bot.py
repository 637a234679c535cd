"""Runs a player as a bot: reads the protocol's lines, and answers them (docs/3-protocol.md)."""

import json
import sys
from collections.abc import Callable
from typing import Any

from engine.ruleset import Ruleset
from engine.rulesets import ruleset
from strategy.evaluator import Clock, Player

MakePlayer = Callable[[Ruleset, int], Player]


def run(make_player: MakePlayer) -> None:
    """Plays until the referee says bye, with a new player for each game.

    `make_player` gets the ruleset with its options, and the seat.
    """
    bot = Bot(make_player)
    for line in sys.stdin:
        answer = bot.answer(json.loads(line))
        if answer is not None:
            print(json.dumps(answer), flush=True)
        if bot.ended:
            return


class Bot:
    """The state of a bot between two messages. `ended`: the referee has said bye."""

    def __init__(self, make_player: MakePlayer) -> None:
        self._make_player = make_player
        self._rules: Ruleset | None = None
        self._move_ms = 0.0
        self._player: Player | None = None
        self.ended = False

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to a message; None if it wants none."""
        kind = message["type"]
        if kind == "hello":
            self._rules = ruleset(message["ruleset"], message["options"])
            self._move_ms = message["clock"]["move_ms"]
            return {"type": "ready"}
        if kind == "game":
            assert self._rules is not None, "hello comes first"
            self._player = self._make_player(self._rules, message["seat"])
        elif kind == "move":
            assert self._player is not None, "game comes first"
            clock = Clock(self._move_ms, message["clock"]["bank_ms"])
            choice = self._player.choose(
                message["events"], message["view"], message["legal"], clock
            )
            return {"move": choice.move, "note": choice.note}
        elif kind == "bye":
            self.ended = True
        return None
