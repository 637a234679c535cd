"""Only the bot whose turn it is gets a processor; one that only waits is not stopped at once."""

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.play.bot import Bot
from referee.play.clock import NS
from referee.play.cpu_slots import CpuSlot
from referee.play.stderr_log import StderrLog
from referee.play.turn_scheduler import TurnScheduler
from referee.sandbox import choose
from tests.referee.play.small_bots import read_program

PLENTY = 20_000 * NS
ECHO = "for line in sys.stdin: print(line, end='', flush=True)"
SLOW = "for line in sys.stdin: time.sleep(0.1); print(line, end='', flush=True)"
# Computes until the next request comes.
COMPUTES_UNTIL_ASKED = """
import select
for line in sys.stdin:
    print(line, end='', flush=True)
    while not select.select([0], [], [], 0)[0]: pass
"""
# Computes for 50 ms after each answer.
BUSY = """
for line in sys.stdin:
    print(line, end='', flush=True)
    end = time.process_time() + 0.05
    while time.process_time() < end: pass
"""


class Table:
    """A turn scheduler with bots."""

    def __init__(self, stack: contextlib.ExitStack) -> None:
        self.bots: list[Bot] = []
        self.tick: Callable[[], object] = lambda: None
        self._stack = stack
        self._sandbox = choose("off")
        self.scheduler = TurnScheduler(self._sandbox, CpuSlot(0, None), lambda: self.tick())
        stack.callback(self.scheduler.close)
        stack.callback(self._sandbox.close)

    def seat(self, source: str) -> Bot:
        program = read_program(f"import sys, time\n{source}".encode())
        process = self._sandbox.start(program, slot=0, seat=len(self.bots), cpu=None)
        bot = Bot(process, StderrLog(), self.scheduler)
        self._stack.callback(bot.kill)
        self.bots.append(bot)
        return bot


def stops(bot: Bot) -> bool:
    """Whether it stops: on a busy machine a signal takes a while."""
    stat = Path(f"/proc/{bot.process.pid}/stat")
    deadline = time.monotonic() + 5
    while stat.read_text().rpartition(")")[2].split()[0] != "T":
        if time.monotonic() > deadline:
            return False
    return True


@pytest.fixture
def table():
    with contextlib.ExitStack() as stack:
        yield Table(stack)


def test_a_bot_that_waits_for_its_turn_is_stopped_when_anothers_turn_lasts(table):
    waiting, thinking = table.seat(ECHO), table.seat(SLOW)
    waiting.ask(b"?\n", PLENTY)
    thinking.ask(b"?\n", PLENTY)
    assert stops(waiting)
    assert waiting.ask(b"again\n", PLENTY)[0] == b"again"


def test_all_waiting_bots_are_stopped_before_a_tick(table):
    first, second = table.seat(ECHO), table.seat(ECHO)
    ticks = []
    while not ticks:
        table.tick = lambda: None
        first.ask(b"?\n", PLENTY)
        table.tick = lambda: ticks.append(stops(first))
        second.ask(b"?\n", PLENTY)
    assert ticks == [True]


def test_a_message_without_an_answer_gives_the_bot_no_processor(table):
    bot = table.seat(ECHO)
    bot.ask(b"?\n", PLENTY)
    bot.send(b"told\n")
    assert stops(bot)


def test_a_bot_that_computed_between_its_turns_is_stopped_at_once_from_then_on(table):
    bot = table.seat(BUSY)
    bot.ask(b"?\n", PLENTY)
    used = bot.process.times().processor_ns
    while bot.process.times().processor_ns < used + 5 * NS:
        pass
    bot.ask(b"?\n", PLENTY)
    assert stops(bot)


def test_what_a_bot_computes_between_its_turns_is_charged_to_the_next(table):
    bot = table.seat(COMPUTES_UNTIL_ASKED)
    bot.ask(b"?\n", PLENTY)
    used = bot.process.times().processor_ns
    while bot.process.times().processor_ns < used + 50 * NS:
        pass
    _, spent = bot.ask(b"?\n", PLENTY)
    assert spent.charge >= spent.processor >= 50 * NS


def test_work_that_a_stopped_bot_did_not_finish_is_charged_to_its_own_turns(table):
    bot, other = table.seat(BUSY), table.seat(SLOW)
    turns = [bot.ask(b"?\n", PLENTY)[1]]
    for _ in range(3):
        other.ask(b"?\n", PLENTY)
        turns.append(bot.ask(b"?\n", PLENTY)[1])
    # It computed for 50 ms after three of its answers. On a busy machine it may do some of that
    # before the referee reads the answer.
    assert sum(turn.processor for turn in turns) >= 150 * NS
    assert all(turn.charge >= turn.processor for turn in turns)
