"""Submitting over the API and following the qualification."""

import pytest

from arena.bots import submission
from arena.bots.models import Bot, Version
from arena.matches.models import Match
from arena.web.turns import Turns
from tests.arena.api_client import Api
from tests.arena.conftest import FIRST_MOVE

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(client, alice):
    return Api(client, alice)


def test_a_bot_is_submitted_as_json(api, alice):
    new = {"ruleset": "kozel", "name": "greedy", "description": "Plays.", "source": FIRST_MOVE}
    response = api.post("bots/", new)
    assert response.status_code == 201
    answer = response.json()
    assert response.headers["Location"] == answer["api_url"]
    assert answer["api_url"] == "http://testserver/api/v1/bots/alice/greedy/versions/1/"
    assert (answer["bot"], answer["number"], answer["state"]) == ("alice/greedy", 1, "checking")
    assert answer["check"] == {
        "match": Match.objects.get().pk,
        "state": "queued",
        "games": 4,
        "games_over": None,
        "position": 1,
    }
    assert bytes(Version.objects.get().content) == FIRST_MOVE.encode()
    assert Bot.objects.get().description == "Plays."


def test_a_bot_is_submitted_as_a_file(api):
    response = api.send_file("bots/", FIRST_MOVE.encode(), ruleset="ecarte", name="bold")
    assert response.status_code == 201
    assert Version.objects.get().activates


def test_a_version_is_submitted_to_its_bot(api, alice, make_version):
    make_version(alice, name="greedy")
    path = "bots/alice/greedy/versions/"
    assert api.post(path, {"source": "x = 1", "activates": False}).json()["number"] == 2
    assert api.send_file(path, b"x = 2", activates="false").json()["number"] == 3
    assert [version["number"] for version in api.get(path).json()["results"]] == [3, 2, 1]
    assert not Version.objects.filter(number__gt=1, activates=True).exists()


def test_the_state_of_a_version_can_be_followed(api, alice, make_version):
    version = make_version(alice, name="greedy", state="checking")
    path = "bots/alice/greedy/versions/1/"
    assert api.get(path).json()["state"] == "checking"
    fault = {
        "game": 1,
        "move": 0,
        "seat": None,
        "reason": "start",
        "detail": "no answer",
        "cause": "main.py line 2: it loops\ntrace",
        "request": None,
    }
    faults = [fault, fault | {"game": 2}]
    version.state, version.faults, version.log = "rejected", faults, "Traceback"
    version.save()
    answer = api.get(path).json()
    assert (answer["state"], answer["log"]) == ("rejected", "Traceback")
    (shown,) = answer["faults"]
    assert (shown["reason"], shown["game"], shown["games"]) == ("start", 1, [1, 2])
    assert shown["cause"] == "main.py line 2: it loops\ntrace"
    assert "within 10 s" in shown["meaning"]


def test_faults_and_log_are_null_for_others(client, alice, bob, make_version):
    make_version(alice, name="greedy", state="rejected", log="secret")
    for other in (Api(client), Api(client, bob)):
        answer = other.get("bots/alice/greedy/versions/1/").json()
        assert answer["sha256"]
        assert (answer["check"], answer["faults"], answer["log"]) == (None, None, None)


def test_a_name_that_is_taken_is_an_error_of_its_field(api, alice, make_version):
    make_version(alice, name="greedy")
    new = {"ruleset": "kozel", "name": "greedy", "source": FIRST_MOVE}
    response = api.post("bots/", new)
    assert (response.status_code, response.json()["code"]) == (400, "taken")
    assert "already have a bot of this name" in response.json()["fields"]["name"][0]
    assert Version.objects.count() == 1


def test_a_submission_while_too_many_are_checked_may_be_sent_again(api, monkeypatch):
    turns = Turns(1, 0, 0, 5)
    monkeypatch.setattr(submission, "CHECKS", turns)
    new = {"ruleset": "kozel", "name": "greedy", "source": FIRST_MOVE}
    with turns.turn("somebody"):
        response = api.post("bots/", new)
    assert (response.status_code, response.json()["code"]) == (429, "busy")
    assert response.headers["Retry-After"] == "10"
    assert api.post("bots/", new).status_code == 201
