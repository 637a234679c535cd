import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from arena.bots import activation
from arena.bots.models import Version

pytestmark = pytest.mark.django_db


def page(client, url, status=200):
    response = client.get(url)
    assert response.status_code == status, response.content
    return response.content.decode()


def url(name, version, username="alice"):
    return reverse(name, args=[username, version.bot.name, version.number])


def test_an_empty_arena_says_what_to_do(client):
    assert "No bots." in page(client, reverse("bots:list"))


def test_the_list_can_be_narrowed_to_a_game_and_searched(client, alice, bob, make_version):
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


def test_the_list_is_cut_into_pages(client, alice, make_version, settings):
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
def test_lists_ask_as_often_for_many_bots_as_for_one(
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


def test_a_bots_page_asks_as_often_for_many_versions_as_for_one(
    client, alice, make_version, django_assert_num_queries, django_assert_max_num_queries
):
    bot = make_version(alice).bot
    client.force_login(alice)
    with django_assert_max_num_queries(14) as one:
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


def test_what_a_qualification_found_is_for_the_owner(client, alice, bob, make_version):
    fault = {
        "game": 1,
        "move": 3,
        "seat": 2,
        "reason": "illegal",
        "detail": "“lead <i>6S</i>” is not legal",
        "request": {"view": {"hand": ["7S"]}, "legal": ["lead 7S"]},
    }
    version = make_version(
        alice, state="rejected", faults=[fault], log="secret <script>alert(1)</script>"
    )
    client.force_login(alice)
    owner = page(client, version.get_absolute_url())
    assert "lead &lt;i&gt;6S&lt;/i&gt;" in owner
    assert "secret &lt;script&gt;" in owner
    assert "<script>alert" not in owner
    assert "made an illegal move" in owner
    assert "lead 7S" in owner
    client.force_login(bob)
    other = page(client, version.get_absolute_url())
    assert "rejected" in other
    assert version.sha256 in other
    assert "secret" not in other
    assert "6S" not in other


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


def test_an_earlier_version_can_be_activated_again(client, alice, make_version):
    first = make_version(alice)
    second = make_version(first.bot)
    client.force_login(alice)
    client.post(url("bots:activate", first))
    first.bot.refresh_from_db()
    assert first.bot.active == first
    client.post(url("bots:activate", second))
    first.bot.refresh_from_db()
    assert first.bot.active == second


@pytest.mark.parametrize("state", ["checking", "rejected"])
def test_a_version_that_has_not_qualified_can_be_neither_activated_nor_retired(
    client, alice, make_version, state
):
    first = make_version(alice)
    second = make_version(first.bot, state=state)
    client.force_login(alice)
    response = client.post(url("bots:activate", second), follow=True)
    assert "Only a version that has qualified" in response.content.decode()
    client.post(url("bots:retire", second))
    second.refresh_from_db()
    assert (second.state, second.bot.active) == (state, first)
    for act in (activation.activate, activation.retire):
        with pytest.raises(ValidationError):
            act(second)


def test_a_retired_version_plays_no_more_until_it_is_activated_again(client, alice, make_version):
    version = make_version(alice)
    client.force_login(alice)
    client.post(url("bots:retire", version))
    version.refresh_from_db()
    assert (version.state, version.bot.active) == ("retired", None)
    client.post(url("bots:activate", version))
    version.refresh_from_db()
    assert (version.state, version.bot.active) == ("qualified", version)


def test_retiring_another_version_leaves_the_active_one(alice, make_version):
    first = make_version(alice)
    second = make_version(first.bot)
    activation.retire(first)
    first.bot.refresh_from_db()
    assert first.bot.active == second


@pytest.mark.parametrize("name", ["bots:activate", "bots:retire", "qualification:restart"])
def test_what_changes_a_version_takes_a_post_of_its_owner(client, alice, bob, make_version, name):
    version = make_version(alice)
    assert client.post(url(name, version)).headers["Location"].startswith("/accounts/login/")
    client.force_login(bob)
    assert client.post(url(name, version)).status_code == 404
    client.force_login(alice)
    assert client.get(url(name, version)).status_code == 405
    version.refresh_from_db()
    assert version.state == Version.State.QUALIFIED


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


def test_there_is_no_page_of_a_bot_or_version_that_is_not(client, alice, make_version):
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


def test_the_staff_reads_without_loading_programs(
    admin_client, alice, make_version, django_assert_max_num_queries
):
    version = make_version(alice, "secret = 1", log="its log")
    for model, key in (("bots/bot", version.bot.pk), ("bots/version", version.pk)):
        with django_assert_max_num_queries(12) as queries:
            page(admin_client, f"/admin/{model}/")
        assert '"content"' not in str([query["sql"] for query in queries])
        content = page(admin_client, f"/admin/{model}/{key}/change/")
        assert "secret = 1" not in content
        assert admin_client.post(f"/admin/{model}/{key}/delete/").status_code == 403
        assert admin_client.get(f"/admin/{model}/add/").status_code == 403
    page(admin_client, "/admin/accounts/user/")
    page(admin_client, "/admin/accounts/apitoken/")
