"""Programs on disk: a file, a zip or a folder."""

import os
from pathlib import Path

import pytest

from referee.programs.archive import BadProgram, Limits
from referee.programs.program import load_program
from tests.referee.programs.zips import MAIN, pack


def test_loading_takes_a_file_a_zip_or_a_folder(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_bytes(MAIN)
    (tmp_path / "bot.zip").write_bytes(pack(("main.py", MAIN)))
    folder = tmp_path / "bot"
    (folder / "lib").mkdir(parents=True)
    (folder / "main.py").write_bytes(b"import lib.cards")
    (folder / "lib" / "cards.py").write_bytes(b"x = 1")
    for name in (".git", "__pycache__"):
        (folder / name).mkdir()
        (folder / name / "junk").write_bytes(b"\xff")
    assert load_program(tmp_path / "bot.py").files() == {"main.py": MAIN}
    assert load_program(tmp_path / "bot.zip").files() == {"main.py": MAIN}
    loaded = load_program(folder)
    assert loaded.files() == {"main.py": b"import lib.cards", "lib/cards.py": b"x = 1"}


def test_a_folder_is_the_same_program_each_time(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_bytes(MAIN)
    first = load_program(tmp_path)
    os.utime(tmp_path / "main.py", (0, 0))
    assert load_program(tmp_path).sha256 == first.sha256


def problem(path: Path, limits: Limits | None = None) -> str:
    with pytest.raises(BadProgram) as caught:
        load_program(path, limits or Limits())
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "No such file" in problem(tmp_path / "nobody.py")


def test_a_folder_without_main_is_refused(tmp_path: Path) -> None:
    assert "needs main.py" in problem(tmp_path)


def test_a_folder_with_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_bytes(MAIN)
    (tmp_path / "secrets.py").symlink_to("/etc/passwd")
    assert "secrets.py is a link" in problem(tmp_path)


def test_a_folder_with_a_linked_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_bytes(MAIN)
    (tmp_path / "lib").symlink_to("/etc")
    assert "lib is a link" in problem(tmp_path)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "bot.py")
    assert "not a file or folder" in problem(tmp_path / "bot.py")


def test_an_endless_device_is_refused(tmp_path: Path) -> None:
    assert "not a file or folder" in problem(Path("/dev/zero"))


def test_a_folder_is_held_to_the_limits(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_bytes(MAIN)
    (tmp_path / "data").write_bytes(bytes(2000))
    assert "at most 1,000 bytes" in problem(tmp_path, Limits(max_unpacked_bytes=1000))
    assert "more than 1 files" in problem(tmp_path, Limits(max_files=1))


def test_a_huge_file_is_refused_without_reading_it(tmp_path: Path) -> None:
    with (tmp_path / "bot.py").open("wb") as file:
        file.truncate(1 << 40)
    assert "1,099,511,627,776 bytes" in problem(tmp_path / "bot.py")


def test_a_file_of_exactly_the_limit_is_accepted_and_one_byte_more_is_not(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_bytes(MAIN)
    assert load_program(path, Limits(max_bytes=len(MAIN))).content == MAIN
    assert "has 15 bytes; at most 14" in problem(path, Limits(max_bytes=len(MAIN) - 1))


def test_as_many_files_as_allowed_are_packed_and_hidden_ones_do_not_count(tmp_path: Path) -> None:
    for name in ("main.py", "cards.py", ".secret", ".env.py"):
        (tmp_path / name).write_bytes(MAIN)
    packed = load_program(tmp_path, Limits(max_files=2))
    assert sorted(packed.files()) == ["cards.py", "main.py"]


def test_a_folder_is_packed_in_the_order_of_names(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_bytes(MAIN)
    names = [f"{letter}/{number}" for letter in "zaymb" for number in (3, 1, 2)]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert list(load_program(tmp_path).files()) == ["main.py", *sorted(names)]
