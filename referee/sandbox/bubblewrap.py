"""Tier A: bubblewrap with user namespaces, a seccomp filter and resource limits.

Everything that the bot could reach is made for it: a root of its own with the Python runtime
read-only, its program under /bot, four devices and a small /tmp; its own processes, IPC, host
name, user, and a network with nobody in it. There is no /proc: Python needs none, and two bots on
one machine could leave each other messages in its counters.
"""

import contextlib
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from referee.sandbox.advice import SandboxFailed, advice_for
from referee.sandbox.binary import find_bwrap, runnable_by_others
from referee.sandbox.orphans import sweep_orphans
from referee.sandbox.pinning import pinned
from referee.sandbox.policy import DEFAULT_POLICY, Policy, slot_uid
from referee.sandbox.process import Pipes, Process
from referee.sandbox.runtime import PRLIMIT, Runtime, python_runtime
from referee.sandbox.seccomp import one_process_filter
from referee.sandbox.status import Status

if TYPE_CHECKING:
    from referee.program import Program

_NOBODY = "65534"
_DEVICES = ("null", "zero", "random", "urandom")
_START_SECONDS = 10.0


class Bubblewrap:
    """Starts bots under bwrap. Threads may share it."""

    tier = "A"

    def __init__(self, policy: Policy = DEFAULT_POLICY) -> None:
        """Finds what is needed; only the self-test shows that it holds. Raises NoSandbox."""
        self.policy = policy
        self.closed = False
        self._as_root = os.geteuid() == 0
        self._runtime = python_runtime(for_others=self._as_root)
        self._filter = one_process_filter()
        self._owner = os.getpid()
        self._resources = contextlib.ExitStack()
        bwrap = find_bwrap()
        if self._as_root:
            bwrap = self._resources.enter_context(runnable_by_others(bwrap))
        self._bwrap = str(bwrap)

    def start(self, program: "Program", *, slot: int, seat: int, cpu: int | None) -> Process:
        """Starts the program on this processor (None: on any), as the user of this slot and seat
        if we are root, else as our own.

        The bot dies with the thread that started it: start it from one that outlives the match.
        Raises SandboxFailed, and OSError for a processor that is not there.
        """
        user = slot_uid(slot, seat) if self._as_root else None
        files = program.files()
        with contextlib.ExitStack() as on_failure:
            pipes = Pipes()
            on_failure.callback(pipes.close)
            status = Status()
            on_failure.callback(status.close)
            with pinned(cpu):
                launcher = self._launch(files, pipes, status, user)
            on_failure.callback(sweep_orphans)
            on_failure.callback(launcher.wait)
            on_failure.callback(launcher.kill)
            pid = status.child_pid(_START_SECONDS)
            if pid is None:
                launcher.wait()
                words = _complaint(pipes)
                problem = f"bwrap does not start the bot: {words}"
                raise SandboxFailed(f"{problem} {advice_for(words)}".strip())
            process = Process(
                pid,
                _open_child(pid, launcher.pid),
                launcher,
                pipes,
                verdict=status.verdict,
                breach=self._too_many_files,
            )
            on_failure.pop_all()
        return process

    def close(self) -> None:
        """Gives back what this sandbox holds; idempotent. Bots that run are not touched."""
        self.closed = True
        # A forked worker must not remove the files of the process that it was forked from.
        if self._owner == os.getpid():
            self._resources.close()

    def _launch(
        self, files: dict[str, bytes], pipes: Pipes, status: Status, user: int | None
    ) -> "subprocess.Popen[bytes]":
        with contextlib.ExitStack() as opened:

            def in_memory(content: bytes) -> int:
                descriptor = os.memfd_create("goat", os.MFD_CLOEXEC)
                opened.callback(os.close, descriptor)
                os.pwrite(descriptor, content, 0)
                return descriptor

            program = {f"/bot/{name}": in_memory(content) for name, content in files.items()}
            seccomp = in_memory(self._filter)
            stdin, stdout, stderr = pipes.bot
            # No preexec_fn: a worker has threads. bwrap never runs as root, whose namespaces
            # would let the bot write to the kernel's settings.
            launcher = subprocess.Popen(
                [
                    self._bwrap,
                    *_isolation(),
                    *_files(self._runtime, self.policy, program),
                    *("--json-status-fd", str(status.bwraps_end), "--seccomp", str(seccomp)),
                    *("--", PRLIMIT, *self.policy.prlimit(), "--"),
                    *self._runtime.command,
                    "/bot/main.py",
                ],
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                pass_fds=(status.bwraps_end, seccomp, *program.values()),
                env={},
                cwd="/",
                user=user,
                group=user,
                extra_groups=None if user is None else [],
                # Ctrl-C in a terminal is for the referee, which ends its bots in good order.
                start_new_session=True,
            )
        pipes.close_bots_ends()
        status.close_bwraps_end()
        return launcher

    def _too_many_files(self, pid: int) -> str | None:
        """Nothing in the kernel bounds the number of files in a tmpfs that bwrap mounts."""
        try:
            tmp = os.statvfs(f"/proc/{pid}/root/tmp")
        except OSError:
            return None
        # Until bwrap has built the sandbox this path leads to the host's own /tmp.
        if tmp.f_blocks * tmp.f_frsize != self.policy.tmp_bytes:
            return None
        if tmp.f_files - tmp.f_ffree <= self.policy.tmp_files:
            return None
        return f"killed for more than {self.policy.tmp_files:,} files in /tmp"


