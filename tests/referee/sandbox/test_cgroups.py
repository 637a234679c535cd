"""A cgroup limits, measures and ends all processes of a bot together."""

import contextlib
import errno
import os
import shutil
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.programs.policy import Policy
from referee.programs.program import read_program
from referee.sandbox import Process, Sandbox, cgroups
from referee.sandbox.cgroup_discovery import NoCgroups, find_cgroups
from referee.sandbox.cgroups import Cgroup, Cgroups
from referee.sandbox.selection import tiers_to_try
from tests.referee.sandbox.bots import hear, hear_all
from tests.referee.sandbox.hosts import PATIENCE
from tests.referee.sandbox.slots import own_slot

SLOT = own_slot(2)
MIB = 1 << 20
SANDBOXES = [tier for tier in tiers_to_try() if tier != "B"]
POLICY = Policy(memory_bytes=64 * MIB, tmp_bytes=8 * MIB, threads=12, cgroup=True, processes=True)


def found() -> Cgroups | None:
    with contextlib.suppress(NoCgroups):
        return find_cgroups()
    return None


HERE = found()
needs_groups = pytest.mark.skipif(HERE is None, reason="no cgroups can be made here")


@contextlib.contextmanager
def running(sandbox: Sandbox, source: str) -> Iterator[Process]:
    program = read_program(textwrap.dedent(source).encode())
    with sandbox.start(program, slot=SLOT, seat=0, cpu=0) as process:
        yield process


def groups_left() -> list[Path]:
    assert HERE is not None
    return [path for base in HERE.bases.values() for path in base.glob(f"goat-{os.getpid()}-*")]


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.005)


BURN = """
import os
for _ in range(3):
    if os.fork() == 0:
        break
else:
    print("begins", flush=True)
while True:
    pass
"""


@needs_groups
def test_a_fork_bomb_gets_a_few_processes_that_end_with_it(sandbox: Sandbox) -> None:
    source = """
        import os, time
        number = 0
        try:
            while True:
                if os.fork() == 0:
                    os.setsid()
                    time.sleep(1000)
                number += 1
        except OSError:
            print(number)
        time.sleep(1000)
    """
    with running(sandbox, source) as process:
        assert 4 <= int(hear(process.stdout)) < POLICY.threads
        group = process.cgroup
        assert group is not None
        threads = group.threads()
        assert len(threads) > 4
    assert not any(Path(f"/proc/{thread}").exists() for thread in threads)
    assert groups_left() == []


@needs_groups
def test_memory_is_limited_over_all_processes(sandbox: Sandbox) -> None:
    source = """
        import os, time
        for _ in range(6):
            if os.fork() == 0:
                hoard = bytearray(b"x") * (30 << 20)
                time.sleep(1000)
        os.wait()
        print("one was killed")
        time.sleep(1000)
    """
    with running(sandbox, source) as process:
        if HERE and HERE.version == 1:  # which kills one of them, version 2 all at once
            assert b"killed" in hear(process.stdout)
            process.kill()
        assert process.exit(PATIENCE) == "killed because it used too much memory"
    assert groups_left() == []


@needs_groups
def test_all_processes_of_a_bot_are_frozen_and_counted(
    sandbox: Sandbox,
) -> None:
    with running(sandbox, BURN) as process:
        hear(process.stdout)
        process.times()
        used = process.times().processor_ns
        until(lambda: process.times().processor_ns > used + 20_000_000)
        process.freeze()
        until(lambda: used_within(process, 0.02) == 0)
        assert used_within(process, 0.2) == 0
        process.thaw()
        until(lambda: used_within(process, 0.02) > 0)
        # They share a processor: one that waits for another of them does not wait for the machine.
        before, began = process.times(), time.monotonic_ns()
        time.sleep(0.2)
        after, wall = process.times(), time.monotonic_ns() - began
        # A wait is booked when it ends, so some of it may be from before.
        assert after.wait_ns - before.wait_ns <= 1.5 * wall
        process.freeze()
    assert process.exit() == "signal SIGKILL"
    assert groups_left() == []


