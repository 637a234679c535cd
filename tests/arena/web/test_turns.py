"""Work that only few threads may do at the same time."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from arena.web.turns import NoTurn, Turns


class Visitor:
    """Takes a turn in a thread of its own, until it is told to leave."""

    def __init__(self, pool: ThreadPoolExecutor, turns: Turns, key: str) -> None:
        self.entered, self.leave = threading.Event(), threading.Event()
        self.done: Future[None] = pool.submit(self._visit, turns, key)

    def _visit(self, turns: Turns, key: str) -> None:
        with turns.turn(key):
            self.entered.set()
            self.leave.wait(20)


@contextmanager
def visitors(turns: Turns, *keys: str) -> Iterator[list[Visitor]]:
    """A visitor for each key, who has come in or waits in line in this order."""
    with ThreadPoolExecutor(len(keys)) as pool:
        all_of_them: list[Visitor] = []
        for key in keys:
            visitor = Visitor(pool, turns, key)
            all_of_them.append(visitor)
            while len(turns._line) + len(turns._running) < len(all_of_them):
                assert not visitor.done.done(), visitor.done.exception()
                time.sleep(0.001)
        try:
            yield all_of_them
        finally:
            for visitor in all_of_them:
                visitor.leave.set()


def test_no_more_than_the_number_run_at_once() -> None:
    with visitors(Turns(2, 9, 9, 20), "a", "b", "c") as (first, second, third):
        assert first.entered.wait(5) and second.entered.wait(5)
        assert not third.entered.is_set()
        first.leave.set()
        assert third.entered.wait(5)


def test_one_key_has_one_turn_at_a_time_and_does_not_block_others() -> None:
    with visitors(Turns(2, 9, 9, 20), "a", "a", "b") as (first, second, other):
        assert first.entered.wait(5) and other.entered.wait(5)
        assert not second.entered.is_set()
        first.leave.set()
        assert second.entered.wait(5)


def test_the_line_is_served_by_turns_between_keys() -> None:
    with visitors(Turns(1, 9, 9, 20), "a", "a", "a", "b") as (first, second, third, other):
        assert first.entered.wait(5)
        first.leave.set()
        assert other.entered.wait(5)
        assert not second.entered.is_set()
        other.leave.set()
        assert second.entered.wait(5)
        assert not third.entered.is_set()


def test_who_does_not_fit_in_the_line_is_refused_at_once() -> None:
    turns = Turns(1, 2, 1, 20)
    with visitors(turns, "a", "b", "c"):
        for key in ("b", "d"):  # one of b waits already, and two in all
            with pytest.raises(NoTurn), turns.turn(key):
                pass


def test_a_wait_that_takes_too_long_is_given_up() -> None:
    turns = Turns(1, 2, 2, 0.05)
    with visitors(turns, "a"), pytest.raises(NoTurn), turns.turn("b"):
        pass
    with turns.turn("b"):
        pass


def test_a_turn_ends_when_its_work_fails() -> None:
    turns = Turns(1, 2, 2, 0.05)
    with pytest.raises(ZeroDivisionError), turns.turn("a"):
        raise ZeroDivisionError
    with turns.turn("a"):
        pass
