"""Compares the referee with a match manager for chess, both with bots that answer immediately.

fastchess (MIT licence, github.com/Disservin/fastchess) is in no package registry: the rows appear
only if a ``fastchess`` is on the PATH.
"""

import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from bench.compiled import CannotBuild
from bench.matches import FIRST, match_of, timed
from bench.measure import Row, in_rounds, one_processor, ratio
from engine.rulesets import ruleset
from referee.play.cpu_slots import CpuSlot, claim_cpu_slot
from referee.programs.runtimes import find_python

INSTANT = FIRST.parent
_PLIES = 100  # a game of knights.py ends by the fifty-move rule


def rows(games: int, rounds: int) -> Iterator[Row]:
    """`games`: games of chess in each round, an even number."""
    manager = shutil.which("fastchess")
    if manager is None:
        return
    python = [find_python(), "-I", "-S", "-B", str(INSTANT / "knights.py")]
    with tempfile.TemporaryDirectory() as place, claim_cpu_slot() as slot:
        folder = Path(place)
        try:
            knights, first_bot = (_compiled(name, folder) for name in ("knights", "first_bot"))
        except CannotBuild as error:
            print(f"No rows about fastchess: {error}", file=sys.stderr)
            return
        for kind, engine, bot, goal in (
            ("Python", python, FIRST, 5.0),
            ("native", [str(knights)], first_bot, 0.8),
        ):
            times = in_rounds(
                {
                    "ours": _referee(bot, slot),
                    "theirs": lambda engine=engine: _manager(manager, engine, games, folder),
                },
                rounds,
            )
            yield Row(
                f"referee's moves a second against fastchess: {kind} programs",
                ratio(times["theirs"], times["ours"]),
                "×",
                f"{1 / median(times['ours']):,.0f} and {1 / median(times['theirs']):,.0f} moves/s",
                at_least=goal,
            )


def _compiled(name: str, folder: Path) -> Path:
    """Raises CannotBuild."""
    program = folder / name
    if shutil.which("cc") is None:
        raise CannotBuild("the C compiler cc is missing: apt-get install gcc")
    # Static, so that it needs no other file in the sandbox.
    subprocess.run(["cc", "-O2", "-static", "-o", program, INSTANT / f"{name}.c"], check=True)
    return program


def _referee(bot: Path, slot: CpuSlot) -> Callable[[], float]:
    match = match_of(ruleset("ecarte"), 10, bot)

    def a_move() -> float:
        laps = timed(match, slot)
        return (laps[-1].spent - laps[0].spent) / (laps[-1].moves - laps[0].moves)

    return a_move


def _manager(manager: str, engine: list[str], games: int, folder: Path) -> float:
    """Processor time of a move in seconds: the difference of many games and two, without starts."""
    few, many = (_games(manager, engine, count, folder) for count in (2, 2 + games))
    return (many - few) / (games * _PLIES)


def _games(manager: str, engine: list[str], count: int, folder: Path) -> float:
    command = [manager]
    for name in ("a", "b"):
        arguments = [f"args={' '.join(engine[1:])}"] if engine[1:] else []
        command += ["-engine", f"cmd={engine[0]}", *arguments, f"name={name}"]
    command += ["-each", "tc=60+1", "-games", "2", "-rounds", str(count // 2), "-repeat"]
    before = _children()
    with one_processor():
        played = subprocess.run(
            [*command, "-concurrency", "1"], cwd=folder, capture_output=True, text=True, check=True
        )
    drawn = len(re.findall(r"^Finished game .*\{Draw by fifty moves rule\}", played.stdout, re.M))
    if drawn != count:
        raise RuntimeError(
            f"only {drawn} of {count} games were drawn by the rule: {played.stdout[-2000:]}"
        )
    return _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
