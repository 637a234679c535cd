"""`goat play`, `goat verify` and `goat check`."""

import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from engine.verify import verify
from referee.cli.main import main
from tests.referee.play.playing import source

BOTS = Path(__file__).parents[3] / "bots"


@pytest.fixture
def bot(tmp_path):
    path = tmp_path / "last.py"
    path.write_bytes(source())
    return str(path)


def test_play_plays_a_match_and_writes_a_record_that_verifies(bot, tmp_path, capsys):
    file = tmp_path / "match.json"
    seed = "ab" * 32
    words = ["play", "kozel", bot, f"mine={bot}", "--seed", seed, "--option", "limit=4"]
    assert main([*words, "--clock", "move_ms=700", "--record", str(file)]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "last 1 – 1 mine" in shown.out
    record = json.loads(file.read_text())
    verify(record)
    assert record["match_seed"] == seed
    assert record["options"] == {"limit": 4}
    assert record["clock"] == {"start_ms": 10000, "move_ms": 700, "bank_ms": 10000}
    assert [found["name"] for found in record["bots"]] == ["last", "mine"]

    assert main(["verify", str(file)]) == 0
    assert "verified, last 1 – 1 mine" in capsys.readouterr().out


def test_play_names_each_fault(bot, tmp_path, capsys):
    bad = tmp_path / "bad.py"
    bad.write_bytes(source("say('what?')"))
    assert main(["play", "ecarte", bot, str(bad), "--pairs", "2"]) == 0
    shown = capsys.readouterr().out
    assert "malformed (seat 0): expected {" in shown
    assert "malformed (seat 1): expected {" in shown
    assert "forfeit (seat 0): forfeited after 3 faults in this match" in shown
    assert "last 4 – 0 bad (3 malformed, 1 forfeit)" in shown


def test_two_bots_of_one_name_are_told_apart(bot, capsys):
    assert main(["play", "ecarte", bot, bot]) == 0
    assert "last-1 1 – 1 last-2" in capsys.readouterr().out


def test_a_folder_or_a_zip_with_main_py_is_a_bot(bot, tmp_path, capsys):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "main.py").write_text("import rest")
    (folder / "rest.py").write_bytes(source())
    with zipfile.ZipFile(tmp_path / "zipped.zip", "w") as archive:
        for path in folder.iterdir():
            archive.write(path, path.name)
    assert main(["play", "ecarte", str(folder), str(tmp_path / "zipped.zip")]) == 0
    assert "folder 1 – 1 zipped" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["play", "whist", "BOT", "BOT"], "no ruleset 'whist'; there are kozel"),
        (["play", "kozel", "BOT", "nowhere.py"], "there is no bot nowhere.py"),
        (["play", "kozel", "BOT", "x y=BOT"], "not a bot name"),
        (["play", "kozel", "BOT", "BOT", "--option", "speed=9"], "no option 'speed'"),
        (["play", "kozel", "BOT", "BOT", "--option", "limit=x"], "option limit takes"),
        (["play", "kozel", "BOT", "BOT", "--seed", "ab"], "64 hexadecimal digits"),
        (["play", "kozel", "BOT", "BOT", "--clock", "move=5"], "no clock named 'move'"),
        (
            ["play", "kozel", "BOT", "BOT", "--sandbox", "no"],
            "takes auto, partners-may-talk or off",
        ),
        (["play", "kozel", "BOT", "BOT", "--record", "no/where.json"], "there is no folder"),
        (["play", "kozel", "BOT", "BOT", "--pairs", "0"], "--pairs"),
        (["play", "kozel", "BOT"], "Missing argument"),
        (["play", "kozel", "BOT", "BROKEN"], "syntax"),
        (["verify", "nowhere.json"], "cannot be read"),
        (["verify", "BOT"], "is not JSON"),
        (["verify", "LIST"], "does not contain a JSON object"),
        (["verify", "EMPTY"], "EMPTY: "),
        (["replay", "EMPTY"], "EMPTY: "),
        (["check", "whist", "BOT"], "no ruleset"),
        (["tournament", "kozel", "BOT"], "at least 2 entries"),
        (["tournament", "kozel", "BOT", "BOT", "--jobs", "9999"], "more than the"),
        (["fly"], "No such command"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words, why, bot, tmp_path, monkeypatch, capsys):
    (tmp_path / "broken.py").write_text("def def")
    (tmp_path / "list").write_text("[" * 5000)
    (tmp_path / "LIST").write_text("[]")
    (tmp_path / "EMPTY").write_text("{}")
    monkeypatch.chdir(tmp_path)
    words = [word.replace("BOT", "last.py").replace("BROKEN", "broken.py") for word in words]
    assert main(words) in (1, 2)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("goat: ")
    assert shown.err.count("\n") == 1
    assert why.lower() in shown.err.lower()


