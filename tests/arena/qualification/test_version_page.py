"""The qualification on the page of a version."""

import pytest

from arena.qualification import qualification
from referee.play.clock import Clock
from tests.arena.bots.visiting import page

pytestmark = pytest.mark.django_db


def test_only_the_owner_sees_the_faults_and_the_log(client, alice, bob, make_version):
    fault = {
        "game": 1,
        "move": 3,
        "seat": 2,
        "reason": "illegal",
        "detail": "“lead 6S” is not legal",
        "cause": "“lead <i>6S</i>” is not legal; read “legal”\nthe <b>trace</b>",
        "request": {"view": {"hand": ["7S"]}, "legal": ["lead 7S"]},
    }
    faults = [fault, fault | {"game": 2}, fault | {"game": 4}]
    version = make_version(
        alice, state="rejected", faults=faults, log="secret <script>alert(1)</script>"
    )
    client.force_login(alice)
    owner = page(client, version.get_absolute_url())
    assert owner.count("lead &lt;i&gt;6S&lt;/i&gt;” is not legal; read “legal”") == 1
    assert "the &lt;b&gt;trace&lt;/b&gt;" in owner
    assert "3 times: games 1, 2, 4." in owner
    assert "because of this fault:" in owner
    assert "secret &lt;script&gt;" in owner
    assert "<script>alert" not in owner
    assert "made an illegal move" in owner
    assert "lead 7S" in owner
    client.force_login(bob)
    other = page(client, version.get_absolute_url())
    assert "rejected" in other
    assert version.sha256 in other
    assert "secret" not in other
    assert "6S" not in other


def test_advice_names_the_clock_of_the_match(client, alice, make_version, monkeypatch):
    fault = {"game": 1, "move": 0, "seat": 0, "reason": "start", "detail": "", "request": None}
    fault["cause"] = "main.py line 1: it loops"
    version = make_version(alice, state="rejected", faults=[fault])
    with monkeypatch.context() as patch:
        patch.setattr(qualification, "CLOCK", Clock(start_ms=3000))
        qualification.start(version)
    client.force_login(alice)
    assert "within 3 s" in page(client, version.get_absolute_url())
