"""Keeps a thread, and the bots that it starts, on one processor."""

import contextlib
from collections.abc import Iterator

from referee.host.processors import bind, processors


@contextlib.contextmanager
def pinned(cpu: int | None) -> Iterator[None]:
    """Keeps the calling thread, and the processes that it starts meanwhile, on this processor.

    None: on any. Raises OSError for a processor that does not exist.
    """
    if cpu is None:
        yield
        return
    before = processors()
    bind({cpu})
    try:
        yield
    finally:
        bind(before)
