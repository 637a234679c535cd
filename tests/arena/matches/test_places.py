"""A worker's places for matches that are not urgent."""

import os
import signal
from collections.abc import Iterator

import pytest

from arena.matches.places import set_places, take_place


@pytest.fixture(autouse=True)
def two_places() -> Iterator[None]:
    set_places(2)
    yield
    set_places(0)


def test_there_are_as_many_places_as_slots() -> None:
    with take_place() as one, take_place() as two:
        assert (one, two) == (True, True)
        with take_place() as three:
            assert not three
    with take_place() as again:
        assert again


def test_a_process_that_is_killed_frees_its_place() -> None:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        with take_place(), take_place():
            os.write(writing, b"x")
            signal.pause()
    os.read(reading, 1)
    with take_place() as while_it_lives:
        assert not while_it_lives
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with take_place() as one, take_place() as two:
        assert (one, two) == (True, True)
    os.close(reading)
    os.close(writing)


def test_without_a_worker_there_is_always_a_place() -> None:
    set_places(0)
    with take_place() as one, take_place() as two:
        assert (one, two) == (True, True)
