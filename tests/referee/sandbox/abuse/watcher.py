"""Prints what has changed about the files that it can see, each time it is asked."""

import os
import sys

from attempts import report

TOPS = ("/usr", "/lib", "/lib64", "/dev", "/etc", os.path.dirname(os.__file__))


def look():
    """The state of all files, including access times, which this does not change."""
    found = {}
    for path in paths:
        try:
            # Where a file system is read-only no bot leaves a trace, but the host itself may.
            if os.statvfs(path).f_flag & os.ST_RDONLY:
                continue
            state = os.lstat(path)
        except OSError:
            continue
        found[path] = (*state, state.st_atime_ns, state.st_mtime_ns, state.st_ctime_ns)
    return found


paths = set(TOPS)
for top in TOPS:
    for folder, folders, names in os.walk(top):
        paths.update(os.path.join(folder, name) for name in folders + names)
before = look()
for _ in sys.stdin:
    after = look()
    report(sorted(path for path in before.keys() | after if before.get(path) != after.get(path)))
