"""How the database is emptied after a test that commits.

Django truncates every table, and then makes the content types and permissions again. That takes a
third of a second, most tests longer than they run themselves. Here only the tables that hold
something are emptied, and what the migrations made stays.
"""

from typing import Any

from django.db import connections, transaction

KEPT = {"django_content_type", "auth_permission", "django_migrations"}


def empty_tables(database: str) -> None:
    """Deletes all rows but those that migrations make. Foreign keys are checked at the end."""
    connection = connections[database]
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    rows = " UNION ALL ".join(
        f"SELECT '{name}' WHERE EXISTS (SELECT FROM \"{name}\")"
        for name in names
        if name not in KEPT
    )
    with transaction.atomic(using=database), connection.cursor() as cursor:
        cursor.execute(rows)
        for (name,) in cursor.fetchall():
            cursor.execute(f'DELETE FROM "{name}"')


def empty_databases(test: Any) -> None:
    """In place of TransactionTestCase._fixture_teardown."""
    for database in test._databases_names(include_mirrors=False):
        empty_tables(database)
