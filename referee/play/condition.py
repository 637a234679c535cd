"""What a bot was doing when it committed a fault, for the explanation that its author gets."""

import fcntl
import platform
import termios
from dataclasses import dataclass
from pathlib import Path

INPUT, SLEEP, LOCK, EVENTS = "input", "sleep", "lock", "events"
# The numbers of system calls that block.
_CALLS = {
    "x86_64": {
        **dict.fromkeys([0, 19], INPUT),
        **dict.fromkeys([35, 230], SLEEP),
        202: LOCK,
        **dict.fromkeys([7, 23, 232, 270, 271, 281], EVENTS),
    },
    "aarch64": {
        **dict.fromkeys([63, 65], INPUT),
        **dict.fromkeys([101, 115], SLEEP),
        98: LOCK,
        **dict.fromkeys([22, 72, 73], EVENTS),
    },
}.get(platform.machine(), {})


@dataclass(frozen=True)
class Condition:
    """The state of a bot that has committed a fault and still runs, or has ended.

    `log` is the end of what this process wrote to standard error; `output` what it wrote to
    standard output without a line break. `has_read`: all its input. `waits_for` is what its first
    thread waits for: INPUT, SLEEP, LOCK or EVENTS; empty if it computes, or if that is not known.
    """

    log: str = ""
    output: bytes = b""
    has_read: bool = True
    waits_for: str = ""


def unread(pipe: int) -> int:
    """How many bytes in this pipe, either end of which is given, have not been read."""
    try:
        return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), "little")
    except OSError:
        return 0


def waits_for(pid: int) -> str:
    """What the first thread of this process waits for: see Condition."""
    try:
        words = Path(f"/proc/{pid}/syscall").read_text().split()
    except OSError:
        return ""
    if len(words) < 2 or not words[0].isdigit():
        return ""
    call = _CALLS.get(int(words[0]), "")
    return "" if call == INPUT and int(words[1], 16) != 0 else call
