"""What pages say of a remote bot: the arena has no program of it, and has not checked one."""

from typing import Any

import pytest
from django.urls import reverse

from arena.remote import creation, presence
from tests.arena.remote.test_relay import PROGRAM

pytestmark = pytest.mark.django_db


def page(client: Any, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def test_its_owner_is_offered_nothing_that_needs_a_program(client: Any, alice: Any) -> None:
    bot = creation.create(alice, "ecarte", "gpu")
    client.force_login(alice)
    upload = reverse("bots:new_version", args=["alice", "gpu"])
    for path in (bot.get_absolute_url(), reverse("bots:mine")):
        assert upload not in page(client, path)
    assert "goat connect gpu" in page(client, bot.get_absolute_url())
    assert "goat check" not in page(client, bot.get_absolute_url())


def test_its_version_claims_no_qualification(client: Any, alice: Any) -> None:
    bot = creation.create(alice, "ecarte", "gpu")
    presence.connect(bot, PROGRAM, games=1)
    client.force_login(alice)
    shown = page(client, bot.active.get_absolute_url())
    assert ">online</span>" in shown
    for wrong in ("played against itself", bot.active.sha256, ">Size<", "/source/"):
        assert wrong not in shown


def test_who_plays_against_it_is_told(client: Any, alice: Any) -> None:
    creation.create(alice, "ecarte", "gpu")
    shown = page(client, reverse("tables:play") + "?bot=alice/gpu")
    assert "was never connected" in shown
    assert ">remote</span>" in shown
