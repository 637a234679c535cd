"""The API of rankings and of the Elo ledger."""

from typing import Any

import pytest

pytestmark = pytest.mark.django_db


def test_the_api_lists_the_ranking_with_places(client: Any, many_standings: Any) -> None:
    answer = client.get("/api/v1/rankings/kozel/?limit=5&offset=20").json()
    assert answer["count"] == 60
    assert [row["place"] for row in answer["results"]] == [21, 22, 23, 24, 25]
    ratings = [row["rating"] for row in answer["results"]]
    assert ratings == sorted(ratings, reverse=True)


def test_the_api_returns_elo_in_points(client: Any, rated_versions: Any) -> None:
    (first, _) = client.get("/api/v1/rankings/ecarte/").json()["results"]
    assert (first["bot"], first["elo"], first["wins"]) == ("bob/coeur", 1506.0, 1)
    (line,) = client.get("/api/v1/bots/bob/coeur/elo/").json()["results"]
    assert (line["before"], line["after"], line["scored"]) == (1500.0, 1506.0, 1.5)


@pytest.mark.parametrize("address", ["/api/v1/rankings/whist/", "/api/v1/bots/nobody/nothing/elo/"])
def test_unknown_games_and_bots_are_not_found(client: Any, db: None, address: str) -> None:
    assert client.get(address).status_code == 404


def test_the_api_returns_the_scores_against_each_opponent(client: Any, rated_versions: Any) -> None:
    [row] = client.get("/api/v1/bots/bob/coeur/opponents/").json()
    assert row["opponent"] != "bob/coeur"
    assert (row["matches"], row["points"] / row["games"]) == (1, row["score"])


def test_the_api_returns_the_history_of_a_rating(client: Any, rated_versions: Any) -> None:
    assert client.get("/api/v1/bots/bob/coeur/rating/").status_code == 200
    assert client.get("/api/v1/bots/bob/none/rating/").status_code == 404
