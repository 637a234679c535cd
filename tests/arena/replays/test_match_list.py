"""The list of matches: its filter and its pages."""

from typing import Any

import pytest
from django.urls import reverse

from arena.replays import match_lists
from tests.arena.playing import finish, make_match

pytestmark = pytest.mark.django_db


def list_of(client: Any, **query: Any) -> list[int]:
    response = client.get(reverse("matches:list"), query)
    assert response.status_code == 200
    return [match.pk for match in response.context["page"]]


def test_an_empty_list_explains_where_matches_come_from(client: Any) -> None:
    assert "No match has been played yet" in client.get(reverse("matches:list")).content.decode()


def test_the_list_shows_the_newest_match_first(client: Any, versions: Any) -> None:
    one, two = finish(make_match(*versions)), make_match(*versions)
    assert list_of(client) == [two.pk, one.pk]


def test_the_list_is_filtered_by_game_bot_and_state(
    client: Any, versions: Any, make_version: Any, alice: Any
) -> None:
    done = finish(make_match(*versions))
    queued = make_match(*versions)
    kozel = make_match(make_version(alice, name="k"), make_version(alice, name="l"))
    assert list_of(client, game="kozel") == [kozel.pk]
    assert list_of(client, state="finished") == [done.pk]
    assert list_of(client, bot="bob/shy") == [queued.pk, done.pk]
    assert list_of(client, bot="shy", state="queued") == [queued.pk]
    assert list_of(client, bot="alice/shy") == []
    assert list_of(client, bot="bold", against="bob/shy") == [queued.pk, done.pk]
    assert list_of(client, bot="bold", against="alice/k") == []


def test_the_list_is_filtered_by_version(client: Any, versions: Any, make_version: Any) -> None:
    first, opponent = versions
    second = make_version(first.bot)
    old, new = make_match(first, opponent), make_match(second, opponent)
    assert list_of(client, bot="alice/bold/v1") == [old.pk]
    assert list_of(client, bot="alice/bold/v2") == [new.pk]
    assert list_of(client, bot="alice/bold") == [new.pk, old.pk]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"bot": "nobody/nothing"}, "There is no bot “nobody/nothing”"),
        ({"bot": "a\0b"}, "Null characters"),
        ({"tournament": "nope"}, "There is no tournament “nope”"),
        ({"tournament": "a\0b"}, "Null characters"),
        ({"state": "lost"}, "lost is not one of the available choices"),
        ({"game": "bridge"}, "bridge is not one of the available choices"),
    ],
)
def test_an_unknown_value_of_a_filter_is_reported(
    client: Any, versions: Any, query: dict[str, str], words: str
) -> None:
    make_match(*versions)
    response = client.get(reverse("matches:list"), query)
    assert response.status_code == 200
    assert words in response.content.decode()
    assert not response.context["page"].object_list


@pytest.mark.parametrize("number", ["0", "-3", "999999", "99999999999999999999", "x", "²"])
def test_any_page_number_shows_a_page(client: Any, versions: Any, number: str) -> None:
    match = make_match(*versions)
    assert list_of(client, page=number) == [match.pk]


def test_the_list_is_paged(client: Any, versions: Any, settings: Any) -> None:
    settings.PAGE_ROWS = 2
    numbers = [make_match(*versions).pk for _ in range(5)]
    assert list_of(client, page=3) == numbers[:1]
    assert list_of(client, page=2) == [numbers[2], numbers[1]]


def test_pages_beyond_the_counted_rows_can_be_reached(
    client: Any, versions: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PAGE_ROWS = 1
    monkeypatch.setattr(match_lists, "PAGES_AHEAD", 2)
    numbers = [make_match(*versions).pk for _ in range(5)]
    page = client.get(reverse("matches:list")).context["page"]
    assert page.paginator.num_pages == 3
    assert list_of(client, page=5) == numbers[:1]


def test_the_number_of_queries_does_not_grow_with_the_list(
    client: Any, versions: Any, django_assert_max_num_queries: Any
) -> None:
    for choice in range(12):
        finish(make_match(*versions), choice)
    with django_assert_max_num_queries(3):
        client.get(reverse("matches:list"))
