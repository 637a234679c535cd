"""Hostile bots try every way out that we know, without success.

The bots are in the folder abuse. Each runs in every tier, as root starts it (under the user of its
slot) and as a plain user does. Most print the names of the attempts that did not fail.
"""

import contextlib
import os
import platform
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyseccomp
import pytest

from referee.programs.policy import DEFAULT_POLICY
from referee.sandbox.slot_users import SEATS_PER_SLOT, slot_uid
from tests.referee.sandbox.hosts import SECRET, SLOT, Host
from tests.referee.sandbox.slots import own_slot

MIB = 1 << 20


class Bait:
    """Targets on the host: files that all may read and write, listening sockets, processes."""

    def __init__(self, folder: Path, host: Host) -> None:
        folder.chmod(0o777)
        self.secret = folder / "secret"
        self.secret.write_text(SECRET)
        self.secret.chmod(0o666)
        abstract = f"goat-{os.getpid()}"
        addresses = (("127.0.0.1", 0), str(folder / "socket"), f"\0{abstract}")
        self.listeners = [
            socket.socket(family) for family in (socket.AF_INET, socket.AF_UNIX, socket.AF_UNIX)
        ]
        for listener, address in zip(self.listeners, addresses, strict=True):
            listener.bind(address)
            listener.listen()
            listener.setblocking(False)
        (folder / "socket").chmod(0o777)
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.udp.setblocking(False)
        self.facts: dict[str, Any] = {
            "files": [str(self.secret), __file__],
            "pids": [os.getpid(), host.pid, 1],
            "tcp": self.listeners[0].getsockname()[1],
            "udp": self.udp.getsockname()[1],
            "unix": str(folder / "socket"),
            "abstract": abstract,
        }

    def calls(self) -> int:
        """How many have called since this was last asked."""
        number = 0
        for take in (*(listener.accept for listener in self.listeners), lambda: self.udp.recv(9)):
            with contextlib.suppress(BlockingIOError):
                take()
                number += 1
        return number

    def close(self) -> None:
        for listener in (*self.listeners, self.udp):
            listener.close()


@pytest.fixture
def bait(host: Host) -> Iterator[Bait]:
    with tempfile.TemporaryDirectory(prefix="goat-bait-") as folder:
        bait = Bait(Path(folder), host)
        yield bait
        bait.close()


@pytest.fixture
def facts(bait: Bait) -> Iterator[dict[str, Any]]:
    yield bait.facts
    assert bait.calls() == 0
    assert bait.secret.read_text() == SECRET


def test_without_a_sandbox_the_same_attempts_succeed(host: Host, bait: Bait) -> None:
    """Otherwise the tests below would prove nothing."""
    if host.tier != "A":
        return
    with host.bot("network", mode="off", **bait.facts) as bot:
        done = bot.hear()
    Path("/tmp/listening").unlink(missing_ok=True)
    assert {"TCP", "UDP", "UNIX by path", "UNIX abstract", "listen TCP"} <= set(done)
    assert bait.calls() == 4
    with host.bot("descriptors", mode="off") as bot:
        assert bot.hear() == []
    with host.bot("limits", mode="off") as bot:
        assert {"its own processor", "batch"} <= set(bot.hear())


@pytest.mark.parametrize(
    "name",
    [
        "files",
        "environment",
        "descriptors",
        "processes",
        "network",
        "forks",
        "privileges",
        "roots",
        "writes",
        "limits",
    ],
)
def test_every_escape_attempt_fails(host: Host, facts: dict[str, Any], name: str) -> None:
    facts["host_name"] = os.uname().nodename if host.tier == "B" else "bot"
    uid = slot_uid(SLOT, 0) if host.as_root else host.user
    facts["own_root"] = host.tier != "B" or host.as_root
    facts["uid"] = 65_534 if host.tier == "A" else uid
    with host.bot(name, cpu=0, **facts) as bot:
        assert bot.hear() == []


def test_a_bot_cannot_reach_its_opponent(host: Host) -> None:
    with host.bot("stubborn", seat=0) as opponent:
        assert opponent.hear() == "begins"
        with host.bot("processes", seat=1, pids=[opponent.pid]) as bot:
            assert bot.hear() == []
        assert opponent.ended() is None


def test_two_bots_of_one_side_cannot_communicate(host: Host) -> None:
    with host.bot("talker", seat=0) as talker:
        assert talker.hear() == []
        # Where it has a world of its own, no number there is its partner's.
        for partner in {3, talker.pid} if host.tier != "B" else {talker.pid}:
            with host.bot("listener", seat=2, partner=partner) as listener:
                apart = host.ask("apart", mode=host.tier)
                assert listener.hear() == ([] if apart else ["its threads", "its descriptors"])


