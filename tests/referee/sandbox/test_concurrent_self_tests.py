"""Two workers of one host that start at the same time test their sandboxes at the same time."""

from typing import Any

import pytest

from referee.programs.policy import DEFAULT_POLICY
from referee.sandbox import selftest
from referee.sandbox.errors import SandboxFailed


class Starts:
    """A sandbox that only notes the CPU slot, and so the users, of what it is to start."""

    tier = "A"

    def __init__(self) -> None:
        self.slots: list[int] = []

    def start(self, *_program: Any, slot: int, **_rest: Any) -> Any:
        self.slots.append(slot)
        raise SandboxFailed("this sandbox starts nothing")


@pytest.mark.parametrize("test", [selftest.channels, lambda s: selftest.escapes(s, DEFAULT_POLICY)])
def test_processes_use_users_of_their_own(test: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox = Starts()
    for pid in (4000, 4001):
        monkeypatch.setattr("os.getpid", lambda pid=pid: pid)
        with pytest.raises(SandboxFailed, match="starts nothing"):
            test(sandbox)
    first, second = sandbox.slots
    assert first != second
