"""What the staff see of tables: nothing that helps a player, because they play too."""

from typing import Any

import pytest
from django.test import Client

from arena.tables import log
from arena.tables.game import ending
from arena.tables.models import Table
from tests.arena.tables.making import ASKED_FIRST, game_of, make_table, reload

pytestmark = pytest.mark.django_db

ADDRESS = "/admin/tables/table/"


@pytest.fixture
def staff(client: Client, django_user_model: Any) -> Client:
    client.force_login(django_user_model.objects.create_superuser("root"))
    return client


@pytest.fixture
def asking() -> Table:
    """A table where somebody is asked in secret."""
    table = make_table("kozel", [None] * 4, seed=ASKED_FIRST)
    assert game_of(table).asks_in_secret
    return table


def test_a_table_is_shown_without_its_secrets(staff: Client, asking: Table) -> None:
    page = staff.get(f"{ADDRESS}{asking.pk}/change/").content.decode()
    assert asking.commitment in page
    assert bytes(asking.seed).hex() not in page
    for secret in ("window", "answers", "asked&quot;", "Entries", "Changes", "Due"):
        assert f"{secret}:" not in page, secret
    assert "until" not in page
    assert str(asking.seed) not in page


def test_no_table_can_be_found_by_a_secret(staff: Client, asking: Table) -> None:
    for lookup in (
        "seed__startswith=a",
        "window__asked__0=1",
        "entries__gt=3",
        "changes__gt=3",
        "due__isnull=1",
        "log__seat=1",
        "log__data__text=pass",
        "step_until__isnull=1",
    ):
        assert staff.get(f"{ADDRESS}?{lookup}").status_code == 400, lookup


def test_the_seed_is_shown_when_the_table_has_ended(staff: Client, asking: Table) -> None:
    with log.locked(asking.code) as row:
        ending.lose(row, 1, ending.RESIGN)
    page = staff.get(f"{ADDRESS}{asking.pk}/change/").content.decode()
    assert bytes(reload(asking).seed).hex() in page


def test_nothing_can_be_changed(staff: Client, asking: Table) -> None:
    assert staff.get(f"{ADDRESS}add/").status_code == 403
    assert staff.post(f"{ADDRESS}{asking.pk}/change/", {"state": "over"}).status_code == 403
    assert staff.post(f"{ADDRESS}{asking.pk}/delete/").status_code == 403
    assert reload(asking).state == "playing"


def test_tables_are_found_by_their_code(staff: Client, asking: Table) -> None:
    assert asking.code in staff.get(f"{ADDRESS}?q={asking.code}").content.decode()
