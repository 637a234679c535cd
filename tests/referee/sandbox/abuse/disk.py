"""Fills the disk: one endless file, then many, in every writable folder."""

import os

from attempts import facts, report

facts()
BLOCK = bytes(1 << 20)


def fill(path):
    """The bytes that were written to this file."""
    written = 0
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT)
        while written < 64 << 20:
            written += os.write(file, BLOCK)
    except OSError:
        pass
    return written


places = ["/tmp", "/", "/bot", "/dev", "/dev/shm", "/etc", "/usr", "/var/tmp"]
report({place: sum(fill(f"{place}/fill{n}") for n in range(8)) for place in places})
