"""Fills the kernel's memory with empty files, which no size limit stops."""

import os

from attempts import facts, report

facts()
report("begins")
number = 0
while True:
    os.close(os.open(f"/tmp/{number}", os.O_CREAT | os.O_WRONLY))
    number += 1
