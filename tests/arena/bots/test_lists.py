"""The list of all bots, and the page “My bots”."""

import pytest
from django.urls import reverse

from tests.arena.bots.visiting import page

pytestmark = pytest.mark.django_db


def test_an_empty_arena_says_what_to_do(client):
    assert "No bots." in page(client, reverse("bots:list"))


def test_the_list_can_be_filtered_by_game_and_searched(client, alice, bob, make_version):
    make_version(alice, ruleset="kozel", name="careful")
    make_version(bob, ruleset="kozel", name="bold")
    make_version(bob, ruleset="ecarte", name="brave")

    def names(**query):
        response = client.get(reverse("bots:list"), query)
        return [str(bot) for bot in response.context["page"]]

    assert names() == ["alice/careful", "bob/bold", "bob/brave"]
    assert names(game="kozel") == ["alice/careful", "bob/bold"]
    assert names(q="BO") == ["bob/bold", "bob/brave"]
    assert names(q="bob/bo") == ["bob/bold", "bob/brave"]
    assert names(q="bob brave", game="ecarte") == ["bob/brave"]
    assert names(q="%") == []
    assert names(q="a\0b", game="no game") == []


def test_the_list_has_pages(client, alice, make_version, settings):
    settings.PAGE_ROWS = 2
    for number in range(3):
        make_version(alice, name=f"bot{number}")
    response = client.get(reverse("bots:list"), {"page": 2, "q": "bot"})
    assert [bot.name for bot in response.context["page"]] == ["bot2"]
    assert b"q=bot" in response.content
    for strange in ("0", "99", "x", "9" * 40):
        assert client.get(reverse("bots:list"), {"page": strange}).status_code == 200


def test_my_bots_shows_the_state_of_the_newest_version(client, alice, bob, make_version):
    bot = make_version(alice, name="mine").bot
    make_version(bot, state="rejected")
    make_version(bob, name="theirs")
    client.force_login(alice)
    content = page(client, reverse("bots:mine"))
    assert "rejected" in content
    assert "v2" in content
    assert "theirs" not in content


@pytest.mark.parametrize("name", ["list", "mine"])
def test_lists_take_as_many_queries_for_many_bots_as_for_one(
    client, alice, make_version, name, django_assert_num_queries, django_assert_max_num_queries
):
    make_version(alice)
    client.force_login(alice)
    with django_assert_max_num_queries(6) as one:
        page(client, reverse(f"bots:{name}"))
    assert "content" not in str([query["sql"] for query in one if "bots_version" in query["sql"]])
    for _ in range(5):
        make_version(alice)
    with django_assert_num_queries(len(one)):
        page(client, reverse(f"bots:{name}"))
