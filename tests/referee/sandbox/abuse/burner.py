"""Computes in many threads outside the interpreter's lock, to use more than one processor."""

import hashlib
import os
import threading

from attempts import facts, report

facts()


def burn():
    while True:
        hashlib.pbkdf2_hmac("sha256", b"", b"", 50_000)


try:
    for _ in range(8):
        threading.Thread(target=burn, daemon=True).start()
except RuntimeError:
    pass
report(sorted(os.sched_getaffinity(0)))
burn()
