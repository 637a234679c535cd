"""Computes in many threads outside the interpreter's lock, to use more than one processor."""

import hashlib
import os
import threading

from attempts import facts, linger, report

facts()


def burn():
    while True:
        hashlib.pbkdf2_hmac("sha256", b"", b"", 50_000)


for _ in range(8):
    threading.Thread(target=burn, daemon=True).start()
report(sorted(os.sched_getaffinity(0)))
linger()
