"""The costs of a match besides its moves: starting and stopping bots, memory, and a second slot."""

import multiprocessing
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from bench.matches import FIRST, match_of, play_in, play_one
from bench.measure import Row, in_rounds, ratio
from engine.rulesets import ruleset
from referee.host.processors import processors
from referee.play.cpu_slots import CpuSlot, claim_cpu_slot
from referee.programs.runtimes import find_python
from referee.sandbox import choose
from referee.sandbox.binary import find_bwrap


def rows(rounds: int, matches: int) -> Iterator[Row]:
    """`matches`: matches per slot and round."""
    with claim_cpu_slot() as slot:
        yield from _start_and_stop(rounds, slot)
    yield from _slots(rounds=max(3, rounds // 5), matches=matches)
    yield _memory()


def _start_and_stop(rounds: int, slot: CpuSlot) -> Iterator[Row]:
    match = match_of(ruleset("svoi-kozyri", {"max_plies": 1}), 1)
    hundred = match_of(ruleset("svoi-kozyri", {"max_plies": 50}), 1)
    assert sum(len(game["moves"]) for game in play_in(hundred, slot).record["games"]) == 100
    # As many starts as a match has: two bots, in both legs. The bot ends immediately because its
    # input is closed: only bubblewrap, the interpreter and the bot's imports.
    bare = [
        *(find_bwrap(), "--ro-bind", "/", "/", "--unshare-all", "--as-pid-1", "--die-with-parent"),
        *(find_python(), "-I", "-S", "-B", str(FIRST)),
    ]

    def four_bare() -> None:
        for _ in range(4):
            subprocess.run(bare, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)

    times = in_rounds(
        {
            "match": _processor(lambda: play_in(match, slot)),
            "bare": _processor(four_bare),
            "hundred": _processor(lambda: play_in(hundred, slot)),
        },
        rounds,
    )
    yield Row(
        "start and stop of two sandboxed bots in both legs against four bare bubblewraps",
        ratio(times["match"], times["bare"]),
        "×",
        f"{1e3 * median(times['match']):.1f} and {1e3 * median(times['bare']):.1f} ms of processor",
        at_most=1.2,
    )
    yield Row(
        "matches of 100 moves, a core",
        1 / median(times["hundred"]),
        "matches/s",
        f"the four bare starts alone: {1 / median(times['bare']):.1f}",
        at_least=10,
    )


def _processor(act: Callable[[], object]) -> Callable[[], float]:
    """Returns a measure: the processor time of this thread and of the processes it waits for."""

    def spent() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.thread_time() + children.ru_utime + children.ru_stime

    def measure() -> float:
        start = spent()
        act()
        return spent() - start

    return measure


def _seconds(act: Callable[[], object]) -> Callable[[], float]:
    def measure() -> float:
        start = time.perf_counter()
        act()
        return time.perf_counter() - start

    return measure


def _slots(rounds: int, matches: int) -> Iterator[Row]:
    count = len(processors())
    if count < 2:
        return
    work = [match_of(ruleset("ecarte"), 1)] * matches
    spawn = multiprocessing.get_context("spawn")
    with spawn.Pool(1, choose) as one, spawn.Pool(2, choose) as two:
        times = in_rounds(
            {
                "one": _seconds(lambda: one.map(play_one, work, 1)),
                "two": _seconds(lambda: two.map(play_one, work + work, 1)),
                "loop": _seconds(lambda: one.map(_busy, range(matches), 1)),
                "loops": _seconds(lambda: two.map(_busy, range(2 * matches), 1)),
            },
            rounds,
        )
    yield Row(
        "two slots against one, one process each",
        2 * ratio(times["one"], times["two"]),
        "×",
        f"{matches / median(times['one']):.1f} and {2 * matches / median(times['two']):.1f} "
        f"matches/s; bare loops of Python give {2 * ratio(times['loop'], times['loops']):.2f} ×",
        at_least=1.9,
    )


def _busy(_: int) -> int:
    return sum(range(4_000_000))


def _memory() -> Row:
    """The memory of the referee's process during a match, and of its bots with their sandboxes."""
    script = "from bench.startup import print_memory; print_memory()"
    shown = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    referee, bots = map(int, shown.stdout.split())
    return Row(
        "memory of a sandboxed match, PSS",
        (referee + bots) / 1024,
        "MiB",
        f"referee {referee / 1024:.1f}, two bots {bots / 1024:.1f}",
        at_most=30,
    )


def print_memory() -> None:
    """Plays a match; prints the KiB of this process and of the processes that it started."""
    from bench import matches
    from referee.play.match import play

    seen: list[tuple[int, int]] = []

    def look(_: object) -> None:
        seen.append((_pss(os.getpid()), sum(map(_pss, _descendants(os.getpid())))))

    with claim_cpu_slot() as slot:
        play(matches.match_of(ruleset("ecarte"), 1), choose(), slot=slot, on_game_end=look)
    print(*seen[-1])


def _pss(pid: int) -> int:
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))


def _descendants(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            yield child
            yield from _descendants(child)
