"""A thread bomb: 600 threads that keep running."""

import threading

from attempts import count, facts, linger, report

facts()


def start():
    threading.Thread(target=threading.Event().wait, daemon=True).start()


report(count(start, 600))
linger()
