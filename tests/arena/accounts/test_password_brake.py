"""The brake on passwords: against guessing, at every door where a password is checked."""

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest
import uvicorn
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_started
from django.test import Client
from django.urls import reverse

from arena.accounts import passwords
from arena.accounts.models import User
from arena.web.models import Use
from arena.web.rate_limit import Limit
from arena.web.turns import Turns
from tests.arena.accounts.log_in import LOGIN
from tests.arena.at_once import at_once
from tests.arena.conftest import PASSWORD

pytestmark = pytest.mark.django_db

ADMIN = "/admin/login/"
DOORS = [LOGIN, ADMIN]
SCHOOL, HOME = "192.0.2.1", "198.51.100.7"

# Wrong passwords after which none is checked, in these tests: each costs a page.
MOST = 3


@pytest.fixture(autouse=True)
def low_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OF_NAME", "OF_DEVICE", "OF_FORM"):
        monkeypatch.setattr(passwords, name, replace(getattr(passwords, name), most=MOST))


def guess(
    client: Client,
    password: str = "wrong",
    username: str = "alice",
    door: str = LOGIN,
    address: str = SCHOOL,
) -> Any:
    form = {"username": username, "password": password}
    return client.post(door, form, REMOTE_ADDR=address)


def block(username: str = "alice", address: str = SCHOOL) -> None:
    """Somebody guesses until no more guesses are checked."""
    for _ in range(MOST):
        guess(Client(), username=username, address=address)


def log_out(client: Client) -> None:
    """As a browser does: Client.logout would throw away all cookies."""
    client.post(reverse("accounts:logout"))
    assert "_auth_user_id" not in client.session


def blocked(response: Any) -> bool:
    return "Too many wrong passwords" in response.content.decode()


