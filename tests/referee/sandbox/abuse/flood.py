"""Writes endlessly to standard output and standard error, without a newline."""

import os
import threading

from attempts import facts

facts()


def flood(descriptor):
    block = b"x" * (1 << 16)
    while True:
        os.write(descriptor, block)


try:
    threading.Thread(target=flood, args=(2,), daemon=True).start()
except RuntimeError:
    pass
flood(1)
