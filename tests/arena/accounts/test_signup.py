"""Signing up."""

from threading import Barrier

import pytest
from django.test import Client
from django.urls import reverse

from arena.accounts.models import User
from tests.arena.at_once import at_once

pytestmark = pytest.mark.django_db


SIGNUP = reverse("accounts:signup")


def sign_up(client, username, password="a long enough phrase", address=SIGNUP):
    form = {"username": username, "password1": password, "password2": password}
    return client.post(address, form)


def test_signing_up_makes_an_account_and_logs_in(client):
    response = sign_up(client, "carol")
    assert response.headers["Location"] == reverse("bots:mine")
    assert "carol" in client.get(reverse("bots:mine")).content.decode()
    assert not User.objects.get(username="carol").is_house


def test_signing_up_leads_back_to_where_one_came_from(client):
    response = sign_up(client, "carol", address=f"{SIGNUP}?next=/tables/abc/")
    assert response.headers["Location"] == "/tables/abc/"


@pytest.mark.parametrize("elsewhere", ["//evil.example/", "https://evil.example/", "javascript:x"])
def test_signing_up_leads_to_no_other_site(client, elsewhere):
    response = sign_up(client, "carol", address=f"{SIGNUP}?next={elsewhere}")
    assert response.headers["Location"] == reverse("bots:mine")


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


@pytest.mark.django_db(transaction=True)
def test_two_identical_sign_ups_at_once_make_one_account(monkeypatch):
    both_checked = Barrier(2)
    save = User.save

    def save_together(user, *arguments, **options):
        if user.pk is None:
            both_checked.wait(10)
        save(user, *arguments, **options)

    monkeypatch.setattr(User, "save", save_together)
    answers = []
    at_once(
        [
            lambda n=n: answers.append(sign_up(Client(REMOTE_ADDR=f"192.0.2.{n}"), "carol"))
            for n in (1, 2)
        ]
    )
    assert sorted(answer.status_code for answer in answers) == [200, 302]
    refused = next(answer for answer in answers if answer.status_code == 200)
    assert "This name is taken." in refused.content.decode()
    assert User.objects.count() == 1


def test_sign_ups_from_one_address_are_limited(settings):
    settings.SIGN_UPS_PER_HOUR = 2
    for name in ("carol", "dave"):
        assert sign_up(Client(), name).status_code == 302
    response = sign_up(Client(), "erin")
    assert response.status_code == 429
    assert "Too many accounts were made from your address" in response.content.decode()
    assert not User.objects.filter(username="erin").exists()
    assert sign_up(Client(REMOTE_ADDR="192.0.2.7"), "erin").status_code == 302


def test_sign_up_can_be_closed(client, settings):
    settings.SIGN_UP = False
    for response in (client.get(SIGNUP), sign_up(client, "carol")):
        assert response.status_code == 403
        assert "Sign-up is closed" in response.content.decode()
    assert not User.objects.exists()
    for page in ("/", "/accounts/login/", reverse("pages:write_a_bot")):
        assert SIGNUP not in client.get(page).content.decode()
