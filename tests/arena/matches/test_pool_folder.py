"""Celery's pool leaves no folder behind, even after its worker was killed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

WORKER = """
from arena.matches.pool_folder import use_own_folder
use_own_folder()
from billiard.heap import Arena
memory = Arena(4096)  # as in a pool
print("ready", flush=True)
input()
"""


@pytest.fixture
def worker(tmp_path: Path) -> "subprocess.Popen[str]":
    return start(tmp_path)


def start(folder: Path) -> "subprocess.Popen[str]":
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(folder)},
        text=True,
    )
    assert worker.stdout
    assert worker.stdout.readline() == "ready\n"
    return worker


def test_a_worker_that_ends_removes_its_folder(
    worker: "subprocess.Popen[str]", tmp_path: Path
) -> None:
    [folder] = tmp_path.iterdir()
    assert folder.name.startswith("goat-worker-")
    worker.communicate("\n")
    assert list(tmp_path.iterdir()) == []


def test_the_next_worker_removes_the_folder_of_one_that_was_killed(
    worker: "subprocess.Popen[str]", tmp_path: Path
) -> None:
    [folder] = tmp_path.iterdir()
    os.utime(folder, (0, 0))  # an old one
    other = start(tmp_path)
    assert folder.exists(), "its worker lives"
    worker.kill()
    worker.communicate()
    start(tmp_path).communicate("\n")
    other.communicate("\n")
    assert list(tmp_path.iterdir()) == []
