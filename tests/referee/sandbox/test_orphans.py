"""Whose half-built sandboxes are ended; test_process.py has one of bwrap's."""

import os
import signal
import subprocess

import pytest

from referee.sandbox import orphans
from referee.sandbox.slot_users import slot_uid
from tests.referee.sandbox.hosts import PLAIN_USER
from tests.referee.sandbox.slots import own_slot


@pytest.mark.skipif(os.geteuid() != 0, reason="only root ends processes of other users")
@pytest.mark.parametrize(
    ("user", "ended"),
    [(0, True), (slot_uid(own_slot(9), 0), True), (PLAIN_USER, False)],
    ids=["root", "a bot's user", "somebody else"],
)
def test_root_ends_its_own_orphans_and_those_of_bots(
    monkeypatch: pytest.MonkeyPatch, user: int, ended: bool
) -> None:
    with subprocess.Popen(["sleep", "1000"], user=user, group=user, extra_groups=[]) as process:
        monkeypatch.setattr(orphans, "_is_orphan", lambda pid: pid == process.pid)
        orphans.sweep_orphans()
        try:
            assert (process.poll() is not None) == ended
        finally:
            process.send_signal(signal.SIGKILL)
