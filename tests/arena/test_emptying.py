"""Tests that commit leave an empty database to the next."""

from typing import Any

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from tests.arena.emptying import empty_tables
from tests.arena.playing import make_match


def test_every_row_is_deleted_but_those_of_the_migrations(versions: Any) -> None:
    make_match(*versions)
    kinds = ContentType.objects.count()
    assert kinds
    empty_tables("default")
    connection.check_constraints()
    full = {model for model in apps.get_models() if model._default_manager.exists()}
    assert {model.__name__ for model in full} == {"ContentType", "Permission"}
    assert ContentType.objects.count() == kinds
