"""Changing, seeding and forecasting a tournament over the API."""

from typing import Any

import pytest

from arena.tournaments import entering
from arena.tournaments.models import Tournament
from tests.arena.api_client import Api
from tests.arena.tournaments.played_tournaments import open_tournament

pytestmark = pytest.mark.django_db

SETTINGS = {"name": "Spring cup", "ruleset": "ecarte", "pairs": 3, "system": "swiss", "rounds": 4}


@pytest.fixture
def cup(alice: Any, make_version: Any) -> Any:
    """An open tournament of Alice with three of her bots."""
    cup = open_tournament(alice, name="Cup")
    for name in "abc":
        entering.enter(cup, make_version(alice, ruleset="ecarte", name=name).bot, alice)
    return cup


def put(client: Any, user: Any, path: str, data: Any) -> Any:
    headers = Api(client, user).headers
    return client.put(f"/api/v1/{path}", data, content_type="application/json", headers=headers)


def test_the_organiser_replaces_the_settings(client: Any, alice: Any, cup: Any) -> None:
    response = put(client, alice, "tournaments/cup/", SETTINGS)
    assert response.status_code == 200, response.content
    body = response.json()
    assert (body["name"], body["system"], body["rounds"], body["pairs"]) == (
        "Spring cup",
        "swiss",
        4,
        3,
    )
    assert body["slug"] == "cup"


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"ruleset": "kozel"}, "ruleset"), ({"rated": True}, "rated"), ({"pairs": 0}, "pairs")],
)
def test_what_it_cannot_become_is_refused(
    client: Any, alice: Any, cup: Any, changes: Any, field: str
) -> None:
    response = put(client, alice, "tournaments/cup/", SETTINGS | changes)
    assert (response.status_code, list(response.json()["fields"])) == (400, [field])
    assert Tournament.objects.get().name == "Cup"


def test_others_change_nothing_and_nobody_after_the_start(
    client: Any, alice: Any, bob: Any, cup: Any
) -> None:
    assert put(client, bob, "tournaments/cup/", SETTINGS).status_code == 403
    assert Api(client, bob).post("tournaments/cup/seeds/", {"seeds": {}}).status_code == 403
    assert Api(client, alice).post("tournaments/cup/start/").status_code == 200
    assert put(client, alice, "tournaments/cup/", SETTINGS).status_code == 409
    seeds = {"seeds": {"alice/a": 1}}
    assert Api(client, alice).post("tournaments/cup/seeds/", seeds).status_code == 409


def test_entries_are_seeded_by_their_names(client: Any, alice: Any, cup: Any) -> None:
    api = Api(client, alice)
    response = api.post("tournaments/cup/seeds/", {"seeds": {"alice/c": 1, "alice/a": 2}})
    assert response.json()["seeding"] == "hand"
    assert dict(cup.entries.values_list("bot__name", "hand")) == {"a": 2, "b": None, "c": 1}
    unknown = api.post("tournaments/cup/seeds/", {"seeds": {"bob/x": 1}})
    assert list(unknown.json()["fields"]) == ["seeds"]
    twice = api.post("tournaments/cup/seeds/", {"seeds": {"alice/c": 1, "alice/a": 1}})
    assert twice.status_code == 409


def test_the_forecast_is_of_the_entries_or_of_so_many(client: Any, cup: Any) -> None:
    api = Api(client)
    assert api.get("tournaments/cup/forecast/").json()["matches"] == 3
    body = api.get("tournaments/cup/forecast/", entries=8).json()
    assert (body["entries"], body["matches"], sum(body["rounds"])) == (8, 28, 28)
    for entries in (1, 100_000):
        assert not api.get("tournaments/cup/forecast/", entries=entries).json()["possible"]
    assert api.get("tournaments/cup/forecast/", entries=-1).status_code == 400
