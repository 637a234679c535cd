"""Activating and retiring versions."""

import pytest
from django.core.exceptions import ValidationError

from arena.bots import activation
from arena.bots.models import Version
from tests.arena.bots.visiting import url

pytestmark = pytest.mark.django_db


def test_an_earlier_version_can_be_activated_again(client, alice, make_version):
    first = make_version(alice)
    second = make_version(first.bot)
    client.force_login(alice)
    client.post(url("bots:activate", first))
    first.bot.refresh_from_db()
    assert first.bot.active == first
    client.post(url("bots:activate", second))
    first.bot.refresh_from_db()
    assert first.bot.active == second


@pytest.mark.parametrize("state", ["checking", "rejected"])
def test_a_version_that_has_not_qualified_can_be_neither_activated_nor_retired(
    client, alice, make_version, state
):
    first = make_version(alice)
    second = make_version(first.bot, state=state)
    client.force_login(alice)
    response = client.post(url("bots:activate", second), follow=True)
    assert "Only a version that has qualified" in response.content.decode()
    client.post(url("bots:retire", second))
    second.refresh_from_db()
    assert (second.state, second.bot.active) == (state, first)
    for act in (activation.activate, activation.retire):
        with pytest.raises(ValidationError):
            act(second)


def test_a_retired_version_does_not_play_until_it_is_activated_again(client, alice, make_version):
    version = make_version(alice)
    client.force_login(alice)
    client.post(url("bots:retire", version))
    version.refresh_from_db()
    assert (version.state, version.bot.active) == ("retired", None)
    client.post(url("bots:activate", version))
    version.refresh_from_db()
    assert (version.state, version.bot.active) == ("qualified", version)


def test_retiring_another_version_leaves_the_active_one(alice, make_version):
    first = make_version(alice)
    second = make_version(first.bot)
    activation.retire(first)
    first.bot.refresh_from_db()
    assert first.bot.active == second


@pytest.mark.parametrize("name", ["bots:activate", "bots:retire", "qualification:restart"])
def test_changing_a_version_needs_a_post_by_its_owner(client, alice, bob, make_version, name):
    version = make_version(alice)
    assert client.post(url(name, version)).headers["Location"].startswith("/accounts/login/")
    client.force_login(bob)
    assert client.post(url(name, version)).status_code == 404
    client.force_login(alice)
    assert client.get(url(name, version)).status_code == 405
    version.refresh_from_db()
    assert version.state == Version.State.QUALIFIED


def test_a_bot_is_rolled_back_to_the_newest_qualified_version_before(alice, make_version):
    first = make_version(alice)
    second = make_version(first.bot)
    make_version(first.bot, state="rejected")
    fourth = make_version(first.bot)
    make_version(first.bot)
    assert activation.previous(first.bot, fourth) == second
    assert activation.previous(first.bot, first) is None
