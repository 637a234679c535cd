"""The description of the arena, which every client reads first."""

import pytest

from engine.rulesets import RULESETS

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/arena/"


def test_it_names_the_games_the_languages_and_the_limits(client, settings):
    settings.SUBMISSION_MAX_BYTES = 12345
    settings.SUBMISSIONS_PER_HOUR = 7
    settings.SIGN_UP = False
    arena = client.get(ADDRESS).json()
    assert [each["name"] for each in arena["rulesets"]] == list(RULESETS)
    ecarte = next(each for each in arena["rulesets"] if each["name"] == "ecarte")
    assert (ecarte["title"], ecarte["seats"]) == ("Écarté", 2)
    assert ecarte["options"]["must_trump"] is False
    assert ecarte["variants"] == ["ecarte/classic"]
    assert [each["name"] for each in arena["languages"]] == settings.BOT_RUNTIMES
    assert arena["limits"]["max_bytes"] == 12345
    assert arena["limits"]["submissions_per_hour"] == 7
    assert arena["sign_up"] is False
    assert arena["api"] == "1"


def test_it_takes_no_token_and_is_the_same_for_everyone(client, alice):
    anonymous = client.get(ADDRESS)
    client.force_login(alice)
    for headers in ({}, {"Authorization": "Bearer goat_wrong"}):
        response = client.get(ADDRESS, headers=headers)
        assert response.status_code == 200
        assert response.content == anonymous.content
        assert "public" in response.headers["Cache-Control"]


def test_a_client_that_has_it_is_not_sent_it_again(client, settings):
    tag = client.get(ADDRESS).headers["ETag"]
    again = client.get(ADDRESS, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    settings.SIGN_UP = False
    assert client.get(ADDRESS, headers={"If-None-Match": tag}).status_code == 200


def test_it_asks_the_database_nothing(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(ADDRESS)
