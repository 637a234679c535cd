"""The limit on wrong passwords."""

import asyncio
import os
import subprocess
import sys

import pytest
import uvicorn
from asgiref.testing import ApplicationCommunicator
from django.core.cache import caches
from django.core.signals import request_started

import arena.settings
from arena.accounts import login_throttle
from tests.arena.accounts.log_in import LOGIN, log_in
from tests.arena.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def test_log_in_is_blocked_after_too_many_wrong_passwords(client, alice):
    for _ in range(login_throttle.MAX_FAILURES):
        assert log_in(client, "wrong").status_code == 200
    response = log_in(client)
    assert "Too many wrong passwords" in response.content.decode()
    assert "_auth_user_id" not in client.session


def test_another_address_is_not_blocked(client, alice):
    for _ in range(login_throttle.MAX_FAILURES):
        log_in(client, "wrong")
    form = {"username": "alice", "password": PASSWORD}
    assert client.post(LOGIN, form, REMOTE_ADDR="192.0.2.7").status_code == 302


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
def test_only_a_proxy_on_this_machine_may_name_the_clients_address(sender, address):
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


def test_people_can_log_in_without_redis(client, alice, settings, caplog):
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
def test_the_cache_uses_the_redis_of_the_queue(broker, address):
    assert arena.settings.cache(broker)["LOCATION"] == address


def fail(username: str = "alice") -> None:
    login_throttle.record_failure(username, "127.0.0.1")


def is_blocked(username: str = "alice") -> bool:
    return login_throttle.is_blocked(username, "127.0.0.1")


def test_the_last_failure_blocks_and_not_the_one_before():
    for _ in range(login_throttle.MAX_FAILURES - 1):
        fail()
    assert not is_blocked()
    fail()
    assert is_blocked()


def test_failures_count_for_the_user_name_in_any_case():
    for _ in range(login_throttle.MAX_FAILURES):
        fail("Alice")
    assert is_blocked("alice")
    assert not is_blocked("bob")


def test_failures_are_forgotten_when_their_time_is_over(monkeypatch):
    monkeypatch.setattr(login_throttle, "SECONDS", 0)
    for _ in range(login_throttle.MAX_FAILURES):
        fail()
    assert not is_blocked()


def test_a_failure_counts_even_if_the_earlier_ones_expire_at_that_moment(monkeypatch):
    monkeypatch.setattr(login_throttle, "MAX_FAILURES", 1)
    fail()

    def expire(cache, key):
        cache.delete(key)
        raise ValueError(key)

    monkeypatch.setattr(type(caches["default"]), "incr", expire)
    fail()
    assert is_blocked()
