"""The ladder in the admin."""

from typing import Any

import pytest

from arena.ladder.models import LadderEntry

pytestmark = pytest.mark.django_db


def test_staff_can_read_the_entries_but_not_change_them(
    admin_client: Any, make_version: Any, alice: Any
) -> None:
    entry = LadderEntry.objects.create(bot=make_version(alice, name="bold").bot, games=12)
    assert "alice/bold" in admin_client.get("/admin/ladder/ladderentry/").content.decode()
    assert admin_client.get("/admin/ladder/ladderentry/add/").status_code == 403
    address = f"/admin/ladder/ladderentry/{entry.pk}/change/"
    assert admin_client.post(address, {"games": 0}).status_code == 403
    assert (
        admin_client.post(address.replace("change", "delete"), {"post": "yes"}).status_code == 403
    )
