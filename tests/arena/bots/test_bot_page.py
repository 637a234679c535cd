"""The pages of a bot and its settings."""

import pytest
from django.urls import reverse

from tests.arena.bots.visiting import page, url

pytestmark = pytest.mark.django_db


def test_a_bots_page_takes_as_many_queries_for_many_versions_as_for_one(
    client, alice, make_version, django_assert_num_queries, django_assert_max_num_queries
):
    bot = make_version(alice).bot
    client.force_login(alice)
    with django_assert_max_num_queries(18) as one:
        page(client, bot.get_absolute_url())
    assert '"content"' not in str([query["sql"] for query in one])
    for _ in range(5):
        make_version(bot)
    with django_assert_num_queries(len(one)):
        page(client, bot.get_absolute_url())


def test_a_bots_page_is_for_everyone_and_its_buttons_for_the_owner(
    client, alice, bob, make_version
):
    version = make_version(alice, name="bold")
    bot = version.bot
    bot.description = "Plays <b>boldly</b>."
    bot.save()
    anonymous = page(client, bot.get_absolute_url())
    assert "Plays &lt;b&gt;boldly&lt;/b&gt;." in anonymous
    assert version.sha256 in anonymous
    assert url("bots:retire", version) not in anonymous
    client.force_login(alice)
    assert url("bots:retire", version) in page(client, bot.get_absolute_url())


def test_the_owner_describes_the_bot(client, alice, bob, make_version):
    bot = make_version(alice, name="bold").bot
    address = reverse("bots:edit", args=["alice", "bold"])
    client.force_login(bob)
    assert client.post(address, {"description": "Mine now."}).status_code == 404
    client.force_login(alice)
    assert "description" in page(client, address)
    client.post(address, {"description": "Boldly.", "name": "other", "active": ""})
    bot.refresh_from_db()
    assert (bot.description, bot.name, bot.active.number) == ("Boldly.", "bold", 1)


def test_an_unknown_bot_or_version_has_no_page(client, alice, make_version):
    version = make_version(alice, name="bold")
    for address in (
        "/bots/alice/other/",
        "/bots/bob/bold/",
        "/bots/alice/bold/v2/",
        "/bots/alice/bold/v99999999999999999999/",
        "/bots/al%00ice/bold/",
    ):
        page(client, address, status=404)
    page(client, version.get_absolute_url())


def test_the_program_is_downloaded_by_its_owner_only(client, alice, bob, make_version):
    version = make_version(alice, "<script>alert(1)</script>", name="bold")
    assert client.get(url("bots:source", version)).status_code == 302
    client.force_login(bob)
    assert client.get(url("bots:source", version)).status_code == 404
    client.force_login(alice)
    response = client.get(url("bots:source", version))
    assert response.content == b"<script>alert(1)</script>"
    assert response.headers["Content-Disposition"] == 'attachment; filename="bold-v1.py"'
    assert response.headers["Content-Type"] == "application/octet-stream"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
