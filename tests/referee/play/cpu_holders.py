"""Other programs that hold cpu slots, and a test that has one processor only."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from referee.host.processors import processors

CPUS = processors()


@contextmanager
def on_one_processor() -> Iterator[None]:
    os.sched_setaffinity(0, CPUS[:1])
    try:
        yield
    finally:
        os.sched_setaffinity(0, CPUS)


@contextmanager
def held_elsewhere(arguments: str = "") -> Iterator["subprocess.Popen[bytes]"]:
    """Another process that holds a slot, claimed with these arguments."""
    holding = (
        "import sys; from referee.play.cpu_slots import claim_cpu_slot\n"
        f"with claim_cpu_slot({arguments}): print('held', flush=True); sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", holding], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdin and holder.stdout
    try:
        assert holder.stdout.readline() == b"held\n"
        yield holder
    finally:
        holder.kill()
        holder.wait()
        holder.stdin.close()
        holder.stdout.close()
