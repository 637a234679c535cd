"""Ignores and blocks every signal, closes its pipes, and computes for ever."""

import os
import signal

from attempts import facts, report

facts()
for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
report("begins")
for descriptor in (0, 1, 2):
    os.close(descriptor)
while True:
    pass
