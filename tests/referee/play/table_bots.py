"""Bots at a table, for the tests: a recording bot, and a whole game of such bots."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from engine.ruleset import Ruleset, State
from referee.play.clock import Clock
from referee.play.seat_bots import Answered, SeatBots, SeatFault
from referee.programs.program import Program, read_program
from referee.sandbox import Sandbox

SEED = bytes(range(32))
CLOCK = Clock(start_ms=10_000, move_ms=300, bank_ms=1000)

# It writes what it is told to standard error, and plays the last legal move.
RECORDER = read_program(
    b"""
import json, sys
for line in sys.stdin:
    print(line, end="", file=sys.stderr, flush=True)
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "move":
        print(json.dumps({"move": message["legal"][-1]}), flush=True)
    elif message["type"] == "bye":
        break
"""
)


@dataclass(frozen=True)
class Made:
    """A move that was made at the table."""

    seat: int
    text: str
    ms: float = 0.1


@dataclass(frozen=True)
class Dealt:
    """A ruleset whose games start from a given position, whatever their seed."""

    rules: Ruleset
    position: State[Any]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)

    def start(self, seed: bytes) -> State[Any]:
        return self.position.copy()


class TableOfBots:
    """A game that bots play until a test stops asking. `moves` are those made."""

    def __init__(
        self,
        sandbox: Sandbox,
        rules: Any,
        programs: Mapping[int, Program],
        clock: Clock = CLOCK,
    ) -> None:
        self.rules = rules
        self.bots = SeatBots(sandbox, rules, SEED, clock, programs)
        self.state: State[Any] = rules.start(SEED)
        self.moves: list[Made] = []

    def __enter__(self) -> "TableOfBots":
        return self

    def __exit__(self, *_: object) -> None:
        self.bots.close()

    def ask(self, **how: Any) -> Answered:
        """Asks the bot to move, and makes the move that it answers with."""
        assert self.state.seat is not None
        answered = self.bots.ask(self.state.seat, self.moves, **how)
        assert answered.text is not None
        self.make(answered.text, answered.ms)
        return answered

    def fault(self, **how: Any) -> SeatFault:
        """Asks the bot to move, which loses the game by a fault."""
        assert self.state.seat is not None
        with pytest.raises(SeatFault) as caught:
            self.bots.ask(self.state.seat, self.moves, **how)
        return caught.value

    def make(self, text: str, ms: float = 0.1) -> None:
        """Somebody makes this move."""
        assert self.state.seat is not None
        self.moves.append(Made(self.state.seat, text, ms))
        self.state.play(self.state.parse(text))

    def make_any(self) -> None:
        """Somebody makes the last legal move, as the recorder does."""
        self.make(self.state.texts(self.state.legal())[-1])

    def make_until(self, seat: int) -> None:
        """Somebody makes moves until it is the turn of this seat."""
        while self.state.seat != seat:
            self.make_any()

    def told(self, seat: int) -> list[bytes]:
        """The lines that a recorder in this seat has been told, all its processes together."""
        text = self.bots.stderr(seat).encode()
        return [line for line in text.splitlines() if not line.startswith(b"---")]


def moves_told(lines: list[bytes]) -> list[dict[str, Any]]:
    """The requests among these lines."""
    messages = [json.loads(line) for line in lines]
    return [message for message in messages if message["type"] == "move"]
