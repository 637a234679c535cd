"""The times of a bot by the kernel's statistics: what it used, and how long it waited."""

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from referee.programs.program import read_program
from referee.sandbox import Process, Sandbox, Times
from tests.referee.sandbox.slots import own_slot

SANDBOXES = ["auto", "off"]
SLOT = own_slot(8)
MS = 1_000_000
# The kernel's books of a running thread may be a tick behind.
TICK = 10 * MS

WORK = """
import hashlib, sys, threading, time

def work(ms):
    end = time.thread_time() + ms / 1000
    while time.thread_time() < end:
        hashlib.pbkdf2_hmac("sha256", b"", b"", 2000)

def work_in_threads(number, ms):
    threads = [threading.Thread(target=work, args=(ms,)) for _ in range(number)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()

for line in sys.stdin:
    exec(line)
    print("done")
"""


def test_a_wait_is_pending_until_the_kernel_records_it(sandbox: Sandbox) -> None:
    with worker(sandbox) as process:
        process.times()
        while process.pending_wait() is not None:
            pass  # it has answered, and is about to wait for its next order
        here = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {cpu()})
        try:
            os.write(process.stdin, b"work(50)\n")
            # Woken, but on our processor: it runs when we let go of it.
            told = {process.pending_wait() for _ in range(20)}
            assert told - {None}
        finally:
            os.sched_setaffinity(0, here)
        select.select([process.stdout], [], [], 30)
        assert os.read(process.stdout, 100) == b"done\n"


@contextmanager
def worker(sandbox: Sandbox) -> Iterator[Process]:
    program = read_program(WORK.encode())
    with sandbox.start(program, slot=SLOT, seat=0, cpu=cpu()) as process:
        do(process, "pass")
        yield process


def cpu() -> int:
    return max(os.sched_getaffinity(0))


def do(process: Process, order: str) -> tuple[int, Times]:
    """Lets the bot execute the order. Returns the wall time in ns, and the times that it took."""
    start, before = time.monotonic_ns(), process.times()
    os.write(process.stdin, order.encode() + b"\n")
    assert select.select([process.stdout], [], [], 60)[0]
    assert os.read(process.stdout, 100) == b"done\n"
    # Read in this order, the wall time spans the times even if this process has to wait.
    after, wall = process.times(), time.monotonic_ns() - start
    return wall, Times(after.processor_ns - before.processor_ns, after.wait_ns - before.wait_ns)


@contextmanager
def busy_processor(spinners: int) -> Iterator[None]:
    """So many other processes use the worker's processor from the start."""
    with ExitStack() as running:
        for _ in range(spinners):
            spinner = running.enter_context(
                subprocess.Popen(
                    [sys.executable, "-S", "-c", "print('begins', flush=True)\nwhile True: pass"],
                    stdout=subprocess.PIPE,
                )
            )
            running.callback(spinner.kill)
            os.sched_setaffinity(spinner.pid, {cpu()})
            assert spinner.stdout
            assert spinner.stdout.readline() == b"begins\n"
        yield


def test_work_counts_as_processor_time(sandbox: Sandbox) -> None:
    with worker(sandbox) as process:
        wall, used = do(process, "work(50)")
        assert 49 * MS <= used.processor_ns <= wall + TICK


def test_sleep_counts_as_nothing(sandbox: Sandbox) -> None:
    with worker(sandbox) as process:
        wall, used = do(process, "time.sleep(0.1)")
        assert wall >= 100 * MS
        assert used.processor_ns < 50 * MS


def test_a_busy_machine_counts_as_waiting(sandbox: Sandbox) -> None:
    with worker(sandbox) as process, busy_processor(2):
        wall, used = do(process, "work(100)")
        assert used.processor_ns >= 99 * MS
        assert used.wait_ns > 20 * MS
        assert used.processor_ns + used.wait_ns <= wall + TICK


def test_ended_threads_still_count(sandbox: Sandbox) -> None:
    with worker(sandbox) as process:
        _, used = do(process, "work_in_threads(4, 30)")
        assert used.processor_ns >= 4 * 29 * MS


def do_watched(process: Process, order: str) -> tuple[int, Times]:
    """Like `do`, but reads the times every few milliseconds, as the referee may."""
    begun, start = time.monotonic_ns(), process.times()
    os.write(process.stdin, order.encode() + b"\n")
    while not select.select([process.stdout], [], [], 0.007)[0]:
        process.times()
    assert os.read(process.stdout, 100) == b"done\n"
    end, wall = process.times(), time.monotonic_ns() - begun
    return wall, Times(end.processor_ns - start.processor_ns, end.wait_ns - start.wait_ns)


@pytest.mark.parametrize("spinners", [0, 2])
def test_threads_that_wait_for_each_other_do_not_wait_for_the_machine(
    sandbox: Sandbox, spinners: int
) -> None:
    """Four threads on one processor wait three quarters of the time for each other, and for
    others besides; counted, each stretch of time may be work or waiting, once."""
    with worker(sandbox) as process, busy_processor(spinners):
        wall, used = do_watched(process, "work_in_threads(4, 75)")
        assert used.processor_ns >= 4 * 74 * MS
        assert used.processor_ns + used.wait_ns <= wall + TICK


def test_a_busy_machine_counts_as_waiting_for_a_thread_beside_an_idle_one(
    sandbox: Sandbox,
) -> None:
    with worker(sandbox) as process, busy_processor(2):
        wall, used = do_watched(process, "work_in_threads(1, 100)")
        assert used.wait_ns > 20 * MS
        assert used.processor_ns + used.wait_ns <= wall + TICK


def test_the_last_times_remain_after_a_kill(sandbox: Sandbox) -> None:
    with worker(sandbox) as process:
        do(process, "work(20)")
        last = process.times()
    assert process.times().processor_ns >= last.processor_ns > 20 * MS
