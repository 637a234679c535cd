"""What is sent to someone who is logged in, or plays as a guest, is not for shared caches."""

import pytest
from django.urls import reverse

from arena.accounts.models import ApiToken
from arena.people.players import COOKIE
from arena.web.private_responses import GUEST_COOKIE
from tests.arena.conftest import PASSWORD
from tests.arena.playing import finish, make_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(alice, make_version):
    return make_version(alice, name="quiet", ruleset="ecarte").bot


PAGES = [
    "/bots/mine/",
    "/bots/alice/quiet/",
    "/bots/alice/quiet/v1/",
    "/bots/alice/quiet/edit/",
    "/bots/new/",
    "/accounts/tokens/",
    "/accounts/password/",
    "/tournaments/",
    "/api/v1/me/",
    "/api/v1/bots/alice/quiet/versions/1/",
]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_for_someone_who_is_logged_in_is_private(client, alice, bot, page):
    client.force_login(alice)
    response = client.get(page)
    assert response.status_code == 200
    assert "private" in response.headers["Cache-Control"]


def test_an_answer_to_a_token_is_private(client, alice, bot):
    key = ApiToken.make(alice, "laptop")[1]
    response = client.get("/api/v1/me/", headers={"Authorization": f"Bearer {key}"})
    assert "private" in response.headers["Cache-Control"]


def test_a_page_for_a_guest_who_plays_is_private(client, alice, bot):
    client.cookies[COOKIE] = "a guest's key"
    assert "private" in client.get("/bots/alice/quiet/").headers["Cache-Control"]
    assert GUEST_COOKIE == COOKIE


def test_an_answer_that_logs_someone_in_is_private(client, alice):
    form = {"username": "alice", "password": PASSWORD}
    response = client.post(reverse("accounts:login"), form)
    assert "private" in response.headers["Cache-Control"]


def test_what_everyone_may_see_can_be_cached(client, alice, bot, versions):
    assert "Cache-Control" not in client.get("/bots/alice/quiet/").headers
    match = finish(make_match(*versions))
    client.force_login(alice)
    frames = client.get(f"/matches/{match.pk}/games/1/frames.json")
    assert "public" in frames.headers["Cache-Control"]
