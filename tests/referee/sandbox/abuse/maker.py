"""Makes many objects of each kind, keeps some, and prints how many."""

import os
import signal
import socket
import tempfile
import threading

from attempts import count, facts, linger, pend, report

facts()


def pipe():
    for end in os.pipe():
        os.close(end)


def pair():
    for end in socket.socketpair():
        end.close()


def thread():
    started = threading.Thread(target=int)
    started.start()
    started.join()


def stay():
    threading.Thread(target=signal.pause, daemon=True).start()


report(
    {
        "pipes": count(pipe, 500),
        "pairs": count(pair, 500),
        "files": count(lambda: tempfile.TemporaryFile().close(), 500),
        "threads": count(thread, 50),
        "pending": count(pend, 1000),
        "kept threads": count(stay, 8),
    }
)
linger()
