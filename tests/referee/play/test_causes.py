"""The first line of a fault's cause says what happened, where, and what to do; then the trace.

Real bots in the real sandbox commit the faults.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from referee.play.clock import Clock
from referee.play.fault_groups import first_line, trace
from referee.programs.program import read_program
from tests.referee.play.small_bots import GOOD, match, played, program
from tests.referee.sandbox.test_languages import needs_groups, needs_node

SANDBOXES = ["auto"]
SHORT = Clock(start_ms=200, move_ms=100, bank_ms=0)
PATIENT = Clock(start_ms=10_000, move_ms=5_000, bank_ms=0)
# The clock of these runs out.
LATE = {
    "loops",
    "sleeps",
    "waits for a lock",
    "writes half a line",
    "does not answer",
    "does not flush",
    "reads all of its input before it answers",
}
PYTHON = r"Python 3\.\d+"
NUMPY = (
    rf"main\.py line 12: No module named 'numpy'; bots have the standard library of {PYTHON} only"
)
DEBUG = "this looks like a debug print: use standard error"

# The start of a bot that does not start, and what the first line is.
AT_START = {
    "imports a missing module": ("import numpy", NUMPY),
    "takes too much memory": (
        "x = bytearray(600 << 20)",
        r"main\.py line 12: MemoryError; a bot has 512 MiB of memory",
    ),
    "fails in a module of the standard library": (
        "json.loads('x')",
        r"main\.py line 12: JSONDecodeError: Expecting value: line 1 column 1 \(char 0\)",
    ),
    "executes a syntax error": (
        "exec('f(')",
        r"main\.py line 12: SyntaxError: '\(' was never closed",
    ),
    "prints before it is ready": (
        "say('loading tables')",
        rf'(unexpected output: |expected {{"type":"ready"}}, got )\'loading tables.*: {DEBUG}',
    ),
    "loops": (
        "while True: pass",
        r"main\.py line 12: computed until the start clock ran out and did not answer hello; this"
        " is an endless loop, or the program loads too much before it answers",
    ),
    "sleeps": (
        "time.sleep(60)",
        r"main\.py line 12: did not read hello: it slept until the start clock ran out",
    ),
    "has no main loop": (
        "sys.exit()",
        r"ended before it answered hello \(exit code 0\); read lines in a loop, and answer hello"
        " and each move, until “bye”",
    ),
    "exits with a message": (
        "sys.exit('no table')",
        "ended with exit code 1; its last words: 'no table'",
    ),
    "exits silently": ("os._exit(3)", "ended with exit code 3 and wrote nothing to standard error"),
    "reads all of its input before it answers": (
        "sys.stdin.read()",
        r"main\.py line 12: the program read hello and waits, but has written nothing: flush after"
        r" each line \(print\(…, flush=True\)\), and read line by line, not to the end of the .*",
    ),
    "opens a socket": (
        "import socket; socket.socket()",
        r"main\.py line 12: PermissionError: \[Errno 1\] Operation not permitted; the sandbox"
        r" forbids this \(docs/4-sandbox.md\)",
    ),
    "opens a file of the host": (
        "open('/etc/passwd')",
        r"main\.py line 12: FileNotFoundError: .* '/etc/passwd'; a bot sees only the files that"
        " were submitted with it",
    ),
    "accesses memory that it does not own": (
        "import ctypes; ctypes.string_at(0)",
        "SIGSEGV: the program accessed memory that it does not own .*",
    ),
}


def cause(bot, sandbox, name=""):
    """The cause of the first fault of the bot with this name."""
    clock = SHORT if name in LATE else PATIENT
    return played(match(bot, GOOD, clock=clock), sandbox).faults[0].cause


@pytest.mark.parametrize("name", AT_START)
def test_a_bot_does_not_start_that(name, sandbox):
    start, expected = AT_START[name]
    assert re.fullmatch(expected, first_line(cause(program(start=start), sandbox, name)))


# What a bot does instead of its first move, and what the first line is.
IN_A_MOVE = {
    "raises an exception": ("legal['x']", r"main\.py line 27: TypeError: list indices .*"),
    "raises another while it handles one": (
        "try:\n    1 / 0\nexcept ArithmeticError as error:\n    raise ValueError('bad') from error",
        r"main\.py line 30: ValueError: bad",
    ),
    "takes too much memory": (
        "bytearray(600 << 20)",
        r"main\.py line 27: MemoryError; a bot has 512 MiB of memory",
    ),
    "ends": ("sys.exit()", r"ended before it answered move \(exit code 0\); .*"),
    "loops": (
        "while True: pass",
        r"main\.py line 27: computed until the clock ran out; this is an endless loop, or a search"
        r" that does not stop in time \(see clock.bank_ms in the request\)",
    ),
    "sleeps": (
        "time.sleep(60)",
        r"main\.py line 27: read move and slept until the clock ran out; answer before .*",
    ),
    "waits for a lock": (
        "import _thread\nlock = _thread.allocate_lock()\nlock.acquire()\nlock.acquire()",
        r"main\.py line 30: read move and waited for a thread or a lock until the clock ran .*",
    ),
    "does not answer": (
        "continue",
        r"main\.py line 13: the program read move and waits, but has written nothing: .*",
    ),
    "writes half a line": (
        "sys.stdout.write('{'); sys.stdout.flush(); time.sleep(60)",
        r"main\.py line 27: wrote '{' without a line break when the clock ran out; end each .*",
    ),
    "prints first": ("say('thinking')", f'expected {{"move":"…"}}, got \'thinking\': {DEBUG}'),
    "prints the move only": (
        "say(legal[-1]); continue",
        'expected {"move":"…"}, got \'.*\': this is only the move\'s text: print {"move":".*"}',
    ),
    "prints the object in several lines": (
        "say(json.dumps(dict(move=legal[0]), indent=1)); continue",
        'expected {"move":"…"}, got \'{\': two lines: print the whole object in one',
    ),
    "makes an illegal move": (
        'say(\'{"move":"card 2C"}\')',
        "not a move: 'card 2C'; .*; answer with one of the moves in “legal”",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", IN_A_MOVE)
def test_a_bot_loses_that(name, sandbox):
    turn, expected = IN_A_MOVE[name]
    assert re.fullmatch(expected, first_line(cause(program(turn), sandbox, name)))


def test_the_traceback_follows_without_the_frames_of_the_launcher(sandbox):
    assert trace(cause(program(start="import numpy"), sandbox)).splitlines() == [
        "Traceback (most recent call last):",
        '  File "/bot/main.py", line 12, in <module>',
        "    import numpy",
        "ModuleNotFoundError: No module named 'numpy'",
    ]


def test_a_fault_in_another_file_of_the_program_is_placed_there(sandbox):
    import io
    import zipfile

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("bot/main.py", "from lib import tables\n")
        archive.writestr("bot/lib/tables.py", "x = 1\nraise KeyError('ace')\n")
    line = first_line(cause(read_program(packed.getvalue()), sandbox))
    assert line == "lib/tables.py line 2: KeyError: 'ace'"


def test_the_times_of_a_timeout_follow_its_first_line(sandbox):
    line = trace(cause(program("time.sleep(60)"), sandbox, "sleeps")).splitlines()[0]
    assert re.match(r"no answer within 100 ms: wall \d+ ms, processor \d+ ms, ", line)


def test_where_a_bot_was_when_its_clock_ran_out_follows_with_its_callers(sandbox):
    turn = "def search():\n    while True: pass\nsearch()"
    text = cause(program(turn), sandbox, "loops")
    assert first_line(text).startswith("main.py line 28: computed until the clock ran out; ")
    frames = [line for line in trace(text).splitlines() if line.startswith("  ")]
    assert frames == [
        '  File "/bot/main.py", line 28 in search',
        '  File "/bot/main.py", line 29 in <module>',
    ]


def test_a_bot_that_does_not_say_where_it_is_is_explained_without_a_place(sandbox):
    turn = "signal.signal(signal.SIGUSR1, signal.SIG_IGN)\nwhile True: pass"
    assert first_line(cause(program(turn), sandbox, "loops")).startswith("computed until the clock")


def test_what_the_public_reads_does_not_quote_standard_error(sandbox):
    result = played(match(program("raise ValueError('my secret plan')"), GOOD), sandbox)
    assert "my secret plan" in result.faults[0].cause
    assert "my secret plan" not in str(result.record)


def test_the_cause_has_no_control_characters(sandbox):
    text = cause(program("raise ValueError('a\\x1b[2Jb\\x00')"), sandbox)
    assert "\x1b" not in text
    assert "\x00" not in text


C_PROGRAMS = {
    "does not flush": (
        "#include <stdio.h>\nint main(void) { char b[9999]; while (fgets(b, 9999, stdin))"
        ' printf("{\\"type\\":\\"ready\\"}\\n"); }',
        r"the program read hello and waits, but has written nothing: flush after each line"
        r" \(fflush\(stdout\), std::endl\)",
    ),
    "takes too much memory": (
        "#include <stdlib.h>\n#include <string.h>\n"
        "int main(void) { for (;;) memset(malloc(1 << 20), 1, 1 << 20); }",
        "used more than the 512 MiB of memory that a bot has",
    ),
    "fails an assertion": (
        "#include <assert.h>\nint main(int n, char **a) { assert(n == 7); }",
        "SIG(SEGV|ABRT): the program .*aborted itself.*; its last words: .*Assertion `n == 7'.*",
    ),
}


@needs_groups
@pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler here")
@pytest.mark.parametrize("name", C_PROGRAMS)
def test_a_program_in_c_is_told_that_it(name, sandbox, tmp_path: Path):
    source, expected = C_PROGRAMS[name]
    (tmp_path / "bot.c").write_text(source)
    subprocess.run(["cc", "-w", "-o", "bot", "bot.c"], cwd=tmp_path, check=True, timeout=60)
    bot = read_program((tmp_path / "bot").read_bytes())
    assert re.fullmatch(expected, first_line(cause(bot, sandbox, name)))


NODE_PROGRAMS = {
    "imports a missing module": (
        "const _ = require('lodash')",
        r"main\.js line 1: Error: Cannot find module 'lodash'; bots have Node's own modules and the"
        " files of their zip only",
    ),
    "throws": ("\nthrow new TypeError('bad card')", r"main\.js line 2: TypeError: bad card"),
    "does not compile": ("let x = ;", r"main\.js line 1: SyntaxError: Unexpected token ';'"),
    "does not answer": (
        "process.stdin.on('data', () => {})",
        "the program read hello and waits, but has written nothing: end each answer with a line"
        " break, and read line by line, not to the end of the input",
    ),
}


@needs_groups
@needs_node
@pytest.mark.parametrize("name", NODE_PROGRAMS)
def test_a_script_for_node_is_told_that_it(name, sandbox):
    source, expected = NODE_PROGRAMS[name]
    assert re.fullmatch(
        expected, first_line(cause(read_program(source.encode(), name="bot.js"), sandbox, name))
    )
