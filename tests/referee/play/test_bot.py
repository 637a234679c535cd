"""One bot and its pipes: whatever it does to them costs only its own clock."""

import contextlib
import select
import time

import pytest

from referee.play import clock
from referee.play.bot import Bot
from referee.play.clock import NS, HostStarved
from referee.play.cpu_slots import CpuSlot
from referee.play.protocol import MAX_OUTPUT, BotFault
from referee.play.stderr_log import HEAD, TAIL, StderrLog
from referee.play.turn_scheduler import TurnScheduler
from referee.sandbox import Times, choose
from tests.referee.play.small_bots import read_program

BIG = b"x" * 1_000_000 + b"\n"  # more than a pipe holds
ALLOWANCE = 300 * NS
PLENTY = 20_000 * NS


@pytest.fixture
def running():
    """A function that starts a bot with the given source. The bot is killed after the test."""
    sandbox = choose("off")
    ticks = []
    scheduler = TurnScheduler(sandbox, CpuSlot(0, None), lambda: [tick() for tick in ticks])
    log = StderrLog()
    with contextlib.ExitStack() as stack:
        stack.callback(scheduler.close)
        stack.callback(sandbox.close)

        def run(source: str) -> Bot:
            program = read_program(f"import os, sys, time\n{source}".encode())
            process = sandbox.start(program, slot=0, seat=0, cpu=None)
            bot = Bot(process, log, scheduler)
            bot.log = log
            bot.scheduler = scheduler
            stack.callback(bot.kill)
            return bot

        run.ticks = ticks
        yield run


ECHO_LENGTHS = "for line in sys.stdin: print(len(line), flush=True)"


def test_a_request_larger_than_the_pipe_is_read_and_answered(running):
    bot = running(ECHO_LENGTHS)
    answer, spent = bot.ask(BIG, PLENTY)
    assert answer == str(len(BIG)).encode()
    assert 0 < spent.charge < PLENTY


def test_a_bot_that_never_reads_a_large_request_runs_out_of_time(running):
    bot = running("time.sleep(60)")
    with pytest.raises(BotFault, match="timeout: no answer within 300 ms"):
        bot.ask(BIG, ALLOWANCE)


def test_messages_without_an_answer_reach_the_bot_in_order(running):
    bot = running(
        "while True:\n"
        "    line = sys.stdin.readline()\n"
        "    if line.startswith('sum'): print(count, flush=True)\n"
        "    else: count = int(line.split()[0])"
    )
    bot.process.freeze()
    for number in range(300):
        bot.send(b"%d %s\n" % (number, b"x" * 1000))
    assert bot.ask(b"sum\n", PLENTY)[0] == b"299"


def test_an_answer_before_the_request_could_be_read_is_malformed(running):
    bot = running("time.sleep(0.1); print('early', flush=True); time.sleep(60)")
    with pytest.raises(BotFault, match="malformed: an answer before the request was read: 'early'"):
        bot.ask(BIG, PLENTY)


def test_an_answer_may_come_in_pieces(running):
    bot = running(
        "sys.stdin.readline()\n"
        "for piece in ('on', 'e pie', 'ce\\n'):\n"
        "    os.write(1, piece.encode()); time.sleep(0.02)"
    )
    assert bot.ask(b"?\n", PLENTY)[0] == b"one piece"


@pytest.mark.parametrize("size", [MAX_OUTPUT, MAX_OUTPUT + 1])
def test_output_without_a_newline_is_a_flood_beyond_its_limit(size, running):
    bot = running(
        "sys.stdin.readline()\n"
        f"for piece in (b'x' * {size - 10}, b'x' * 10, b'\\n'):\n"
        "    while piece: piece = piece[os.write(1, piece):]\n"
        "    time.sleep(0.1)"
    )
    if size > MAX_OUTPUT:
        with pytest.raises(BotFault, match="flood: more than 65536 bytes without an answer"):
            bot.ask(b"?\n", PLENTY)
    else:
        assert len(bot.ask(b"?\n", PLENTY)[0]) == size


