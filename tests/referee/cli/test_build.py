"""`goat build`: runs the build lines of a bot's goat.toml, and nothing else does."""

import sys
from pathlib import Path

import pytest

from referee.cli.main import main

KIT = 'ruleset = "ecarte"\nname = "mybot"\nlanguage = "c"\npack = ["main.py"]\n'
PYTHON = Path(sys.executable).as_posix()


def project(folder: Path, *lines: str) -> str:
    build = ", ".join(f"'''{line}'''" for line in lines)
    (folder / "goat.toml").write_text(f'{KIT}build = [{build}]\nsources = ["source"]\n')
    (folder / "source").write_text("print()\n")
    return str(folder)


def test_it_runs_each_line_in_the_folder_and_shows_it(tmp_path, capfd):
    copy = f"{PYTHON} -c \"import shutil; shutil.copy('source', 'main.py')\""
    folder = project(tmp_path, f"{PYTHON} -c 'print(6 * 7)'", copy)
    assert main(["build", folder]) == 0
    shown = capfd.readouterr()
    assert shown.out == "42\n"
    assert "-c 'print(6 * 7)'" in shown.err and "shutil.copy" in shown.err
    assert (tmp_path / "main.py").exists()


def test_leading_names_with_values_are_variables(tmp_path, capfd):
    say = f"{PYTHON} -c \"import os; open('main.py', 'w').write(os.environ['WORD'])\""
    assert main(["build", project(tmp_path, f"WORD='a b' {say}")]) == 0
    assert (tmp_path / "main.py").read_text() == "a b"


def test_a_build_does_not_get_the_token_of_goat(tmp_path, monkeypatch):
    monkeypatch.setenv("GOAT_TOKEN", "goat_secret")
    say = f"{PYTHON} -c \"import os; open('main.py', 'w').write(str('GOAT_TOKEN' in os.environ))\""
    assert main(["build", project(tmp_path, say)]) == 0
    assert (tmp_path / "main.py").read_text() == "False"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("no-such-compiler main.c", "no-such-compiler is not installed: install it, or change"),
        (f"{PYTHON} -c 'exit(3)'", "failed with status 3"),
        (f"{PYTHON} -c 1", "the build went through, but main.py is not built yet"),
        ("A=1", "has no command: A=1"),
        ("/", "/ does not start: Permission denied"),
    ],
)
def test_a_build_that_fails_says_why(tmp_path, capfd, line, says):
    assert main(["build", project(tmp_path, line)]) == 1
    assert says in capfd.readouterr().err


def test_a_line_after_one_that_failed_is_not_run(tmp_path, capfd):
    folder = project(tmp_path, f"{PYTHON} -c 'exit(1)'", f'{PYTHON} -c \'open("ran", "w")\'')
    assert main(["build", folder]) == 1
    assert not (tmp_path / "ran").exists()


def test_words_of_a_line_are_not_for_a_shell(tmp_path, capfd):
    show = f"{PYTHON} -c \"import sys; print(sys.argv[1:])\" $HOME * '>' out && echo"
    assert main(["build", project(tmp_path, show)]) == 1  # main.py is not built by it
    assert capfd.readouterr().out == "['$HOME', '*', '>', 'out', '&&', 'echo']\n"


def test_a_folder_that_needs_no_build_or_is_no_kit(tmp_path, capfd):
    assert main(["build", str(tmp_path)]) == 1
    assert f"there is no goat.toml in {tmp_path}" in capfd.readouterr().err
    (tmp_path / "goat.toml").write_text(KIT)
    assert main(["build", str(tmp_path)]) == 0
    assert "mybot needs no build" in capfd.readouterr().err
