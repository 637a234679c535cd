"""`goat new`: a starter kit for a bot."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.main import main

ENV = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_it_writes_a_kit_and_says_what_to_do_next(tmp_path, capsys):
    assert main(["new", "kozel", "mybot"]) == 0
    shown = capsys.readouterr().out
    assert "mybot is a bot for kozel, in Python." in shown
    steps = ["cd mybot", "edit main.py", "goat check .", "goat submit ."]
    assert [line.strip() for line in shown.splitlines()[1:]] == steps
    assert "or `kozel`" in (tmp_path / "mybot" / "README.md").read_text()


def test_the_next_steps_can_be_typed_when_a_folder_has_a_space(tmp_path, capsys):
    assert main(["new", "kozel", "mybot", "--folder", "week 1"]) == 0
    shown = capsys.readouterr().out
    assert "mybot is a bot for kozel" in shown and "  cd 'week 1'\n" in shown


def test_a_kit_that_it_writes_is_ready_to_submit(capsys):
    assert main(["new", "ecarte", "mybot"]) == 0
    assert main(["check", "ecarte", "mybot", "--pairs", "1"]) == 0
    assert "mybot is ready to submit: no faults" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["new"], "the game is missing: goat new RULESET NAME"),
        (["new", "kozel"], "the name of the bot is missing"),
        (["new", "chess", "mybot"], "there is no ruleset 'chess'; there are kozel"),
        (["new", "kozel", "My Bot"], "use lowercase letters"),
        (["new", "kozel", "mybot", "--language", "cobol"], "no kit for the language 'cobol'"),
        (["new", "kozel", "mybot", "--folder", "no/such/place"], "cannot be written"),
    ],
)
def test_what_is_missing_or_wrong_is_said_in_one_line(words, says, tmp_path, capsys):
    assert main(words) == (2 if "missing" in says else 1)
    error = capsys.readouterr().err
    assert says in error and error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_existing_folder_is_not_overwritten(tmp_path, capsys):
    assert main(["new", "kozel", "mybot"]) == 0
    (tmp_path / "mybot" / "main.py").write_text("mine")
    assert main(["new", "ecarte", "mybot"]) == 1
    assert "mybot exists already" in capsys.readouterr().err
    assert (tmp_path / "mybot" / "main.py").read_text() == "mine"


def test_a_kit_in_another_language_says_how_to_build_and_check_it(tmp_path, capsys):
    assert main(["new", "kozel", "mybot", "--language", "java", "--folder", "here"]) == 0
    steps = ["cd here", "export GOAT_RUNTIMES_FILE=runtimes.toml", "edit Main.java", "goat build ."]
    check = "goat check . --language java"
    shown = capsys.readouterr().out.splitlines()
    assert [line.strip() for line in shown[1:-1]] == [*steps, check, "goat submit ."]
    assert shown[-1] == "An arena accepts java programs only if its operator allows them."
    assert "accepts `java` programs too" in (tmp_path / "here" / "README.md").read_text()


def test_a_bot_has_the_name_of_its_goat_toml(tmp_path, monkeypatch, capsys):
    assert main(["new", "ecarte", "mybot", "--folder", "elsewhere"]) == 0
    monkeypatch.chdir(tmp_path / "elsewhere")
    for bot in (".", "main.py"):
        capsys.readouterr()
        words = ["play", "ecarte", bot, "house/random-ecarte", "--pairs", "1", "--sandbox", "off"]
        assert main(words) == 0
        assert "mybot " in capsys.readouterr().out


def typed(folder: Path, keys: bytes) -> tuple[int, str]:
    """`goat new` in a terminal where a person types these keys: its status and what it shows."""
    terminal, end = os.openpty()
    goat = [sys.executable, "-m", "referee.cli", "new"]
    with subprocess.Popen(goat, cwd=folder, stdin=end, stdout=end, stderr=end, env=ENV) as new:
        os.close(end)
        os.write(terminal, keys)
        shown = b""
        with contextlib.suppress(OSError):  # the terminal's end, when nobody holds it any more
            while piece := os.read(terminal, 4096):
                shown += piece
        new.wait(60)
    os.close(terminal)
    return new.returncode, shown.decode()


def test_in_a_terminal_it_asks_for_what_is_missing(tmp_path):
    status, shown = typed(tmp_path, b"chess\nkoz\n\n3\n")
    assert status == 0, shown
    assert "Write a number from 1 to" in shown
    assert "mybot is a bot for kozel, in C." in shown
    assert (tmp_path / "mybot" / "main.c").exists()


def test_giving_up_in_the_middle_leaves_nothing(tmp_path):
    status, shown = typed(tmp_path, b"kozel\n\x04")
    assert status == 1 and "nothing was created" in shown
    assert list(tmp_path.iterdir()) == []
