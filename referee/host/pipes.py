"""Our ends of the pipes to bots: reading and writing that never waits, and waiting with a deadline.

`Poll`, `prepare`, `read_now`, `write_now`, `end_input` and `close` are described in posix_pipes.
"""

from collections.abc import Callable
from typing import Protocol

from referee.host.system import WINDOWS

if WINDOWS:
    from referee.host import threaded_pipes as _here
else:
    from referee.host import posix_pipes as _here  # type: ignore[no-redef]

POLLIN, POLLOUT = 1, 4  # the same numbers everywhere


class Poller(Protocol):
    """Which of the registered files are ready: as select.poll."""

    def register(self, file: int, events: int, /) -> None: ...
    def unregister(self, file: int, /) -> None: ...
    def poll(self, timeout: float | None = None, /) -> list[tuple[int, int]]: ...


# These are the implementation's own functions: nothing stands between a match and its pipes.
Poll: Callable[[], Poller] = _here.Poll
prepare = _here.prepare
read_now = _here.read_now
write_now: Callable[[int, bytes | bytearray], int] = _here.write_now
end_input = _here.end_input
close: Callable[[int], None] = _here.close
