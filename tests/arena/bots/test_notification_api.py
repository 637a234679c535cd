"""An author's notifications over the API."""

from typing import Any

import pytest

from arena.bots import notifications
from arena.bots.models import Notification
from tests.arena.api_client import Api

pytestmark = pytest.mark.django_db


def test_an_author_reads_and_dismisses_own_notifications(
    client: Any, alice: Any, bob: Any, make_bot: Any
) -> None:
    bot = make_bot(alice, name="bold")
    notifications.create(bot, Notification.Kind.PROMOTED, version="v2", other="v1")
    api = Api(client, alice)
    [found] = api.get("me/notifications/").json()
    assert (found["bot"], found["kind"]) == ("alice/bold", "promoted")
    assert found["text"].startswith("v2 is not worse than v1")
    assert Api(client, bob).get("me/notifications/").json() == []
    path = f"/api/v1/me/notifications/{found['id']}/"
    assert client.delete(path, headers=Api(client, bob).headers).status_code == 404
    assert client.delete(path, headers=api.headers).status_code == 204
    assert api.get("me/notifications/").json() == []
    assert client.get("/api/v1/me/notifications/").status_code == 401
