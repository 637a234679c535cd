"""No library speaks to the user: every error is a line of ours, with what to write instead."""

import re
import zipfile
from pathlib import Path

import pytest

from referee.cli.main import main
from tests.referee.play.small_bots import source

# What the libraries that read words, files and numbers say.
FOREIGN = re.compile(
    r"Input should|Invalid (value|initial)|valid (integer|number|float|boolean)|Missing|No such"
    r"|requires an argument|unexpected extra|does not take|JSON is malformed|truncated|Expecting"
    r"|not a zip file|recursion|codec|\[Errno|Traceback|Error:|Usage:|╭|NoneType|object at"
)
BOTS = ("good.py", "b=good.py")
KOZEL = ("play", "kozel", *BOTS)
COMPARE = ("compare", "kozel", *BOTS)
TOURNAMENT = ("tournament", "kozel", *BOTS)

# The words of the command, and a part of the answer.
WRONG_WORDS = [
    (["fly"], "there is no command 'fly'. All commands: goat --help"),
    (["plya"], "Did you mean play?"),
    (["--fast"], "goat has no option '--fast'"),
    (["play", "--fast"], "goat play has no option '--fast'. All options: goat play --help"),
    (["play", "--pair", "3"], "Did you mean --pairs?"),
    (["play"], "goat play takes two bots, not none: goat play [RULESET] BOT BOT"),
    (["play", "kozel"], "takes two bots, not none"),
    (["play", "kozel", "good.py"], "takes two bots, not 1"),
    (["play", "kozel", *BOTS, "good.py"], "takes two bots, not 3"),
    (["play", *BOTS], "the game is missing: goat play RULESET good.py b=good.py, where RULESET is"),
    (["bots", "--ruleset", "whist"], "there is no game 'whist': choose from kozel"),
    (["matches", "--ruleset", "whist"], "there is no game 'whist': choose from kozel"),
    (["matches", "--state", "over"], "there is no state 'over': choose from queued, running"),
    (["connect", "gpu", "--", "no-such-program"], "there is no program no-such-program: write"),
    (["connect", "gpu", "--new", "whist", "--", "sh"], "there is no game 'whist'"),
    (["play", "whist", *BOTS], "there is no ruleset 'whist'"),
    (["play", "house/greedy-kozel", "house/greedy-ecarte"], "name the game before the bots"),
    ([*KOZEL, "--pairs"], "--pairs needs a value: --pairs N"),
    ([*KOZEL, "--pairs", "x"], "from 1 to 100000, not 'x'"),
    ([*KOZEL, "--pairs=0"], "--pairs takes a whole number from 1 to 100000, not '0'"),
    ([*KOZEL, "--pairs", "9" * 5000], "--pairs takes a whole number"),
    ([*KOZEL, "--pairs", "1.5"], "not '1.5'"),
    ([*KOZEL, "--pairs", ""], "not ''"),
    ([*KOZEL, "--seed", "xyz"], "64 hexadecimal digits"),
    ([*KOZEL, "--option", "speed"], "has no option 'speed'"),
    ([*KOZEL, "--option", "limit="], "option limit takes"),
    ([*KOZEL, "--clock", "move_ms=-1"], "write move_ms=500"),
    ([*KOZEL, "--clock", "∞"], "no clock named '∞'"),
    ([*KOZEL, "--sandbox", "on"], "--sandbox takes auto, partners-may-talk or off"),
    ([*KOZEL, "--record", "nowhere/match.json"], "there is no folder"),
    (["play", "kozel", "=good.py", "good.py"], "not a bot name"),
    (["play", "kozel", "a=", "good.py"], "there is no path after a="),
    (["play", "kozel", "house/best", "good.py"], "there is no reference bot house/best"),
    (["check"], "goat check takes a bot, not none: goat check [RULESET] BOT"),
    (["check", "nobody.py"], "there is no bot nobody.py"),
    (["check", "good.py"], "the game is missing: goat check RULESET good.py"),
    (["check", "kozel", "good.py", "--language", "cobol"], "cobol"),
    ([*COMPARE, "--elo0", "many"], "--elo0 takes a number, not 'many'"),
    ([*COMPARE, "--elo1", "nan"], "elo1 must be between"),
    ([*COMPARE, "--batch", "0"], "from 1 to 1000, not '0'"),
    ([*COMPARE, "--jobs", "0"], "--jobs takes a whole number of at least 1"),
    ([*TOURNAMENT, "--format", "cup"], "--format: 'cup' is not one of round-robin"),
    ([*TOURNAMENT, "--draw=yes"], "--draw takes no value: write --draw alone"),
    ([*TOURNAMENT, "--tie-breaks", "luck"], "tie-breaks must be among game_points"),
    ([*TOURNAMENT, "--cycles", "x"], "--cycles takes a whole number, not 'x'"),
    ([*TOURNAMENT, "--out", "other"], "tournament.json is not JSON"),
    (["tournament", "kozel", "good.py"], "takes two bots or more, not 1"),
    (["verify"], "FILE… is missing: goat verify [OPTIONS] FILE…"),
    (["verify", "good.json", "--commitment", "x"], "--commitment: write the 64 hexadecimal digits"),
    (["replay", "a.json", "b.json"], "too many words: goat replay [OPTIONS] FILE"),
    (["replay", "a.json", "--game", "x"], "--game takes a whole number of at least 1, not 'x'"),
    (["completion", "tcsh"], "name your shell: goat completion bash|zsh|fish|powershell"),
    (["new", "whist", "mybot"], "there is no ruleset 'whist'"),
    (["new", "ecarte", "Über Bot"], "cannot be the name of a bot"),
]