def test_the_self_test_reports_where_partners_can_communicate(host: Host) -> None:
    assert host.ask("apart", mode=host.tier) == (host.as_root or host.tier == "A")


def test_reading_files_leaves_no_trace_for_the_partner(host: Host) -> None:
    if not host.ask("apart", mode=host.tier):
        return
    with host.bot("watcher", seat=2) as watcher:
        assert watcher.hear() == []
        with host.bot("reader", seat=0) as reader:
            assert reader.hear() > 500
        watcher.tell({})
        assert watcher.hear() == []


def counted(
    host: Host, mode: str | None = None
) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """What one bot made, and the numbers that its partner saw before and after that."""
    # On one processor, as in a match: each takes numbers in batches.
    with host.bot("counter", mode=mode, seat=2, cpu=0) as counter:
        before = counter.hear()
        with host.bot("maker", mode=mode, seat=0, cpu=0) as maker:
            made = maker.hear()
            counter.tell({})
            return made, before, counter.hear()


def test_objects_of_a_bot_leave_no_gap_in_the_numbers_of_its_partner(host: Host) -> None:
    made, before, after = counted(host)
    assert made["pipes"] == made["pairs"] == 0
    assert before["pipes"] == before["pairs"] == "PermissionError"
    if host.tier == "B":
        assert made["threads"] == made["kept threads"] == after["kept threads"] == 0
        assert before["threads"] == "RuntimeError"
    else:
        assert (made["files"], made["threads"], made["kept threads"]) == (500, 50, 8)
        # Since it looked last, it has made one of each itself.
        assert after["files"] - before["files"] == after["threads"] - before["threads"] == 1
        assert after["kept threads"] == 8
    if host.ask("apart", mode=host.tier):
        assert made["pending"] == before["pending"] == after["pending"] > 50


def test_without_the_sandbox_there_is_a_gap(host: Host) -> None:
    """Otherwise the test above would prove nothing."""
    made, before, after = counted(host, mode="off")
    assert (made["pipes"], made["pairs"], made["threads"]) == (500, 500, 50)
    assert after["pipes"] - before["pipes"] >= 1000
    # The numbers of threads begin again after the last one.
    numbers = int(Path("/proc/sys/kernel/pid_max").read_text())
    assert (after["threads"] - before["threads"]) % numbers > 50


def test_a_bot_finds_nothing_of_one_that_ran_before_it_as_the_same_user(host: Host) -> None:
    """As in the two legs of a match, whose second has other processes."""
    with host.bot("talker", seat=0, cpu=0) as talker:
        assert talker.hear() == []
    with host.bot("listener", seat=0, cpu=0, partner=talker.pid) as listener:
        assert listener.hear() == []


def test_a_bot_cannot_count_what_one_before_it_has_made(host: Host) -> None:
    with host.bot("counter", seat=0, cpu=0) as first:
        before = first.hear()
    with host.bot("maker", seat=0, cpu=0) as maker:
        maker.hear()
    with host.bot("counter", seat=0, cpu=0) as second:
        assert second.hear() == before


def test_a_bot_runs_as_nobody_else(host: Host) -> None:
    with host.bot("stubborn", slot=own_slot(1), seat=3) as bot:
        assert bot.hear() == "begins"
        uid = Path(f"/proc/{bot.pid}").stat().st_uid
        assert uid == (slot_uid(own_slot(1), 3) if host.as_root else host.user)
        assert uid != 0


FORBIDDEN = """
    accept acct add_key adjtimex bind bpf capset chroot clock_settime connect delete_module
    fanotify_init finit_module flock fsopen fsconfig fsmount get_mempolicy init_module
    inotify_init1 io_setup io_uring_setup ioperm iopl ioprio_set kcmp kexec_load keyctl
    landlock_create_ruleset listen lookup_dcookie mbind memfd_create memfd_secret mincore mlock
    mount mount_setattr move_mount move_pages mq_open msgget name_to_handle_at nfsservctl
    open_by_handle_at open_tree perf_event_open personality pidfd_getfd pidfd_open
    pidfd_send_signal pivot_root process_madvise process_vm_readv process_vm_writev ptrace
    quotactl readahead reboot recvmsg remap_file_pages request_key rt_sigqueueinfo
    sched_setaffinity sched_setattr sched_setparam sched_setscheduler seccomp semget sendmsg setns
    setpriority setuid setxattr shmat shmget socket splice swapon sync sysinfo syslog timer_create
    umount2 unshare userfaultfd uselib utimensat vhangup vmsplice clone3 fork vfork
""".split()


