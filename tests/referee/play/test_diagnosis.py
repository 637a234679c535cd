"""What the author of a bot reads about an end that few programs can be made to have at will."""

import io
import zipfile
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.faults import Reason
from referee.host.bot_state import EVENTS, LOCK, SLEEP
from referee.play import diagnosis
from referee.play.clock import Spent
from referee.play.condition import Condition
from referee.play.diagnosis import explain
from referee.play.protocol import BotFault
from referee.programs.program import read_program
from tests.referee.programs.test_languages import CAT

PYTHON = read_program(b"pass\n")
NATIVE = read_program(CAT.read_bytes())

ENDS = {
    "signal SIGSYS": "SIGSYS: the program used a system call that the sandbox forbids",
    "signal SIGKILL": "killed (SIGKILL), most often for using more than 512 MiB of memory",
    "signal SIGILL": "SIGILL: the program used an instruction that this processor does not have",
    "signal SIGFPE": "SIGFPE: the program divided by zero",
    "signal SIGTERM": "SIGTERM: the program was ended by this signal",
    "killed because it used too much memory": "used more than the 512 MiB of memory that a bot has",
    "killed for more than 9 files in /tmp": "killed for more than 9 files in /tmp; remove those",
    "it closed its standard output": "it closed its standard output; a bot keeps it open until",
    "exit code 0": "ended before it answered move (exit code 0); read lines in a loop",
    "exit code 9": "ended with exit code 9 and wrote nothing to standard error",
}


@pytest.mark.parametrize("how", ENDS)
def test_a_crash_is_explained_by_how_the_program_ended(how: str) -> None:
    fault = BotFault(Reason.CRASH, how)
    assert explain(fault, NATIVE, Condition(), "move").startswith(ENDS[how])


LOGS = {
    "./main: error while loading shared libraries: libfoo.so.1: cannot open shared object file\n": (
        "libfoo.so.1 is missing in the sandbox (exit code 127); link it statically"
    ),
    "./main: /lib/libc.so.6: version `GLIBC_2.99' not found (required by ./main)\n": (
        "built for a newer C library (exit code 127); link it statically"
    ),
    "no\nluck\n": "ended with exit code 127; its last words: 'luck'",
}


@pytest.mark.parametrize("log", LOGS)
def test_what_the_loader_or_the_program_says_is_used(log: str) -> None:
    fault = BotFault(Reason.CRASH, "exit code 127")
    first, _, rest = explain(fault, NATIVE, Condition(log), "hello").partition("\n")
    assert first == LOGS[log]
    assert rest == log.strip()


# The last line of a traceback, and what the author is told to do about it.
EXCEPTIONS = {
    "RecursionError: maximum recursion depth exceeded": (
        "a function calls itself without end, or too deep"
    ),
    "OSError: [Errno 30] Read-only file system: '/log.txt'": (
        "a bot can write in /tmp only, and in tier B nowhere (docs/4-sandbox.md)"
    ),
    "urllib.error.URLError: <urlopen error [Errno -3] Temporary failure in name resolution>": (
        "a bot has no network"
    ),
    "OSError: [Errno 101] Network is unreachable": "a bot has no network",
    "ImportError: attempted relative import with no known parent package": (
        "main.py is not in a package: import without the dot, “from ai import …” for ai.py"
    ),
    "AttributeError: module 'json' has no attribute 'loads'": (
        "the bot's own json.py hides Python's module json; rename it"
    ),
    "ImportError: cannot import name 'loads' from 'json' (/bot/json.py)": (
        "the bot's own json.py hides Python's module json; rename it"
    ),
}


@pytest.mark.parametrize("last", EXCEPTIONS)
def test_a_usual_exception_of_python_comes_with_a_remedy(last: str) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("main.py", "import json\n")
        archive.writestr("json.py", "")
    log = f'Traceback (most recent call last):\n  File "/bot/main.py", line 1, in f\n{last}\n'
    fault = BotFault(Reason.CRASH, "exit code 1")
    first = explain(fault, read_program(packed.getvalue()), Condition(log), "move")
    assert first.partition("\n")[0].endswith(f"; {EXCEPTIONS[last]}")


def test_a_wrong_name_in_a_module_of_python_is_not_blamed_on_the_bots_files() -> None:
    log = (
        'Traceback (most recent call last):\n  File "/bot/main.py", line 1, in f\n'
        "AttributeError: module 'json' has no attribute 'parse'\n"
    )
    first = explain(BotFault(Reason.CRASH, "exit code 1"), PYTHON, Condition(log), "move")
    assert first.startswith(
        "main.py line 1: AttributeError: module 'json' has no attribute 'parse'\n"
    )


