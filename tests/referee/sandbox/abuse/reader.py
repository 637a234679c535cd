"""Reads, lists and maps everything that it can see, to leave traces; prints how much."""

import mmap
import os
import sys

from attempts import facts, linger, report

facts()
seen = 0
for top in (os.path.dirname(os.__file__), os.path.dirname(sys.executable), "/lib", "/dev", "/etc"):
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            try:
                os.readlink(path)
            except OSError:
                pass
            if folder.startswith("/dev") and name != "null":
                continue
            try:
                with open(path, "rb") as file:
                    file.read(4096)
                    seen += 1
                    mmap.mmap(file.fileno(), 1, prot=mmap.PROT_READ).close()
            except (OSError, ValueError):
                pass
try:
    with open("/dev/null", "wb") as null:
        null.write(b"trumps")
except OSError:
    pass
report(seen)
linger()
