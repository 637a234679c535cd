import asyncio
import os
import subprocess
import sys

import pytest
import uvicorn
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_started
from django.urls import reverse

import arena.settings
from arena.accounts import login_throttle
from arena.accounts.models import User
from tests.arena.conftest import PASSWORD

pytestmark = pytest.mark.django_db

SIGNUP, LOGIN = reverse("accounts:signup"), reverse("accounts:login")


def sign_up(client, username, password="a long enough phrase"):
    form = {"username": username, "password1": password, "password2": password}
    return client.post(SIGNUP, form)


def log_in(client, password=PASSWORD, username="alice", **extra):
    return client.post(LOGIN, {"username": username, "password": password, **extra})


def test_signing_up_makes_an_account_and_logs_in(client):
    response = sign_up(client, "carol")
    assert response.headers["Location"] == reverse("bots:mine")
    assert "carol" in client.get(reverse("bots:mine")).content.decode()
    assert not User.objects.get(username="carol").is_house


@pytest.mark.parametrize(
    "username",
    ["house", "Admin", "me", "a b", "a/b", "ünal", "-a", "a--b", "a.b", "", "x" * 31, "a\n"],
)
def test_a_name_that_cannot_be_part_of_a_bots_name_is_refused(client, username):
    response = sign_up(client, username)
    if username == "a\n":  # Django strips it
        assert User.objects.filter(username="a").exists()
        return
    assert response.status_code == 200
    assert response.context["form"].errors["username"]
    assert not User.objects.exists()


def test_a_name_is_taken_in_any_case(client, alice):
    assert sign_up(client, "ALICE").context["form"].errors["username"]
    assert User.objects.count() == 1


def test_a_weak_password_is_refused(client):
    assert "password2" in sign_up(client, "carol", "12345678").context["form"].errors


def test_logging_in_leads_to_my_bots(client, alice):
    assert log_in(client).headers["Location"] == reverse("bots:mine")


def test_logging_in_goes_on_to_a_page_of_this_site_only(client, alice):
    assert log_in(client, next="/bots/new/").headers["Location"] == "/bots/new/"
    client.logout()
    for elsewhere in ("https://evil.example/", "//evil.example", "javascript:alert(1)"):
        client.logout()
        assert log_in(client, next=elsewhere).headers["Location"] == reverse("bots:mine")


def test_guessing_a_password_is_stopped_for_a_while(client, alice):
    for _ in range(login_throttle.MAX_FAILURES):
        assert log_in(client, "wrong").status_code == 200
    response = log_in(client)
    assert "Too many wrong passwords" in response.content.decode()
    assert "_auth_user_id" not in client.session


def test_processes_count_wrong_passwords_together(client, alice, settings):
    prefix = settings.CACHES["default"]["KEY_PREFIX"]
    program = f"""
from django.conf import settings
settings.CACHES["default"]["KEY_PREFIX"] = {prefix!r}
from arena.accounts import login_throttle
for _ in range(login_throttle.MAX_FAILURES):
    login_throttle.record_failure("alice", "127.0.0.1")
"""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "arena.settings"}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment, timeout=60)
    assert "Too many wrong passwords" in log_in(client).content.decode()


@pytest.mark.parametrize(
    ("sender", "address"), [("127.0.0.1", "192.0.2.7"), ("192.0.2.1", "192.0.2.1")]
)
def test_the_address_is_what_a_proxy_on_this_machine_says_and_nobody_else(sender, address):
    web = uvicorn.Config("arena.asgi:application", log_config=None)
    web.load()
    seen = []

    def look(scope, **_signal):
        seen.append(scope["client"][0])

    async def ask():
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/api/nothing/",
            "query_string": b"",
            "client": (sender, 5000),
            "headers": [(b"host", b"localhost"), (b"x-forwarded-for", b"10.0.0.9, 192.0.2.7")],
        }
        communicator = ApplicationCommunicator(web.loaded_app, scope)
        await communicator.send_input({"type": "http.request"})
        assert (await communicator.receive_output(10))["status"] == 404
        await communicator.wait(10)

    request_started.connect(look)
    try:
        asyncio.run(ask())
    finally:
        request_started.disconnect(look)
    assert seen == [address]


def test_without_its_redis_people_still_log_in(client, alice, settings, caplog):
    nowhere = {"LOCATION": "unix:///nowhere/redis.sock"}
    settings.CACHES = {"default": settings.CACHES["default"] | nowhere}
    log_in(client, "wrong")
    assert log_in(client).status_code == 302
    assert "failed log-ins cannot be counted" in caplog.text


@pytest.mark.parametrize(
    ("broker", "address"),
    [
        ("redis://host:6379/0", "redis://host:6379/0"),
        ("redis+socket:///run/redis.sock", "unix:///run/redis.sock"),
        ("redis+socket:///run/redis.sock?virtual_host=3", "unix:///run/redis.sock?db=3"),
    ],
)
def test_the_cache_lies_in_the_redis_of_the_queue(broker, address):
    assert arena.settings.cache(broker)["LOCATION"] == address


def test_another_address_is_not_stopped(client, alice):
    for _ in range(login_throttle.MAX_FAILURES):
        log_in(client, "wrong")
    form = {"username": "alice", "password": PASSWORD}
    assert client.post(LOGIN, form, REMOTE_ADDR="192.0.2.7").status_code == 302


def test_logging_out_takes_a_post(client, alice):
    client.force_login(alice)
    assert client.get(reverse("accounts:logout")).status_code == 405
    client.post(reverse("accounts:logout"))
    assert "_auth_user_id" not in client.session


def test_forms_are_protected_against_other_sites(alice):
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post(reverse("accounts:tokens"), {"name": "x"}).status_code == 403
    assert client.post(reverse("bots:new"), {}).status_code == 403


def test_a_password_can_be_changed(client, alice):
    client.force_login(alice)
    form = {
        "old_password": PASSWORD,
        "new_password1": "another long phrase",
        "new_password2": "another long phrase",
    }
    response = client.post(reverse("accounts:password_change"), form)
    assert response.status_code == 302
    alice.refresh_from_db()
    assert alice.check_password("another long phrase")
    assert client.get(reverse("bots:mine")).status_code == 200


def test_everyone_has_a_public_page_with_their_bots(client, alice, make_version):
    version = make_version(alice, ruleset="ecarte", name="bold")
    content = client.get(alice.get_absolute_url()).content.decode()
    assert version.bot.get_absolute_url() in content
    assert "API tokens" not in content


def test_there_is_no_page_of_nobody(client, alice):
    assert client.get(reverse("accounts:user", args=["nobody"])).status_code == 404
    assert client.get("/accounts/users/a%00b/").status_code == 404
    alice.is_active = False
    alice.save()
    assert client.get(alice.get_absolute_url()).status_code == 404


def test_a_users_page_asks_as_often_for_many_bots_as_for_one(
    client, alice, make_version, django_assert_num_queries, django_assert_max_num_queries
):
    make_version(alice)
    with django_assert_max_num_queries(5) as one:
        client.get(alice.get_absolute_url())
    for _ in range(5):
        make_version(alice)
    with django_assert_num_queries(len(one)):
        client.get(alice.get_absolute_url())