def test_a_bot_that_closed_its_input_is_heard_until_its_time_is_up(running):
    bot = running("sys.stdin.readline(); os.close(0); print('deaf', flush=True); time.sleep(60)")
    assert bot.ask(b"?\n", PLENTY)[0] == b"deaf"
    with pytest.raises(BotFault, match="timeout"):
        bot.ask(BIG, ALLOWANCE)


class Books:
    """The kernel's accounting of a bot that waits for a processor until `ends` (ns from now).

    As in the kernel, the wait shows in `times` only when it has ended.
    """

    def __init__(self, bot, ends):
        self.began = time.monotonic_ns()
        self.ends = self.began + ends
        bot.process.times = self.times
        bot.process.pending_wait = self.pending_wait

    def times(self):
        now = time.monotonic_ns()
        return Times(0, self.ends - self.began if now >= self.ends else 0)

    def pending_wait(self):
        return 1 if time.monotonic_ns() < self.ends else None


def test_a_bot_that_waits_for_a_processor_past_its_deadline_does_not_time_out(running):
    bot = running("sys.stdin.readline(); time.sleep(0.4); print('at last', flush=True)")
    bot.process.freeze()
    Books(bot, ends=350 * NS)
    answer, spent = bot.ask(b"?\n", 200 * NS)
    assert answer == b"at last"
    assert spent.wall >= 300 * NS
    assert spent.charge <= 200 * NS


def test_a_bot_whose_wait_was_too_short_to_explain_the_delay_times_out(running):
    bot = running("time.sleep(60)")
    Books(bot, ends=150 * NS)
    with pytest.raises(BotFault, match=r"timeout: .* waiting for the machine 1\d\d ms"):
        bot.ask(b"?\n", 100 * NS)


def test_the_wait_for_a_bot_that_never_gets_a_processor_is_limited(running, monkeypatch):
    monkeypatch.setattr(clock, "STARVED_EXTRA_MS", 100)
    bot = running("time.sleep(60)")
    Books(bot, ends=60_000 * NS)
    with pytest.raises(HostStarved, match="0 ms of processor time"):
        bot.ask(b"?\n", 10 * NS)


def test_a_bot_that_exits_after_its_answer_crashes_at_the_next_request(running):
    bot = running("sys.stdin.readline(); print('last', flush=True); sys.exit(7)")
    assert bot.ask(b"?\n", PLENTY)[0] == b"last"
    bot.process.thaw()
    with pytest.raises(BotFault, match="crash: exit code 7"):
        for _ in range(1000):  # it may exit a moment after its answer
            bot.ask(b"?\n", PLENTY)


def test_a_bot_that_has_exited_crashed_and_did_not_time_out(running):
    # The child keeps the output open, as a sandbox may do for a moment on a busy machine.
    child = "if os.fork() == 0: os.setsid(); time.sleep(1); os._exit(0)"
    bot = running(f"sys.stdin.readline()\n{child}\nos._exit(7)")
    with pytest.raises(BotFault, match="crash: exit code 7"):
        bot.ask(b"?\n", ALLOWANCE)


def test_a_bot_whose_exit_is_seen_only_after_its_time_crashed(running, monkeypatch):
    bot = running("time.sleep(60)")
    with monkeypatch.context() as patch:
        patch.setattr(bot.process, "exit", lambda seconds=0: "exit code 7")
        with pytest.raises(BotFault, match="crash: exit code 7"):
            bot.ask(b"?\n", 10 * NS)


class Threads:
    """The accounting of a bot whose threads used 400 ms of processor time for an answer that came
    at once."""

    def __init__(self, bot):
        self.answer = bot.process.stdout
        self.used = 0

    def read(self):  # by the referee, before and after it waits for the bot
        if select.select([self.answer], [], [], 0)[0]:
            self.used = 400 * NS
        return 0

    def close(self):
        pass

    def times(self):
        return Times(self.used, 0)


