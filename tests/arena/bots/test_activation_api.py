"""Activating, retiring and downloading versions over the API."""

import pytest

from tests.arena.api_client import Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(client, alice):
    return Api(client, alice)


def test_versions_are_activated_and_retired(api, alice, make_version):
    bot = make_version(alice, name="greedy").bot
    make_version(bot)
    path = "bots/alice/greedy/"
    assert api.get(path).json()["active"] == 2
    assert api.post(f"{path}versions/1/activate/").json()["active"] is True
    assert api.get(path).json()["active"] == 1
    assert api.post(f"{path}versions/1/retire/").json()["state"] == "retired"
    assert api.get(path).json()["active"] is None


def test_a_version_that_has_not_qualified_is_a_conflict(api, alice, make_version):
    make_version(alice, name="greedy", state="rejected")
    for act in ("activate", "retire"):
        response = api.post(f"bots/alice/greedy/versions/1/{act}/")
        assert (response.status_code, response.json()["code"]) == (409, "not_qualified")


def test_the_program_is_read_by_its_owner_only(client, alice, bob, make_version):
    make_version(alice, "secret = 1", name="greedy")
    path = "bots/alice/greedy/versions/1/source/"
    assert Api(client).get(path).status_code == 401
    assert Api(client, bob).get(path).status_code == 404
    response = Api(client, alice).get(path)
    assert response.content == b"secret = 1"
    assert "attachment" in response.headers["Content-Disposition"]
