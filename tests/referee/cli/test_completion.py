"""What shells offer when a person presses Tab."""

import subprocess
import sys
from pathlib import Path

import pytest
import typer

from engine.rulesets import RULESETS
from referee.cli.completion import candidates
from referee.cli.main import app, main

ROOT = Path(__file__).parents[3]
COMMAND = typer.main.get_command(app)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mybot.py").write_text("")
    (tmp_path / "my folder").mkdir()
    (tmp_path / ".hidden").write_text("")
    (tmp_path / "my\nname").write_text("")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("pl", ["play"]),
        ("play ec", ["ecarte", "ecarte/classic"]),
        ("play ecarte my", ["my folder/", "mybot.py"]),
        ("play ecarte nothing", []),
        ("play ecarte h", ["house/"]),
        ("play ecarte house/g", ["house/greedy-ecarte"]),
        ("check house/random", sorted(f"house/random-{game}" for game in RULESETS)),
        ("play ecarte .h", [".hidden"]),
        ("play --pa", ["--pairs"]),
        ("play --sandbox p", ["partners-may-talk"]),
        ("play --sandbox=p", ["--sandbox=partners-may-talk"]),
        ("play ecarte --option must_trump=", ["must_trump=on", "must_trump=off"]),
        ("play --option must_trump=", []),
        ("play --clock m", ["move_ms="]),
        ("tournament --format s", ["swiss", "single-elimination"]),
        ("replay m", ["my folder/", "mybot.py"]),
        ("replay nowhere/", []),
        ("completion f", ["fish"]),
        ("new ecarte mybot --language py", ["python", "python-training"]),
        ("--v", ["--version"]),
    ],
)
def test_the_words_that_may_follow(line, found):
    assert candidates(COMMAND, line.split(" ")) == found


def test_the_first_word_is_a_command():
    assert {"play", "check", "new", "submit", "completion"} <= set(candidates(COMMAND, [""]))


def test_a_game_is_offered_once():
    assert "kozel" in candidates(COMMAND, ["play", ""])
    assert "kozel" not in candidates(COMMAND, ["play", "ecarte", ""])


def test_every_line_can_be_asked_about(capsys):
    for words in ([], ["--"], ["-"], ["="], ["play", "--pairs="], ["x", "y", "z"], ["\x1b"], ["~"]):
        assert main(["completion", "--words", "--", *words]) == 0


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_each_shell_has_a_script_that_says_how_to_use_it(shell, capsys):
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert f"goat completion {shell}" in script
    assert "completion --words --" in script


def test_bash_completes_words_with_its_own_idea_of_words(tmp_path):
    (tmp_path / "goat").write_text(
        f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m referee.cli "$@"\n'
    )
    (tmp_path / "goat").chmod(0o755)
    lines = {
        "goat play ecarte --sandbox=pa": "<partners-may-talk >",
        "goat play ecarte my": "<my\\ folder/><mybot.py >",
    }
    script = f'PATH="{tmp_path}:$PATH"; source <(goat completion bash)\n' + "".join(
        f"COMP_LINE='{line}' COMP_POINT={len(line)}; _goat_completion\n"
        "printf '<%s>' \"${COMPREPLY[@]}\"; echo\n"
        for line in lines
    )
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=tmp_path)
    assert result.stdout.splitlines() == list(lines.values()), result.stderr