def test_forbidden_system_calls_are_refused(host: Host) -> None:
    calls = {name: pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name) for name in FORBIDDEN}
    # Negative: this architecture, or the installed libseccomp, has no such call.
    calls = {name: number for name, number in calls.items() if number >= 0}
    assert len(calls) > 80
    with host.bot("syscalls", calls=calls) as bot:
        assert bot.hear() == {}


@pytest.mark.skipif(platform.machine() != "x86_64", reason="x86-64 alone has foreign tables")
@pytest.mark.parametrize("architecture", ["x32", "int80"])
def test_calls_of_another_architecture_kill_the_bot(host: Host, architecture: str) -> None:
    with host.bot("foreign", architecture=architecture) as bot:
        assert bot.hear() == "begins"
        assert bot.ended(10) in ("signal SIGSYS", "signal SIGSEGV")


def test_a_thread_bomb_gets_a_few_threads(host: Host) -> None:
    with host.bot("threads") as bot:
        threads = bot.hear()
    # Their numbers are those of the host where there are no namespaces.
    assert threads == 0 if host.tier == "B" else 4 <= threads < DEFAULT_POLICY.threads


def test_a_memory_bomb_gets_its_limit_in_total(host: Host) -> None:
    with host.bot("memory") as bot:
        taken = bot.hear()
        assert taken["hidden"] == 0
        assert 256 <= sum(taken.values()) < DEFAULT_POLICY.memory_bytes // MIB
        status = Path(f"/proc/{bot.pid}/status").read_text()
        resident = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        assert int(resident.split()[1]) * 1024 < DEFAULT_POLICY.memory_bytes


def test_a_disk_bomb_fills_its_own_tmp_only(host: Host) -> None:
    with host.bot("disk") as bot:
        filled = bot.hear()
        assert filled.pop("/tmp") == (0 if host.tier == "B" else DEFAULT_POLICY.tmp_bytes)
        assert set(filled.values()) == {0}


def test_a_bot_that_creates_endless_files_is_killed(host: Host) -> None:
    if host.tier == "B":
        return  # it can make none, see the disk bomb
    with host.bot("inodes") as bot:
        assert bot.hear() == "begins"
        for _ in range(100):
            if ended := bot.ended(0.1):
                break
        assert ended == "killed for more than 10,000 files in /tmp"


def test_the_number_of_descriptors_is_limited(host: Host) -> None:
    with host.bot("exhaustion") as bot:
        opened = bot.hear()
        assert opened["copies"] == DEFAULT_POLICY.descriptors - 3
        assert sum(opened.values()) == opened["copies"]


def test_a_bot_that_ignores_everything_is_killed(host: Host) -> None:
    with host.bot("stubborn") as bot:
        assert bot.hear() == "begins"
        pid = bot.pid
    assert not Path(f"/proc/{pid}").exists()


def test_many_threads_use_one_processor(host: Host) -> None:
    with host.bot("burner", cpu=0) as bot:
        assert bot.hear() == [0]
        before, used_before, _ = bot.times()
        bot.ended(0.5)
        after, used_after, _ = bot.times()
        # A tick that is late, as on an emulated machine, books what was used before.
        assert used_after - used_before <= 1.5 * (after - before)


def test_a_flooding_bot_is_stopped_by_its_full_pipes_and_killed(host: Host) -> None:
    with host.bot("flood") as bot:
        assert bot.ended(0.2) is None
        pid = bot.pid
    assert not Path(f"/proc/{pid}").exists()


def test_hostile_bots_leave_nothing_behind(host: Host, facts: dict[str, Any]) -> None:
    before = host.ask("held")
    for name in ("forks", "threads", "disk", "flood", "stubborn", "talker"):
        with host.bot(name, **facts) as bot:
            bot.ended(0.1)
    assert host.ask("held") == before
    if host.as_root:
        users = {slot_uid(SLOT, seat) for seat in range(SEATS_PER_SLOT)}
        assert not [path for path in Path("/proc").glob("[0-9]*") if owner_of(path) in users]


def owner_of(path: Path) -> int:
    """The uid; -1 if the process has ended."""
    try:
        return path.stat().st_uid
    except FileNotFoundError:
        return -1
