"""Programs as authors hand them in: each mistake gets its message, and nothing is ever run."""

import hashlib
import io
import os
import stat
import zipfile
from pathlib import Path

import pytest

from referee.programs.archive import BadProgram, Limits
from referee.programs.program import Program, load_program, read_program

MAIN = b"print('ready')\n"


def pack(*files: tuple[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", compression) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content, compression)
    return packed.getvalue()


def pack_kind(name: str, kind: int, content: bytes = b"main.py") -> bytes:
    """A zip with main.py and one entry of an odd kind, as Unix archivers write it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("main.py", MAIN)
        entry = zipfile.ZipInfo(name)
        entry.create_system = 3
        entry.external_attr = (kind | 0o777) << 16
        archive.writestr(entry, content)
    return packed.getvalue()


def problem(content: bytes, limits: Limits | None = None) -> str:
    with pytest.raises(BadProgram) as caught:
        read_program(content, limits or Limits())
    return str(caught.value)


def test_a_python_file_is_a_program_of_one_file() -> None:
    program = read_program(MAIN)
    assert program == Program(MAIN, is_zip=False)
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


def test_a_syntax_error_is_told_with_file_line_and_text() -> None:
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


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("../evil.py", "leads out"),
        ("a/../../evil.py", "leads out"),
        ("/etc/passwd", "absolute"),
        ("C:/evil.py", "absolute"),
        ("a\\b.py", "backslash"),
        ("..\\evil.py", "backslash"),
        ("a//b.py", "empty part"),
        ("./b.py", "empty part"),
        ("new\nline.py", "control characters"),
        ("esc\x1b[2J.py", "control characters"),
        ("x" * 201, "more than 200"),
        ("/".join("abcdefghijk"), "folders deep"),
        ("../", "leads out"),
        ("/tmp/", "absolute"),
    ],
)
def test_unsafe_names_in_a_zip_are_refused(name: str, words: str) -> None:
    message = problem(pack(("main.py", MAIN), (name, b"")))
    assert words in message
    assert message.isprintable()


def test_a_name_with_a_nul_is_refused() -> None:
    content = pack(("main.py", MAIN), ("evilX.py", b"")).replace(b"evilX.py", b"evil\0.py")
    assert "control characters" in problem(content)


@pytest.mark.parametrize("name", [b"caf\xe9.py", b"\xff\xfe.py"])
def test_a_name_that_is_not_utf8_is_refused(name: bytes) -> None:
    plain = b"n" * len(name)
    content = pack(("main.py", MAIN), (plain.decode(), b"")).replace(plain, name)
    assert "not UTF-8" in problem(content)


def test_a_name_that_claims_to_be_utf8_and_is_not_is_refused() -> None:
    content = pack(("main.py", MAIN), ("é.py", b"")).replace("é".encode(), b"\xff\xff")
    assert problem(content) == "a file name in the zip is not UTF-8; rename the file"


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (stat.S_IFLNK, "a link"),
        (stat.S_IFCHR, "a device"),
        (stat.S_IFBLK, "a device"),
        (stat.S_IFIFO, "a pipe"),
        (stat.S_IFSOCK, "a socket"),
        (stat.S_IFDIR, "not a regular file"),
    ],
)
def test_links_and_devices_in_a_zip_are_refused(kind: int, words: str) -> None:
    assert words in problem(pack_kind("odd.py", kind))


def test_a_link_that_calls_itself_a_folder_is_refused() -> None:
    assert "empty part" in problem(pack_kind("odd/", stat.S_IFLNK))


def test_a_folder_with_content_is_refused() -> None:
    assert "empty part" in problem(pack_kind("odd/", stat.S_IFDIR, b"hidden"))


def test_the_same_name_twice_is_refused() -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        content = pack(("main.py", MAIN), ("main.py", b"other()\n"))
    assert problem(content) == "the file 'main.py' appears twice"


@pytest.mark.parametrize("other", ["Main.py", "MAIN.PY"])
def test_names_that_differ_only_in_case_are_refused(other: str) -> None:
    assert "differ only in the case" in problem(pack(("main.py", MAIN), (other, b"")))


def test_names_that_differ_only_in_how_an_accent_is_written_are_refused() -> None:
    content = pack(("main.py", MAIN), ("caf\u00e9.py", b""), ("cafe\u0301.py", b""))
    assert "accents" in problem(content)


def test_a_name_that_is_a_file_and_a_folder_is_refused() -> None:
    content = pack(("main.py", MAIN), ("a", b""), ("a/b.py", b""))
    assert problem(content) == "'a' is both a file and a folder"


def test_a_zip_in_a_top_folder_is_told_how_to_pack() -> None:
    message = problem(pack(("mybot/main.py", MAIN), ("mybot/cards.py", b"")))
    assert "everything is in the folder 'mybot'" in message


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ([], "the program has no files"),
        ([("bot.py", MAIN)], "no main.py at the top"),
        ([("a/main.py", MAIN), ("b.py", MAIN)], "no main.py at the top"),
        ([("Main.py", MAIN)], "lower case, not 'Main.py'"),
    ],
)
def test_a_zip_without_main_is_refused(files: list[tuple[str, bytes]], words: str) -> None:
    assert words in problem(pack(*files))


def test_what_archivers_leave_behind_is_left_out() -> None:
    litter = ["__MACOSX/._main.py", "a/.DS_Store", "__pycache__/main.cpython-311.pyc"]
    content = pack(("main.py", MAIN), ("a/", b""), *((name, b"\xff\0") for name in litter))
    assert read_program(content).files() == {"main.py": MAIN}


def test_a_zip_bomb_is_refused_by_its_declared_size() -> None:
    content = pack(("main.py", MAIN), ("bomb", bytes(100 << 20)))
    assert len(content) < 1 << 20
    message = problem(content)
    assert "104,857,6" in message
    assert "at most 4,194,304 bytes (4 MiB)" in message


def test_a_zip_bomb_that_lies_about_its_size_is_refused() -> None:
    size = 8 << 20
    content = pack(("main.py", MAIN), ("bomb", bytes(size)))
    lie = content.replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little"))
    assert lie != content
    assert "damaged" in problem(lie)


def test_many_files_that_are_each_small_are_refused_by_their_number() -> None:
    files = [("main.py", MAIN), *((f"{number}.py", b"") for number in range(100))]
    assert "101 files; at most 100" in problem(pack(*files))
    assert len(read_program(pack(*files[:-1])).files()) == 100


def test_entries_that_share_their_data_are_counted_each() -> None:
    """The bomb that overlaps its entries declares every one of them in full."""
    files = [(f"{number}.bin", bytes(100_000)) for number in range(50)]
    assert "at most 4,194,304" in problem(pack(("main.py", MAIN), *files))


def test_an_encrypted_zip_is_refused() -> None:
    content = bytearray(pack(("main.py", MAIN), compression=zipfile.ZIP_STORED))
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    assert "encrypted" in problem(bytes(content))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_odd_compression_is_refused(method: int) -> None:
    assert "plain Deflate" in problem(pack(("main.py", MAIN), compression=method))


def test_a_damaged_zip_is_refused_wherever_it_is_damaged() -> None:
    whole = pack(("main.py", b"print('ready')\n" * 50), ("other.py", b"x = 1\n"))
    for length in range(4, len(whole), 7):
        assert problem(whole[:length])
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        try:
            program = Program(bytes(damaged), is_zip=True)
            program.files()
        except BadProgram:
            pass


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


def loading(path: Path, limits: Limits | None = None) -> str:
    with pytest.raises(BadProgram) as caught:
        load_program(path, limits or Limits())
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "No such file" in loading(tmp_path / "nobody.py")


def test_a_folder_without_main_is_refused(tmp_path: Path) -> None:
    assert "needs main.py" in loading(tmp_path)


def test_a_folder_with_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_bytes(MAIN)
    (tmp_path / "secrets.py").symlink_to("/etc/passwd")
    assert "secrets.py is a link" in loading(tmp_path)


def test_a_folder_with_a_linked_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_bytes(MAIN)
    (tmp_path / "lib").symlink_to("/etc")
    assert "lib is a link" in loading(tmp_path)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "bot.py")
    assert "not a file or folder" in loading(tmp_path / "bot.py")


def test_an_endless_device_is_refused(tmp_path: Path) -> None:
    assert "not a file or folder" in loading(Path("/dev/zero"))


def test_a_folder_is_held_to_the_limits(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_bytes(MAIN)
    (tmp_path / "data").write_bytes(bytes(2000))
    assert "at most 1,000 bytes" in loading(tmp_path, Limits(max_unpacked_bytes=1000))
    assert "more than 1 files" in loading(tmp_path, Limits(max_files=1))


def test_a_huge_file_is_refused_without_reading_it(tmp_path: Path) -> None:
    with (tmp_path / "bot.py").open("wb") as file:
        file.truncate(1 << 40)
    assert "1,099,511,627,776 bytes" in loading(tmp_path / "bot.py")
