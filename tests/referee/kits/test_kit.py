"""The files of a kit: complete, without leftovers of their templates, and written whole or not."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.rulesets import RULESETS, VARIANTS, ruleset
from engine.verify import verify
from referee.errors import RefereeError
from referee.kits import kit as kit_module
from referee.kits.kit import BadKit, files, kit, kits, write
from referee.kits.positions import POSITIONS
from referee.programs.languages import languages
from referee.programs.program import load_program
from referee.programs.project_file import read_project
from tests.referee.kits.written import write_kit

GAMES = [*RULESETS, *VARIANTS]


@pytest.mark.parametrize("language", kits())
@pytest.mark.parametrize("game", GAMES)
def test_a_kit_is_complete_for_every_game_and_variant(language, game):
    written = files(kit(language), game, "mybot")
    assert {"README.md", "goat.toml", "example.jsonl", kit(language).main} <= written.keys()
    for name, content in written.items():
        text = content.decode()
        assert "@" not in text.replace("@ts-check", "").replace("@param", "").replace(
            "@returns", ""
        ).replace("@typedef", "").replace("@type", "").replace("@Override", ""), name
        assert text.endswith("\n") and "\r" not in text and "\n\n\n\n" not in text
    assert game in written["README.md"].decode()
    assert "worth" in written[kit(language).main].decode()


@pytest.mark.parametrize("game", GAMES)
def test_the_example_match_is_a_record_that_verifies(game):
    record = json.loads(files(kit("python"), game, "mybot")["example-match.json"])
    verify(record)
    assert len(record["games"]) == 2


def test_the_rules_accept_the_recorded_positions_and_their_moves():
    for game, position in POSITIONS.items():
        state = ruleset(game).position(position.text)
        assert state.text(state.parse(position.move)) == position.move


@pytest.mark.parametrize("game", GAMES)
def test_the_python_kit_passes_its_own_tests(game, tmp_path):
    folder = write_kit("python", game, tmp_path / "kit")
    tested = subprocess.run(
        [sys.executable, "-m", "unittest"], cwd=folder, capture_output=True, text=True
    )
    assert tested.returncode == 0, tested.stderr
    number = 3 if ruleset(game).name in POSITIONS else 2
    assert f"Ran {number} tests" in tested.stderr


def test_the_project_file_says_what_the_kit_is(tmp_path):
    folder = write_kit("python", "ecarte/classic", tmp_path / "kit", "sharp-7")
    project = read_project(folder)
    assert (project.ruleset, project.name, project.language) == (
        "ecarte/classic",
        "sharp-7",
        "python",
    )
    program = load_program(folder)
    assert program.files().keys() == {"main.py"}
    assert program.language == languages()["python"]


def test_an_existing_folder_file_or_link_is_never_touched(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("folder", "file", "link"):
        with pytest.raises(BadKit, match="exists already"):
            write(kit("python"), "kozel", "mybot", tmp_path / name)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder", "link"]
    assert list((tmp_path / "folder").iterdir()) == []


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, OSError(28, "No space left")])
def test_nothing_is_left_of_a_kit_that_was_not_finished(tmp_path, monkeypatch, error):
    written = Path.write_bytes

    def fail(path: Path, data: bytes) -> int:
        if path.name == "main.py":
            raise error
        return written(path, data)

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises((BadKit, KeyboardInterrupt, SystemExit)):
        write(kit("python"), "kozel", "mybot", tmp_path / "mybot")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_hold_the_kit_is_a_plain_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadKit, match="cannot be written: Not a directory"):
        write(kit("python"), "kozel", "mybot", tmp_path / "file" / "mybot")
    with pytest.raises(BadKit, match="cannot be written: No such file"):
        write(kit("python"), "kozel", "mybot", tmp_path / "missing" / "mybot")
    with pytest.raises(BadKit, match="cannot be written: File name too long"):
        write(kit("python"), "kozel", "mybot", tmp_path / ("x" * 300))


@pytest.mark.parametrize("name", ["", "My Bot", "../up", "v1", "new", "b" * 41, "a\n", "'; rm -rf"])
def test_a_name_that_no_arena_accepts_is_refused(name, tmp_path):
    with pytest.raises(BadKit, match="cannot be the name of a bot"):
        write(kit("python"), "kozel", name, tmp_path / "kit")
    assert list(tmp_path.iterdir()) == []


def test_every_folder_with_a_kit_is_listed():
    folder = Path(kit_module.__file__).parent
    assert {path.parent.name for path in folder.glob("*/kit.toml")} == set(kit_module.KITS)


def test_an_unknown_language_names_those_that_there_are():
    with pytest.raises(RefereeError, match="no kit for the language 'cobol'; there are python"):
        kit("cobol")


def test_others_may_read_a_kit_as_the_umask_says(tmp_path):
    before = os.umask(0o022)
    try:
        folder = write_kit("python", "kozel", tmp_path / "kit")
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o755
    assert (folder / "main.py").stat().st_mode & 0o777 == 0o644


def test_the_documents_name_every_kit_and_how_java_is_started():
    docs = Path(__file__).parents[3] / "docs"
    table = (docs / "9-authors.md").read_text()
    for name, each in kits().items():
        assert f"| `{name}` |" in table and f"| `{each.language}` |" in table
    entry = files(kit("java"), "kozel", "mybot")["runtimes.toml"].decode()
    assert entry[entry.index("[java]") :] in (docs / "4-sandbox.md").read_text()


def test_a_project_file_is_read_as_the_documents_describe_it(tmp_path):
    document = (Path(__file__).parents[3] / "docs" / "9-authors.md").read_text()
    (tmp_path / "goat.toml").write_text(document.split("```toml\n")[1].split("```")[0])
    project = read_project(tmp_path)
    assert project.pack == ("main",) and project.sources == ("main.c",)
    assert project.build_lines == "gcc -std=c99 -O2 -static -s -o main main.c"
