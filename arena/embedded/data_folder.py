"""Whether the database of a data folder can be used, and in one sentence why not."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from arena.embedded.data_lock import Unusable

# By the name of SQLite's error: what is wrong and what to do.
REASONS = {
    "SQLITE_FULL": "the disk is full; free some space, then start again",
    "SQLITE_IOERR": "the disk is full or has a fault; free some space, then start again",
    "SQLITE_READONLY": "this user cannot write to it; change its owner, or set GOAT_DATA",
    "SQLITE_CANTOPEN": "this user cannot write there; change the owner, or set GOAT_DATA",
    "SQLITE_PERM": "this user cannot write to it; change its owner, or set GOAT_DATA",
    "SQLITE_CORRUPT": "the file is damaged; restore a backup, or move it away to start empty",
    "SQLITE_NOTADB": "the file is damaged; restore a backup, or move it away to start empty",
}
OTHER_VERSION = (
    "another version of Goat Arena has written it ({}); start that version, "
    "or set GOAT_DATA to another folder"
)


def prepare() -> None:
    """Checks the database and brings its tables up to date. Raises Unusable."""
    with explained():
        if connection.vendor == "sqlite":
            check_file(Path(str(connection.settings_dict["NAME"])))
        check_migrations()
        call_command("migrate", verbosity=0)
        check_tables()


@contextmanager
def explained() -> Iterator[None]:
    """Raises Unusable for an error of the file or of its disk."""
    try:
        yield
    except (DatabaseError, sqlite3.Error) as error:
        cause = error if isinstance(error, sqlite3.Error) else error.__cause__
        name = getattr(cause, "sqlite_errorname", "")
        for known, reason in REASONS.items():
            if name.startswith(known):
                raise _unusable(reason) from None
        raise


def check_file(path: Path) -> None:
    """Reads the whole file of a database and writes to it. Raises sqlite3.Error."""
    database = sqlite3.connect(path, timeout=20)
    try:
        (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise _unusable(REASONS["SQLITE_CORRUPT"])
        (version,) = database.execute("PRAGMA user_version").fetchone()
        database.execute(f"PRAGMA user_version = {version + 1}")
        database.execute(f"PRAGMA user_version = {version}")
    finally:
        database.close()


def check_migrations() -> None:
    """Raises Unusable if a newer version has changed the tables."""
    loader = MigrationLoader(connection)
    ours = {config.label for config in apps.get_app_configs()}
    unknown = [
        f"{key[0]}.{key[1]}"
        for key in loader.applied_migrations
        if key[0] in ours and key not in loader.graph.nodes
    ]
    if unknown:
        raise _unusable(OTHER_VERSION.format(f"its tables are newer: {min(unknown)}"))


def check_tables() -> None:
    """Raises Unusable if a table has other columns than this version reads and writes."""
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            described = connection.introspection.get_table_description(cursor, table)
            found = {column.name for column in described}
            expected = {str(field.column) for field in model._meta.local_concrete_fields}
            if found != expected:
                column = min(found ^ expected)
                raise _unusable(OTHER_VERSION.format(f"table {table}, column {column}"))


def _unusable(reason: str) -> Unusable:
    return Unusable(f"cannot use the database {connection.settings_dict['NAME']}: {reason}")
