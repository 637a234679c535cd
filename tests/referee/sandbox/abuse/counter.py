"""Prints twice the number of the next object of each kind, and how many it may have."""

import os
import signal
import socket
import tempfile
import threading

from attempts import count, facts, linger, pend, report


def inode(make):
    made = make()
    number = os.fstat(made[0] if isinstance(made[0], int) else made[0].fileno()).st_ino
    for end in made:
        os.close(end) if isinstance(end, int) else end.close()
    return number


def thread():
    started = threading.Thread(target=int)
    started.start()
    started.join()
    return started.native_id


def stay():
    threading.Thread(target=signal.pause, daemon=True).start()


def look():
    seen = {}
    for name, number in {
        "pipes": lambda: inode(os.pipe),
        "pairs": lambda: inode(socket.socketpair),
        "files": lambda: inode(lambda: [tempfile.TemporaryFile()]),
        "threads": thread,
    }.items():
        try:
            seen[name] = number()
        except (OSError, RuntimeError) as error:
            seen[name] = type(error).__name__
    seen["pending"] = count(pend, 1000)
    while signal.sigtimedwait({signal.SIGRTMAX}, 0):
        pass
    return seen


facts()
report(look())
facts()
report(look() | {"kept threads": count(stay, 8)})
linger()
