"""What every sandbox and every bot in it can do, whatever the tier and the system."""

from typing import Protocol, Self

from referee.programs.program import Program
from referee.sandbox.accounting import Times


class Process(Protocol):
    """A bot that was started. The caller must `kill` it, even after it has ended.

    `pid` is the bot's process id on the host. `stdin`, `stdout` and `stderr` are the referee's ends
    of its pipes, for the functions of referee.host.pipes; `kill` closes them. `end` becomes
    readable when the bot has ended; None: it has ended already, or this system has no such file.
    Call `exit` then: the bot's pipes may stay open until that. Only one thread may use the object
    at a time.
    """

    pid: int
    stdin: int
    stdout: int
    stderr: int
    end: int | None

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def freeze(self) -> None:
        """Pauses the bot until `thaw`, where the system can."""

    def thaw(self) -> None: ...

    def ask_where(self) -> None:
        """Lets a Python bot write to its standard error which line it executes: see runtimes.

        It may end a program in another language.
        """

    def times(self) -> Times:
        """The times that it has used so far; after its end, those of the last call. All are 0 where
        the system does not tell them."""

    def pending_wait(self) -> int | None:
        """Whether it waits for the machine now, beyond what `times` returns: see Accounting."""

    def exit(self, within: float = 0.0) -> str | None:
        """How it ended, such as ``exit code 1`` or ``signal SIGKILL``; None while it runs.

        Waits up to `within` seconds for its end, since its output closes a moment earlier. Call it
        at least once a second while the bot runs: it also ends a bot that breaks a limit which the
        kernel does not enforce. Raises SandboxFailed if the machine, not the bot, is to blame.
        """

    def kill(self) -> None:
        """Ends it, whatever it does, and releases everything that it held. Idempotent."""


class Sandbox(Protocol):
    """Starts bots. `tier` says what holds: ``A``, ``A2``, ``B``, or ``off`` for nothing at all.

    `closed`: it starts no more bots.
    """

    closed: bool

    @property
    def tier(self) -> str: ...

    def require(self, language: str) -> None:
        """Raises NoSandbox unless programs in this language can run in it."""

    def start(self, program: Program, *, slot: int, seat: int, cpu: int | None) -> Process:
        """Starts a bot on this processor (None: on any).

        Bots that run at the same time must have different slots or seats. A bot dies with the
        thread that started it, so that thread must outlive the match.

        Raises NoSandbox for a language that cannot run here, SandboxFailed if the bot does not
        start, and OSError for a processor that does not exist.
        """

    def close(self) -> None:
        """Releases what the sandbox holds. Running bots are not affected. Idempotent."""
