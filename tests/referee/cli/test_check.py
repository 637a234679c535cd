"""`goat check`: is a bot ready to submit?"""

import pytest

from engine.rulesets import RULESETS
from referee.cli.main import main
from tests.referee.play.small_bots import source


@pytest.mark.parametrize("name", RULESETS)
def test_a_bot_without_faults_is_ready_to_submit(name, bot, capsys):
    assert main(["check", name, bot, "--pairs", "1"]) == 0
    random_match, reference_match, verdict = capsys.readouterr().out.splitlines()
    assert random_match.endswith(" random_bot")
    assert reference_match.endswith(f" {name.replace('-', '_')}")
    assert verdict == "last is ready to submit: no faults"


def test_each_fault_is_reported_with_the_request_that_led_to_it(tmp_path, capsys):
    bad = tmp_path / "bad.py"
    bad.write_bytes(source("tell('thinking hard'); say('{\"move\":\"card 9X\"}')"))
    assert main(["check", "ecarte", str(bad), "--pairs", "1"]) == 1
    shown = capsys.readouterr().out
    assert "bad is not ready to submit: 4 faults" in shown
    assert "game 1 against random_bot, seat 0, after " in shown
    assert " moves: the bot made an illegal move (illegal)" in shown
    assert "game 2 against ecarte, seat 1, after " in shown
    assert "card 9X" in shown
    assert '{"type":"move","game":1,"turn":1,"seat":0,"events":' in shown
    assert "thinking hard" in shown


def test_faults_of_the_opponent_are_not_reported(bot, bad_bot, monkeypatch, capsys):
    from referee.cli import arguments

    monkeypatch.setattr(arguments, "reference_bots", lambda rules: arguments.entrants([bad_bot]))
    assert main(["check", "ecarte", bot, "--pairs", "1"]) == 0
    assert "last is ready to submit: no faults" in capsys.readouterr().out
