"""`goat reproduce` of a record: for which of its bots a program plays."""

import pytest

from referee.cli.main import main

LAST_MOVE = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "ready"}', flush=True)
    elif message["type"] == "move":
        print(json.dumps({"move": message["legal"][-1]}), flush=True)
"""


@pytest.fixture
def record(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(LAST_MOVE)
    match = ["play", "ecarte", "house/greedy-ecarte", "mine.py", "--sandbox", "off"]
    assert main([*match, "--record", "match.json"]) == 0
    return "match.json"


def test_a_program_plays_for_the_bot_of_its_name(record, capsys):
    assert main(["reproduce", record, "--bot", "mine.py", "--sandbox", "off"]) == 0
    assert "identical: the same" in capsys.readouterr().out


def test_a_program_of_another_name_needs_its_side(record, tmp_path, capsys):
    (tmp_path / "other.py").write_text(LAST_MOVE)
    words = ["reproduce", record, "--bot", "other.py", "--sandbox", "off"]
    assert main(words) == 1
    error = capsys.readouterr().err
    assert "--side 0 for house/greedy-ecarte, or --side 1 for mine" in error
    assert main([*words, "--side", "1"]) == 0