RECORDS = {
    "empty": (b"", "it is empty"),
    "half": (b'{"format": "goat', "line 1, column 12 cannot be read"),
    "cut": (b'{"format":', "it is cut off"),
    "list": (b"[1]", "does not contain a JSON object"),
    "nan": (b'{"a": NaN}', "a value that JSON does not have"),
    "utf16": ('{"a": 1}'.encode("utf-16"), "byte 0 is not UTF-8"),
    "deep": (b"[" * 100_000, "is not JSON: it is nested too deeply"),
    "twice": (b'{"a": 1, "a": 2}', "has the key 'a' twice"),
    "other": (b'{"format": "png"}', "format"),
    "none": (b"{}", "format is missing"),
}

PROGRAMS = {
    "broken.zip": (b"PK\x03\x04oh", "the zip is damaged or cut off; create it again"),
    "latin.py": (b"x = '\xff'", "not UTF-8 (byte 0xff); save the file as UTF-8"),
    "nul.py": (b"x = 1\0", "a NUL byte"),
    "syntax.py": (b"print(", "line 1"),
    "empty.py": (b"", "the file is empty"),
    "page.py": (b"<!DOCTYPE html><p>", "HTML"),
    "bot.sh": (b"#!/bin/sh", "this is a Bash script"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.py").write_bytes(source())
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "tournament.json").write_text("{'")
    return tmp_path


def complaint(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that a wrong command prints, after the name of the command."""
    assert main(words) in (1, 2)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("goat: ")
    assert shown.err.count("\n") == 1, shown.err
    assert not FOREIGN.search(shown.err), shown.err
    return shown.err


@pytest.mark.parametrize(
    ("words", "answer"), WRONG_WORDS, ids=[" ".join(words)[:50] for words, _ in WRONG_WORDS]
)
def test_wrong_words(words, answer, capsys):
    assert answer in complaint(words, capsys)


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_wrong_records(command, name, folder, capsys):
    content, answer = RECORDS[name]
    (folder / f"{name}.json").write_bytes(content)
    assert answer in complaint([command, f"{name}.json"], capsys)


def test_no_record(capsys):
    assert "there is no file nowhere.json" in complaint(["verify", "nowhere.json"], capsys)
    assert "other is a folder: name a file in it" in complaint(["replay", "other"], capsys)


@pytest.mark.parametrize("name", PROGRAMS)
def test_wrong_programs(name, folder, capsys):
    content, answer = PROGRAMS[name]
    (folder / name).write_bytes(content)
    assert answer in complaint(["play", "kozel", name, "good.py"], capsys)


def test_a_zip_that_leads_elsewhere(folder, capsys):
    with zipfile.ZipFile(folder / "bad.zip", "w") as archive:
        archive.writestr("../main.py", "")
    assert "leads out of the program" in complaint(["check", "kozel", "bad.zip"], capsys)


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        ("ruleset = =", "goat.toml: it is not TOML: line 1, column 11 cannot be read"),
        ("ruleset = [", "goat.toml: it is not TOML"),
        ('ruleset = "whist"\nname = "x"', "there is no ruleset 'whist'"),
    ],
)
def test_a_wrong_project_file(content, answer, folder, capsys):
    (folder / "kit").mkdir()
    (folder / "kit" / "goat.toml").write_text(content)
    assert answer in complaint(["check", "kit"], capsys)


def test_a_wrong_file_of_languages(folder, capsys, monkeypatch):
    monkeypatch.setenv("GOAT_RUNTIMES_FILE", str(folder / "languages.toml"))
    (folder / "languages.toml").write_text("= 3")
    assert "it is not TOML: line 1, column 1" in complaint([*KOZEL], capsys)
    (folder / "languages.toml").write_bytes(b"\xff")
    assert "is not UTF-8; save it as UTF-8" in complaint([*KOZEL], capsys)


def test_a_folder_that_cannot_be_used(capsys):
    off = ("--sandbox", "off")
    assert main([*COMPARE, *off, "--out", "good.py"]) == 1
    assert "the folder good.py cannot be used" in capsys.readouterr().err
