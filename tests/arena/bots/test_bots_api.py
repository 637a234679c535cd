"""Reading and changing bots over the API."""

import pytest

from arena.bots.models import Version
from tests.arena.api_client import Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(client, alice):
    return Api(client, alice)


@pytest.fixture
def anonymous(client):
    return Api(client)


def test_me(api, settings, make_version, alice):
    settings.SUBMISSIONS_PER_HOUR = 5
    make_version(alice)
    assert api.get("me/").json() == {
        "username": "alice",
        "url": "http://testserver/accounts/users/alice/",
        "submissions_left": 4,
    }


def test_bots_can_be_read_and_filtered_without_a_token(anonymous, alice, bob, make_version):
    make_version(alice, ruleset="kozel", name="careful")
    make_version(bob, ruleset="ecarte", name="bold")
    answer = anonymous.get("bots/").json()
    assert answer["results"][0] | {"created": None} == {
        "owner": "alice",
        "name": "careful",
        "ruleset": "kozel",
        "description": "",
        "active": 1,
        "latest": {"number": 1, "state": "qualified"},
        "gate": "always",
        "remote": False,
        "rating": None,
        "error": None,
        "as_of": None,
        "elo": None,
        "matches": 0,
        "created": None,
        "url": "http://testserver/bots/alice/careful/",
    }
    for query in ({"ruleset": "ecarte"}, {"owner": "bob"}, {"search": "BOLD"}):
        assert [bot["name"] for bot in anonymous.get("bots/", **query).json()["results"]] == [
            "bold"
        ]
    for query in ({"ruleset": "chess"}, {"search": "a\0b"}, {"owner": "x" * 31}):
        assert anonymous.get("bots/", **query).status_code == 400


def test_lists_have_pages(anonymous, alice, make_version):
    for number in range(3):
        make_version(alice, name=f"bot{number}")
    first = anonymous.get("bots/", limit=2).json()
    assert [bot["name"] for bot in first["results"]] == ["bot0", "bot1"]
    assert first["previous"] is None
    second = anonymous.client.get(first["next"]).json()
    assert [bot["name"] for bot in second["results"]] == ["bot2"]
    assert second["next"] is None
    assert anonymous.client.get(second["previous"]).json()["results"] == first["results"]
    assert len(anonymous.get("bots/", limit=10**12).json()["results"]) == 3


@pytest.mark.parametrize("path", ["bots/", "bots/alice/greedy/versions/"])
def test_lists_take_as_many_queries_for_many_rows_as_for_one(
    api, alice, make_version, path, django_assert_num_queries, django_assert_max_num_queries
):
    bot = make_version(alice, name="greedy").bot
    api.get(path)  # the use of the token is noted
    with django_assert_max_num_queries(4) as one:
        api.get(path)
    assert '"content"' not in str([query["sql"] for query in one])
    for _ in range(4):
        make_version(bot)
        make_version(alice)
    with django_assert_num_queries(len(one)):
        api.get(path)


def test_the_description_can_be_changed_and_nothing_else(api, alice, make_version):
    make_version(alice, name="greedy")
    response = api.patch("bots/alice/greedy/", {"description": "New.", "ruleset": "ecarte"})
    assert (response.json()["description"], response.json()["ruleset"]) == ("New.", "kozel")
    assert api.patch("bots/alice/greedy/", {}).status_code == 400


@pytest.mark.parametrize("method", ["post", "patch"])
def test_writing_needs_a_token(anonymous, alice, make_version, method):
    make_version(alice, name="greedy")
    for path in ("bots/", "bots/alice/greedy/", "bots/alice/greedy/versions/"):
        assert getattr(anonymous, method)(path, {}).status_code == 401


def test_a_bot_of_another_can_be_read_but_not_changed(client, alice, bob, make_version):
    make_version(alice, name="greedy")
    bobs = Api(client, bob)
    for response in (
        bobs.patch("bots/alice/greedy/", {"description": "Mine."}),
        bobs.post("bots/alice/greedy/versions/", {"source": "x = 1"}),
        bobs.post("bots/alice/greedy/versions/1/activate/"),
        bobs.post("bots/alice/greedy/versions/1/retire/"),
    ):
        assert (response.status_code, response.json()["code"]) == (403, "permission_denied")
    assert Version.objects.get().state == "qualified"


def test_a_session_without_the_forms_token_changes_nothing(alice, make_version):
    from django.test import Client

    make_version(alice, name="greedy")
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert Api(client).post("bots/alice/greedy/versions/1/retire/").status_code == 403
