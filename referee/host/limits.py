"""Limits that a program of ours sets for itself."""

import signal

from referee.host.system import LINUX, WINDOWS

# The exit status of a process that has used up its processor time.
OUT_OF_TIME = () if WINDOWS else (-signal.SIGXCPU,)

_SET = """
import os, resource
os.nice(10)
for limit, value in (
    (resource.RLIMIT_AS, {memory}),
    (resource.RLIMIT_CPU, {seconds}),
    (resource.RLIMIT_CORE, 0),
):
    {set}
"""
_STRICT = "resource.setrlimit(limit, (value, value + 1))"
# Not every kernel has all of them.
_LENIENT = """try:
        resource.setrlimit(limit, (value, value + 1))
    except (OSError, ValueError):
        pass"""


def limiting_source(memory: int, seconds: int) -> str:
    """Python source that gives its process a low priority, this much memory (bytes) and processor
    time, as far as the system can."""
    if WINDOWS:
        return ""
    return _SET.format(memory=memory, seconds=seconds, set=_STRICT if LINUX else _LENIENT)
