"""CPU slots, and so users of bots, that belong to this test run.

Another run on the same host gets other slots, as long as their process numbers differ enough, so
neither sees or counts the other's bots.
"""

import os

_FIRST, _RUNS, _EACH = 100, 58, 10


def own_slot(number: int) -> int:
    """`number`: 0 to 9, another one for each test module."""
    assert 0 <= number < _EACH
    return _FIRST + os.getpid() % _RUNS * _EACH + number
