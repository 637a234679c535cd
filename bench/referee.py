"""Compares a move of the referee with a bare exchange of the same messages.

Times are the processor time of all processes that take part. On one processor that is the time of
the move, without the other programs on the machine.
"""

import json
import math
import os
import select
import subprocess
import time
from collections.abc import Iterator
from statistics import median
from unittest.mock import patch

from bench.matches import FIRST, match_of, timed
from bench.measure import Row, in_rounds, ratio
from engine.rulesets import RULESETS, ruleset
from referee.play.bot import Bot
from referee.play.cpu_slots import CpuSlot, claim_cpu_slot
from referee.programs.runtimes import find_python

GROWTH = (10, 100, 1_000, 10_000)  # moves of a match


def rows(pairs: int, rounds: int) -> Iterator[Row]:
    with claim_cpu_slot() as slot:
        for name in RULESETS:
            yield from _per_move(name, pairs, rounds, slot)
        yield _growth(slot)


def _per_move(name: str, pairs: int, rounds: int, slot: CpuSlot) -> Iterator[Row]:
    requests = _requests(name, slot)

    def referee() -> float:
        laps = timed(match_of(ruleset(name), 2 * pairs), slot)
        return (laps[-1].spent - laps[0].spent) / (laps[-1].moves - laps[0].moves)

    with Bare() as bare:
        times = in_rounds({"referee": referee, "bare": lambda: bare.exchange(requests)}, rounds)
    yield Row(
        f"referee, instant bots: {name}",
        1 / median(times["referee"]),
        "moves/s",
        f"{median(times['referee']) * 1e6:.0f} µs a move",
    )
    yield Row(
        f"the same against a bare exchange: {name}",
        ratio(times["referee"], times["bare"]),
        "×",
        f"{median(times['bare']) * 1e6:.0f} µs a move",
        at_most=2,
    )


def _requests(name: str, slot: CpuSlot) -> list[object]:
    """The messages of a game that request a move."""
    seen: list[object] = []
    ask = Bot.ask

    def listening(bot: Bot, line: bytes, allowance: int):
        seen.append(json.loads(line))
        return ask(bot, line, allowance)

    with patch.object(Bot, "ask", listening):
        timed(match_of(ruleset(name), 1), slot)
    return [message for message in seen if message["type"] == "move"]


class Bare:
    """The same bot with only two pipes, poll and JSON, on the processor of this thread."""

    def __enter__(self) -> "Bare":
        self._process = subprocess.Popen(
            [find_python(), "-I", "-S", "-B", str(FIRST)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def exchange(self, requests: list[object]) -> float:
        """Sends all requests; returns the seconds of processor time per request."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        to, back = self._process.stdin.fileno(), self._process.stdout.fileno()
        poll = select.poll()
        poll.register(back, select.POLLIN)
        start = self._spent()
        for request in requests:
            os.write(to, json.dumps(request).encode() + b"\n")
            answer = b""
            while not answer.endswith(b"\n"):
                poll.poll()
                answer += os.read(back, 65536)
            json.loads(answer)
        return (self._spent() - start) / len(requests)

    def _spent(self) -> float:
        clock = (~self._process.pid << 3) | 2  # the kernel's id of that process's clock
        return time.thread_time() + time.clock_gettime(clock)


def _growth(slot: CpuSlot) -> Row:
    """The growth of the time with the moves of a match: the log-log slope; 1 is linear."""
    # Games of ten moves each, so that every lap has the same number of moves.
    rules = ruleset("svoi-kozyri", {"max_plies": 10})
    laps = timed(match_of(rules, GROWTH[-1] // 10 + 1), slot)
    begin = laps[0]
    took = [laps[moves // 10].spent - begin.spent for moves in GROWTH]
    each = ", ".join(
        f"{moves:,}: {1e6 * seconds / moves:.0f}"
        for moves, seconds in zip(GROWTH, took, strict=True)
    )
    slope = _slope([math.log(moves) for moves in GROWTH], [math.log(t) for t in took])
    return Row(
        "growth of a match's time from 10 to 10,000 moves, log-log slope",
        slope,
        "",
        f"µs a move after {each}",
        at_most=1.05,
    )


def _slope(xs: list[float], ys: list[float]) -> float:
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum(
        (a - x) ** 2 for a in xs
    )
