"""`goat.toml`: what a folder with a bot says about itself, and which of its files are packed."""

import os
from pathlib import Path

import pytest

from referee.programs.archive import BadProgram
from referee.programs.program import load_program
from referee.programs.project_file import BadProject, project_of, read_project

PYTHON = 'ruleset = "ecarte"\nname = "my-bot"\nlanguage = "python"\npack = ["main.py"]\n'
BUILT = (
    PYTHON.replace('"main.py"', '"main"')
    + 'build = "cc -o main \'my file.c\'"\nsources = ["my file.c"]\n'
)


def write(folder: Path, text: str | bytes) -> Path:
    content = text.encode() if isinstance(text, str) else text
    (folder / "goat.toml").write_bytes(content)
    return folder


def test_a_project_is_found_from_its_folder_or_a_file_in_it(tmp_path):
    write(tmp_path, PYTHON)
    (tmp_path / "main.py").write_text("")
    project = project_of(tmp_path / "main.py")
    assert project == project_of(tmp_path)
    assert (project.ruleset, project.name, project.language) == ("ecarte", "my-bot", "python")
    assert (project.pack, project.build, project.build_lines) == (("main.py",), (), "")


def test_a_folder_without_the_file_is_no_project(tmp_path):
    assert read_project(tmp_path) is None
    assert read_project(tmp_path / "missing") is None


def test_only_what_the_file_packs_is_submitted(tmp_path):
    write(tmp_path, PYTHON.replace('["main.py"]', '["main.py", "tables/", "deep/in.txt"]'))
    for name in ("main.py", "test_main.py", "tables/a.txt", "tables.txt", "deep/in.txt", "deep/no"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    (tmp_path / "link").symlink_to("main.py")  # nobody packs it, so it does not matter
    assert load_program(tmp_path).files().keys() == {"main.py", "tables/a.txt", "deep/in.txt"}


def test_a_file_that_is_packed_but_missing_is_named(tmp_path):
    write(tmp_path, PYTHON.replace("main.py", 'main.py", "weights.bin'))
    (tmp_path / "main.py").write_text("")
    with pytest.raises(BadProgram, match=r"packs weights\.bin, but there is no such file"):
        load_program(tmp_path)


def test_a_bot_brings_the_packages_of_goat_that_it_names(tmp_path):
    write(tmp_path, PYTHON + 'library = ["strategy"]\n')
    (tmp_path / "main.py").write_text("import strategy, engine.rulesets\n")
    files = load_program(tmp_path).files()
    assert {"main.py", "strategy/__init__.py", "engine/rulesets.py"} <= files.keys()
    assert all(name.endswith(".py") for name in files)
    assert not any(name.startswith(("referee/", "arena/")) for name in files)


@pytest.mark.parametrize("name", ["engine/cards.py", "engine/my_cards.py", "engine.py"])
def test_files_with_the_name_of_a_package_that_comes_along_are_refused(tmp_path, name):
    write(tmp_path, PYTHON.replace('"main.py"', f'"main.py", "{name}"') + 'library = ["engine"]\n')
    (tmp_path / "main.py").write_text("")
    (tmp_path / "engine").mkdir()
    (tmp_path / name).write_text("")
    with pytest.raises(BadProgram, match=f"{name} has the name of the package engine"):
        load_program(tmp_path)


def test_only_python_bots_bring_packages_of_goat(tmp_path):
    text = PYTHON.replace("python", "c").replace("main.py", "main") + 'library = ["engine"]\n'
    write(tmp_path, text)
    (tmp_path / "main").write_bytes(b"\x7fELF")
    with pytest.raises(BadProgram, match=r"library in goat\.toml is for Python bots"):
        load_program(tmp_path)


def test_a_program_that_is_not_built_or_out_of_date_names_the_command(tmp_path):
    write(tmp_path, BUILT)
    (tmp_path / "my file.c").write_text("int main;")
    with pytest.raises(BadProgram, match="main is not built yet: run goat build") as caught:
        load_program(tmp_path)
    assert "cc -o main 'my file.c'" in str(caught.value)
    (tmp_path / "main").write_bytes(b"#!")
    os.utime(tmp_path / "main", (1, 1))
    with pytest.raises(BadProgram, match=r"main is older than my file\.c"):
        load_program(tmp_path)
    os.utime(tmp_path / "my file.c", (1, 1))
    assert read_project(tmp_path).why_build() == ""


def test_reading_a_folder_never_runs_its_build_line(tmp_path):
    write(tmp_path, BUILT.replace("cc -o main", f"touch {tmp_path}/ran"))
    (tmp_path / "my file.c").write_text("")
    with pytest.raises(BadProgram):
        load_program(tmp_path)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "ruleset must be a text|name must be a text"),
        ("ruleset = ", "it is not TOML: something is missing at its end"),
        (b"name = '\xff'", "not UTF-8"),
        ("x" * 70_000, "more than 65,536 bytes"),
        ("a = " + "[" * 5000, "goat.toml"),
        (PYTHON + "seed = 1", "unknown key 'seed'; known are ruleset, name"),
        (PYTHON.replace("ecarte", "chess"), "there is no ruleset 'chess'"),
        (PYTHON.replace("my-bot", "My Bot"), "use lowercase letters"),
        (PYTHON.replace("my-bot", "new"), "use this name themselves"),
        (PYTHON.replace("my-bot", "b" * 41), "at most 40 characters"),
        (PYTHON.replace('"python"', "7"), "language must be a text"),
        (PYTHON.replace("main.py", "../secret"), "leads out of the program's folder"),
        (PYTHON.replace("main.py", "/etc/passwd"), "is absolute"),
        (PYTHON.replace('["main.py"]', "[]"), "pack is missing"),
        (PYTHON.replace('["main.py"]', "{a = 1}"), "pack must be a list of texts"),
        (PYTHON + "build = 'cc'", "build and sources belong together"),
        (BUILT.replace("'my file.c'", "'my"), "a quotation mark is missing at its end"),
    ],
)
def test_what_is_wrong_with_the_file_is_said_in_one_line(tmp_path, text, why):
    with pytest.raises(BadProject, match=why) as caught:
        read_project(write(tmp_path, text))
    assert "goat.toml" in str(caught.value) and "\n" not in str(caught.value)


def test_a_file_that_is_a_pipe_or_a_folder_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "goat.toml")
    with pytest.raises(BadProject, match="is not a file"):
        read_project(tmp_path)


def test_the_arena_and_the_file_accept_the_same_names():
    from django.core.exceptions import ValidationError

    from arena.bots.models import Bot
    from referee.programs.bot_name import why_not

    field = Bot._meta.get_field("name")
    for name in (
        "a",
        "a-b_c",
        "new",
        "v1",
        "v1x",
        "A",
        "a--b",
        "-a",
        "é",
        "a\n",
        "a" * 40,
        "a" * 41,
    ):
        try:
            field.run_validators(name)
            accepted = len(name) <= field.max_length
        except ValidationError:
            accepted = False
        assert accepted == (why_not(name) == ""), name
