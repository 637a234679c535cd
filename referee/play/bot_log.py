"""The standard error of one running process of a bot."""

import time

from referee.host.pipes import POLLIN, Poll, read_now
from referee.play.clock import NS
from referee.play.exceptions import ends_with_dump
from referee.play.stderr_log import BEFORE_PLAY, StderrLog

_LAST_CHUNKS = 32  # that are read when a bot is killed
_LAST_WORDS = 16 * 1024  # bytes that explain a fault
_DUMP_NS = 500 * NS


class BotLog:
    """Reads a process's standard error into the log of its bot, and remembers its last words.

    `turn` is (game, move), both from 1: the turn under which the log files what the bot writes.
    `open`: the process may still write.
    """

    def __init__(self, file: int, log: StderrLog) -> None:
        self.turn = BEFORE_PLAY
        self.open = True
        self._file = file
        self._log = log
        self._last_words = bytearray()

    def read(self) -> bool:
        """Reads what there is now, without waiting; whether there was anything."""
        data = read_now(self._file)
        if data:
            self._log.add_for(self.turn, data)
            self._last_words += data
            if len(self._last_words) > 2 * _LAST_WORDS:
                del self._last_words[:-_LAST_WORDS]
        elif data is not None:
            self.open = False
        return bool(data)

    def read_rest(self) -> None:
        """Reads what a bot that is about to be killed has written."""
        for _ in range(_LAST_CHUNKS):
            if not (self.open and self.read()):
                break

    def await_dump(self) -> None:
        """Reads until the bot has written which line it executes, or for half a second."""
        deadline = time.monotonic_ns() + _DUMP_NS
        poll = Poll()
        poll.register(self._file, POLLIN)
        while self.open and not ends_with_dump(self._last_words):
            left = deadline - time.monotonic_ns()
            if left <= 0 or not poll.poll(left // NS + 1):
                return
            self.read()

    def last_words(self) -> str:
        """The end of what this process has written."""
        return self._last_words.decode("utf-8", "replace")
