"""Tournaments in the admin."""

from typing import Any

import pytest

from arena.tournaments import stages
from tests.arena.tournaments.played_tournaments import open_tournament

pytestmark = pytest.mark.django_db


def test_staff_can_read_a_tournament_but_not_change_it(
    admin_client: Any, alice: Any, make_version: Any
) -> None:
    versions = [make_version(alice, ruleset="ecarte") for _ in range(3)]
    tournament = open_tournament(alice, versions)
    stages.start(tournament)
    assert "Autumn cup" in admin_client.get("/admin/tournaments/tournament/").content.decode()
    address = f"/admin/tournaments/tournament/{tournament.pk}/change/"
    assert str(versions[0]) in admin_client.get(address).content.decode()
    assert admin_client.post(address, {"state": "open"}).status_code == 403
