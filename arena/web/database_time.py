"""The database's clock, by which hosts compare times: their own may differ by minutes."""

from datetime import datetime

from django.db import connection
from django.utils import timezone


def database_now() -> datetime:
    """The time of the database's host. SQLite has no host of its own."""
    if connection.vendor == "sqlite":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT STATEMENT_TIMESTAMP()")
        now: datetime = cursor.fetchone()[0]
    return now
