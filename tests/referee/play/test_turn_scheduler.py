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


class Bots:
    """A turn scheduler, and the bots that are started in it."""

    def __init__(self, stack: contextlib.ExitStack) -> None:
        self.started: list[Bot] = []
        self.tick: Callable[[], object] = lambda: None
        self._stack = stack
        self._sandbox = choose("off")
        self.scheduler = TurnScheduler(self._sandbox, CpuSlot(0, None), lambda: self.tick())
        stack.callback(self.scheduler.close)
        stack.callback(self._sandbox.close)

    def start(self, source: str) -> Bot:
        program = read_program(f"import sys, time\n{source}".encode())
        process = self._sandbox.start(program, slot=0, seat=len(self.started), cpu=None)
        bot = Bot(process, StderrLog(), self.scheduler)
        self._stack.callback(bot.kill)
        self.started.append(bot)
        return bot


def state(bot: Bot) -> str:
    """The state of its process as the kernel gives it: T is stopped."""
    return Path(f"/proc/{bot.process.pid}/stat").read_text().rpartition(")")[2].split()[0]


def stops(bot: Bot) -> bool:
    """Whether it stops: on a busy machine a signal takes a while."""
    deadline = time.monotonic() + 5
    while state(bot) != "T":
        if time.monotonic() > deadline:
            return False
    return True


@pytest.fixture
def bots():
    with contextlib.ExitStack() as stack:
        yield Bots(stack)


def test_a_bot_that_waits_for_its_turn_is_stopped_when_anothers_turn_lasts(bots):
    waiting, thinking = bots.start(ECHO), bots.start(SLOW)
    waiting.ask(b"?\n", PLENTY)
    thinking.ask(b"?\n", PLENTY)
    assert stops(waiting)
    assert waiting.ask(b"again\n", PLENTY)[0] == b"again"


def test_a_bot_that_only_waits_is_not_stopped_right_after_its_answer(bots):
    bot = bots.start(ECHO)
    bot.ask(b"?\n", PLENTY)
    for _ in range(1000):
        assert state(bot) != "T"


def test_all_waiting_bots_are_stopped_before_a_tick(bots):
    first, second = bots.start(ECHO), bots.start(ECHO)
    ticks = []
    while not ticks:
        bots.tick = lambda: None
        first.ask(b"?\n", PLENTY)
        bots.tick = lambda: ticks.append(stops(first))
        second.ask(b"?\n", PLENTY)
    assert ticks == [True]


def test_ticks_come_two_or_three_times_a_second_however_quick_the_turns_are(bots):
    bot = bots.start(ECHO)
    ticks = []
    bots.tick = lambda: ticks.append(time.monotonic())
    start = time.monotonic()
    for _ in range(300):
        bot.ask(b"?\n", PLENTY)
    assert 1 <= len(ticks) <= (time.monotonic() - start) / 0.4 + 1


def test_a_message_without_an_answer_gives_the_bot_no_processor(bots):
    bot = bots.start(ECHO)
    bot.ask(b"?\n", PLENTY)
    bot.send(b"told\n")
    assert stops(bot)


def test_a_bot_that_computed_between_its_turns_is_stopped_at_once_from_then_on(bots):
    bot = bots.start(BUSY)
    bot.ask(b"?\n", PLENTY)
    used = bot.process.times().processor_ns
    while bot.process.times().processor_ns < used + 5 * NS:
        pass
    bot.ask(b"?\n", PLENTY)
    assert stops(bot)


def test_what_a_bot_computes_between_its_turns_is_charged_to_the_next(bots):
    bot = bots.start(COMPUTES_UNTIL_ASKED)
    bot.ask(b"?\n", PLENTY)
    used = bot.process.times().processor_ns
    while bot.process.times().processor_ns < used + 50 * NS:
        pass
    _, spent = bot.ask(b"?\n", PLENTY)
    assert spent.charge >= spent.processor >= 50 * NS


def test_work_that_a_stopped_bot_did_not_finish_is_charged_to_its_own_turns(bots):
    bot, other = bots.start(BUSY), bots.start(SLOW)
    turns = [bot.ask(b"?\n", PLENTY)[1]]
    for _ in range(3):
        other.ask(b"?\n", PLENTY)
        turns.append(bot.ask(b"?\n", PLENTY)[1])
    # It computed for 50 ms after three of its answers. On a busy machine it may do some of that
    # before the referee reads the answer.
    assert sum(turn.processor for turn in turns) >= 150 * NS
    assert all(turn.charge >= turn.processor for turn in turns)
