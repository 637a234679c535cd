"""One running bot, as the referee holds it."""

import contextlib
import os
import select
import signal
import subprocess
from collections.abc import Callable
from typing import Protocol, Self

from referee.programs.program import Program
from referee.sandbox.accounting import Accounting, Times
from referee.sandbox.cgroups import Cgroup
from referee.sandbox.errors import SandboxFailed
from referee.sandbox.tree_accounting import TreeAccounting

# How long the kernel may take to clear away what was killed, in seconds.
_PATIENCE = 10.0


class Pipes:
    """The three pipes of a bot: `bot` are its ends, `ours` the referee's, which never block."""

    def __init__(self) -> None:
        self.bot: list[int] = []
        self.ours: list[int] = []
        try:
            for number in range(3):
                reading, writing = os.pipe()
                bot, ours = (reading, writing) if number == 0 else (writing, reading)
                self.bot.append(bot)
                self.ours.append(ours)
                os.set_blocking(ours, False)
        except OSError:
            self.close()
            raise

    def close_bot_ends(self) -> None:
        while self.bot:
            os.close(self.bot.pop())

    def close(self) -> None:
        self.close_bot_ends()
        while self.ours:
            os.close(self.ours.pop())


class Process:
    """A bot that was started. Whoever started it must `kill` it, also after it has ended.

    `pid` is the bot's own process as the host sees it, `group` its control group or None. `stdin`,
    `stdout` and `stderr` are the referee's ends of its pipes, non-blocking; `kill` closes them.
    One thread uses it at a time.
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
        group: Cgroup | None = None,
        namespace_init: int | None = None,
        held: contextlib.ExitStack | None = None,
    ) -> None:
        """Takes over the pipes and `pidfd`, which is None if the bot has ended already.

        `launcher` is our child: the bot itself, or the sandbox around it, which ends with it.
        `verdict` is called once, with the launcher's status, and tells how the bot ended; it
        raises SandboxFailed if the bot never ran.
        `violation` says which limit the bot at this pid has broken, if the kernel cannot hold it.
        `group` holds the bot, and goes with it. `world` is a pidfd of the process whose end is
        that of all that the bot may have started; None: the bot itself. `held` is closed after
        the bot's end.
        """
        self.pid = pid
        self._pipes = pipes
        self.stdin, self.stdout, self.stderr = pipes.ours
        self._launcher = launcher
        self._verdict = verdict
        self._violation = violation
        self.group = group
        self._namespace_init = namespace_init
        self._held = held
        self._ended: str | SandboxFailed | None = None
        self._pidfd = pidfd
        # Can be read from once the bot has ended, and then `exit` is to be asked: its pipes may
        # stay open until then, since a launcher that rests holds them too. None: it has ended.
        self.end = pidfd
        # What holds all processes of a bot that may have more than one.
        self._tree = group if group is not None and group.many else None
        if self._tree is not None:
            self._accounting: Accounting = TreeAccounting(self._tree)
        else:
            self._accounting = Accounting(pid if pidfd is not None else None)
        self._killed = False
        self._launcher_stopped = pid == launcher.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def freeze(self) -> None:
        """The bot gets no processor until `thaw`."""
        if self._tree is not None:
            self._tree.freeze()
        else:
            self._signal(signal.SIGSTOP)
        if not self._launcher_stopped and self._is_running():
            # All that is left to a launcher now is to wait for the bot's end; and it would be
            # woken at each stop of its child, twice a move.
            self._launcher_stopped = True
            self._launcher.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        if self._tree is not None:
            self._tree.thaw()
        else:
            self._signal(signal.SIGCONT)

    def times(self) -> Times:
        """What it has used by now; once it has ended, what it had when last asked."""
        return self._accounting.read()

    def pending_wait(self) -> int | None:
        """Whether it waits for the machine now, beyond what `times` counts: see Accounting."""
        return self._accounting.pending_wait()

    def exit(self, within: float = 0.0) -> str | None:
        """How it ended, like ``exit code 1`` or ``signal SIGKILL``; None while it runs.

        Waits up to `within` seconds for its end: its output closes a moment earlier. Ask at least
        once a second while the bot runs: this is also where a bot that fills its /tmp with files
        is found and killed. Raises SandboxFailed if the machine, not the bot, is to blame.
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
        """Ends it, whatever it does; idempotent. Nothing of it is left, no descriptor either."""
        if self._killed:
            return
        self._killed = True
        if self._ended is None:
            self._finish()
            if isinstance(self._ended, SandboxFailed):
                self._ended = "signal SIGKILL"
        self._accounting.close()
        if self._namespace_init is not None:
            # It is ours to clear away if its parent ended first; see `adopt_orphans`.
            with contextlib.suppress(ChildProcessError):
                os.waitid(os.P_PIDFD, self._namespace_init, os.WEXITED)
        if self._pidfd is not None:
            os.close(self._pidfd)
        self._pipes.close()
        if self._held is not None:
            self._held.close()

    def _is_running(self) -> bool:
        """Whether the bot's process is no more the launcher's own, which builds its sandbox."""
        try:
            return _command_of(self.pid) != _command_of(self._launcher.pid)
        except OSError:
            return False

    def _signal(self, number: signal.Signals) -> None:
        if self._pidfd is not None and self._launcher.returncode is None:
            try:  # noqa: SIM105 - twice at every move, and a context manager costs as much again
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
        if self._tree is not None:
            # What is frozen does not die.
            self._tree.thaw()
        self._launcher.send_signal(signal.SIGCONT)
        try:
            status = self._launcher.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._launcher.kill()
            status = self._launcher.wait(_PATIENCE)
        if self.group is not None and self.group.ran_out_of_memory():
            reason = reason or "killed for more memory than it may have"
        try:
            verdict = self._verdict(status)
        except SandboxFailed as failure:
            self._ended = failure
        else:
            self._ended = reason or verdict


def _command_of(pid: int) -> bytes:
    """Its name for short. Raises OSError."""
    file = os.open(f"/proc/{pid}/comm", os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(file, 100)
    finally:
        os.close(file)


def status_text(status: int) -> str:
    """An exit status in words; those above 128 are signals, as shells have it."""
    number = -status if status < 0 else status - 128
    with contextlib.suppress(ValueError):
        return f"signal {signal.Signals(number).name}"
    return f"exit code {status}"


class Sandbox(Protocol):
    """Starts bots. `tier` says what holds: ``A``, ``A2``, ``B``, or ``off`` for nothing at all.

    `closed`: it starts no more bots.
    """

    closed: bool

    @property
    def tier(self) -> str: ...

    def require(self, kind: str) -> None:
        """Raises NoSandbox unless programs of this kind can run in it."""

    def start(
        self, program: Program, *, slot: int, seat: int, cpu: int | None, partners: bool = False
    ) -> Process:
        """One bot more, kept on this processor. Raises SandboxFailed.

        `partners`: a bot plays other seats of its side as well, and these must not talk.
        Of those that run at once each has its own slot and seat. A bot dies with the thread that
        started it, so that thread must outlive the match.
        """

    def close(self) -> None:
        """Gives back what the sandbox holds; idempotent. Bots that run are not touched."""
