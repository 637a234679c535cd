"""Makes the requested system calls, by number, with harmless arguments."""

import ctypes
import os

from attempts import facts, libc, report

refused = {1: "EPERM", 38: "ENOSYS"}
answers = {}
for name, number in facts()["calls"].items():
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(0)] * 6)
    code = ctypes.get_errno()
    if result != -1 or code not in refused:
        answers[name] = f"{result} {os.strerror(code)}"
report(answers)
