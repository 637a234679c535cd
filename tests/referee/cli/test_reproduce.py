"""`goat reproduce`: what it runs on the author's machine."""

import pytest

from referee.cli import match_runner
from referee.cli.main import main
from tests.referee.client.scripted_server import answer, serving


def test_without_a_sandbox_no_program_of_an_arena_runs_unasked(monkeypatch, capsys):
    monkeypatch.setattr(match_runner, "LINUX", False)
    with serving(answer({"state": "queued"})) as server:
        monkeypatch.setenv("GOAT_ARENA", server.address)
        monkeypatch.setenv("GOAT_TOKEN", "goat_secret")
        assert main(["reproduce", "1"]) == 1
        assert "would run here without a sandbox" in capsys.readouterr().err
        assert not server.asked
        assert main(["reproduce", "1", "--sandbox", "off"]) == 1
        assert "match 1 is queued" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--bot", "mybot.py"], ["--bot", "mybot.py", "--side", "1"]])
def test_ones_own_copy_runs_without_a_sandbox(monkeypatch, capsys, words):
    monkeypatch.setattr(match_runner, "LINUX", False)
    with serving(answer({"state": "queued"})) as server:
        assert main(["reproduce", "1", "--arena", server.address, *words]) == 1
    assert "match 1 is queued" in capsys.readouterr().err
