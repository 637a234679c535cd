"""Slots, and so users of bots, that belong to this test process until it ends.

No other run on the same host gets them, so neither sees or counts the other's bots.
"""

import functools
from contextlib import ExitStack

from referee.sandbox.slot_users import claimed_slot

_held = ExitStack()


@functools.cache
def own_slot(number: int) -> int:
    """`number`: another one for each test module."""
    return _held.enter_context(claimed_slot())
