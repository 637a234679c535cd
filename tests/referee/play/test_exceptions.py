"""Uncaught exceptions are found in what programs of many languages write to standard error."""

import pytest

from referee.play.exceptions import ends_with_dump, find_dump, find_exception

FILES = ["main.py", "lib/main.py", "main.js"]

LOGS = {
    "Python": (
        "loading\n"
        "Traceback (most recent call last):\n"
        '  File "<string>", line 16, in <module>\n'
        '  File "/bot/main.py", line 3, in <module>\n'
        "    play()\n"
        '  File "/bot/lib/main.py", line 8, in play\n'
        "    json.loads(x)\n"
        '  File "/usr/lib/python3.11/json/decoder.py", line 355, in raw_decode\n'
        "    raise JSONDecodeError\n"
        "json.decoder.JSONDecodeError: Expecting value\n",
        ("JSONDecodeError", "Expecting value", "lib/main.py line 8"),
    ),
    "Python without a message": (
        "Traceback (most recent call last):\n"
        '  File "/tmp/x/bot/main.py", line 3, in f\n'
        "MemoryError\n",
        ("MemoryError", "", "main.py line 3"),
    ),
    "Python, two exceptions of which the second counts": (
        'Traceback (most recent call last):\n  File "/bot/main.py", line 1, in f\nKeyError: 1\n\n'
        'Traceback (most recent call last):\n  File "/bot/main.py", line 2, in f\nValueError: 2\n',
        ("ValueError", "2", "main.py line 2"),
    ),
    "Python's message of several lines": (
        'Traceback (most recent call last):\n  File "/bot/main.py", line 1, in f\nOSError: a\nb\n',
        ("OSError", "a", "main.py line 1"),
    ),
    "Rust": (
        "thread 'main' panicked at src/main.rs:5:9:\nindex out of bounds\nnote: run with\n",
        ("panic", "index out of bounds", "src/main.rs line 5"),
    ),
    "Go": (
        "panic: runtime error: index out of range [5]\n\ngoroutine 1 [running]:\nmain.main()\n"
        "\t/home/me/bot/main.go:12 +0x1d\nexit status 2\n",
        ("panic", "runtime error: index out of range [5]", "main.go line 12"),
    ),
    "C++": (
        "terminate called after throwing an instance of 'std::out_of_range'\n"
        "  what():  vector::at\n",
        ("std::out_of_range", "vector::at", ""),
    ),
    "Node": (
        "/bot/main.js:7\n  throw new RangeError('x')\n  ^\n\nRangeError: x\n"
        "    at node:internal/main:28:49\n    at f (/bot/main.js:7:9)\n\nNode.js v20.1.0\n",
        ("RangeError", "x", "main.js line 7"),
    ),
    "Node, in a module": (
        "file:///bot/main.js:2\nrequire('x')\n^\n\nReferenceError: x\n"
        "    at file:///bot/main.js:2:10\n\nNode.js v20.1.0\n",
        ("ReferenceError", "x", "main.js line 2"),
    ),
    "Node, an error that contains itself": (
        "node:child_process:966\n    throw err;\n    ^\n\n<ref *1> Error: spawnSync ls EPERM\n"
        "    at f (/bot/main.js:7:9) {\n  error: [Circular *1]\n}\n\nNode.js v20.1.0\n",
        ("Error", "spawnSync ls EPERM", "main.js line 7"),
    ),
    "Node, a text that is thrown": (
        "/bot/main.js:7\n  throw 'oops: no card';\n  ^\noops: no card\n"
        "(Use `node --trace-uncaught ...` to show where the exception was thrown)\n\n"
        "Node.js v20.1.0\n",
        ("", "oops: no card", "main.js line 7"),
    ),
}


@pytest.mark.parametrize("language", LOGS)
def test_the_exception_is_found_that_ended_a_program_in(language: str) -> None:
    log, expected = LOGS[language]
    raised = find_exception(log, FILES)
    assert raised is not None
    assert (raised.type, raised.text, raised.place) == expected
    assert "<string>" not in raised.trace


@pytest.mark.parametrize(
    "log",
    [
        "",
        "Error: I lost\n",
        "Traceback (most recent call last):\n",
        "Traceback (most recent call last):\n  File \"/bot/main.py\", line 1, in f\n",
        "panic attack\n",
    ],
)  # fmt: skip
def test_what_a_program_says_is_no_exception(log: str) -> None:
    assert find_exception(log, FILES) is None


def test_where_python_was_is_the_innermost_own_frame_of_the_last_dump() -> None:
    log = (
        "Current thread 0x00007f (most recent call first):\n"
        '  File "/bot/main.py", line 1 in <module>\n'
        "thinking\n"
        "Current thread 0x00007f (most recent call first):\n"
        '  File "/usr/lib/python3.11/random.py", line 5 in choice\n'
        '  File "/bot/lib/main.py", line 9 in search\n'
        '  File "/bot/main.py", line 20 in <module>\n'
        '  File "<string>", line 16 in <module>\n'
    )
    dump = find_dump(log, FILES)
    assert dump is not None
    assert dump[0] == "lib/main.py line 9"
    assert dump[1].startswith("Current thread")
    assert find_dump("thinking\n", FILES) is None
    lines = log.splitlines(keepends=True)
    whole = [ends_with_dump("".join(lines[:n]).encode()) for n in range(len(lines) + 1)]
    assert whole == [False] * len(lines) + [True]


def test_an_exception_that_python_ignored_is_not_the_cause() -> None:
    log = """Traceback (most recent call last):
  File "/bot/main.py", line 4, in <module>
    asyncio.run(main())
PermissionError: [Errno 1] Operation not permitted
Exception ignored in: <function BaseEventLoop.__del__ at 0x7f4eecfb63e0>
Traceback (most recent call last):
  File "/usr/lib/python3.11/asyncio/base_events.py", line 694, in __del__
    self.close()
AttributeError: '_UnixSelectorEventLoop' object has no attribute '_ssock'
sys:1: RuntimeWarning: coroutine 'main' was never awaited
"""
    raised = find_exception(log, ["main.py"])
    assert raised is not None
    assert (raised.type, raised.place) == ("PermissionError", "main.py line 4")
