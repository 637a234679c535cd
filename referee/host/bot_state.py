"""What a process does just now, as far as the system tells."""

import platform
from pathlib import Path

from referee.host.system import LINUX

if LINUX:
    import fcntl
    import termios

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


def unread(pipe: int) -> int:
    """How many bytes in this pipe, either end of which is given, have not been read; 0 where the
    system does not tell."""
    if not LINUX:
        return 0
    try:
        return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), "little")
    except OSError:
        return 0


def waits_for(pid: int) -> str:
    """What the first thread of this process waits for: INPUT, SLEEP, LOCK or EVENTS; empty if it
    computes, or where the system does not tell."""
    if not LINUX:
        return ""
    try:
        words = Path(f"/proc/{pid}/syscall").read_text().split()
    except OSError:
        return ""
    if len(words) < 2 or not words[0].isdigit():
        return ""
    call = _CALLS.get(int(words[0]), "")
    return "" if call == INPUT and int(words[1], 16) != 0 else call
