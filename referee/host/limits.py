"""Limits that a program of ours sets for itself."""

import signal

from referee.host.system import LINUX, WINDOWS

# The exit status of a process that has used up its processor time.
OUT_OF_TIME = () if WINDOWS else (-signal.SIGXCPU,)

_SET = """
import os, resource
os.nice(10)
for limit, value in ({limits}):
    resource.setrlimit(limit, (value, value + 1))
"""
_TIME = "(resource.RLIMIT_CPU, {seconds}), (resource.RLIMIT_CORE, 0),"
# Elsewhere than on Linux the address space of any program may be larger than all memory.
_MEMORY = "(resource.RLIMIT_AS, {memory}),"


def limiting_source(memory: int, seconds: int) -> str:
    """Python source that gives its process a low priority, this much memory (bytes) and processor
    time, as far as the system can."""
    if WINDOWS:
        return ""
    limits = (_MEMORY if LINUX else "") + _TIME
    return _SET.format(limits=limits.format(memory=memory, seconds=seconds))