def test_an_answer_that_took_more_processor_time_than_allowed_is_late(running, monkeypatch):
    bot = running(ECHO_LENGTHS)
    bot.scheduler.wait.close()
    bot.scheduler.wait = threads = Threads(bot)
    with monkeypatch.context() as patch:
        patch.setattr(bot.process, "times", threads.times)
        with pytest.raises(
            BotFault, match=r"timeout: no answer within 300 ms: .* processor 400 ms"
        ):
            bot.ask(b"?\n", ALLOWANCE)


class Wait:
    """A referee that waits 50 ms for a processor whenever it is woken."""

    def __init__(self):
        self.waited = 0

    def read(self):
        self.waited += 50 * NS
        return self.waited

    def close(self):
        pass


def test_the_time_for_which_the_referee_waits_for_a_processor_is_not_charged(running):
    bot = running(ECHO_LENGTHS)
    bot.scheduler.wait.close()
    bot.scheduler.wait = Wait()
    _, spent = bot.ask(b"?\n", PLENTY)
    assert 50 * NS <= spent.referee < 100 * NS


def test_a_tick_in_which_no_answer_came_is_charged_to_the_bot(running):
    bot = running("sys.stdin.readline(); time.sleep(0.4); print('slow', flush=True)")
    running.ticks.append(lambda: time.sleep(0.2))
    _, spent = bot.ask(b"?\n", PLENTY)
    assert spent.wall >= 400 * NS
    assert spent.referee < 200 * NS


def test_a_bot_that_is_killed_crashes_by_that_signal(running):
    bot = running("import signal; sys.stdin.readline(); os.kill(os.getpid(), signal.SIGSEGV)")
    with pytest.raises(BotFault, match="crash: signal SIGSEGV"):
        bot.ask(b"?\n", PLENTY)


def test_a_bot_that_closed_its_output_crashes_even_if_it_still_runs(running):
    bot = running("sys.stdin.readline(); os.close(1); time.sleep(60)")
    with pytest.raises(BotFault, match="crash: it closed its standard output"):
        bot.ask(b"?\n", PLENTY)


def test_a_bot_may_close_its_standard_error(running):
    bot = running("os.close(2)\n" + ECHO_LENGTHS)
    assert [bot.ask(b"?\n", PLENTY)[0] for _ in range(3)] == [b"2"] * 3


def test_standard_error_is_always_drained_and_kept_in_bounded_memory(running):
    bot = running(
        "sys.stdin.readline()\n"
        "for number in range(20000): os.write(2, b'line %06d, and more of it\\n' % number)\n"
        "print('done', flush=True)"
    )
    assert bot.ask(b"?\n", PLENTY)[0] == b"done"
    bot.kill()
    text = bot.log.text()
    assert text.startswith("line 000000")
    assert text.endswith("line 019999, and more of it\n")
    assert "bytes left out" in text
    assert len(text) < HEAD + TAIL + 100


def test_what_a_bot_writes_to_standard_error_before_it_exits_is_kept(running):
    bot = running("sys.stdin.readline(); raise SystemExit('what a pity')")
    with pytest.raises(BotFault, match="crash: exit code 1"):
        bot.ask(b"?\n", PLENTY)
    bot.kill()
    assert bot.log.text() == "what a pity\n"


def test_what_is_left_on_standard_error_is_read_when_a_bot_is_killed(running):
    bot = running("os.write(2, b'unread\\n'); os.write(1, b'.'); time.sleep(60)")
    bot.process.thaw()
    assert select.select([bot.process.stdout], [], [], 30)[0]
    bot.kill()
    assert bot.log.text() == "unread\n"


def test_a_finished_bot_sees_the_end_of_its_input(running):
    bot = running("for line in sys.stdin: pass\nprint('gone', file=sys.stderr)")
    bot.finish(b"bye\n")
    bot.wait_for_exit(time.monotonic_ns() + PLENTY)
    bot.kill()
    assert bot.log.text() == "gone\n"
