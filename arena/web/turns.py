"""Work that only few threads of this process may do at the same time, such as hashing passwords."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


class NoTurn(Exception):
    """Too many are waiting, or the wait took too long."""


@dataclass(eq=False)
class Turns:
    """At most `at_once` turns at a time, and one at a time of each key: an address, a user.

    The others wait in line for at most `seconds`: `in_line` of them, and `in_line_of_one` of each
    key, so that nobody can fill the line alone. Whoever does not fit is refused at once. Two turns
    in a row go to one key only if no other is waiting.
    """

    at_once: int
    in_line: int
    in_line_of_one: int
    seconds: float
    _changed: threading.Condition = field(default_factory=threading.Condition, init=False)
    _line: list["_Place"] = field(default_factory=list, init=False)
    _running: list[str] = field(default_factory=list, init=False)
    _last: str = field(default="", init=False)

    @contextmanager
    def turn(self, key: str) -> Iterator[None]:
        """Waits for a turn and holds it. Raises NoTurn."""
        place = _Place(key)
        with self._changed:
            self._line.append(place)
            try:
                if not self._is_next(place):
                    self._check_room(key)
                    if not self._changed.wait_for(lambda: self._is_next(place), self.seconds):
                        raise NoTurn
                self._running.append(key)
                self._last = key
            finally:
                self._line.remove(place)
                self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._running.remove(key)
                self._changed.notify_all()

    def _is_next(self, place: "_Place") -> bool:
        if len(self._running) >= self.at_once:
            return False
        ready = [waiting for waiting in self._line if waiting.key not in self._running]
        others = [waiting for waiting in ready if waiting.key != self._last]
        return next(iter(others or ready), None) is place

    def _check_room(self, key: str) -> None:
        """Raises NoTurn if the line, with the new place, is too long."""
        own = sum(place.key == key for place in self._line)
        if len(self._line) > self.in_line or own > self.in_line_of_one:
            raise NoTurn


@dataclass(eq=False)
class _Place:
    """Someone in line; two of the same key are not the same."""

    key: str
