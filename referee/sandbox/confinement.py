"""The referee's side of confine.py: starts a process that confines itself and becomes the bot."""

import json
import os
import select
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.sandbox import confine, system_calls
from referee.sandbox.advice import advice_for
from referee.sandbox.errors import SandboxFailed

_SECONDS = 10.0


@dataclass(frozen=True)
class Confinement:
    """The settings of confine.py; its `main` describes them."""

    limits: Mapping[str, int]
    filter: int
    stdout: int
    user: int | None
    folder: str
    environment: Mapping[str, str]
    wait: int | None = None
    parent: int | None = None
    root: str | None = None
    readable: Sequence[str] | None = None
    devices: Sequence[str] = ()


class ConfinedStart:
    """One start of a process that confines itself. It must inherit the descriptor `theirs`."""

    def __init__(self) -> None:
        self._ours, self.theirs = os.pipe()
        self._open = [self._ours, self.theirs]

    def command(self, python: str, confinement: Confinement, bot: Sequence[str]) -> list[str]:
        """The command that confines itself and then becomes `bot`."""
        settings = vars(confinement) | {
            "status": self.theirs,
            "own_pid": system_calls.OWN_PID,
            "command": bot,
        }
        source = Path(confine.__file__).read_text()
        return [python, "-I", "-S", "-B", "-c", source, json.dumps(settings)]

    def wait(self) -> None:
        """Waits until the process has become the bot. Raises SandboxFailed if it could not."""
        self._close(self.theirs)
        os.set_blocking(self._ours, False)
        poll = select.poll()
        poll.register(self._ours, select.POLLIN)
        deadline = time.monotonic() + _SECONDS
        report = b""
        while True:
            if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
                raise SandboxFailed(f"a bot has not started after {_SECONDS:.0f} s")
            piece = os.read(self._ours, 4096)
            if not piece:
                break
            report += piece
        if report != b"+":
            cause = report.decode(errors="replace").removeprefix("+") or "it ended at once"
            problem = f"a bot cannot be confined: {cause}."
            raise SandboxFailed(f"{problem} {advice_for(cause)}".strip())

    def close(self) -> None:
        for descriptor in list(self._open):
            self._close(descriptor)

    def _close(self, descriptor: int) -> None:
        if descriptor in self._open:
            self._open.remove(descriptor)
            os.close(descriptor)
