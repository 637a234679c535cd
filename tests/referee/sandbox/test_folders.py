"""Temporary folders that outlive no process for long."""

import os
from pathlib import Path

import pytest

from referee.sandbox.folders import locked_folder, sweep

PREFIX = f"goat-sweep-{os.getpid()}-"


def old_folder(tmp: Path) -> Path:
    folder = tmp / f"{PREFIX}old"
    folder.mkdir()
    os.utime(folder, (0, 0))
    return folder


@pytest.fixture
def tmp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_folders_of_dead_processes_are_swept_and_of_living_ones_kept() -> None:
    with locked_folder(PREFIX) as living:
        dead = living.with_name(f"{PREFIX}dead")
        dead.mkdir()
        (dead / "file").write_text("left")
        sweep(PREFIX)
        assert dead.exists(), "a new folder is given time to be locked"
        for folder in (dead, living):
            os.utime(folder, (0, 0))
        sweep(PREFIX)
        assert living.exists()
        assert not dead.exists()
    assert not living.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a folder of another user")
def test_folders_of_other_users_are_left_alone(tmp: Path) -> None:
    folder = old_folder(tmp)
    os.chown(folder, 65_533, 65_533)
    os.utime(folder, (0, 0))
    sweep(PREFIX)
    assert folder.exists()


def test_links_are_not_followed(tmp: Path) -> None:
    folder = old_folder(tmp).rename(tmp / "elsewhere")
    (tmp / f"{PREFIX}link").symlink_to(folder)
    os.utime(folder, (0, 0))
    sweep(PREFIX)
    assert folder.exists()


def test_folders_with_another_name_are_left_alone(tmp: Path) -> None:
    folder = old_folder(tmp).rename(tmp / "goat-other")
    os.utime(folder, (0, 0))
    sweep(PREFIX)
    assert folder.exists()
