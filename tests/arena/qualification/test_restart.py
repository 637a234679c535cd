"""Restarting a qualification that has stalled."""

import pytest
from django.urls import reverse

from arena.matches import lifecycle, sweep
from arena.matches.models import Match
from arena.qualification import qualification
from tests.arena.api_client import Api
from tests.arena.qualification.voiding import void

pytestmark = pytest.mark.django_db


def test_after_too_many_void_matches_the_owner_can_restart_it(version, alice, client):
    for number in range(1, qualification.MAX_MATCHES + 1):
        assert Match.objects.count() == number
        void(Match.objects.first())
        sweep.sweep()
    assert Match.objects.count() == qualification.MAX_MATCHES
    client.force_login(alice)
    assert "The bot is not to blame" in client.get(version.get_absolute_url()).content.decode()
    address = reverse("qualification:restart", args=["alice", "greedy", 1])
    client.post(address)
    client.post(address)
    assert Match.objects.count() == qualification.MAX_MATCHES + 1
    assert Match.objects.first().state == "queued"


def test_a_qualification_in_the_queue_cannot_be_restarted(version):
    assert not qualification.latest(version).stalled
    assert not qualification.restart(version)
    assert Match.objects.count() == 1


def test_a_qualification_whose_match_was_cancelled_can_be_restarted(version):
    lifecycle.cancel(Match.objects.get().pk)
    assert qualification.latest(version).stalled
    assert qualification.restart(version)
    assert Match.objects.count() == 2


def test_a_version_without_a_match_can_be_restarted(make_version, alice):
    version = make_version(alice, state="checking")
    assert qualification.latest(version) is None
    assert qualification.restart(version)
    assert Match.objects.get().version0 == version


@pytest.mark.parametrize("state", ["qualified", "rejected", "retired"])
def test_a_version_that_is_no_longer_in_qualification_cannot_be_restarted(
    make_version, alice, state
):
    assert not qualification.restart(make_version(alice, state=state))
    assert not Match.objects.exists()


def test_the_staff_can_restart_stalled_qualifications(version, admin_client):
    lifecycle.cancel(Match.objects.get().pk)
    data = {"action": "restart_qualification", "_selected_action": [version.pk]}
    page = admin_client.post("/admin/bots/version/", data, follow=True).content.decode()
    assert "Qualifications restarted: 1." in page
    assert Match.objects.count() == 2


def test_over_the_api_the_owner_restarts_it(version, alice, bob, client):
    path = "bots/alice/greedy/versions/1/check/"
    assert Api(client, alice).post(path).status_code == 409
    lifecycle.cancel(Match.objects.get().pk)
    assert Api(client, bob).post(path).status_code == 403
    assert Api(client, alice).post(path).json()["state"] == "checking"
    assert Match.objects.first().state == "queued"