@pytest.fixture
def staff(alice: User) -> User:
    alice.is_staff = True
    alice.save()
    return alice


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that were really checked."""
    checked: list[str] = []
    check = User.check_password

    def counted(user: User, raw_password: str) -> bool:
        checked.append(raw_password)
        return check(user, raw_password)

    monkeypatch.setattr(User, "check_password", counted)
    return checked


@pytest.mark.parametrize("door", DOORS)
def test_after_too_many_wrong_passwords_none_is_checked(
    client: Client, staff: User, checks: list[str], door: str
) -> None:
    for _ in range(MOST):
        assert not blocked(guess(client, door=door))
    response = guess(client, PASSWORD, door=door)
    assert blocked(response)
    assert "_auth_user_id" not in client.session
    assert len(checks) == MOST


def test_all_doors_count_together(client: Client, staff: User) -> None:
    for turn in range(MOST):
        guess(client, door=DOORS[turn % 2])
    for door in DOORS:
        assert blocked(guess(client, PASSWORD, door=door))


@pytest.mark.parametrize("door", DOORS)
def test_a_blocked_guess_has_a_status_of_its_own_and_says_when_to_try_again(
    client: Client, alice: User, door: str
) -> None:
    block()
    response = guess(client, door=door)
    assert response.status_code == 429
    assert 590 < int(response.headers["Retry-After"]) <= 600
    assert "Try again in 10 minutes." in response.content.decode()


def test_guesses_count_for_the_name_in_any_case(client: Client, alice: User) -> None:
    block("ALICE")
    assert blocked(guess(client, PASSWORD))


def test_a_right_password_does_not_count_as_a_wrong_one(client: Client, alice: User) -> None:
    for _ in range(MOST + 1):
        assert guess(Client(), PASSWORD).status_code == 302
    assert not Use.objects.exclude(key=passwords.LOG_INS.key("alice")).exists()


def test_log_ins_are_limited_too_and_only_right_passwords_count_for_that(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "LOG_INS", Limit("test", most=2, seconds=600))
    for address in (SCHOOL, HOME, "203.0.113.5"):
        guess(Client(), address=address)
    for _ in range(2):
        assert guess(Client(), PASSWORD).status_code == 302
    assert "Too many log-ins with this name" in guess(client, PASSWORD).content.decode()


def test_a_known_browser_waits_for_its_turn_beside_its_address(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    guess(client, PASSWORD)
    log_out(client)
    monkeypatch.setattr(passwords, "HASHING", Turns(2, 0, 0, 5))
    with passwords.hashing(SCHOOL):
        assert "Too many people" in guess(Client(), PASSWORD).content.decode()
        assert guess(client, PASSWORD).status_code == 302


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("door", DOORS)
def test_guesses_at_the_same_time_are_no_more_than_the_limit(
    staff: User, checks: list[str], door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As many in line as it takes, for the count alone to bound them.
    monkeypatch.setattr(passwords, "HASHING", Turns(40, 40, 40, 20))
    at_once([lambda: guess(Client(), door=door)] * 8)
    assert 0 < len(checks) <= MOST


def test_another_address_is_not_blocked(client: Client, alice: User) -> None:
    block()
    assert guess(client, PASSWORD, address=HOME).status_code == 302


def test_another_name_is_not_blocked(client: Client, alice: User, bob: User) -> None:
    block("alice")
    assert guess(client, PASSWORD, "bob").status_code == 302


def test_one_address_cannot_guess_for_any_number_of_names(
    client: Client, alice: User, checks: list[str], settings: Any
) -> None:
    settings.WRONG_PASSWORDS_PER_ADDRESS = 5
    for number in range(5):
        assert not blocked(guess(client, username=f"nobody{number}"))
    assert blocked(guess(client, PASSWORD))
    assert checks == []
    assert guess(client, PASSWORD, address=HOME).status_code == 302


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
    ],
)
def test_an_ipv6_network_counts_as_one_address(
    client: Client, alice: User, one: str, other: str, same: bool
) -> None:
    block(address=one)
    assert blocked(guess(client, PASSWORD, address=other)) is same


@pytest.mark.parametrize("door", DOORS)
def test_nobody_behind_the_same_address_can_lock_out_a_browser_that_logged_in_before(
    client: Client, staff: User, settings: Any, door: str
) -> None:
    assert guess(client, PASSWORD, door=door).status_code == 302
    log_out(client)
    settings.WRONG_PASSWORDS_PER_ADDRESS = 6
    block()
    for number in range(6):
        guess(Client(), username=f"nobody{number}")
    assert blocked(guess(Client(), PASSWORD))
    assert guess(client, PASSWORD, door=door).status_code == 302


def test_a_browser_that_signed_up_is_known(client: Client) -> None:
    form = {"username": "carol", "password1": PASSWORD + "!", "password2": PASSWORD + "!"}
    client.post(reverse("accounts:signup"), form, REMOTE_ADDR=SCHOOL)
    log_out(client)
    block("carol")
    assert guess(client, PASSWORD + "!", "carol").status_code == 302


def test_a_known_browser_has_a_limit_too(client: Client, alice: User) -> None:
    guess(client, PASSWORD)
    log_out(client)
    for _ in range(MOST):
        assert not blocked(guess(client))
    assert blocked(guess(client, PASSWORD))


def test_a_known_browser_is_known_for_its_own_names_alone(
    client: Client, alice: User, bob: User
) -> None:
    guess(client, PASSWORD, "bob")
    log_out(client)
    block("alice")
    assert blocked(guess(client, PASSWORD, "alice"))


@pytest.mark.parametrize("cookie", ["", "x", "a:b:c", '{"alice":"x"}'])
def test_a_made_up_cookie_is_ignored(client: Client, alice: User, cookie: str) -> None:
    block()
    client.cookies["known_device"] = cookie
    assert blocked(guess(client, PASSWORD))


def test_the_cookie_is_for_the_server_alone(client: Client, alice: User) -> None:
    cookie = guess(client, PASSWORD).cookies["known_device"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"


def test_a_log_in_while_too_many_are_hashed_is_told_to_try_again(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = Turns(1, 0, 0, 5)
    monkeypatch.setattr(passwords, "HASHING", turns)
    with turns.turn("somebody"):
        response = guess(client, PASSWORD)
    assert response.status_code == 429
    assert response.headers["Retry-After"] == "5"
    assert "Too many people are logging in" in response.content.decode()
    assert not Use.objects.exists()
    assert guess(client, PASSWORD).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_one_password_is_hashed_at_a_time(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    running, most = 0, 0
    lock = threading.Lock()
    check = User.check_password

    def watched(user: User, raw_password: str) -> bool:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        result = check(user, raw_password)
        with lock:
            running -= 1
        return result

    monkeypatch.setattr(User, "check_password", watched)
    at_once([lambda n=n: guess(Client(), PASSWORD, address=f"192.0.2.{n}") for n in range(5)])
    assert most == 1


def test_the_password_form_has_the_brake(client: Client, alice: User, checks: list[str]) -> None:
    client.force_login(alice)

    def change(old: str) -> Any:
        form = {"old_password": old, "new_password1": "new long one", "new_password2": "other"}
        return client.post(reverse("accounts:password_change"), form)

    for _ in range(MOST):
        assert not blocked(change("wrong"))
    response = change(PASSWORD)
    assert blocked(response)
    assert response.status_code == 429
    assert len(checks) == MOST
    assert guess(Client(), PASSWORD).status_code == 302


def test_the_admin_changes_passwords_with_the_form_of_the_site(client: Client, staff: User) -> None:
    client.force_login(staff)
    response = client.post("/admin/password_change/", {})
    assert response.headers["Location"] == reverse("accounts:password_change")


def test_a_program_that_checks_a_password_has_no_brake(alice: User) -> None:
    from django.contrib.auth import authenticate

    for _ in range(MOST + 1):
        assert authenticate(username="alice", password="wrong") is None
    assert authenticate(username="alice", password=PASSWORD) == alice


@pytest.mark.parametrize(
    ("sender", "address"), [("127.0.0.1", "192.0.2.7"), ("192.0.2.1", "192.0.2.1")]
)
def test_only_a_proxy_on_this_machine_may_name_the_clients_address(
    sender: str, address: str
) -> None:
    web = uvicorn.Config("arena.asgi:application", log_config=None)
    web.load()
    seen: list[str] = []

    def look(scope: Any, **_signal: object) -> None:
        seen.append(scope["client"][0])

    async def ask() -> None:
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/api/v1/nothing/",
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
