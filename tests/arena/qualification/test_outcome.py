"""What follows from the end of a qualification match."""

import pytest

from arena.bots import activation
from arena.bots.models import Version
from arena.bots.submission import submit
from arena.matches import settling, sweep
from arena.matches.models import Match
from arena.qualification import qualification
from tests.arena.conftest import FIRST_MOVE
from tests.arena.qualification.voiding import void


def finish(version, monkeypatch, games=()):
    """Ends the version's latest qualification match with these games."""
    match = Match.objects.filter(version0=version).first()
    Match.objects.filter(pk=match.pk).update(state="finished", score0=2, score1=2)
    monkeypatch.setattr(qualification.records, "load", lambda match: {"games": list(games)})
    settling.settle(match.pk)
    match.refresh_from_db()
    version.refresh_from_db()
    version.bot.refresh_from_db()
    return match


@pytest.mark.django_db
def test_after_a_void_match_the_qualification_is_repeated(version):
    void(Match.objects.get())
    sweep.sweep()
    first, second = Match.objects.order_by("pk")
    assert (first.state, second.state, second.queue) == ("void", "queued", "check")
    version.refresh_from_db()
    assert version.state == Version.State.CHECKING


@pytest.mark.django_db
def test_receiving_the_end_of_a_finished_match_twice_changes_nothing(version, monkeypatch):
    match = finish(version, monkeypatch)
    assert version.state == "qualified"
    activation.retire(version)
    qualification.match_ended(match)
    version.refresh_from_db()
    assert (version.state, version.bot.active) == ("retired", None)


@pytest.mark.django_db
def test_receiving_the_end_of_a_void_match_twice_queues_one_match(version):
    match = Match.objects.get()
    void(match)
    qualification.match_ended(match)
    qualification.match_ended(match)
    assert Match.objects.count() == 2


@pytest.mark.django_db
def test_the_end_of_a_ladder_match_changes_nothing(version, alice):
    match = Match.objects.get()
    match.queue, match.state = "ladder", "finished"
    qualification.match_ended(match)
    version.refresh_from_db()
    assert version.state == "checking"


@pytest.mark.django_db
def test_a_version_without_activates_qualifies_but_does_not_play(version, alice, monkeypatch):
    finish(version, monkeypatch)
    later = submit(alice, "kozel", "greedy", b"x = 2", activates=False)
    finish(later, monkeypatch)
    assert later.state == "qualified"
    assert later.bot.active == version


@pytest.mark.django_db
def test_a_late_qualification_does_not_displace_a_newer_version(version, alice, monkeypatch):
    newer = submit(alice, "kozel", "greedy", b"x = 2")
    finish(newer, monkeypatch)
    assert newer.bot.active == newer
    finish(version, monkeypatch)
    assert version.state == "qualified"
    assert version.bot.active == newer


@pytest.mark.django_db
def test_the_author_sees_the_place_in_the_queue(version, alice, bob, client):
    second = submit(bob, "kozel", "greedy", FIRST_MOVE.encode())
    assert qualification.latest(version).position == 1
    client.force_login(bob)
    assert "Queued, position 2" in client.get(second.get_absolute_url()).content.decode()
    assert "position" not in client.get(version.get_absolute_url()).content.decode()


def test_a_long_log_keeps_its_head_and_its_tail():
    text = "head" + "x" * 100_000 + "tail"
    short = qualification._shortened(text)
    assert short.startswith("head")
    assert short.endswith("tail")
    assert len(short) < 20_000
