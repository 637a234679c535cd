"""What every sandbox can do, whatever its tier."""

from typing import Protocol

from referee.programs.program import Program
from referee.sandbox.process import Process


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
