"""Counts bytecode instructions.

The number does not depend on the load of the machine, so a test can detect slower code.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def instructions(act: Callable[[], Any]) -> tuple[int, Any]:
    """The Python instructions that `act` executed in this thread, and what it returned.

    C code within an instruction is not counted.
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