def test_a_record_that_was_touched_does_not_verify(bot, tmp_path, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    main(["play", "ecarte", bot, bot, "--record", str(good)])
    record = json.loads(good.read_text())
    record["scores"] = [2.0, 0.0]
    bad.write_text(json.dumps(record))
    capsys.readouterr()
    assert main(["verify", str(bad), str(good)]) == 1
    shown = capsys.readouterr()
    assert shown.err.startswith(f"goat: {bad}: ")
    assert "scores are [2.0, 0.0]" in shown.err
    assert f"{good}: verified" in shown.out


def test_off_warns_that_nothing_holds(bot, capsys):
    assert main(["play", "ecarte", bot, bot, "--sandbox", "off"]) == 0
    assert "without a sandbox" in capsys.readouterr().err


def test_a_machine_without_a_sandbox_is_told_so_with_advice(bot, monkeypatch, capsys):
    from referee.sandbox import NoSandbox

    def refuse(mode):
        raise NoSandbox("bubblewrap is missing: apt-get install bubblewrap")

    monkeypatch.setattr("referee.cli.match_runner.choose", refuse)
    assert main(["play", "ecarte", bot, bot]) == 1
    assert capsys.readouterr().err == "goat: bubblewrap is missing: apt-get install bubblewrap\n"


def test_check_finds_a_good_bot_ready(bot, capsys):
    assert main(["check", "ecarte", bot, "--pairs", "1"]) == 0
    shown = capsys.readouterr().out
    assert "last is ready to submit" in shown
    assert "random_bot" in shown


def test_check_names_each_fault_with_the_message_that_led_to_it(tmp_path, capsys):
    bad = tmp_path / "bad.py"
    bad.write_bytes(source("tell('thinking hard'); say('{\"move\":\"card 9X\"}')"))
    assert main(["check", "ecarte", str(bad), "--pairs", "1"]) == 1
    shown = capsys.readouterr().out
    assert "bad is not ready to submit: 4 faults" in shown
    assert "illegal in game 1 against random_bot, seat 0, move " in shown
    assert "'card 9X'" in shown
    assert '{"type":"move","game":1,"turn":1,"seat":0,"events":' in shown
    assert "thinking hard" in shown


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_match_and_its_bots(number, bot, tmp_path):
    sign = tmp_path / "pid"
    slow = tmp_path / "slow.py"
    slow.write_bytes(
        source(f"open({str(sign)!r}, 'a').write(f'{{os.getpid()}}\\n'); time.sleep(60)")
    )
    words = ["play", "ecarte", bot, str(slow), "--sandbox", "off", "--clock", "move_ms=60000"]
    goat = subprocess.Popen(
        [sys.executable, "-m", "referee.cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=BOTS.parent,
    )
    try:
        while goat.poll() is None and not (sign.exists() and sign.read_text().endswith("\n")):
            time.sleep(0.01)
        goat.send_signal(number)
        _, err = goat.communicate(timeout=30)
    finally:
        goat.kill()
    assert goat.returncode == 128 + number
    assert b"Traceback" not in err
    with pytest.raises(ProcessLookupError):
        os.kill(int(sign.read_text()), 0)


def test_help_is_given_for_the_command_and_for_each_of_its_words(capsys):
    for words in ([], ["--help"], *([word, "--help"] for word in ("play", "check", "tournament"))):
        assert main(words) == 0
        assert "Usage: goat" in capsys.readouterr().out
