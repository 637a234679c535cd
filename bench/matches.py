"""Matches of instant bots that measure the referee, with the time of each game."""

import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from engine.ruleset import Ruleset
from referee.play.cpu_slots import CpuSlot, claim_cpu_slot
from referee.play.match import Entrant, MatchResult, MatchSettings, play
from referee.programs.program import load_program
from referee.sandbox import Process, Sandbox, choose

FIRST = Path(__file__).parent / "instant/first_bot.py"  # plays the first legal move


def match_of(rules: Ruleset, pairs: int, bot: Path = FIRST) -> MatchSettings:
    program = load_program(bot)
    entrants = (Entrant("first", 1, program), Entrant("also first", 1, program))
    return MatchSettings(rules, entrants, pairs=pairs, seed=bytes(32))


class Lap(NamedTuple):
    """The moves until the end of a game, and the processor time of the referee and all bots.

    In seconds. Wall time would include other programs on the machine.
    """

    moves: int
    spent: float


def timed(match: MatchSettings, slot: CpuSlot) -> list[Lap]:
    """Plays the first leg of the match; returns one lap for each game.

    The start of the second leg would count as part of a game.
    """
    laps: list[Lap] = []
    sandbox = _Watched(choose("auto"))

    def lap(game: dict) -> None:
        moves = len(game["moves"]) + (laps[-1].moves if laps else 0)
        bots = sum(process.times().processor_ns for process in sandbox.started)
        laps.append(Lap(moves, time.thread_time() + bots / 1e9))
        if len(laps) == match.pairs:
            raise _LegOver

    with suppress(_LegOver):
        play(match, sandbox, slot=slot, on_game_end=lap)
    return laps


class _LegOver(Exception):
    """The first leg is over."""


class _Watched:
    """A sandbox that remembers the processes that it started."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self.started: list[Process] = []

    def start(self, *arguments: object, **named: object) -> Process:
        self.started.append(self._sandbox.start(*arguments, **named))
        return self.started[-1]


def play_in(match: MatchSettings, slot: CpuSlot) -> MatchResult:
    return play(match, choose("auto"), slot=slot)


def play_one(match: MatchSettings) -> None:
    """Plays a match in a slot of its own, as a worker does."""
    with claim_cpu_slot() as slot:
        play_in(match, slot)
