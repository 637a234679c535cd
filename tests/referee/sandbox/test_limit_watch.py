"""Limits that the kernel does not enforce are checked from outside."""

import os
from types import SimpleNamespace

import pytest

from referee.programs.policy import Policy
from referee.sandbox.limit_watch import closed_output, too_many_files

POLICY = Policy(tmp_bytes=4096 * 100, tmp_files=20)


def tmp_with(files: int, blocks: int = 100) -> SimpleNamespace:
    return SimpleNamespace(f_blocks=blocks, f_frsize=4096, f_files=50, f_ffree=50 - files)


@pytest.mark.parametrize(
    ("tmp", "reason"),
    [
        (tmp_with(20), None),
        (tmp_with(21), "killed for more than 20 files in /tmp"),
        (tmp_with(21, blocks=101), None),
    ],
    ids=["as many as allowed", "one more", "the host's own /tmp"],
)
def test_a_bot_may_have_so_many_files(
    monkeypatch: pytest.MonkeyPatch, tmp: SimpleNamespace, reason: str | None
) -> None:
    monkeypatch.setattr(os, "statvfs", lambda path: tmp)
    assert too_many_files(POLICY)(1) == reason


def test_a_bot_that_has_ended_exceeds_no_limit() -> None:
    reading, writing = os.pipe()
    try:
        assert too_many_files(POLICY)(1 << 22) is None
        assert closed_output(reading)(1 << 22) is None
    finally:
        os.close(reading)
        os.close(writing)
