"""Python's standard streams in a sandbox are the pipes that they are outside of it."""

import functools
import os
import subprocess

import pytest

from referee.programs.program import read_program
from referee.programs.runtimes import find_python
from referee.sandbox import Sandbox
from referee.sandbox.selection import tiers_to_try
from tests.referee.sandbox.bots import hear, hear_all
from tests.referee.sandbox.slots import own_slot

SANDBOXES = [*tiers_to_try(), "off"]
# What programs do before they print, and then print to `out`.
IDIOMS = {
    "encoding": "out.reconfigure(encoding='utf-8', errors='strict')",
    "another encoding": "out.reconfigure(encoding='ascii', errors='replace')",
    "line ends": "out.reconfigure(newline='\\n', line_buffering=True)",
    "wrapped": "out = io.TextIOWrapper(out.buffer, encoding='utf-8')",
    "wrapped as sys.stdout": "out = sys.stdout = io.TextIOWrapper(sys.stdout.buffer, 'utf-8')",
    "wrapped twice": "out = io.TextIOWrapper(io.BufferedWriter(out.buffer), 'utf-8')",
    "detached": "out = sys.stdout = io.TextIOWrapper(out.detach(), 'utf-8', line_buffering=True)",
    "codec": "out = sys.stdout = codecs.getwriter('utf-8')(out.detach())",
    "opened again": "out = os.fdopen(sys.stdout.fileno(), 'w', 1, encoding='utf-8')",
    "opened by number": "out = open(1, 'w', encoding='utf-8', closefd=False)",
    "buffered writer": "out = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, 'w')), 'utf-8')",
    "original": "sys.__stdout__.reconfigure(encoding='utf-8')",
    "standard error": "sys.stderr = io.TextIOWrapper(sys.stderr.detach(), encoding='utf-8')",
    "standard input": "sys.stdin = io.TextIOWrapper(sys.stdin.detach(), encoding='utf-8')",
    "input's encoding": "sys.stdin.reconfigure(encoding='utf-8')",
    "no position": "assert not out.seekable() and not out.buffer.seekable()",
}
BOT = """
import codecs, io, os, sys
out = sys.stdout
{idiom}
print("♠", file=out, flush=True)
print("heard", sys.stdin.readline(), file=out, flush=True)
"""


@functools.cache
def plain(source: str) -> str:
    """What it prints outside of a sandbox."""
    command = [find_python(), "-X", "utf8", "-c", source]
    return subprocess.run(command, input="7S\n", capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("idiom", IDIOMS)
def test_what_plain_python_accepts_of_its_streams_works(sandbox: Sandbox, idiom: str) -> None:
    source = BOT.format(idiom=IDIOMS[idiom])
    with sandbox.start(read_program(source.encode()), slot=own_slot(12), seat=0, cpu=None) as bot:
        os.write(bot.stdin, b"7S\n")
        assert hear_all(bot.stdout) == plain(source)
        assert bot.exit(30) == "exit code 0"


def test_what_is_printed_arrives_unflushed_also_with_another_encoding(sandbox: Sandbox) -> None:
    source = b"import sys\nsys.stdout.reconfigure(encoding='utf-8')\nprint('{}')\ninput()\n"
    with sandbox.start(read_program(source), slot=own_slot(12), seat=0, cpu=None) as bot:
        assert hear(bot.stdout) == b"{}\n"
