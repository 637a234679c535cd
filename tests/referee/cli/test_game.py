"""Commands find out which game they are about, and ask only a person."""

import io
import sys

import pytest

from referee.cli import asking
from referee.cli.arguments import BadArgument
from referee.cli.game_and_bots import game_and_bots
from tests.referee.play.small_bots import source

PROJECT = 'ruleset = "{}"\nname = "my-bot"\nlanguage = "python"\npack = ["main.py"]\n'


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_bytes(source())
    for game in ("ecarte", "kozel"):
        kit = tmp_path / f"my-{game}"
        kit.mkdir()
        (kit / "main.py").write_bytes(source())
        (kit / "goat.toml").write_text(PROJECT.format(game))
    return tmp_path


@pytest.mark.parametrize(
    ("words", "game"),
    [
        (["kozel", "a.py", "b.py"], "kozel"),
        (["ecarte/classic", "a.py", "b.py"], "ecarte/classic"),
        (["my-ecarte", "a.py"], "ecarte"),
        (["a.py", "my-ecarte/main.py"], "ecarte"),
        (["new=my-kozel", "old=a.py"], "kozel"),
        (["a.py", "house/random-svoi-kozyri"], "svoi-kozyri"),
        (["my-kozel", "house/greedy-kozel"], "kozel"),
    ],
)
def test_the_game_is_the_one_named_or_that_of_the_bots(words, game):
    assert game_and_bots("play", words, 2, 2) == (game, words[-2:])


def test_a_bot_may_have_the_name_of_a_game(folder):
    (folder / "kozel").mkdir()
    (folder / "kozel" / "main.py").write_bytes(source())
    assert game_and_bots("play", ["ecarte", "kozel", "a.py"], 2, 2) == ("ecarte", ["kozel", "a.py"])
    assert game_and_bots("check", ["ecarte", "kozel"], 1, 1) == ("ecarte", ["kozel"])


def test_in_the_folder_of_a_kit_not_even_the_bot_is_named(folder, monkeypatch):
    monkeypatch.chdir(folder / "my-kozel")
    assert game_and_bots("check", [], 1, 1) == ("kozel", ["."])
    assert game_and_bots("check", ["ecarte"], 1, 1) == ("ecarte", ["."])


def asked(monkeypatch, answers):
    lines = io.StringIO(answers)
    lines.isatty = lambda: True
    monkeypatch.setattr(sys, "stdin", lines)
    monkeypatch.setattr(asking.err, "_force_terminal", True)
    return game_and_bots("check", ["a.py"], 1, 1)[0]


@pytest.mark.parametrize(
    ("answers", "game"),
    [
        ("kozel\n", "kozel"),
        ("2\n", "svoi-kozyri"),
        ("ko\n", "kozel"),
        (" ECARTE/C \n", "ecarte/classic"),
        ("\nwhist\n0\n99\n" + "9" * 5000 + "\n²\n1\n", "kozel"),
    ],
)
def test_a_person_at_a_terminal_is_asked(monkeypatch, capsys, answers, game):
    assert asked(monkeypatch, answers) == game
    assert "  3  ecarte" in capsys.readouterr().err


def test_a_person_who_leaves_is_told_what_to_write(monkeypatch):
    with pytest.raises(BadArgument, match=r"no game was chosen: goat check RULESET a\.py"):
        asked(monkeypatch, "x\n")
