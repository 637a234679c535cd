"""Tells whether anything about the files that it can see has changed, each time it is asked."""

import os
import sys

from attempts import report

TOPS = ("/usr", "/lib", "/lib64", "/dev", "/etc", os.path.dirname(os.__file__))


def look():
    """The state of all files, the times of their last reading too; looking is not reading."""
    found = {}
    for path in paths:
        try:
            state = os.lstat(path)
        except OSError:
            continue
        found[path] = (*state, state.st_atime_ns, state.st_mtime_ns, state.st_ctime_ns)
    return hash(tuple(sorted(found.items())))


paths = set(TOPS)
for top in TOPS:
    for folder, folders, names in os.walk(top):
        paths.update(os.path.join(folder, name) for name in folders + names)
look()
for _ in sys.stdin:
    report(look())
