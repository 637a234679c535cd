"""Experiments over the API."""

from typing import Any

import pytest

from arena.experiments.models import Experiment
from tests.arena.api_client import Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def bots(make_version: Any, alice: Any, bob: Any) -> Any:
    """Two versions of Alice's bold, and Bob's shy."""
    first = make_version(alice, ruleset="ecarte", name="bold")
    second = make_version(first.bot)
    return first, second, make_version(bob, ruleset="ecarte", name="shy")


def test_an_experiment_is_started_followed_and_cancelled(
    client: Any, alice: Any, bob: Any, bots: Any
) -> None:
    api = Api(client, alice)
    made = api.post("experiments/", {"a": "alice/bold", "version_a": 1, "b": "bob/shy"})
    assert made.status_code == 201, made.content
    body = made.json()
    assert (body["version_a"], body["version_b"]) == ("alice/bold v1", "bob/shy v1")
    assert (body["state"], body["elo1"], body["pairs"], body["estimate"]) == (
        "running",
        50,
        0,
        None,
    )
    address = f"experiments/{body['id']}/"
    assert Api(client).get(address).json()["lower"] < 0 < body["upper"]
    [listed] = Api(client).get("experiments/").json()["results"]
    assert listed["id"] == body["id"]
    assert Api(client, bob).post(f"{address}cancel/").status_code == 403
    assert api.post(f"{address}cancel/").json()["state"] == "cancelled"
    assert api.post(f"{address}cancel/").status_code == 409


def test_without_a_number_the_active_version_plays(client: Any, alice: Any, bots: Any) -> None:
    body = Api(client, alice).post("experiments/", {"a": "alice/bold", "b": "bob/shy"}).json()
    assert body["version_a"] == "alice/bold v2"


@pytest.mark.parametrize(
    ("changes", "status", "field"),
    [
        ({"a": "bob/shy"}, 409, None),
        ({"a": "nobody/nothing"}, 400, "a"),
        ({"b": "alice/bold", "version_b": 2}, 400, "b"),
        ({"version_a": 9}, 409, None),
        ({"b": "bob/other"}, 400, "b"),
        ({"elo0": 60}, 400, "elo1"),
        ({"max_pairs": 1}, 400, "max_pairs"),
        ({"alpha": 0.9}, 400, "alpha"),
        ({"options": {"target": -1}}, 400, "options"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    client: Any, alice: Any, bots: Any, changes: Any, status: int, field: str | None
) -> None:
    asked = {"a": "alice/bold", "b": "bob/shy"} | changes
    response = Api(client, alice).post("experiments/", asked)
    assert response.status_code == status, response.content
    if field:
        assert list(response.json()["fields"]) == [field]
    assert not Experiment.objects.exists()


def test_the_games_must_be_the_same(client: Any, alice: Any, bots: Any, make_version: Any) -> None:
    make_version(alice, ruleset="kozel", name="goat")
    response = Api(client, alice).post("experiments/", {"a": "alice/goat", "b": "bob/shy"})
    assert response.json()["code"] == "other_ruleset"


def test_the_quota_holds_over_the_api_too(client: Any, alice: Any, bots: Any) -> None:
    asked = {"a": "alice/bold", "b": "bob/shy"}
    assert Api(client, alice).post("experiments/", asked).status_code == 201
    refused = Api(client, alice).post("experiments/", asked)
    assert (refused.status_code, refused.json()["code"]) == (429, "running")
    assert int(refused["Retry-After"]) > 0
