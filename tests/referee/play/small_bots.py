"""Bots written in a few lines, and matches between them, for the tests of the referee."""

import textwrap
from collections.abc import Callable
from typing import Any

from engine.ecarte.ruleset import Ecarte
from engine.ruleset import Ruleset
from referee.play.clock import Clock
from referee.play.cpu_slots import CpuSlot
from referee.play.match import Entrant, MatchResult, MatchSettings, play
from referee.programs.program import Program, read_program
from referee.sandbox import Process, Sandbox
from tests.referee.sandbox.slots import own_slot

SEED = bytes(range(32))
QUICK = Clock(start_ms=10_000, move_ms=300, bank_ms=0)

_BOT = """
import json, os, select, signal, sys, time

def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()

def tell(*words):
    print(*words, file=sys.stderr, flush=True)

requests = 0
{start}
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        say(json.dumps(dict(type="ready")))
    elif kind == "bye":
        break
    elif kind == "game":
        game = message["game"]
    elif kind == "over":
{over}
    elif kind == "move":
        requests += 1
        legal = message["legal"]
{turn}
        say(json.dumps(dict(move=legal[-1])))
"""


def source(turn: str = "pass", *, start: str = "", over: str = "pass") -> bytes:
    """A bot that plays the last legal move.

    `start` runs before it reads anything, `over` at the end of each game, and `turn` before each
    move, with `message`, `game`, `legal` and `requests` (the number of requests so far).
    """
    turn, over = (textwrap.indent(textwrap.dedent(part), " " * 8) for part in (turn, over))
    return _BOT.format(turn=turn, start=textwrap.dedent(start), over=over).encode()


def program(turn: str = "pass", *, start: str = "", over: str = "pass") -> Program:
    return read_program(source(turn, start=start, over=over))


GOOD = program()


def match(
    first: Program = GOOD,
    second: Program = GOOD,
    *,
    ruleset: Ruleset | None = None,
    pairs: int = 1,
    clock: Clock = QUICK,
    seed: bytes = SEED,
) -> MatchSettings:
    entrants = (Entrant("first", 1, first), Entrant("second", 2, second))
    return MatchSettings(ruleset or Ecarte(), entrants, pairs, seed, clock)


class Watched:
    """A sandbox that remembers what it has started."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self.started: list[Process] = []

    def start(self, program: Program, **where: Any) -> Process:
        process = self._sandbox.start(program, **where)
        self.started.append(process)
        return process


def played(
    match: MatchSettings,
    sandbox: Any,
    *,
    tick: Callable[[], None] | None = None,
    on_game_end: Callable[[dict[str, Any]], None] | None = None,
    on_game_start: Callable[[Any], None] | None = None,
) -> MatchResult:
    slot = CpuSlot(own_slot(10), None)
    return play(
        match, sandbox, slot=slot, tick=tick, on_game_end=on_game_end, on_game_start=on_game_start
    )