def used_within(process: Process, seconds: float) -> int:
    before = process.times().processor_ns
    time.sleep(seconds)
    return process.times().processor_ns - before


@needs_groups
def test_a_bots_daemons_end_with_it(sandbox: Sandbox) -> None:
    source = """
        import os, time
        if os.fork() == 0:
            os.setsid()
            while True:
                time.sleep(1)
        print("done")
    """
    with running(sandbox, source) as process:
        assert process.cgroup is not None
        threads = set(process.cgroup.threads())
        assert hear_all(process.stdout) == "done\n"
        assert process.exit(PATIENCE) == "exit code 0"
    assert not any(Path(f"/proc/{thread}").exists() for thread in threads)
    assert groups_left() == []


@needs_groups
def test_cgroups_of_dead_workers_are_removed_with_their_processes() -> None:
    assert HERE is not None
    ended = subprocess.Popen(["true"])
    ended.wait()
    left = HERE.make(Policy())
    name = f"goat-{ended.pid}-0"
    lost = Cgroup(
        HERE.version,
        {controller: base / name for controller, base in HERE.bases.items()},
    )
    for folder in lost.folders:
        folder.mkdir()
    with subprocess.Popen(["sleep", "1000"]) as sleeper:
        lost.join(sleeper.pid)
        lost.freeze()
        threading.Thread(target=sleeper.wait).start()
        HERE.sweep()
        until(lambda: sleeper.returncode == -9)
    assert not any(folder.exists() for folder in lost.folders)
    assert all(folder.exists() for folder in left.folders)
    left.close()


@pytest.fixture
def delegated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What /proc/self shows in a service with Delegate=yes; plain files replace the kernel's."""
    base = tmp_path / "cgroup" / "system.slice" / "goat.service"
    base.mkdir(parents=True)
    (base / "cgroup.controllers").write_text("cpu memory pids\n")
    (base / "cgroup.subtree_control").write_text("")
    (tmp_path / "cgroup").joinpath("cgroup").write_text("0::/system.slice/goat.service\n")
    (tmp_path / "cgroup" / "mountinfo").write_text(
        f"25 20 0:22 / {tmp_path}/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
    )
    monkeypatch.setattr(cgroups, "_remove", lambda path: shutil.rmtree(path, ignore_errors=True))
    return tmp_path / "cgroup"


def test_version_2_is_used_where_it_is_delegated(delegated: Path) -> None:
    groups = find_cgroups(delegated)
    base = delegated / "system.slice" / "goat.service"
    assert (groups.version, set(groups.bases.values())) == (2, {base})
    assert (base / "cgroup.subtree_control").read_text() == "+memory +pids"
    group = groups.make(POLICY)
    [folder] = group.folders
    assert (folder / "memory.max").read_text() == str(72 * MIB)
    assert (folder / "pids.max").read_text() == "12"
    group.join(4711)
    assert (folder / "cgroup.procs").read_text() == "4711"
    group.freeze()
    assert (folder / "cgroup.freeze").read_text() == "1"
    group.thaw()
    assert (folder / "cgroup.freeze").read_text() == "0"
    (folder / "cpu.stat").write_text("usage_usec 1500\nuser_usec 1000\n")
    assert group.processor_ns() == 1_500_000
    assert not group.ran_out_of_memory()
    (folder / "memory.events").write_text("max 4\noom 1\noom_kill 1\n")
    assert group.ran_out_of_memory()


