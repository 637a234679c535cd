"""Pipes that never block. The kernel tells which are ready."""

import os
import select

CHUNK = 64 * 1024

Poll = select.poll
write_now = os.write
close = os.close


def prepare(file: int, *, reading: bool) -> None:
    """Makes our end of a pipe ready for the other functions here."""
    os.set_blocking(file, False)


def read_now(file: int) -> bytes | None:
    """What can be read now; empty at the end of the file, None if there is nothing yet."""
    try:
        return os.read(file, CHUNK)
    except BlockingIOError:
        return None
    except OSError:  # an error on a pipe means that its other end is gone
        return b""


def end_input(file: int) -> None:
    """Ends what the other side reads. The number stays in use until `close`: no other file may get
    it."""
    nothing = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
    os.dup2(nothing, file, inheritable=False)
    os.close(nothing)
