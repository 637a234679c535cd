"""The site needs no edit for a new tournament system: only its line in the dictionary."""

from typing import Any

import pytest

from arena.tournaments import entering, stages
from arena.tournaments.models import Tournament
from referee.tournaments.systems import SYSTEMS
from tests.arena.tournaments.played_tournaments import play_all
from tests.arena.tournaments.test_pages import FORM, main
from tests.referee.tournaments.king_of_the_hill import SYSTEM

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEMS, SYSTEM.name, SYSTEM)


def test_it_is_chosen_previewed_played_and_exported(client: Any, alice: Any, versions: Any) -> None:
    client.force_login(alice)
    form = main(client.get("/tournaments/new/?game=ecarte"))
    assert '<option value="king-of-the-hill">king of the hill</option>' in form
    client.post("/tournaments/new/?game=ecarte", FORM | {"system": SYSTEM.name})
    tournament = Tournament.objects.get()
    address = f"/tournaments/{tournament.slug}/"
    assert tournament.get_system_display() == "king of the hill"
    assert "king of the hill" in main(client.get("/tournaments/"))

    stages.open_(tournament)
    for version in versions:
        entering.enter(tournament, version.bot)
    preview = main(client.get(address + "preview/"))
    assert "<dt>Rounds</dt><dd>3</dd>" in preview
    assert "later on the hill" in preview
    assert "cannot be played with 10 entries" in main(client.get(address + "preview/?entries=10"))

    stages.start(tournament)
    play_all(tournament)
    assert tournament.state == "finished"
    page = main(client.get(address))
    assert "king of the hill" in page
    assert "later on the hill" in page
    assert '<a href="?round=1">1</a>' in page
    assert "These rules separate equal entries" not in page
    data = client.get(address + "crosstable.json").json()
    assert data["system"] == "king-of-the-hill"
    assert data["standings"][1]["separated_by"] == "reign"


def test_the_api_takes_it(client: Any, alice: Any) -> None:
    client.force_login(alice)
    response = client.post(
        "/api/v1/tournaments/",
        {"name": "Hill", "ruleset": "ecarte", "system": SYSTEM.name},
        content_type="application/json",
    )
    assert response.status_code == 201, response.json()
    assert response.json()["system"] == "king-of-the-hill"
