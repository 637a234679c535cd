"""The admin pages of accounts and bots."""

import pytest

from tests.arena.bots.visiting import page

pytestmark = pytest.mark.django_db


def test_admin_pages_do_not_load_programs(
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
