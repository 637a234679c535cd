"""Logging in and out, and changing the password."""

import pytest
from django.urls import reverse

from arena.accounts.models import ApiToken
from tests.arena.accounts.log_in import log_in
from tests.arena.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def test_logging_in_leads_to_my_bots(client, alice):
    assert log_in(client).headers["Location"] == reverse("bots:mine")


def test_logging_in_redirects_only_within_this_site(client, alice):
    assert log_in(client, next="/bots/new/").headers["Location"] == "/bots/new/"
    client.logout()
    for elsewhere in ("https://evil.example/", "//evil.example", "javascript:alert(1)"):
        client.logout()
        assert log_in(client, next=elsewhere).headers["Location"] == reverse("bots:mine")


def test_logging_out_needs_a_post(client, alice):
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


def change_password(client, **extra):
    form = {
        "old_password": PASSWORD,
        "new_password1": "another long phrase",
        "new_password2": "another long phrase",
    }
    return client.post(reverse("accounts:password_change"), form | extra)


def test_tokens_are_deleted_with_a_password_change_if_the_user_wants_that(client, alice, bob):
    ApiToken.make(alice, "laptop"), ApiToken.make(bob, "laptop")
    client.force_login(alice)
    page = client.get(reverse("accounts:password_change"))
    assert page.context["form"]["delete_tokens"].value() is True
    assert change_password(client, delete_tokens="on").status_code == 302
    assert ApiToken.objects.get().user == bob


def test_tokens_stay_if_the_user_keeps_them(client, alice):
    ApiToken.make(alice, "laptop")
    client.force_login(alice)
    change_password(client)
    assert ApiToken.objects.exists()


def test_a_wrong_password_deletes_no_token(client, alice):
    ApiToken.make(alice, "laptop")
    client.force_login(alice)
    assert change_password(client, old_password="wrong", delete_tokens="on").status_code == 200
    assert ApiToken.objects.exists()


def test_without_tokens_the_form_does_not_speak_of_them(client, alice):
    client.force_login(alice)
    assert "tokens" not in client.get(reverse("accounts:password_change")).context["form"].fields
    assert change_password(client).status_code == 302
