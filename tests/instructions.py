"""Counts the bytecode instructions that a piece of code takes: the same on a busy machine and on an
idle one, so that a test can say when the code has become slower."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def instructions(act: Callable[[], Any]) -> tuple[int, Any]:
    """How many instructions of Python `act` took in this thread, and what it returned.

    What C code does within one instruction is not seen.
    """
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        if event == "call":
            frame.f_trace_opcodes = True
            frame.f_trace_lines = False
        elif event == "opcode":
            count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        result = act()
    finally:
        sys.settrace(before)
    return count, result
