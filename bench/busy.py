"""Checks that a busy machine never costs a bot a game: ``make busy``, or ``python -m bench.busy``.

Busy loops run on the machine: four, or two for each processor if that is more. A bot that computes
for 60 % of its move time must make every move. A bot that sleeps too long must be timed out every
time, at the deadline and not later.
"""

import argparse
import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from statistics import median

from rich.console import Console
from rich.table import Table

from engine.faults import Reason
from engine.rulesets import ruleset
from referee.play.clock import Clock
from referee.play.cpu_slots import CpuSlot, claim_cpu_slot
from referee.play.match import Entrant, MatchSettings, play
from referee.programs.program import read_program
from referee.sandbox import Sandbox, choose

MOVE_MS = 100
PLIES = 6  # of a game
CLOCK = Clock(start_ms=60_000, move_ms=MOVE_MS, bank_ms=0)
BOT = """
import json, sys, time
def think():
    {think}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{{"type":"ready"}}', flush=True)
    elif message["type"] == "move":
        think()
        print(json.dumps({{"move": message["legal"][0]}}), flush=True)
    elif message["type"] == "bye":
        break
"""
COMPUTES = f"""end = time.process_time() + {0.6 * MOVE_MS / 1000}
    while time.process_time() < end:
        pass"""
SLEEPS = f"time.sleep({2 * MOVE_MS / 1000})"


@contextlib.contextmanager
def spinning(programs: int) -> Iterator[None]:
    # Each in its own session: the kernel distributes processor time among sessions first.
    running = [
        subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"], start_new_session=True)
        for _ in range(programs)
    ]
    try:
        yield
    finally:
        for program in running:
            program.kill()
            program.wait()


def entrant(name: str, think: str) -> Entrant:
    return Entrant(name, 1, read_program(BOT.format(think=think).encode()))


def match(first: Entrant, second: Entrant, pairs: int) -> MatchSettings:
    rules = ruleset("svoi-kozyri", {"max_plies": PLIES})
    return MatchSettings(rules, (first, second), pairs, os.urandom(32), CLOCK)


def computing(games: int, sandbox: Sandbox, slot: CpuSlot) -> list[tuple[str, str]]:
    """Two bots that compute for 60 % of their move time play each other."""
    bots = entrant("computes", COMPUTES), entrant("computes too", COMPUTES)
    played = play(match(*bots, games // 2), sandbox, slot=slot)
    wrong = [game for game in played.record["games"] if game["reason"] != Reason.NORMAL]
    turns = [turn for times in played.times for game in times for turn in game]
    walls = [wall for _, wall, _, _, _ in turns]
    charges = [max(used, wall - wait - referee) for _, wall, used, wait, referee in turns]
    late = sum(wall > MOVE_MS for wall in walls)
    return [
        ("computes for 60 % of its time: games", f"{len(played.record['games'])}"),
        ("  wrong verdicts", f"{len(wrong)}"),
        ("  moves", f"{len(turns)}"),
        ("  moves that a wall clock would have timed out", f"{late}"),
        ("  wall time of a move, median and maximum", in_ms(walls)),
        ("  charged time, median and maximum", in_ms(charges)),
    ]


def sleeping(games: int, sandbox: Sandbox, slot: CpuSlot) -> list[tuple[str, str]]:
    """A bot that sleeps too long plays one that answers immediately."""
    bots = entrant("sleeps", SLEEPS), entrant("answers", "pass")
    wrong = 0
    charges, walls = [], []
    for _ in range(games // 2):
        played = play(match(*bots, 1), sandbox, slot=slot)
        for game in played.record["games"]:
            fault = game["fault"] or {}
            if game["reason"] != Reason.TIMEOUT or fault["side"] != game["sides"].index(0):
                wrong += 1
                continue
            wall, _, wait, referee = map(int, re.findall(r"(\d+) ms", fault["detail"])[1:])
            walls.append(wall)
            charges.append(wall - wait - referee)
    return [
        ("sleeps too long: games", f"{2 * (games // 2)}"),
        ("  wrong verdicts", f"{wrong}"),
        ("  charged time at the timeout, median and maximum", in_ms(charges)),
        ("  wall time at the timeout, median and maximum", in_ms(walls)),
    ]


def in_ms(values: list[float]) -> str:
    return f"{median(values):.0f} and {max(values):.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(prog="make busy", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games of each bot (default: 200)")
    games = parser.parse_args().games
    programs = max(4, 2 * (os.cpu_count() or 1))
    sandbox = choose()
    with spinning(programs), claim_cpu_slot(600) as slot:
        results = computing(games, sandbox, slot) + sleeping(games, sandbox, slot)
    title = f"{programs} busy loops on {os.cpu_count()} processors, {MOVE_MS} ms a move"
    table = Table("what", "measured", title=title)
    for row in results:
        table.add_row(*row)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
