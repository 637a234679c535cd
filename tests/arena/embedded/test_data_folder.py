"""A data folder that cannot be used is reported in one sentence."""

import os
import resource
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection

from arena.embedded import data_folder
from arena.embedded.data_lock import Unusable, lock_data_folder

ROOT = Path(__file__).resolve().parents[3]
NOBODY = 65534


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with some pages."""
    path = tmp_path / "goat.sqlite3"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE t (x)")
        database.executemany("INSERT INTO t VALUES (?)", [("x" * 3000,) for _ in range(50)])
    database.close()
    return path


@contextmanager
def without_rights(*paths: Path) -> Iterator[None]:
    """Nobody may write to these, this user included."""
    for path in paths:
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~0o222 | 0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        for path in paths:
            path.chmod(0o700)


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file may become larger than this."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def check(path: Path) -> None:
    with data_folder.explained():
        data_folder.check_file(path)


def test_a_database_that_is_whole_may_be_used(database: Path, tmp_path: Path) -> None:
    check(database)
    check(tmp_path / "new.sqlite3")


def test_a_file_that_is_no_database_is_damaged(database: Path) -> None:
    database.write_bytes(b"no database at all" * 1000)
    with pytest.raises(Unusable, match=r"the file is damaged; restore a backup"):
        check(database)


def test_so_is_one_in_which_a_page_is_overwritten(database: Path) -> None:
    with database.open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xff" * 4096)
    with pytest.raises(Unusable, match=r"the file is damaged"):
        check(database)


def test_a_database_that_cannot_be_written_says_whose_fault_it_is(database: Path) -> None:
    for folder in database.parents[:3]:
        folder.chmod(0o755)
    with (
        without_rights(database, database.parent),
        pytest.raises(Unusable, match="this user cannot write"),
    ):
        check(database)


def test_a_full_disk_is_named(database: Path) -> None:
    with full_disk(100), pytest.raises(Unusable, match="free some space"):
        check(database)


def test_a_folder_without_rights_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    for above in (tmp_path, *tmp_path.parents[:2]):
        above.chmod(0o755)
    with (
        without_rights(folder),
        pytest.raises(Unusable, match=rf"cannot write to the data folder {folder}"),
        lock_data_folder(folder),
    ):
        pass


@pytest.mark.django_db
def test_tables_of_a_newer_version_are_not_touched() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('bots', '9_new', now())"
        )
    with pytest.raises(Unusable, match=r"another version of Goat Arena .*bots\.9_new"):
        data_folder.prepare()


@pytest.mark.django_db
def test_tables_with_other_columns_are_those_of_another_version() -> None:
    data_folder.check_tables()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE bots_bot ADD COLUMN mood text")
    with pytest.raises(Unusable, match="table bots_bot, column mood"):
        data_folder.check_tables()


def test_the_demo_says_it_in_one_line_and_its_database_is_private(tmp_path: Path) -> None:
    database = tmp_path / "goat.sqlite3"
    database.write_bytes(b"no database at all" * 1000)
    done = subprocess.run(
        [sys.executable, "manage.py", "demo"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "GOAT_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"CommandError: cannot use the database {database}: ")
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
