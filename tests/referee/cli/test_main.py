"""The command `goat`: wrong arguments, help, signals and a closed pipe."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee.cli.arguments import BadArgument
from referee.cli.main import main
from referee.cli.match_runner import matches_at_once
from referee.host.processors import processors
from tests.referee.play.small_bots import source

ROOT = Path(__file__).parents[3]
COMMANDS = ["play", "verify", "check", "tournament", "compare", "replay", "sandbox"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["play", "whist", "BOT", "BOT"], "no ruleset 'whist'"),
        (["play", "kozel", "BOT", "nowhere.py"], "there is no bot nowhere.py"),
        (["play", "kozel", "BOT", "x y=BOT"], "not a bot name: 'x y'"),
        (["play", "kozel", "BOT", f"{'x' * 61}=BOT"], "not a bot name"),
        (["play", "kozel", "a=BOT", "a-1=BOT", "--option", "speed=9"], "no option 'speed'"),
        (["play", "kozel", "BOT", "BOT", "--option", "limit=x"], "option limit takes"),
        (["play", "kozel", "BOT", "BOT", "--seed", "ab"], "64 hexadecimal digits"),
        (["play", "kozel", "BOT", "BOT", "--clock", "move=5"], "no clock named 'move'"),
        (
            ["play", "kozel", "BOT", "BOT", "--sandbox", "no"],
            "takes auto, partners-may-talk or off",
        ),
        (["play", "kozel", "BOT", "BOT", "--pairs", "0"], "--pairs"),
        (["play", "kozel", "BOT"], "goat play takes two bots, not 1"),
        (["play", "kozel", "BOT", "BROKEN"], "syntax"),
        (["play", "kozel", "BOT", "EMPTY"], "main.py"),
        (["replay", "EMPTY"], "EMPTY"),
        (["check", "whist", "BOT"], "no ruleset"),
        (["tournament", "kozel", "BOT"], "takes two bots or more, not 1"),
        (["tournament", "kozel", "a=BOT", "a-1=BOT", "a=BOT"], "two bots have the same name"),
        (["tournament", "kozel", "BOT", "BOT", "--jobs", "9999"], "--jobs 9999 is more than the"),
        (["tournament", "kozel", "BOT", "BOT", "--jobs", "0"], "--jobs"),
        (["compare", "kozel", "BOT", "BOT", "--batch", "x"], "--batch"),
        (["fly"], "there is no command 'fly'"),
    ],
)
def test_a_wrong_argument_is_reported_on_one_line(words, why, bot, tmp_path, monkeypatch, capsys):
    (tmp_path / "broken.py").write_text("def def")
    (tmp_path / "EMPTY").mkdir()
    monkeypatch.chdir(tmp_path)
    words = [word.replace("BOT", "last.py").replace("BROKEN", "broken.py") for word in words]
    assert main(words) in (1, 2)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("goat: ")
    assert shown.err.count("\n") == 1
    assert why.lower() in shown.err.lower()


def test_the_exit_status_tells_wrong_usage_from_other_errors(capsys):
    assert main(["fly"]) == 2
    assert main(["verify", "nowhere.json"]) == 1


@pytest.mark.parametrize("words", [[], ["--help"], *([command, "--help"] for command in COMMANDS)])
def test_every_command_has_help(words, capsys):
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "Usage: goat" in shown
    if len(words) < 2:
        assert all(f" {command} " in shown for command in COMMANDS)


def test_an_error_that_nobody_expects_keeps_its_traceback(monkeypatch):
    monkeypatch.setattr("referee.cli.commands.verify.read_json", lambda file: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        main(["verify", "match.json"])


def goat(*words: str, stdout: int = subprocess.PIPE) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "referee.cli", *words],
        stdout=stdout,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )


def test_a_reader_that_closes_the_pipe_ends_the_command_without_a_traceback(bot, tmp_path, capsys):
    record = tmp_path / "match.json"
    assert main(["play", "ecarte", bot, bot, "--record", str(record)]) == 0
    for words in (["replay", str(record)], ["verify", str(record)], ["--help"]):
        reading, writing = os.pipe()
        os.close(reading)
        process = goat(*words, stdout=writing)
        os.close(writing)
        _, err = process.communicate(timeout=30)
        assert (process.returncode, err) == (1, b"")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_match_and_its_bots(number, bot, tmp_path):
    sign = tmp_path / "pid"
    slow = tmp_path / "slow.py"
    slow.write_bytes(
        source(f"open({str(sign)!r}, 'a').write(f'{{os.getpid()}}\\n'); time.sleep(60)")
    )
    process = goat(
        *("play", "ecarte", bot, str(slow), "--sandbox", "off", "--clock", "move_ms=60000")
    )
    try:
        while process.poll() is None and not (sign.exists() and sign.read_text().endswith("\n")):
            time.sleep(0.01)
        process.send_signal(number)
        _, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 128 + number
    assert b"Traceback" not in err
    with pytest.raises(ProcessLookupError):
        os.kill(int(sign.read_text()), 0)


def test_as_many_matches_are_played_at_once_as_there_are_processors_and_no_more():
    most = len(processors())
    assert matches_at_once(None) == matches_at_once(most) == most
    assert matches_at_once(1) == 1
    with pytest.raises(BadArgument, match=f"--jobs {most + 1} is more than the {most} processors"):
        matches_at_once(most + 1)


def test_the_handler_of_sigterm_is_restored(capsys):
    before = signal.getsignal(signal.SIGTERM)
    main(["--help"])
    main(["verify", "nowhere.json"])
    assert signal.getsignal(signal.SIGTERM) == before
