"""Writes outside /tmp: to its program, the runtime, the root, devices and kernel settings."""

import os
import sys

from attempts import facts, report, successes

told = facts()
home = os.path.dirname(__file__)
places = ["/", home, "/dev", "/etc", "/usr", "/usr/bin", "/lib", os.path.dirname(os.__file__)]
cutting = os.O_ACCMODE | os.O_TRUNC  # with the right neither to read nor to write
attempts = {
    "core_pattern": lambda: open("/proc/sys/kernel/core_pattern", "w"),
    "sysrq": lambda: open("/proc/sysrq-trigger", "w"),
    "own mappings": lambda: open("/proc/self/uid_map", "w"),
    "own program": lambda: open(__file__, "a"),
    "own program's length": lambda: os.truncate(__file__, 0),
    "own program's end": lambda: os.open(__file__, os.O_RDONLY | os.O_TRUNC),
    "own program's mode": lambda: os.chmod(__file__, 0o777),
    "remove own program": lambda: os.unlink(__file__),
    "rename own program": lambda: os.rename(__file__, "/tmp/main.py"),
    "replace the interpreter": lambda: os.rename("/tmp/x", sys.executable),
    "standard library": lambda: open(os.__file__, "a"),
    "memory of the machine": lambda: open("/dev/mem", "rb"),
    "a disk": lambda: open("/dev/vda", "rb"),
    "the terminal": lambda: open("/dev/tty", "w"),
    "a terminal": lambda: os.openpty(),
    **{f"file in {place}": lambda place=place: open(f"{place}/evil", "w") for place in places},
    **{f"folder in {place}": lambda place=place: os.mkdir(f"{place}/evil") for place in places},
    **{f"host's {path}": lambda path=path: open(path, "a") for path in told["files"]},
    **{f"mode of {path}": lambda path=path: os.chmod(path, 0o600) for path in told["files"]},
    **{f"times of {path}": lambda path=path: os.utime(path) for path in told["files"]},
    **{f"length of {path}": lambda path=path: os.truncate(path, 0) for path in told["files"]},
    **{f"cut {path}": lambda path=path: os.open(path, cutting) for path in told["files"]},
    **{f"remove {path}": lambda path=path: os.unlink(path) for path in told["files"]},
}
done = successes(attempts)
for name in ("null", "zero", "random", "urandom"):
    open(f"/dev/{name}", "rb").read(1)
open("/dev/null", "w").write("this is allowed")
if told["tier"] != "B":
    with open("/tmp/allowed", "w") as file:
        file.write("this is the one place")
report(done)
