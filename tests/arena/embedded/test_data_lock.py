"""Only one arena works on a data folder."""

import os
from pathlib import Path

import pytest

from arena.embedded.data_lock import AlreadyRunning, lock_data_folder


def test_a_second_arena_on_a_folder_is_refused_with_the_first_one_s_number(tmp_path: Path) -> None:
    refused = pytest.raises(
        AlreadyRunning, match=rf"{tmp_path} \(process {os.getpid()}\): .*GOAT_DATA"
    )
    with lock_data_folder(tmp_path), refused, lock_data_folder(tmp_path):
        raise AssertionError("two arenas on one folder")


def test_the_folder_is_free_when_the_arena_has_ended(tmp_path: Path) -> None:
    with pytest.raises(KeyError), lock_data_folder(tmp_path):
        raise KeyError
    with lock_data_folder(tmp_path):
        assert (tmp_path / "arena.lock").read_text() == str(os.getpid())


def test_two_folders_may_be_served_at_once(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with lock_data_folder(tmp_path / "a"), lock_data_folder(tmp_path / "b"):
        pass


def test_no_other_user_of_the_host_can_hold_the_lock(tmp_path: Path) -> None:
    with lock_data_folder(tmp_path):
        assert (tmp_path / "arena.lock").stat().st_mode & 0o077 == 0
