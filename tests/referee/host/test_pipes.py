"""Pipes that never block: those of the kernel, and those with threads that Windows needs."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from referee.host import posix_pipes, threaded_pipes
from referee.host.pipes import POLLIN, POLLOUT

MANY = 1 << 20


@pytest.fixture(params=[posix_pipes, threaded_pipes], ids=["kernel", "threads"])
def pipes(request: pytest.FixtureRequest) -> ModuleType:
    return request.param


def descriptors_open() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    descriptors, threads = descriptors_open(), threading.active_count()
    yield
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and (
        descriptors_open() > descriptors or threading.active_count() > threads
    ):
        time.sleep(0.001)
    assert descriptors_open() == descriptors
    assert threading.active_count() == threads


def reading(pipes: ModuleType) -> tuple[int, int]:
    """Our end, and that of the other side, which writes."""
    ours, theirs = os.pipe()
    pipes.prepare(ours, reading=True)
    return ours, theirs


def writing(pipes: ModuleType) -> tuple[int, int]:
    theirs, ours = os.pipe()
    pipes.prepare(ours, reading=False)
    return ours, theirs


def ready(pipes: ModuleType, *files: tuple[int, int], timeout: float = 10_000) -> list[int]:
    poll = pipes.Poll()
    for file, events in files:
        poll.register(file, events)
    return [file for file, _ in poll.poll(timeout)]


def test_what_comes_is_read_and_waiting_ends(pipes):
    ours, theirs = reading(pipes)
    assert pipes.read_now(ours) is None
    assert ready(pipes, (ours, POLLIN), timeout=0) == []
    os.write(theirs, b"one\ntwo")
    assert ready(pipes, (ours, POLLIN)) == [ours]
    assert pipes.read_now(ours) == b"one\ntwo"
    assert pipes.read_now(ours) is None
    os.close(theirs)
    assert ready(pipes, (ours, POLLIN)) == [ours]
    assert pipes.read_now(ours) == b""
    assert pipes.read_now(ours) == b""
    pipes.close(ours)


def test_files_are_ready_in_the_order_in_which_they_were_registered(pipes):
    first, second = reading(pipes), reading(pipes)
    poll = pipes.Poll()
    for ours, _ in (second, first):
        poll.register(ours, POLLIN)
    for ours, theirs in (first, second):
        os.write(theirs, b"x")
        assert ready(pipes, (ours, POLLIN)) == [ours]
    assert [file for file, _ in poll.poll(0)] == [second[0], first[0]]
    poll.unregister(second[0])
    assert [file for file, _ in poll.poll(0)] == [first[0]]
    for ours, theirs in (first, second):
        pipes.close(ours)
        os.close(theirs)


def test_waiting_ends_in_time(pipes):
    ours, theirs = reading(pipes)
    before = time.monotonic()
    assert ready(pipes, (ours, POLLIN), timeout=30) == []
    assert time.monotonic() - before >= 0.03
    pipes.close(ours)
    os.close(theirs)


def test_a_flood_is_held_back_and_arrives_whole(pipes):
    ours, theirs = reading(pipes)
    sent = os.urandom(MANY).replace(b"\r", b"")

    def flood() -> None:
        with os.fdopen(theirs, "wb") as file:
            file.write(sent)

    writer = threading.Thread(target=flood)
    writer.start()
    received = b""
    while (data := pipes.read_now(ours)) != b"":
        if data is None:
            ready(pipes, (ours, POLLIN))
        else:
            assert len(data) <= 64 * 1024
            received += data
    writer.join()
    assert received == sent
    pipes.close(ours)


def test_a_side_that_does_not_read_blocks_nobody(pipes):
    ours, theirs = writing(pipes)
    written = 0
    with pytest.raises(BlockingIOError):
        while True:
            written += pipes.write_now(ours, b"x" * 10_000)
            assert written < MANY
    assert ready(pipes, (ours, POLLOUT), timeout=0) == []
    received = 0
    while received < written:
        received += len(os.read(theirs, 1 << 16))
    assert received == written
    assert ready(pipes, (ours, POLLOUT)) == [ours]
    pipes.close(ours)
    os.close(theirs)


def test_the_input_ends_after_what_was_written(pipes):
    ours, theirs = writing(pipes)
    pipes.write_now(ours, b"bye\n")
    pipes.end_input(ours)
    with os.fdopen(theirs, "rb") as file:
        assert file.read() == b"bye\n"
    pipes.close(ours)


def test_a_side_that_is_gone_breaks_the_pipe(pipes):
    ours, theirs = writing(pipes)
    os.close(theirs)
    with pytest.raises(BrokenPipeError):
        for _ in range(10_000):
            pipes.write_now(ours, b"x")
            ready(pipes, (ours, POLLOUT))
    pipes.close(ours)


def test_what_another_still_holds_is_closed_when_it_ends(pipes):
    ours, theirs = reading(pipes)
    pipes.close(ours)
    os.close(theirs)


def test_lines_of_windows_end_as_all_do() -> None:
    ours, theirs = reading(threaded_pipes)
    received = b""
    for part in (b"one\r", b"\ntwo\r\n", b"three\rfour\r"):
        os.write(theirs, part)
    os.close(theirs)
    while (data := threaded_pipes.read_now(ours)) != b"":
        received += data or b""
        ready(threaded_pipes, (ours, POLLIN))
    assert received == b"one\ntwo\nthree\rfour\r"
    threaded_pipes.close(ours)
