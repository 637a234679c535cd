"""What tests do with a running bot and its process."""

import os
import re
import select
import time
from collections.abc import Callable
from pathlib import Path

from referee.sandbox import Process
from tests.referee.sandbox.hosts import PATIENCE


def hear(descriptor: int) -> bytes:
    """The result of the next read."""
    assert select.select([descriptor], [], [], PATIENCE)[0], "the bot says nothing"
    return os.read(descriptor, 1 << 16)


def hear_all(descriptor: int) -> str:
    text = b""
    while piece := hear(descriptor):
        text += piece
    return text.decode()


def hear_number(descriptor: int) -> str:
    """The first number in the output up to the end of a JSON object."""
    text = b""
    while b"}" not in text:
        text += hear(descriptor)
    [number] = re.findall(r"\d+", text.decode())[:1]
    return number


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.005)


def parent(process: Process) -> int:
    return int(Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[1])
