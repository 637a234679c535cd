"""The Elo ledger in the admin."""

from typing import Any

import pytest

from arena.ratings.models import EloChange, Standing
from tests.arena.ending import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def versions(make_rivals: Any) -> list[Any]:
    versions = make_rivals(3, ruleset="ecarte")
    play(versions[0], versions[1], 2, 0)
    return versions


def recompute(client: Any) -> str:
    chosen = Standing.objects.values_list("pk", flat=True)[:1]
    response = client.post(
        "/admin/ratings/standing/",
        {"action": "recompute", "_selected_action": list(chosen)},
        follow=True,
    )
    assert response.status_code == 200
    return str(response.content.decode())


def test_staff_can_read_the_ledger(admin_client: Any, versions: Any) -> None:
    line = EloChange.objects.first()
    assert line is not None
    for address in ("standing/", "elochange/", f"elochange/{line.pk}/change/"):
        assert admin_client.get(f"/admin/ratings/{address}").status_code == 200
    assert admin_client.get("/admin/ratings/standing/add/").status_code == 403


def test_an_action_recomputes_everything(admin_client: Any, versions: Any) -> None:
    assert "1 matches recomputed: no differences." in recompute(admin_client)
    Standing.objects.update(elo=7)
    assert "2 differences repaired." in recompute(admin_client)
    assert {standing.elo for standing in Standing.objects.all()} == {1512_00, 1488_00}
