"""Qualifications that are played in the real sandbox, with the code that a worker runs."""

import pytest

from arena.bots.submission import submit
from arena.matches import sweep, worker
from arena.matches.models import Match
from arena.qualification import qualification
from referee.play.clock import Clock
from tests.arena.conftest import FIRST_MOVE

SHORT = Clock(start_ms=2000, move_ms=300, bank_ms=300)


READY = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "move":
"""


@pytest.fixture(autouse=True)
def short_clock(monkeypatch):
    monkeypatch.setattr(qualification, "CLOCK", SHORT)


def qualified(version):
    """The version after a worker has played its qualification match."""
    assert worker.play_next()
    sweep.sweep()
    version.refresh_from_db()
    return version


@pytest.mark.django_db(transaction=True)
def test_a_version_that_plays_without_a_fault_qualifies_and_becomes_active(alice):
    version = qualified(submit(alice, "svoi-kozyri", "first", FIRST_MOVE.encode()))
    assert (version.state, version.faults) == ("qualified", [])
    assert version.bot.active == version
    assert Match.objects.get().settled


@pytest.mark.django_db(transaction=True)
def test_a_crash_rejects_with_what_the_bot_wrote_and_what_it_was_asked(alice, client):
    source = READY + '        sys.exit("I cannot go on <b>like this</b>")\n'
    version = qualified(submit(alice, "ecarte", "crash", source.encode()))
    assert version.state == "rejected"
    fault = version.faults[0]
    assert (fault["game"], fault["reason"], fault["move"]) == (1, "crash", 0)
    assert "exit code 1" in fault["detail"]
    assert fault["request"]["legal"]
    assert "I cannot go on" in version.log
    assert version.bot.active is None
    client.force_login(alice)
    page = client.get(version.get_absolute_url()).content.decode()
    assert "&lt;b&gt;like this&lt;/b&gt;" in page
    assert "The bot crashed" in page


@pytest.mark.django_db(transaction=True)
def test_an_endless_loop_at_import_is_explained(alice, client, monkeypatch):
    monkeypatch.setattr(qualification, "CLOCK", Clock(start_ms=100))
    version = qualified(submit(alice, "kozel", "loop", b"while True: pass"))
    assert version.state == "rejected"
    assert {fault["reason"] for fault in version.faults} == {"start"}
    client.force_login(alice)
    page = client.get(version.get_absolute_url()).content.decode()
    assert "within 0.1 s" in page
    assert page.count("an endless loop") == 1
    assert "3 times: games 1, 2, 3." in page


@pytest.mark.django_db(transaction=True)
def test_a_missing_module_is_named_with_its_place_to_the_owner_alone(alice, client):
    version = qualified(submit(alice, "kozel", "tensor", b"import sys\nimport numpy\n"))
    cause = "main.py line 2: No module named &#x27;numpy&#x27;; bots have the standard library of"
    match = Match.objects.get()
    for address in (version.get_absolute_url(), match.get_absolute_url()):
        assert "numpy" not in client.get(address).content.decode()
    client.force_login(alice)
    for address in (version.get_absolute_url(), match.get_absolute_url()):
        page = client.get(address).content.decode()
        assert cause in page
        assert "import numpy" in page


@pytest.mark.django_db(transaction=True)
def test_an_illegal_move_is_shown_with_the_legal_ones(alice):
    # A bot may answer with NUL, which PostgreSQL cannot store.
    source = READY + r"""        print(r'{"move":"fly \u0000 away"}', flush=True)""" + "\n"
    version = qualified(submit(alice, "ecarte", "liar", source.encode()))
    fault = version.faults[0]
    assert fault["reason"] == "illegal"
    assert "fly" in fault["detail"]
    assert fault["request"]["legal"]
