"""A running bot on Linux: its pipes, its times, and how it is paused and ended."""

import contextlib
import os
import select
import signal
import subprocess
from collections.abc import Callable
from typing import Self

from referee.sandbox.accounting import Accounting, Times
from referee.sandbox.cgroups import Cgroup
from referee.sandbox.errors import SandboxFailed
from referee.sandbox.pipes import Pipes
from referee.sandbox.tree_accounting import TreeAccounting

# How many seconds the kernel may take to end a killed process.
_KILL_SECONDS = 10.0


class PidfdProcess:
    """A Process that is signalled through a pidfd, which never names another process.

    `cgroup`: its cgroup or None. After the bot's end its pipes may stay open until `exit` is
    called, because a paused launcher holds them too.
    """

    def __init__(
        self,
        pid: int,
        pidfd: int | None,
        launcher: "subprocess.Popen[bytes]",
        pipes: Pipes,
        *,
        verdict: Callable[[int], str],
        violation: Callable[[int], str | None] = lambda pid: None,
        cgroup: Cgroup | None = None,
        namespace_init: int | None = None,
        cleanup: contextlib.ExitStack | None = None,
    ) -> None:
        """Takes ownership of `pipes`, `pidfd` (None if the bot has ended already), `cgroup` and
        `cleanup`, which it closes after the bot's end.

        `launcher` is our child: the bot itself, or the sandbox around it, which ends with it.
        `verdict` is called once with the launcher's status. It returns how the bot ended, and
        raises SandboxFailed if the bot never ran. `violation` returns which limit the bot with
        this pid has exceeded, for limits that the kernel does not enforce. `namespace_init` is a
        pidfd of the process whose end ends everything that the bot may have started; None: the
        bot itself.
        """
        self.pid = pid
        self._pipes = pipes
        self.stdin, self.stdout, self.stderr = pipes.ours
        self._launcher = launcher
        self._verdict = verdict
        self._violation = violation
        self.cgroup = cgroup
        self._namespace_init = namespace_init
        self._cleanup = cleanup
        self._ended: str | SandboxFailed | None = None
        self._pidfd = pidfd
        self.end = pidfd
        # The cgroup with all processes of a bot that may have several.
        self._cgroup_of_tree = cgroup if cgroup is not None and cgroup.several else None
        if self._cgroup_of_tree is not None:
            self._accounting: Accounting = TreeAccounting(self._cgroup_of_tree)
        else:
            self._accounting = Accounting(pid if pidfd is not None else None)
        self._killed = False
        self._launcher_stopped = pid == launcher.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def freeze(self) -> None:
        """Pauses the bot until `thaw`."""
        if self._cgroup_of_tree is not None:
            self._cgroup_of_tree.freeze()
        else:
            self._signal(signal.SIGSTOP)
        if not self._launcher_stopped and self._is_running():
            # The launcher only waits for the bot's end now. Running, it would be woken whenever its
            # child is paused, twice a move.
            self._launcher_stopped = True
            self._launcher.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        if self._cgroup_of_tree is not None:
            self._cgroup_of_tree.thaw()
        else:
            self._signal(signal.SIGCONT)

    def ask_where(self) -> None:
        """See Process."""
        self._signal(signal.SIGUSR1)

    def times(self) -> Times:
        """The times that it has used so far; after its end, those of the last call."""
        return self._accounting.read()

    def pending_wait(self) -> int | None:
        """Whether it waits for the machine now, beyond what `times` returns: see Accounting."""
        return self._accounting.pending_wait()

    def exit(self, within: float = 0.0) -> str | None:
        """How it ended, such as ``exit code 1`` or ``signal SIGKILL``; None while it runs.

        Waits up to `within` seconds for its end, since its output closes a moment earlier. Call it
        at least once a second while the bot runs: it also finds and kills a bot that has too many
        files in its /tmp. Raises SandboxFailed if the machine, not the bot, is to blame.
        """
        if self._ended is None:
            reason = None
            if not self._has_ended(within) and (reason := self._violation(self.pid)) is None:
                return None
            self._finish(reason)
        if isinstance(self._ended, SandboxFailed):
            raise self._ended
        return self._ended

    def kill(self) -> None:
        """Ends it, whatever it does, and releases everything that it held. Idempotent."""
        if self._killed:
            return
        self._killed = True
        if self._ended is None:
            self._finish()
            if isinstance(self._ended, SandboxFailed):
                self._ended = "signal SIGKILL"
        self._accounting.close()
        if self._namespace_init is not None:
            # We must reap it if its parent ended first; see `adopt_orphans`.
            with contextlib.suppress(ChildProcessError):
                os.waitid(os.P_PIDFD, self._namespace_init, os.WEXITED)
        if self._pidfd is not None:
            os.close(self._pidfd)
        self._pipes.close()
        if self._cleanup is not None:
            self._cleanup.close()

    def _is_running(self) -> bool:
        """Whether the bot's process runs the bot, and no longer the launcher's program."""
        try:
            return _command_of(self.pid) != _command_of(self._launcher.pid)
        except OSError:
            return False

    def _signal(self, number: signal.Signals) -> None:
        if self._pidfd is not None and self._launcher.returncode is None:
            try:  # noqa: SIM105 - twice a move, and a context manager would double the cost
                signal.pidfd_send_signal(self._pidfd, number)
            except ProcessLookupError:
                pass

    def _has_ended(self, within: float) -> bool:
        if self._pidfd is None:
            return True
        # poll, not select: a worker may have more than a thousand descriptors.
        poll = select.poll()
        poll.register(self._pidfd, select.POLLIN)
        return bool(poll.poll(within * 1000))

    def _finish(self, reason: str | None = None) -> None:
        if self._namespace_init is None:
            self._signal(signal.SIGKILL)
        elif not self._has_ended(0.0):
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._namespace_init, signal.SIGKILL)
        if self._cgroup_of_tree is not None:
            # A frozen process does not die.
            self._cgroup_of_tree.thaw()
        self._launcher.send_signal(signal.SIGCONT)
        try:
            status = self._launcher.wait(_KILL_SECONDS)
        except subprocess.TimeoutExpired:
            self._launcher.kill()
            status = self._launcher.wait(_KILL_SECONDS)
        if self.cgroup is not None and self.cgroup.ran_out_of_memory():
            reason = reason or "killed because it used too much memory"
        try:
            verdict = self._verdict(status)
        except SandboxFailed as failure:
            self._ended = failure
        else:
            self._ended = reason or verdict


def _command_of(pid: int) -> bytes:
    """The short name of its program. Raises OSError."""
    file = os.open(f"/proc/{pid}/comm", os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(file, 100)
    finally:
        os.close(file)
