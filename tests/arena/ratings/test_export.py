"""The ranking as CSV and JSON."""

import csv
import io
from typing import Any

import pytest

pytestmark = pytest.mark.django_db


def test_the_ranking_is_exported_whole_and_in_its_order(
    client: Any, many_standings: Any, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(2):
        rows = client.get("/rankings/kozel/ranking.json").json()["ranking"]
    assert len(rows) == 60
    assert [row["place"] for row in rows] == list(range(1, 61))
    table = list(
        csv.DictReader(io.StringIO(client.get("/rankings/kozel/ranking.csv").content.decode()))
    )
    assert [line["Bot"] for line in table] == [row["bot"] for row in rows]
    assert [float(line["Rating"]) for line in table] == [row["rating"] for row in rows]
    assert "/rankings/kozel/ranking.csv" in client.get("/rankings/kozel/").content.decode()


def test_an_unknown_game_has_no_ranking(client: Any, db: None) -> None:
    assert client.get("/rankings/whist/ranking.csv").status_code == 404
    assert client.get("/rankings/whist/ranking.json").status_code == 404
