"""Each bot has a user of its own, when root starts it."""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from referee.sandbox import NoSandbox, slot_users
from referee.sandbox.slot_users import (
    FIRST_SLOT_UID,
    MAX_SLOTS,
    SEATS_PER_SLOT,
    claimed_slot,
    is_slot_uid,
    slot_uid,
)

USERS = [slot_uid(slot, seat) for slot in range(MAX_SLOTS) for seat in range(SEATS_PER_SLOT)]


def test_every_bot_of_a_machine_has_its_own_user() -> None:
    assert len(set(USERS)) == len(USERS)
    assert min(USERS) == FIRST_SLOT_UID == 60_000
    assert max(USERS) < 65_534


def test_the_users_of_bots_are_known_and_no_others() -> None:
    assert [uid for uid in range(1 << 16) if is_slot_uid(uid)] == sorted(USERS)


@pytest.mark.parametrize(("slot", "seat"), [(-1, 0), (0, -1), (0, 8), (MAX_SLOTS, 0)])
def test_a_slot_without_a_user_is_an_error(slot: int, seat: int) -> None:
    with pytest.raises(ValueError, match="slots go from 0"):
        slot_uid(slot, seat)


root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root's bots have users of their own")


@root_only
def test_no_two_holders_have_the_same_slot() -> None:
    script = (
        "from contextlib import ExitStack\n"
        "from referee.sandbox.slot_users import claimed_slot\n"
        "with ExitStack() as held:\n"
        "    print(*(held.enter_context(claimed_slot()) for _ in range(40)), flush=True)\n"
        "    input()\n"
    )
    command = [sys.executable, "-c", script]
    with ExitStack() as held:
        other = held.enter_context(
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        )
        assert other.stdout and other.stdin
        theirs = [int(word) for word in other.stdout.readline().split()]
        ours = [held.enter_context(claimed_slot()) for _ in range(40)]
        assert len({*theirs, *ours}) == 80
        other.stdin.close()


@root_only
def test_users_that_run_something_are_not_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    with claimed_slot() as slot:
        pass
    monkeypatch.setattr(slot_users, "_FIRST_CHOICE", range(slot, slot + 2))
    with subprocess.Popen(["sleep", "60"], user=slot_uid(slot, 3)) as service:
        try:
            with claimed_slot() as claimed:
                assert claimed != slot
        finally:
            service.kill()


@root_only
def test_a_file_of_another_user_is_no_lock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(slot_users, "_RUN", "/nowhere")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    locks = tmp_path / "goat-slot-users.lock"
    locks.symlink_to(tmp_path / "elsewhere")
    with claimed_slot():
        assert not (tmp_path / "elsewhere").exists()
    locks.unlink()
    locks.touch()
    os.chown(locks, 1000, 1000)
    with claimed_slot(), claimed_slot():
        pass


@root_only
def test_who_finds_all_users_in_use_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slot_users, "lock_byte", lambda locks, slot: False)
    with pytest.raises(NoSandbox, match="are all in use: play fewer matches at once"):
        claimed_slot().__enter__()


def test_a_plain_user_has_one_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with claimed_slot() as first, claimed_slot() as second:
        assert first == second == 0
