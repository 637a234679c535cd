"""`goat check`: is a bot ready to submit?"""

import pytest

from engine.rulesets import RULESETS
from referee.cli.main import main
from tests.referee.play.small_bots import source


@pytest.mark.parametrize("name", RULESETS)
def test_a_bot_without_faults_is_ready_to_submit(name, bot, capsys):
    assert main(["check", name, bot, "--pairs", "1"]) == 0
    random_match, reference_match, verdict = capsys.readouterr().out.splitlines()
    assert random_match.endswith(f" house/random-{name}")
    assert reference_match.endswith(f" house/greedy-{name}")
    assert verdict == "last is ready to submit: no faults"


def test_each_fault_is_reported_with_the_request_that_led_to_it(tmp_path, capsys):
    bad = tmp_path / "bad.py"
    bad.write_bytes(source("tell('thinking hard'); say('{\"move\":\"card 9X\"}')"))
    assert main(["check", "ecarte", str(bad), "--pairs", "1"]) == 1
    shown = capsys.readouterr().out
    assert "bad is not ready to submit: 4 faults" in shown
    assert (
        "  the bot made an illegal move (illegal) in game 1 against house/random-ecarte, seat 0,"
        " after" in shown
    )
    assert (
        "  4 times: games 1, 2 against house/random-ecarte; games 1, 2 against house/greedy-ecarte"
        in shown
    )
    assert shown.count("; answer with one of the moves in “legal”") == 1
    assert "card 9X" in shown
    assert '{"type":"move","game":1,"turn":1,"seat":0,"events":' in shown
    assert "thinking hard" in shown


def test_the_first_line_of_a_fault_says_cause_place_and_remedy(tmp_path, capsys):
    bad = tmp_path / "bad.py"
    bad.write_text("import sys\nimport numpy\n")
    assert main(["check", "ecarte", str(bad), "--pairs", "2"]) == 1
    _, _, first, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith(
        "main.py line 2: No module named 'numpy'; bots have the standard library"
    )
    assert rest[1].startswith("  6 times: ")
    assert rest[2] == "  Traceback (most recent call last):"
    assert len([line for line in rest if "numpy'" in line]) == 1


def test_faults_of_the_opponent_are_not_reported(bot, bad_bot, monkeypatch, capsys):
    from referee.cli import arguments

    monkeypatch.setattr(arguments, "reference_bots", lambda rules: arguments.entrants([bad_bot]))
    assert main(["check", "ecarte", bot, "--pairs", "1"]) == 0
    assert "last is ready to submit: no faults" in capsys.readouterr().out


def test_a_bot_that_a_restart_in_the_middle_confuses_is_told_so(tmp_path, capsys):
    forgets = tmp_path / "forgets.py"
    forgets.write_bytes(source("if message['turn'] == 1: hand = message['view']\nhand['hand']"))
    assert main(["check", "ecarte", str(forgets), "--pairs", "1"]) == 0
    _, _, table, first, *rest = capsys.readouterr().out.splitlines()
    assert table == "At a table with people it would lose:"
    assert "NameError: name 'hand' is not defined" in first
    assert any("Its first request has all events" in line for line in rest)
    assert rest[-1] == "forgets is ready to submit: no faults"


KIND = "Submit a Python file (.py), or a zip with main.py at its top level"


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("bot.sh", b"echo\n", f"this is a Bash script. {KIND}"),
        ("bot.c", b"int main(void) { }\n", f"this is C source. {KIND}"),
        ("bot.js", b"1\n", f"this is a node program (main.js). {KIND}. If your arena accepts it"),
        ("bot.js", b"1\n", "If your arena accepts it, add --language node, or set GOAT_BOT_"),
        ("bot.py", b"#" * (1 << 20) + b"\n", "1,048,577 bytes (1 MiB); at most 1,048,576 bytes"),
        ("bot.py", b"def f(:\n", "bot.py: main.py, line 1: "),
    ],
)
def test_what_the_site_does_not_accept_is_not_ready(name, content, problem, tmp_path, capsys):
    bot = tmp_path / name
    bot.write_bytes(content)
    assert main(["check", "ecarte", str(bot), "--pairs", "1"]) == 1
    assert problem in capsys.readouterr().err


def test_the_settings_of_another_arena_are_taken_from_the_environment(
    tmp_path, monkeypatch, capsys
):
    bot = tmp_path / "bot.py"
    bot.write_bytes(source() + b"#" * 200)
    monkeypatch.setenv("GOAT_SUBMISSION_MAX_BYTES", "200")
    assert main(["check", "ecarte", str(bot), "--pairs", "1"]) == 1
    assert "at most 200 bytes" in capsys.readouterr().err
    monkeypatch.delenv("GOAT_SUBMISSION_MAX_BYTES")
    monkeypatch.setenv("GOAT_BOT_RUNTIMES", "node native")
    assert main(["check", "ecarte", str(bot), "--pairs", "1"]) == 1
    assert "this is a python program (main.py). Submit a JavaScript" in capsys.readouterr().err
    monkeypatch.setenv("GOAT_BOT_RUNTIMES", "python cobol")
    assert main(["check", "ecarte", str(bot), "--pairs", "1"]) == 1
    assert "GOAT_BOT_RUNTIMES names 'cobol': known here are python node" in capsys.readouterr().err
    monkeypatch.setenv("GOAT_SUBMISSION_MAX_BYTES", "lots")
    monkeypatch.delenv("GOAT_BOT_RUNTIMES")
    assert main(["check", "ecarte", str(bot), "--pairs", "1"]) == 1
    assert "GOAT_SUBMISSION_MAX_BYTES=lots: write a whole number" in capsys.readouterr().err
