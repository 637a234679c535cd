"""`goat new`: a starter kit for a bot."""

import pytest

from referee.cli.main import main


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_it_writes_a_kit_and_says_what_to_do_next(tmp_path, capsys):
    assert main(["new", "kozel", "mybot"]) == 0
    shown = capsys.readouterr().out
    assert "mybot is a bot for kozel, in Python." in shown
    assert "goat check mybot" in shown and "goat submit mybot" in shown
    assert "or `kozel`" in (tmp_path / "mybot" / "README.md").read_text()


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
    assert main(words) == 1
    error = capsys.readouterr().err
    assert says in error and error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_existing_folder_is_not_overwritten(tmp_path, capsys):
    assert main(["new", "kozel", "mybot"]) == 0
    (tmp_path / "mybot" / "main.py").write_text("mine")
    assert main(["new", "ecarte", "mybot"]) == 1
    assert "mybot exists already" in capsys.readouterr().err
    assert (tmp_path / "mybot" / "main.py").read_text() == "mine"