WAITS = {
    Condition(has_read=False): "did not read hello: it waited for something else",
    Condition(has_read=False, waits_for=SLEEP): "did not read hello: it slept",
    Condition(
        has_read=False, waits_for=LOCK
    ): "did not read hello: it waited for a thread or a lock",
    Condition(waits_for=SLEEP): "read hello and slept",
    Condition(waits_for=EVENTS): "the program read hello and waits, but has written nothing: flush",
    Condition(): "read hello, computed for 2 ms and waited until the start clock ran out; flush",
    Condition(output=b'{"type"'): "wrote '{\"type\"' without a line break",
}


@pytest.mark.parametrize("condition", WAITS)
def test_a_program_that_did_not_compute_is_told_what_it_waited_for(condition: Condition) -> None:
    spent = Spent(10_000_000_000, 2_000_000, 0)
    fault = BotFault(Reason.START, "no answer", how=Reason.TIMEOUT, spent=spent)
    assert explain(fault, NATIVE, condition, "hello").startswith(WAITS[condition])


@pytest.mark.parametrize("how", ["exit code 0", "exit code 3", "signal SIGSEGV", "signal SIGKILL"])
def test_an_exception_that_python_caught_does_not_explain_another_end(how: str) -> None:
    log = 'Traceback (most recent call last):\n  File "/bot/main.py", line 1, in f\nKeyError: 1\n'
    text = explain(BotFault(Reason.CRASH, how), PYTHON, Condition(log), "move")
    assert "main.py line 1" not in text.partition("\n")[0]
    text = explain(BotFault(Reason.CRASH, "exit code 1"), PYTHON, Condition(log), "move")
    assert text.startswith("main.py line 1: KeyError: 1\n")


def test_a_long_trace_keeps_its_end_and_the_cause_stays_in_bounds() -> None:
    log = "x" * 50_000 + "\nthe end\n"
    text = explain(BotFault(Reason.CRASH, "exit code 9"), NATIVE, Condition(log), "move")
    assert len(text) < 5_000
    assert text.endswith("the end")


PIECES = [
    "Traceback (most recent call last):",
    '  File "/bot/main.py", line 1, in f',
    '  File "<string>", line 16, in <module>',
    "    x",
    "KeyError: 'x'",
    "During handling of the above exception, another exception occurred:",
    "Current thread 0x1 (most recent call first):",
    '  File "/bot/main.py", line 99999999999999999999 in f',
    "thread 'main' panicked at src/main.rs:5:9:",
    "panic: x",
    "\t/x/main.go:12 +0x1d",
    "terminate called after throwing an instance of 'x'",
    "/bot/main.js:7",
    "    at f (/bot/main.js:7:9)",
    "Error: x",
    "Node.js v20",
    "error while loading shared libraries",
    "\x1b[2J\0\ud83d",
    "",
]


@given(
    st.lists(st.sampled_from(PIECES) | st.text(max_size=9)),
    st.sampled_from([*ENDS, "exit code 1"]),
    st.sampled_from([Reason.CRASH, Reason.TIMEOUT]),
)
def test_whatever_a_bot_writes_its_fault_is_explained(
    lines: list[str], how: str, reason: Reason
) -> None:
    fault = BotFault(Reason.START, how, how=reason)
    with mock.patch.object(diagnosis.log, "exception") as failed:
        text = explain(fault, PYTHON, Condition("\n".join(lines)), "move")
    assert not failed.called
    assert text.partition("\n")[0]
    assert all(c.isprintable() or c in "\n\t" for c in text)


def test_an_explanation_that_fails_leaves_the_detail() -> None:
    with mock.patch.object(diagnosis, "find_exception", side_effect=RuntimeError):
        assert explain(BotFault(Reason.CRASH, "exit code 1"), PYTHON, Condition(), "move") == (
            "exit code 1"
        )


@pytest.mark.parametrize(
    "piece", ["(/", "/a.js:", "at /", "thread 'a' panicked at ", " ", "Error", "\t/"]
)
def test_a_long_log_is_read_in_linear_time(piece: str) -> None:
    """Quadratic time would exceed the time limit of a test."""
    words = piece * (32_000 // len(piece)) + "\n    at x\n"
    for log in (words, f"Traceback (most recent call last):\n{words}"):
        assert explain(BotFault(Reason.CRASH, "exit code 1"), PYTHON, Condition(log), "move")
