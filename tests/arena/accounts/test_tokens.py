from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from arena.accounts.forms import MAX_TOKENS
from arena.accounts.models import ApiToken
from tests.arena.at_once import at_once

pytestmark = pytest.mark.django_db

TOKENS, ME = reverse("accounts:tokens"), reverse("api:me")


@pytest.fixture
def key(alice):
    return ApiToken.make(alice, "kitchen computer")[1]


def me(client, authorization):
    return client.get(ME, headers={"Authorization": authorization})


def test_a_key_is_shown_once_and_only_its_hash_is_kept(client, alice):
    client.force_login(alice)
    response = client.post(TOKENS, {"name": "laptop"})
    key = response.context["key"]
    assert key.startswith("goat_")
    assert key in response.content.decode()
    assert "no-store" in response.headers["Cache-Control"]
    assert key not in client.get(TOKENS).content.decode()
    assert ApiToken.objects.get().digest == ApiToken.hash(key)
    assert me(client, f"Bearer {key}").json()["username"] == "alice"


def test_a_deleted_token_is_refused(client, alice, key):
    client.force_login(alice)
    token = ApiToken.objects.get()
    client.post(reverse("accounts:delete_token", args=[token.pk]))
    client.logout()
    assert me(client, f"Bearer {key}").status_code == 401


def test_nobody_else_can_delete_a_token(client, bob, key):
    client.force_login(bob)
    token = ApiToken.objects.get()
    assert client.post(reverse("accounts:delete_token", args=[token.pk])).status_code == 404
    assert ApiToken.objects.exists()


def test_nobody_else_sees_a_token(client, bob, key):
    client.force_login(bob)
    assert "kitchen computer" not in client.get(TOKENS).content.decode()


def test_the_page_of_tokens_needs_a_login(client):
    assert client.get(TOKENS).headers["Location"].startswith(reverse("accounts:login"))


def test_the_number_of_tokens_is_limited(client, alice):
    client.force_login(alice)
    for number in range(MAX_TOKENS):
        ApiToken.make(alice, str(number))
    response = client.post(TOKENS, {"name": "one more"})
    assert response.context["form"].non_field_errors()
    assert alice.api_tokens.count() == MAX_TOKENS


@pytest.mark.django_db(transaction=True)
def test_the_number_of_tokens_is_limited_for_requests_at_once_too(alice):
    for number in range(MAX_TOKENS - 1):
        ApiToken.make(alice, str(number))
    clients = [Client() for _ in range(4)]
    for client in clients:
        client.force_login(alice)
    at_once([lambda client=client: client.post(TOKENS, {"name": "more"}) for client in clients])
    assert alice.api_tokens.count() == MAX_TOKENS


@pytest.mark.parametrize(
    "authorization", ["Bearer goat_wrong", "Bearer", "Bearer ", "bearer a b", "Bearer gö"]
)
def test_an_unknown_token_gets_401(client, db, authorization):
    response = me(client, authorization)
    assert response.status_code == 401
    assert response.json()["code"] == "authentication_failed"
    assert response.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_missing_token_gets_401(client, db):
    response = client.get(ME)
    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")


def test_a_token_of_a_closed_account_is_refused(client, alice, key):
    alice.is_active = False
    alice.save()
    assert me(client, f"Bearer {key}").status_code == 401


def test_the_use_of_a_token_is_recorded_once_a_minute(client, key, django_assert_num_queries):
    me(client, f"Bearer {key}")
    noted = ApiToken.objects.get().last_used
    assert noted is not None
    me(client, f"Bearer {key}")
    assert ApiToken.objects.get().last_used == noted
    ApiToken.objects.update(last_used=timezone.now() - timedelta(minutes=2))
    me(client, f"Bearer {key}")
    assert ApiToken.objects.get().last_used > noted


def test_a_token_may_do_what_is_ticked_until_the_time_that_is_chosen(client, alice):
    client.force_login(alice)
    page = client.get(TOKENS).content.decode()
    assert "Create and run tournaments" in page
    client.post(TOKENS, {"name": "ci", "scopes": ["submit"], "lifetime": "30"})
    token = ApiToken.objects.get()
    assert token.scopes == ["read", "submit"]
    assert timedelta(days=29) < token.expires - timezone.now() <= timedelta(days=30)
    page = client.get(TOKENS).content.decode()
    assert "read, submit" in page
    assert "expired" not in page
    ApiToken.objects.update(expires=timezone.now())
    assert "expired" in client.get(TOKENS).content.decode()


def test_a_token_without_ticks_only_reads(client, alice):
    client.force_login(alice)
    client.post(TOKENS, {"name": "reader", "lifetime": ""})
    token = ApiToken.objects.get()
    assert (token.scopes, token.expires) == (["read"], None)


@pytest.mark.parametrize(
    "wrong", [{"scopes": ["root"]}, {"lifetime": "36500"}, {"lifetime": "-1"}, {"lifetime": "x"}]
)
def test_what_the_form_does_not_offer_is_refused(client, alice, wrong):
    client.force_login(alice)
    response = client.post(TOKENS, {"name": "x", **wrong})
    assert set(response.context["form"].errors) == set(wrong)
    assert not ApiToken.objects.exists()
