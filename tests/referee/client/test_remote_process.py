"""A process of a remote bot on its author's machine: what it says reaches the right place, once."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from referee.client.arena import Arena, ArenaError
from referee.client.remote.connection import RemoteBot
from referee.client.remote.process import BYE, BotProcess, CannotStart
from tests.referee.client.scripted_server import answer, serving

ECHO = "import sys\nfor line in sys.stdin: print(line.strip().upper(), flush=True)"


class Told:
    def __init__(self) -> None:
        self.answers: list[tuple[int, bytes]] = []
        self.faults: list[tuple[str, str]] = []
        self.log: list[bytes] = []

    def answered(self, session: str, number: int, line: bytes) -> None:
        self.answers.append((number, line))

    def failed(self, session: str, reason: str, detail: str) -> None:
        self.faults.append((reason, detail))

    def logged(self, session: str, line: bytes) -> None:
        self.log.append(line)


@contextmanager
def running(source: str) -> Iterator[tuple[BotProcess, Told]]:
    told = Told()
    process = BotProcess([sys.executable, "-c", source], "s", told)
    try:
        yield process, told
    finally:
        process.kill()


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_answers_go_to_their_questions_in_order() -> None:
    with running(ECHO) as (process, told):
        process.write(1, "hello", asks=True)
        process.write(2, "move", asks=True)
        until(lambda: len(told.answers) == 2)
        assert told.answers == [(1, b"HELLO"), (2, b"MOVE")]


def test_a_line_that_comes_again_after_a_break_is_written_once() -> None:
    with running(ECHO) as (process, told):
        for _ in range(2):
            process.write(1, "hello", asks=True)
        process.write(2, "move", asks=True)
        until(lambda: len(told.answers) == 2)
        assert not told.faults


@pytest.mark.parametrize(
    ("source", "reason", "detail"),
    [
        ("raise SystemExit(3)", "crash", "exit code 3"),
        ("print('debug', flush=True); input(); input()", "malformed", "debug"),
        ("print('x' * 70000, flush=True); input(); input()", "flood", "65536 bytes"),
        ("import os; os.close(1); input(); input()", "crash", "closed its standard output"),
    ],
)
def test_what_the_bot_does_wrong_is_told(source: str, reason: str, detail: str) -> None:
    with running(source) as (_process, told):
        until(lambda: told.faults)
        assert told.faults[0][0] == reason
        assert detail in told.faults[0][1]


def test_a_bot_that_exits_after_bye_has_not_crashed() -> None:
    with running("input()") as (process, told):
        process.write(1, BYE, asks=False)
        process.end()
        process._process.wait(20)
        for thread in process._threads:
            thread.join(20)
        assert not told.faults


def test_a_bot_that_reads_nothing_holds_up_nobody() -> None:
    with running("import time; time.sleep(60)") as (process, told):
        begun = time.monotonic()
        for number in range(1, 200):
            process.write(number, "x" * 4000, asks=False)
        assert time.monotonic() - begun < 2
        assert not told.faults


def test_standard_error_is_passed_on() -> None:
    with running("import sys; print('thinking', file=sys.stderr); input()") as (_process, told):
        until(lambda: told.log)
        assert told.log == [b"thinking"]


def test_a_command_that_does_not_exist_is_said_so() -> None:
    with pytest.raises(CannotStart, match="write the command after --"):
        BotProcess(["no-such-program"], "s", Told())


def test_a_bot_does_not_get_the_token_of_goat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOAT_TOKEN", "goat_secret")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1")
    wanted = "{'GOAT_TOKEN', 'CUDA_VISIBLE_DEVICES'}"
    source = f"import os; input(); print(sorted(set(os.environ) & {wanted}))"
    with running(source) as (process, told):
        process.write(1, "hello", asks=True)
        until(lambda: told.answers)
        assert told.answers == [(1, b"['CUDA_VISIBLE_DEVICES']")]


@pytest.mark.parametrize(
    "event", [("begin", {}), ("line", []), ("welcome", {"sessions": 3}), ("ping", None)]
)
def test_events_that_no_arena_sends_end_goat_connect_with_a_message(event: tuple[str, Any]) -> None:
    kind, data = event
    text = f"event: {kind}\ndata: {json.dumps(data)}\n\n"
    with serving(answer(text.encode())) as server:
        bot = RemoteBot(Arena(server.address), "alice/gpu", ["true"], 1, lambda *_: None)
        with pytest.raises(ArenaError, match="install the goat of that arena"):
            bot.play()