def _isolation() -> list[str]:
    return [
        # The bot itself is process 1 of its namespace, so killing it leaves no orphan behind.
        "--as-pid-1",
        *("--unshare-user", "--uid", _NOBODY, "--gid", _NOBODY),
        *(["--disable-userns"] if _kernel_settings_writable() else []),
        *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-cgroup-try"),
        *("--unshare-uts", "--hostname", "bot"),
        *("--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"),
        *("--setenv", "PATH", "/usr/bin", "--setenv", "HOME", "/tmp"),
        *("--setenv", "LANG", "C.UTF-8"),
    ]


def _kernel_settings_writable() -> bool:
    """In a container they often are not, and bwrap cannot limit user namespaces by them; then it
    is the filter alone that forbids new ones."""
    return not os.statvfs("/proc/sys").f_flag & os.ST_RDONLY


def _files(runtime: Runtime, policy: Policy, program: dict[str, int]) -> list[str]:
    """What the bot sees of files; `program` are its own by path, with descriptors to read them."""
    arguments: list[str] = []
    for path in runtime.files:
        arguments += ["--ro-bind", path, path]
    for path in runtime.hidden:
        arguments += ["--size", "4096", "--perms", "0555", "--tmpfs", path, "--remount-ro", path]
    for name in _DEVICES:
        arguments += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    for path, descriptor in program.items():
        arguments += ["--perms", "0444", "--file", str(descriptor), path]
    arguments += ["--size", str(policy.tmp_bytes), "--tmpfs", "/tmp", "--chdir", "/tmp"]
    return [*arguments, "--remount-ro", "/"]


def _open_child(pid: int, parent: int) -> int | None:
    """A pidfd of this child of bwrap's; None if it has ended, even if its number lives on."""
    try:
        pidfd = os.pidfd_open(pid)
    except ProcessLookupError:
        return None
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
        # After the command in parentheses, which may hold anything: state, parent.
        if int(stat.rpartition(b")")[2].split()[1]) == parent:
            return pidfd
    except OSError:
        pass
    os.close(pidfd)
    return None


def _complaint(pipes: Pipes) -> str:
    """What bwrap wrote to standard error."""
    try:
        return os.read(pipes.ours[2], 4096).decode(errors="replace").strip()
    except OSError:
        return ""
