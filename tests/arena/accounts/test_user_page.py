"""The public page of a user."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db


def test_everyone_has_a_public_page_with_their_bots(client, alice, make_version):
    version = make_version(alice, ruleset="ecarte", name="bold")
    content = client.get(alice.get_absolute_url()).content.decode()
    assert version.bot.get_absolute_url() in content
    assert "API tokens" not in content


def test_an_unknown_or_closed_account_has_no_page(client, alice):
    assert client.get(reverse("accounts:user", args=["nobody"])).status_code == 404
    assert client.get("/accounts/users/a%00b/").status_code == 404
    alice.is_active = False
    alice.save()
    assert client.get(alice.get_absolute_url()).status_code == 404


def test_a_users_page_takes_as_many_queries_for_many_bots_as_for_one(
    client, alice, make_version, django_assert_num_queries, django_assert_max_num_queries
):
    make_version(alice)
    with django_assert_max_num_queries(5) as one:
        client.get(alice.get_absolute_url())
    for _ in range(5):
        make_version(alice)
    with django_assert_num_queries(len(one)):
        client.get(alice.get_absolute_url())
