"""Programs as authors submit them: each mistake has its message, and nothing is run."""

import hashlib
import os
import stat
from pathlib import Path

import pytest

from referee.programs.archive import BadProgram, Limits
from referee.programs.program import Program, read_program
from tests.referee.programs.zips import MAIN, pack, problem


def test_a_python_file_is_a_program_of_one_file() -> None:
    program = read_program(MAIN)
    assert program == Program(MAIN, is_zip=False, kind="python")
    assert program.files() == {"main.py": MAIN}
    assert program.sha256 == hashlib.sha256(MAIN).hexdigest()


def test_a_zip_brings_its_modules_and_data() -> None:
    files = {"main.py": b"import tables.openings", "tables/openings.py": b"x = 1", "weights": b"\0"}
    program = read_program(pack(*files.items()))
    assert program.is_zip
    assert program.files() == files


def test_reading_a_program_does_not_run_it(tmp_path: Path) -> None:
    read_program(f"open({str(tmp_path / 'ran')!r}, 'w')\nwhile True: pass\n".encode())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "source",
    [
        b"\xef\xbb\xbfprint(1)\n",
        "name = 'Козёл'\n".encode(),
        b"# coding: utf-8\n",
        b"\r\nx = 1\r\n",
    ],
    ids=["byte order mark", "cyrillic", "coding line", "windows line ends"],
)
def test_ordinary_sources_are_taken(source: bytes) -> None:
    assert read_program(source).content == source


def test_an_empty_file_is_refused() -> None:
    assert problem(b"") == "the file is empty"


def test_a_file_of_100_mb_is_refused_with_both_sizes() -> None:
    message = problem(bytes(100_000_000))
    assert "100,000,000 bytes (95.4 MiB)" in message
    assert "at most 1,048,576 bytes (1 MiB)" in message


def test_a_source_that_is_not_utf8_is_refused_with_its_line() -> None:
    assert "main.py, line 2: not UTF-8 (byte 0xe9)" in problem(b"x = 1\ny = '\xe9'\n")


def test_a_nul_byte_is_refused_with_its_line() -> None:
    assert problem(b"x = 1\n\n\0") == "main.py, line 3: a NUL byte; this is not Python source"


def test_a_syntax_error_is_reported_with_file_line_and_text() -> None:
    message = problem(pack(("main.py", MAIN), ("a/deep.py", b"x = 1\ndef f(:\n    pass\n")))
    assert message.startswith("a/deep.py, line 2: ")
    assert message.endswith("def f(:")


@pytest.mark.parametrize(
    "source",
    [
        b"return 1\n",
        b"# coding: no-such-codec\n",
        b"if True:\npass\n",
        b"x = 'unfinished\n",
        b"(" * 5000 + b")" * 5000,
        b"-" * 200_000 + b"1",
        b"x = " + b"9" * 10_000 + b"\n",
    ],
    ids=[
        "return outside",
        "unknown codec",
        "indentation",
        "unfinished string",
        "nested parentheses",
        "long chain",
        "huge number",
    ],
)
def test_what_the_compiler_refuses_is_refused(source: bytes) -> None:
    assert "main.py" in problem(source) or "compiler crashes" in problem(source)


def test_a_source_that_takes_the_compiler_too_much_memory_is_refused() -> None:
    assert "more memory than a bot has" in problem(b"x = [" + b"a," * 520_000 + b"]")


@pytest.mark.parametrize(
    ("magic", "kind"),
    [
        (b"\x1f\x8b\x08", "gzip"),
        (b"7z\xbc\xaf\x27\x1c", "7z"),
        (b"\x7fELF\2", "not a 64-bit Linux program"),
    ],
)
def test_other_kinds_of_file_are_named(magic: bytes, kind: str) -> None:
    assert kind in problem(magic + bytes(100))


def test_unpacking_writes_every_file_for_others_to_read(tmp_path: Path) -> None:
    read_program(pack(("main.py", MAIN), ("a/b/c.py", b"x = 1"))).unpack(tmp_path)
    assert (tmp_path / "main.py").read_bytes() == MAIN
    path = tmp_path / "a" / "b" / "c.py"
    assert path.read_bytes() == b"x = 1"
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644 & ~umask


def test_unpacking_does_not_follow_a_link_that_is_there(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    target = tmp_path / "bot"
    target.mkdir()
    (target / "main.py").symlink_to(victim)
    with pytest.raises(FileExistsError):
        Program(MAIN, is_zip=False).unpack(target)
    assert victim.read_text() == "precious"


def test_a_hostile_zip_that_skipped_the_checks_still_does_not_unpack(tmp_path: Path) -> None:
    program = Program(pack(("main.py", MAIN), ("../evil.py", b"")), is_zip=True)
    inside = tmp_path / "inside"
    inside.mkdir()
    with pytest.raises(BadProgram):
        program.unpack(inside)
    assert [path.name for path in tmp_path.iterdir()] == ["inside"]


def test_a_program_of_exactly_the_limit_is_accepted_and_one_byte_more_is_not() -> None:
    assert read_program(MAIN, Limits(max_bytes=len(MAIN))).content == MAIN
    assert "at most 14 bytes" in problem(MAIN, Limits(max_bytes=len(MAIN) - 1))
