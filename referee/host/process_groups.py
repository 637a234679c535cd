"""A process and everything that it starts, where there is no sandbox around them."""

import contextlib
import os
import signal
import subprocess
from typing import Any

from referee.host.interrupts import ASK_WHERE
from referee.host.system import LINUX, WINDOWS

# Options of Popen: a group of its own, which Ctrl-C at the terminal does not reach.
OWN_GROUP: dict[str, Any] = (
    {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    if WINDOWS
    else {"start_new_session": True}
)
PAUSES = not WINDOWS  # whether a process can be stopped and go on
TOKEN = "GOAT_TOKEN"
# What a program needs of our own environment to start at all.
_NEEDED = () if LINUX else ("PATH", "SYSTEMROOT", "SYSTEMDRIVE", "COMSPEC", "PATHEXT", "TEMP")


def needed_environment() -> dict[str, str]:
    """The variables without which programs do not start on this system."""
    return {name: os.environ[name] for name in _NEEDED if name in os.environ}


def own_environment() -> dict[str, str]:
    """Our environment for a program that an author runs as his own, without the token of `goat`:
    its logs and its libraries have no business with that."""
    return {name: value for name, value in os.environ.items() if name != TOKEN}


def pause(process: "subprocess.Popen[bytes]") -> None:
    """Stops the group until `go_on`; nothing on Windows."""
    if PAUSES:
        _signal(process, signal.SIGSTOP)


def go_on(process: "subprocess.Popen[bytes]") -> None:
    if PAUSES:
        _signal(process, signal.SIGCONT)


def ask_where(process: "subprocess.Popen[bytes]") -> None:
    """Lets a Python bot write which line it executes; nothing on Windows."""
    if ASK_WHERE:
        _signal(process, ASK_WHERE)


def kill(process: "subprocess.Popen[bytes]") -> None:
    """Ends the group; on Windows the process alone, with what closes when its pipes do."""
    if WINDOWS:
        with contextlib.suppress(OSError):
            process.kill()
    else:
        _signal(process, signal.SIGKILL)


def _signal(process: "subprocess.Popen[bytes]", number: int) -> None:
    # A group of zombies cannot be signalled on macOS.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
