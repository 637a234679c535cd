"""A zip is read without trusting anything in it."""

import stat
import warnings
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.programs.archive import BadProgram, Limits, read_archive
from referee.programs.program import Program, read_program
from tests.referee.programs.zips import MAIN, pack, pack_with, problem


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("../evil.py", "leads out"),
        ("a/../../evil.py", "leads out"),
        ("/etc/passwd", "absolute"),
        ("C:/evil.py", "absolute"),
        ("..\\evil.py", "leads out"),
        ("a\\..\\..\\evil.py", "leads out"),
        ("C:\\evil.py", "absolute"),
        ("C:evil.py", "absolute"),
        ("\\evil.py", "absolute"),
        ("\\\\server\\share\\evil.py", "absolute"),
        ("a\\\\b.py", "empty part"),
        ("..\\", "leads out"),
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


def test_a_list_of_very_many_files_is_not_even_read() -> None:
    entry = b"PK\x01\x02" + bytes(43)
    with pytest.raises(BadProgram, match="more than 10,000 files"):
        read_archive(pack(("main.py", MAIN)) + entry * 10_200, Limits())


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
    assert words in problem(pack_with("odd.py", kind))


def test_a_link_that_calls_itself_a_folder_is_refused() -> None:
    assert "empty part" in problem(pack_with("odd/", stat.S_IFLNK))


def test_a_folder_with_content_is_refused() -> None:
    assert "empty part" in problem(pack_with("odd/", stat.S_IFDIR, b"hidden"))


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


@pytest.mark.parametrize("separator", ["/", "\\"])
def test_one_folder_that_holds_everything_is_left_out(separator: str) -> None:
    files = {"main.py": MAIN, "cards.py": b"x = 1", "data/table": b"1"}
    names = {
        f"my bot{separator}{name.replace('/', separator)}": data for name, data in files.items()
    }
    content = pack(
        *names.items(), ("__MACOSX/my bot/._main.py", b"\0"), (f"my bot{separator}", b"")
    )
    assert read_program(content).files() == files


@pytest.mark.parametrize(
    "names",
    [
        ("a/main.py", "b.py"),
        ("a/main.py", "b/main.py"),
        ("a/b/main.py", "a/b/c.py"),
        ("a/bot.py", "a/c.py"),
    ],
)
def test_other_folders_are_not_left_out(names: tuple[str, ...]) -> None:
    assert "at the top level" in problem(pack(*((name, MAIN) for name in names)))


def test_a_main_file_in_the_wrong_place_is_found() -> None:
    message = problem(pack(("src/main.py", MAIN), ("readme.txt", b"")))
    assert message.endswith("move it there from 'src/main.py'")


def test_names_that_windows_wrote_are_folders() -> None:
    content = pack(("main.py", MAIN), ("tables\\openings.py", b"x = 1"))
    assert read_program(content).files() == {"main.py": MAIN, "tables/openings.py": b"x = 1"}


@pytest.mark.parametrize("other", ["a/b.py", "A\\B.py"])
def test_a_name_that_appears_twice_with_other_separators_is_refused(other: str) -> None:
    content = pack(("main.py", MAIN), ("a\\b.py", b"1"), (other, b"2"))
    words = "appears twice" if other == "a/b.py" else "differ only in the case"
    assert words in problem(content)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ([], "the program has no files"),
        ([("a.py", MAIN), ("b.py", MAIN)], "there is no main.py or main.js or main at the top"),
        ([("bot.py", MAIN), ("table", MAIN)], "rename 'bot.py' to main.py if it starts there"),
        ([("__main__.py", MAIN)], "rename '__main__.py' to main.py if it starts there"),
        (
            [("__init__.py", b"1"), ("__main__.py", MAIN)],
            "rename '__main__.py' to main.py if it starts there",
        ),
        ([("mine/bot.py", MAIN), ("mine/x", b"")], "rename 'bot.py' to main.py if it starts there"),
        ([("bot.zip", b"1")], "submit 'bot.zip' itself, which is a zip in this zip"),
        ([("Main.py", MAIN)], "lower case, not 'Main.py'"),
    ],
)
def test_a_zip_without_main_is_refused(files: list[tuple[str, bytes]], words: str) -> None:
    assert words in problem(pack(*files))


def test_what_archivers_leave_behind_is_left_out() -> None:
    litter = [
        "__MACOSX/._main.py",
        "._main.py",
        "a/._cards.py",
        "a/.DS_Store",
        "a\\Thumbs.db",
        "desktop.ini",
        "__pycache__/main.cpython-311.pyc",
        ".git/hooks/main.py",
    ]
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
    files = [("main.py", MAIN), *((f"{number}.py", b"") for number in range(200))]
    assert "201 files; at most 200" in problem(pack(*files))
    assert len(read_program(pack(*files[:-1])).files()) == 200


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


@pytest.mark.parametrize("name", ["x" * 200, "/".join("abcdefghij")])
def test_the_longest_and_the_deepest_name_are_accepted(name: str) -> None:
    assert name in read_program(pack(("main.py", MAIN), (name, b""))).files()


def test_files_of_exactly_the_limit_are_accepted_and_one_byte_more_is_not() -> None:
    content = pack(("main.py", MAIN), ("data", bytes(100)))
    assert read_program(content, Limits(max_unpacked_bytes=100 + len(MAIN)))
    assert "115 bytes; at most 114" in problem(content, Limits(max_unpacked_bytes=114))


def test_strong_encryption_is_refused() -> None:
    content = bytearray(pack(("main.py", MAIN)))
    content[content.index(b"PK\x01\x02") + 8] |= 0x40
    assert "encrypted" in problem(bytes(content))


NAMES = st.text("abM.\\/:_~ \0\u202e\u00e9\u0301", max_size=12) | st.sampled_from(
    ["main.py", "main", "main.js", "..", "a/../main.py", "C:\\main.py", "__MACOSX/._x", "a/main.py"]
)


@settings(max_examples=150)
@given(st.lists(st.tuples(NAMES, st.sampled_from([b"", b"x = 1\n"])), max_size=4))
def test_whatever_the_names_files_stay_inside_or_are_refused(
    files: list[tuple[str, bytes]],
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that appear twice
        content = pack(*files)
    try:
        found = read_archive(content, Limits(), ("main.py", "main.js", "main"))
    except BadProgram as error:
        assert str(error).isprintable()
        return
    assert sum(main in found for main in ("main.py", "main.js", "main")) == 1
    for name in found:
        parts = name.split("/")
        assert name.isprintable()
        assert not {"", ".", ".."} & set(parts)
        assert "\\" not in name
        assert name[1:2] != ":"


@settings(max_examples=150)
@given(st.data())
def test_a_zip_with_changed_bytes_is_read_or_refused(data: st.DataObject) -> None:
    whole = bytearray(pack(("bot/main.py", MAIN * 9), ("bot/a\\b.py", b"x = 1\n")))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            read_archive(bytes(whole), Limits())
        except BadProgram as error:
            assert str(error).isprintable()
