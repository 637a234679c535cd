"""Tells all web processes that a table has changed. The row stays the truth: news may be lost.

In production over Redis (publish and subscribe); in the embedded arena within the process.
"""

from collections.abc import Callable

Listener = Callable[[str], None]
_listeners: list[Listener] = []


def publish(code: str) -> None:
    """Says that table `code` has changed. Call it after the commit. Never raises."""
    for listener in list(_listeners):
        listener(code)


def listen(listener: Listener) -> Callable[[], None]:
    """Calls `listener(code)`, in any thread, whenever a table may have changed.

    Returns what ends it.
    """
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)
