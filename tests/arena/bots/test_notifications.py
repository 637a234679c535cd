"""Notifications to the owner of a bot."""

from typing import Any

import pytest

from arena.bots import notifications
from arena.bots.models import Notification

pytestmark = pytest.mark.django_db

FACTS = {"version": "v2", "other": "v1", "crashes": 3, "limit": 3}


@pytest.fixture
def bot(make_version: Any, alice: Any) -> Any:
    return make_version(alice, name="bold").bot


@pytest.mark.parametrize("kind", Notification.Kind.values)
def test_every_kind_has_a_text_with_its_facts(bot: Any, kind: str) -> None:
    text = notifications.create(bot, kind, **FACTS).text
    assert text.startswith("v2 ")
    assert "%(" not in text


@pytest.mark.parametrize("address", ["/bots/mine/", "/bots/alice/bold/"])
def test_the_owner_sees_a_notification_until_it_is_dismissed(
    bot: Any, client: Any, alice: Any, address: str
) -> None:
    notification = notifications.create(bot, Notification.Kind.PROMOTED, **FACTS)
    client.force_login(alice)
    assert notification.text in client.get(address).content.decode()
    client.post(f"/bots/mine/notices/{notification.pk}/dismiss/")
    assert notification.text not in client.get(address).content.decode()


def test_nobody_else_sees_a_notification(bot: Any, client: Any, bob: Any) -> None:
    notification = notifications.create(bot, Notification.Kind.PROMOTED, **FACTS)
    client.force_login(bob)
    for address in ("/bots/mine/", "/bots/alice/bold/"):
        assert notification.text not in client.get(address).content.decode()


def test_nobody_else_can_dismiss_a_notification(bot: Any, client: Any, bob: Any) -> None:
    notification = notifications.create(bot, Notification.Kind.DEACTIVATED, **FACTS)
    client.force_login(bob)
    client.post(f"/bots/mine/notices/{notification.pk}/dismiss/")
    notification.refresh_from_db()
    assert not notification.seen
