"""Pipes for Windows, whose pipes can neither be polled nor made non-blocking.

A thread for each pipe waits for its other side, and keeps a bounded number of bytes. All of them
share one condition, on which `Poll` waits. A pipe is known by its descriptor, which its thread
closes: closing it while the thread reads would wait for the other side.
"""

import os
import threading
import time

CHUNK = 64 * 1024
_MOST = 4 * CHUNK  # bytes that are kept of one pipe
POLLIN, POLLOUT = 1, 4  # as in select, which lacks them on Windows

_changed = threading.Condition()
_pipes: "dict[int, _Reader | _Writer]" = {}


class Poll:
    """Waits for pipes, as select.poll does."""

    def __init__(self) -> None:
        self._wanted: dict[int, int] = {}

    def register(self, file: int, events: int) -> None:
        self._wanted[file] = events

    def unregister(self, file: int) -> None:
        del self._wanted[file]

    def poll(self, timeout: float | None = None) -> list[tuple[int, int]]:
        """The pipes that are ready, in the order of their registration, within `timeout` ms."""
        deadline = None if timeout is None else time.perf_counter() + timeout / 1000
        with _changed:
            while not (ready := self._ready()):
                left = None if deadline is None else deadline - time.perf_counter()
                if left is not None and left <= 0:
                    break
                _changed.wait(left)
        return ready

    def _ready(self) -> list[tuple[int, int]]:
        return [
            (file, events)
            for file, events in self._wanted.items()
            if file not in _pipes or _pipes[file].is_ready
        ]


class _Reader(threading.Thread):
    def __init__(self, file: int) -> None:
        super().__init__(name="goat-reads", daemon=True)
        self.file = file
        self.data = bytearray()
        self.ended = False
        self.closed = False

    @property
    def is_ready(self) -> bool:
        return bool(self.data) or self.ended

    def run(self) -> None:
        half = b""
        while not self.ended and not self.closed:
            try:
                chunk = os.read(self.file, CHUNK)
            except OSError:
                chunk = b""
            ended = not chunk
            # Programs for Windows end lines with two characters.
            data = (half + chunk).replace(b"\r\n", b"\n")
            half = b"\r" if data.endswith(b"\r") and not ended else b""
            with _changed:
                self.data += data[: len(data) - len(half)]
                self.ended = ended
                _changed.notify_all()
                _changed.wait_for(lambda: len(self.data) < _MOST or self.closed)
        with _changed:
            _changed.wait_for(lambda: self.closed)
            _forget(self.file)


class _Writer(threading.Thread):
    def __init__(self, file: int) -> None:
        super().__init__(name="goat-writes", daemon=True)
        self.file = file
        self.data = bytearray()
        self.broken = False
        self.ending = False
        self.closed = False

    @property
    def is_ready(self) -> bool:
        return len(self.data) < _MOST or self.broken

    def run(self) -> None:
        while True:
            with _changed:
                _changed.wait_for(lambda: self.data or self.ending or self.closed)
                if self.closed or not self.data:
                    break
                chunk = bytes(self.data[:CHUNK])
            try:
                written = os.write(self.file, chunk)
            except OSError:
                written = 0
            with _changed:
                del self.data[:written]
                self.broken = not written
                _changed.notify_all()
                if self.broken:
                    break
        os.close(self.file)
        with _changed:
            _changed.wait_for(lambda: self.closed)
            del _pipes[self.file]


def prepare(file: int, *, reading: bool) -> None:
    """See posix_pipes. `close` must be used for this descriptor."""
    thread = _Reader(file) if reading else _Writer(file)
    with _changed:
        _pipes[file] = thread
    thread.start()


def read_now(file: int) -> bytes | None:
    """See posix_pipes."""
    reader = _pipes.get(file)
    if not isinstance(reader, _Reader):
        return b""
    with _changed:
        data = bytes(reader.data[:CHUNK])
        del reader.data[:CHUNK]
        _changed.notify_all()
        return data or (b"" if reader.ended else None)


def write_now(file: int, data: bytes | bytearray) -> int:
    """Takes as much as there is room for. Raises BlockingIOError and BrokenPipeError."""
    writer = _pipes.get(file)
    if not isinstance(writer, _Writer) or writer.broken or writer.ending:
        raise BrokenPipeError
    with _changed:
        room = _MOST - len(writer.data)
        if room <= 0:
            raise BlockingIOError
        writer.data += data[:room]
        _changed.notify_all()
        return min(room, len(data))


def end_input(file: int) -> None:
    """See posix_pipes."""
    writer = _pipes.get(file)
    if isinstance(writer, _Writer):
        with _changed:
            writer.ending = True
            _changed.notify_all()


def close(file: int) -> None:
    """Closes a pipe, at the latest when its other side ends."""
    pipe = _pipes.get(file)
    if pipe is None:
        os.close(file)
        return
    with _changed:
        pipe.closed = True
        _changed.notify_all()


def _forget(file: int) -> None:
    os.close(file)
    del _pipes[file]
