"""`goat connect`: what it says before it connects, and how other commands mark remote bots."""

import sys

import pytest

from referee.cli.commands.bots import _row
from referee.cli.main import main
from referee.cli.match_line import match_line
from tests.referee.client.scripted_server import answer, problem, serving

NOT_FOUND = problem(404, "not_found", "Not found.")
TAKEN = problem(400, "taken", "You have a bot of this name.")
KOZEL = answer({"owner": "alice", "name": "gpu", "ruleset": "kozel"})


@pytest.mark.parametrize(
    ("answers", "new", "says"),
    [
        ([NOT_FOUND], [], "there is no remote bot alice/gpu at http://"),
        ([NOT_FOUND], [], "add its game, as in --new kozel"),
        ([TAKEN, NOT_FOUND], ["--new", "ecarte"], "choose another name for your remote bot"),
        ([TAKEN, KOZEL], ["--new", "ecarte"], "alice/gpu plays kozel: choose another name"),
    ],
)
def test_a_bot_that_cannot_be_connected_is_refused_in_words(
    answers, new, says, monkeypatch, capsys
):
    with serving(*answers) as server:
        monkeypatch.setenv("GOAT_ARENA", server.address)
        monkeypatch.setenv("GOAT_TOKEN", "goat_secret")
        assert main(["connect", "alice/gpu", *new, "--", sys.executable]) == 1
    assert says in capsys.readouterr().err


def test_lists_mark_remote_bots():
    bot = {"owner": "alice", "name": "gpu", "ruleset": "ecarte", "active": 1, "remote": True}
    assert "remote" in _row(bot | {"rating": None, "matches": 0, "latest": None})
    sides = [
        {"bot": "alice/gpu", "version": 1, "remote": True},
        {"bot": "bob/last", "version": 2, "remote": False},
    ]
    match = {"id": 7, "ruleset": "ecarte", "bots": sides, "queue": "table", "rated": False}
    line = match_line(match | {"scores": [1, 1], "state": "finished"})
    assert line == "#7  ecarte  alice/gpu remote 1 – 1 bob/last v2  challenge"