def test_all_processes_of_a_delegated_unit_are_moved_to_make_room(
    delegated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As under a shell or `make`. The kernel's rule and the move are simulated."""
    base = delegated / "system.slice" / "goat.service"
    (base / "cgroup.procs").write_text("41\n42\n")
    write = Path.write_text

    def obey(path: Path, text: str) -> int:
        if path.name == "cgroup.subtree_control" and (base / "cgroup.procs").read_text():
            raise OSError(errno.EBUSY, "Device or resource busy")
        if path.name == "cgroup.procs":
            there = (base / "cgroup.procs").read_text().split()
            write(base / "cgroup.procs", "".join(f"{pid}\n" for pid in there if pid != text))
            text = (path.read_text() if path.exists() else "") + f"{text}\n"
        return write(path, text)

    monkeypatch.setattr(Path, "write_text", obey)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "getxattr", lambda path, name: b"0")
    with pytest.raises(NoCgroups, match="contains other processes"):
        find_cgroups(delegated)
    assert (base / "cgroup.procs").read_text() == f"41\n42\n{os.getpid()}\n"
    shutil.rmtree(base / "goat-worker")
    write(base / "cgroup.procs", "41\n42\n")
    monkeypatch.setattr(os, "getxattr", lambda path, name: b"1" if path == base else b"0")
    assert find_cgroups(delegated).version == 2
    assert (base / "goat-worker" / "cgroup.procs").read_text() == "41\n42\n"


needs_version_2 = pytest.mark.skipif(
    HERE is None or HERE.version != 2, reason="needs a delegated group of version 2"
)


@needs_version_2
def test_the_kernel_accepts_that_move() -> None:
    assert HERE is not None
    place = HERE.bases["memory"] / f"goat-test-{os.getpid()}"
    place.mkdir()
    os.setxattr(place, "user.delegate", b"1")
    script = f"""
from pathlib import Path
from referee.sandbox.cgroup_discovery import find_cgroups
Path("{place}/cgroup.procs").write_text("0")
print(find_cgroups().bases["memory"])
"""
    try:
        with subprocess.Popen(["sleep", "1000"]) as other:
            (place / "cgroup.procs").write_text(f"{other.pid}")
            found = subprocess.check_output([sys.executable, "-c", script], text=True)
            assert found == f"{place}\n"
            assert (place / "goat-worker" / "cgroup.procs").read_text() == f"{other.pid}\n"
            other.kill()
    finally:
        for folder in (place / "goat-worker", place):
            cgroups._remove(folder)


def test_the_reason_for_missing_cgroups_is_given(delegated: Path) -> None:
    base = delegated / "system.slice" / "goat.service"
    (base / "cgroup.controllers").write_text("hugetlb\n")
    with pytest.raises(NoCgroups, match="no controller memory and pids; cgroup version 1 lacks"):
        find_cgroups(delegated)
    (delegated / "mountinfo").write_text("")
    with pytest.raises(NoCgroups, match="cgroup version 2 is not mounted"):
        find_cgroups(delegated)


UNIFIED = next(
    (
        Path(line.split()[4])
        for line in Path("/proc/self/mountinfo").read_text().splitlines()
        if " - cgroup2 " in line
    ),
    None,
)


@pytest.mark.skipif(UNIFIED is None or os.geteuid() != 0, reason="needs root and cgroup version 2")
def test_a_cgroup_of_version_2_freezes_thaws_and_counts() -> None:
    """In the kernel's own files, which exist without any controller."""
    assert UNIFIED is not None
    folder = UNIFIED / f"goat-test-{os.getpid()}"
    folder.mkdir()
    group = Cgroup(2, dict.fromkeys(("memory", "pids", "freezer", "cpuacct"), folder))
    try:
        with subprocess.Popen(["sh", "-c", "while :; do :; done"]) as spinner:
            group.join(spinner.pid)
            assert group.threads() == [str(spinner.pid)]
            until(lambda: group.processor_ns() > 5_000_000)
            group.freeze()
            until(lambda: "frozen 1" in (folder / "cgroup.events").read_text())
            frozen = group.processor_ns()
            time.sleep(0.05)
            assert group.processor_ns() == frozen
            group.thaw()
            until(lambda: group.processor_ns() > frozen)
            spinner.kill()
    finally:
        group.close()
    assert not folder.exists()
