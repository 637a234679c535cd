"""Signals between the programs of one command."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from referee.host.system import WINDOWS

# The signal at which a Python bot writes which line it executes; 0 where there is none.
ASK_WHERE = 0 if WINDOWS else int(signal.SIGUSR1)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """A process started inside is not interrupted by Ctrl-C, which a terminal sends to the whole
    group, until it calls `ignore_interrupts`. On Windows it is."""
    if WINDOWS:
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def ignore_interrupts() -> None:
    """This process ignores Ctrl-C from now on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not WINDOWS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
