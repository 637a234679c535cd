"""Workers of one host that start together, or beside one that plays, all find the sandbox holding.

The kernel counts threads for each user over the whole host, so bots of two programs that ran as the
same user would count, and limit, each other.
"""

import os
import subprocess
import sys
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from referee.programs.program import read_program
from referee.sandbox import (
    NoSandbox,
    Policy,
    Sandbox,
    SandboxFailed,
    choose,
    require,
    selftest,
)
from referee.sandbox.selection import open_tier
from tests.referee.sandbox.bots import hear
from tests.referee.sandbox.hosts import REPOSITORY
from tests.referee.sandbox.slots import own_slot

WORKER = """
import sys
from referee.sandbox import choose, require
sys.stdin.readline()
sandbox = choose()
require(sandbox, ["python"], partners=True)
print(sandbox.tier)
"""
# With all the threads that it may have.
BUSY = b"""
import threading, time
try:
    while True:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
except RuntimeError:
    print("busy")
input()
"""


def test_workers_that_start_together_beside_a_match_all_start(tmp_path: Path) -> None:
    with choose().start(read_program(BUSY), slot=own_slot(11), seat=0, cpu=None) as bot:
        assert hear(bot.stdout) == b"busy\n"
        workers = []
        for number in range(3):
            folder = tmp_path / str(number)  # as services with temporary folders of their own
            folder.mkdir(mode=0o755)
            workers.append(
                subprocess.Popen(
                    [sys.executable, "-c", WORKER],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    env=os.environ | {"TMPDIR": str(folder)},
                    cwd=REPOSITORY,
                    text=True,
                )
            )
        for worker in workers:
            assert worker.stdin
            worker.stdin.write("\n")
            worker.stdin.flush()
        said = [worker.communicate() for worker in workers]
    assert said == [("A\n", "")] * 3


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's bots have a user of their own")
def test_the_self_test_would_see_another_under_its_users(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the test above fails if the users are not kept apart."""
    monkeypatch.setattr(selftest, "claimed_slot", lambda: nullcontext(own_slot(11)))
    seat = selftest._SEAT
    with choose().start(read_program(BUSY), slot=own_slot(11), seat=seat, cpu=None) as bot:
        assert hear(bot.stdout) == b"busy\n"
        with pytest.raises(NoSandbox):
            require(open_tier("A"), ["python"], partners=True)


def test_a_machine_that_is_too_busy_once_has_its_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def slow_at_first(sandbox: Sandbox, policy: Policy) -> list[str]:
        tries.append(sandbox)
        if len(tries) == 1:
            raise SandboxFailed("a bot has not started after 10 s")
        return []

    monkeypatch.setattr("referee.sandbox.selection.escapes", slow_at_first)
    open_tier("A").close()
    assert len(tries) == 2


def test_a_channel_between_partners_counts_if_it_is_found_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Something in another container may run as the same users as one self-test, but hardly two."""
    found = [["heard its partner sing"], []]
    monkeypatch.setattr("referee.sandbox.selection.channels", lambda sandbox: found.pop(0))
    with closing(open_tier("A")) as sandbox:
        require(sandbox, ["python"], partners=True)
    assert found == []
