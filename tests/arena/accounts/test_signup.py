"""Signing up."""

import pytest
from django.urls import reverse

from arena.accounts.models import User

pytestmark = pytest.mark.django_db


SIGNUP = reverse("accounts:signup")


def sign_up(client, username, password="a long enough phrase"):
    form = {"username": username, "password1": password, "password2": password}
    return client.post(SIGNUP, form)


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
