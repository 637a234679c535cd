"""Reads files of the host and other bots' programs, also through links."""

import itertools
import os

from attempts import facts, report, successes

told = facts()
numbers = itertools.count()
targets = [
    "/etc/passwd",
    "/etc/shadow",
    "/etc/hostname",
    "/root",
    "/home",
    "/var",
    "/run",
    "/sys",
    "/proc/self/environ",
    "/proc/1/root/etc/passwd",
    "/bot/../../etc/passwd",
    *told["files"],
]


def read(path):
    return os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(1)


def through_link(path):
    link = f"/tmp/link{next(numbers)}"
    os.symlink("../../../.." + path, link)
    return read(link)


def through_hard_link(path):
    name = f"/tmp/hard{next(numbers)}"
    os.link(path, name)
    return read(name)


attempts = {}
for target in targets:
    attempts[f"read {target}"] = lambda target=target: read(target)
    attempts[f"read {target} by a symbolic link"] = lambda target=target: through_link(target)
    attempts[f"read {target} by a hard link"] = lambda target=target: through_hard_link(target)
found = successes(attempts)
packages = ("pip", "django", "pyseccomp", "referee")
installed = successes({name: lambda name=name: __import__(name) for name in packages})
try:
    others = [name for name in os.listdir("/tmp") if not name.startswith(("link", "hard"))]
except OSError:
    others = []
report(found + [f"imported {name}" for name in installed] + [f"saw /tmp/{name}" for name in others])
