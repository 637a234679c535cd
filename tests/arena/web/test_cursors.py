"""Pages of long lists: cursors that nobody can change, and that cost the same at every depth."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core import signing
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arena.accounts.models import User
from arena.bots.models import Bot
from tests.arena.playing import make_match

pytestmark = pytest.mark.django_db

# In an order that differs between collations.
NAMES = ["a", "A", "a-b", "ab", "a_c", "B", "b-1", "b1", "C0", "c-0", "z", "Z"]


@pytest.fixture
def bots(make_version: Any) -> list[str]:
    owners = [User.objects.create(username=name) for name in ("x-y", "xy", "Xz")]
    names = [(owner, name) for owner in owners for name in NAMES]
    return [str(make_version(owner, name=name).bot) for owner, name in names]


def walk(client: Any, address: str, link: str = "next") -> list[list[Any]]:
    """The rows of each page, following the links."""
    pages = []
    while address:
        page = client.get(address).json()
        assert set(page) == {"next", "previous", "results"}
        pages.append(page["results"])
        address = page[link]
        assert len(pages) < 100
    return pages


def names(rows: list[Any]) -> list[str]:
    return [f"{row['owner']}/{row['name']}" for row in rows]


@pytest.mark.parametrize("limit", [1, 5, 36, 200])
def test_every_row_is_on_one_page_in_the_order_of_the_list(client: Any, bots: Any, limit: int):
    pages = walk(client, f"/api/v1/bots/?limit={limit}")
    assert [len(page) for page in pages[:-1]] == [limit] * (len(pages) - 1)
    found = [name for page in pages for name in names(page)]
    assert found == [str(bot) for bot in Bot.objects.order_by("owner__username", "name")]
    assert sorted(found) == sorted(bots)


def test_the_way_back_has_the_same_pages(client: Any, bots: Any) -> None:
    address, forth = "/api/v1/bots/?limit=7", []
    while True:
        page = client.get(address).json()
        forth.append(names(page["results"]))
        if page["next"] is None:
            break
        address = page["next"]
    back = [names(rows) for rows in walk(client, page["previous"], "previous")]
    assert back[::-1] == forth[:-1]


def test_filters_and_the_size_of_a_page_are_kept(client: Any, bots: Any) -> None:
    page = client.get("/api/v1/bots/", {"owner": "xy", "limit": 5}).json()
    query = parse_qs(urlsplit(page["next"]).query)
    assert (query["owner"], query["limit"]) == (["xy"], ["5"])
    rows = [row for page in walk(client, page["next"]) for row in page]
    assert {row["owner"] for row in rows} == {"xy"}
    assert len(rows) == len(NAMES) - 5


def test_rows_that_are_added_and_removed_neither_repeat_nor_hide_others(
    client: Any, versions: Any
) -> None:
    matches = [make_match(*versions) for _ in range(9)]
    page = client.get("/api/v1/matches/?limit=3").json()
    make_match(*versions)
    matches[6].delete()  # where the cursor stands
    rest = [row["id"] for page in walk(client, page["next"]) for row in page]
    assert rest == [match.pk for match in reversed(matches[:6])]


def test_a_page_from_which_all_rows_are_removed_leads_on(client: Any, versions: Any) -> None:
    matches = [make_match(*versions) for _ in range(4)]
    page = client.get("/api/v1/matches/?limit=2").json()
    page = client.get(page["next"]).json()
    for match in matches[2:]:
        match.delete()
    before = client.get(page["previous"]).json()
    assert (before["results"], before["previous"]) == ([], None)
    assert [row["id"] for row in client.get(before["next"]).json()["results"]] == [
        match.pk for match in reversed(matches[:2])
    ]


def test_the_last_page_costs_as_many_queries_as_the_first_and_counts_nothing(
    client: Any, versions: Any
) -> None:
    for _ in range(30):
        make_match(*versions)
    address, costs = "/api/v1/matches/?limit=4", []
    while address:
        with CaptureQueriesContext(connection) as caught:
            address = client.get(address).json()["next"]
        costs.append(len(caught))
        statements = " ".join(query["sql"] for query in caught.captured_queries)
        assert "COUNT(" not in statements
        assert "OFFSET" not in statements
    assert len(costs) == 8
    assert set(costs) == {costs[0]}


def test_a_page_is_found_by_an_index(client: Any, versions: Any) -> None:
    make_match(*versions)
    with CaptureQueriesContext(connection) as caught, connection.cursor() as cursor:
        page = client.get("/api/v1/matches/?limit=1").json()
        assert page["next"] is None
        make_match(*versions)
        client.get(client.get("/api/v1/matches/?limit=1").json()["next"])
        statement = next(
            query["sql"] for query in reversed(caught.captured_queries) if "LIMIT 2" in query["sql"]
        )
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {statement}")
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "Index Scan" in plan
    assert "Index Cond: (id < " in plan


def cursor_of(address: str) -> str:
    return parse_qs(urlsplit(address).query)["cursor"][0]


def test_a_cursor_that_the_arena_has_not_written_is_refused(client: Any, bots: Any) -> None:
    good = cursor_of(client.get("/api/v1/bots/?limit=3").json()["next"])
    forged = signing.dumps([0, "x", "y"], salt="cursor", key="guessed")
    changed = good[:4] + ("A" if good[4] != "A" else "B") + good[5:]
    for bad in ("", "x", "a\0b", "null", "1", good[:-1], changed, forged, good * 9, "é", "::"):
        response = client.get("/api/v1/bots/", {"limit": 3, "cursor": bad})
        assert response.status_code == 400, bad
        assert response.json()["code"] == "bad_cursor"
        assert list(response.json()["fields"]) == ["cursor"]


def test_a_cursor_of_another_list_is_refused(client: Any, bots: Any, versions: Any) -> None:
    good = cursor_of(client.get("/api/v1/bots/?limit=3").json()["next"])
    response = client.get("/api/v1/matches/", {"cursor": good})
    assert (response.status_code, response.json()["code"]) == (400, "bad_cursor")


def test_an_offset_is_refused_where_there_are_cursors(client: Any, bots: Any) -> None:
    response = client.get("/api/v1/bots/", {"offset": 10})
    assert response.status_code == 400
    assert "Follow `next`" in response.json()["detail"]


def test_a_cursor_shows_nothing_that_its_reader_may_not_see(
    client: Any, alice: Any, versions: Any
) -> None:
    """The pages of somebody who sees more are no way to what is hidden."""
    hidden = make_match(versions[0], versions[0], queue="check", rated=False)
    shown = make_match(*versions)
    client.force_login(alice)
    page = client.get("/api/v1/matches/?limit=1").json()
    assert [row["id"] for row in client.get(page["next"]).json()["results"]] == [hidden.pk]
    client.logout()
    assert client.get(page["next"]).json()["results"] == []
    assert [row["id"] for row in client.get("/api/v1/matches/").json()["results"]] == [shown.pk]
