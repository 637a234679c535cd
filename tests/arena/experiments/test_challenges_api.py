"""Challenges over the API."""

import pytest

from arena.experiments import quotas
from arena.matches.models import Match
from engine.randomness import commitment
from tests.arena.api_client import Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(client, alice, versions):
    return Api(client, alice)


def challenge(api, **changes):
    return api.post("challenges/", {"bot": "bold", "opponent": "bob/shy"} | changes)


def test_a_challenge_is_an_unrated_match(api, versions):
    response = challenge(api, pairs=2)
    assert response.status_code == 201
    match = Match.objects.get()
    assert (match.rated, match.pairs, match.version0, match.version1) == (False, 2, *versions)
    shown = response.json()
    assert shown["id"] == shown["match"]["id"] == match.pk
    assert shown["match"]["url"].endswith(match.get_absolute_url())
    assert api.get(f"challenges/{match.pk}/").json() == shown
    assert api.get("challenges/").json()["results"] == [shown]


def test_version_seed_and_options_can_be_chosen(api, versions, make_version):
    make_version(versions[0].bot)
    seed = "ab" * 32
    asked = {"bot": "alice/bold", "version": 1, "seed": seed, "options": {"must_trump": True}}
    assert challenge(api, **asked).json()["chosen_seed"] is True
    match = Match.objects.get()
    assert (match.version0.number, match.options) == (1, {"must_trump": True})
    assert match.commitment == commitment(bytes.fromhex(seed))


@pytest.mark.parametrize(
    ("changes", "status", "code", "field"),
    [
        ({"bot": "nothing"}, 400, "not_found", "bot"),
        ({"bot": "bob/shy"}, 400, "not_found", "bot"),
        ({"bot": "/bold"}, 400, "not_found", "bot"),
        ({"opponent": "shy"}, 400, "not_found", "opponent"),
        ({"version": 7}, 409, "not_qualified", None),
        ({"version": 0}, 400, "min_value", "version"),
        ({"pairs": 26}, 400, "max_value", "pairs"),
        ({"seed": "xyz"}, 400, "invalid", "seed"),
        ({"options": {"unknown": 1}}, 400, "invalid", "options"),
        ({"options": {"must_trump": {"a": []}}}, 400, "invalid", "options"),
        ({"options": []}, 400, "not_a_dict", "options"),
    ],
)
def test_bad_requests_are_refused(api, changes, status, code, field):
    response = challenge(api, **changes)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert list(response.json()["fields"]) == ([field] if field else [])
    assert not Match.objects.exists()


def test_an_inactive_opponent_cannot_be_challenged(api, versions):
    bot = versions[1].bot
    bot.active = None
    bot.save()
    assert challenge(api).json()["code"] == "inactive"


def test_an_opponent_of_another_game_cannot_be_challenged(api, bob, make_version):
    make_version(bob, ruleset="kozel", name="other")
    assert challenge(api, opponent="bob/other").json()["code"] == "other_ruleset"


def test_challenges_are_limited(api):
    for _number in range(quotas.MAX_PENDING_CHALLENGES):
        assert challenge(api).status_code == 201
    refused = challenge(api)
    assert (refused.status_code, refused.json()["code"]) == (429, "waiting")
    assert int(refused.headers["Retry-After"]) > 0


def test_everyone_may_read_challenges_and_nobody_makes_one_without_a_token(api, client):
    number = challenge(api).json()["id"]
    anyone = Api(client)
    assert [each["id"] for each in anyone.get("challenges/", user="alice").json()["results"]] == [
        number
    ]
    assert anyone.get("challenges/", user="bob").json()["results"] == []
    assert anyone.get(f"challenges/{number}/").status_code == 200
    assert challenge(anyone).status_code == 401


def test_the_number_of_queries_does_not_grow(api, settings, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(quotas, "MAX_PENDING_CHALLENGES", 10)
    challenge(api)
    api.get("challenges/")
    with django_assert_num_queries(2):  # the token, and they
        api.get("challenges/")
    for _number in range(4):
        challenge(api)
    with django_assert_num_queries(2):
        assert len(api.get("challenges/").json()["results"]) == 5


def test_the_same_request_with_a_key_challenges_once(api):
    api.headers["Idempotency-Key"] = "one-challenge"
    first, again = challenge(api), challenge(api)
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert Match.objects.count() == 1
