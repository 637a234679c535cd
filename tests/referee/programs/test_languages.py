"""Programs in other languages than Python, and the operator's table of languages."""

import contextlib
import os
import shutil
import stat
from pathlib import Path
from random import Random

import pytest

from referee.programs.archive import BadProgram
from referee.programs.executables import check_executable
from referee.programs.languages import BadRuntimes, accepted_text, languages
from referee.programs.packaging import pack_files
from referee.programs.policy import Policy
from referee.programs.program import Program, load_program, read_program

SCRIPT = b"console.log(1)\n"
CAT = Path(os.path.realpath(shutil.which("cat") or "/bin/cat"))


def elf(changes: dict[int, int]) -> bytes:
    """An executable with some bytes changed."""
    content = bytearray(CAT.read_bytes())
    for place, value in changes.items():
        content[place] = value
    return bytes(content)


@pytest.mark.parametrize(
    ("content", "language"),
    [
        (b"print()\n", "python"),
        (b"#!/usr/bin/env node\nconsole.log(1)\n", "node"),
        (b"#!/usr/bin/env python3\nprint()\n", "python"),
        (pack_files({"main.py": b"pass\n", "table.js": b"1"}), "python"),
        (pack_files({"main.js": b"1\n", "table.py": b"pass\n"}), "node"),
        (pack_files({"main": CAT.read_bytes()}), "native"),
        (CAT.read_bytes(), "native"),
    ],
)
def test_the_files_identify_the_language(content: bytes, language: str) -> None:
    program = read_program(content)
    assert program.language.name == language
    # As it is read from the database.
    assert Program(program.content, program.is_zip).language.name == language


def test_a_single_script_is_recognised_by_its_suffix_and_packed(tmp_path: Path) -> None:
    path = tmp_path / "Bot.JS"
    path.write_bytes(SCRIPT)
    program = load_program(path)
    assert program.files() == {"main.js": SCRIPT}
    assert program == read_program(SCRIPT, name="upload.js")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (pack_files({"main.py": b"pass\n", "main.js": b"1"}), "main.py and main.js are both"),
        (pack_files({"main": b"#!/bin/sh\n"}), "not a Linux executable"),
        (elf({4: 1}), "not a 64-bit Linux program"),  # 32 bits
        (elf({5: 2}), "not a 64-bit Linux program"),  # big-endian
        (elf({16: 1}), "an object file"),
        (elf({16: 4}), "not a 64-bit Linux program"),  # a core dump
        (CAT.read_bytes()[:63], "not a 64-bit Linux program"),
        (elf({18: 0xFF}), "for another processor, not for this processor"),
        (elf({18: 243}), "for RISC-V, not for this processor"),
        (elf({4: 1, 18: 3}), "for 32-bit x86, not for this processor"),
        (elf({4: 1, 18: 40}), "for 32-bit ARM, not for this processor"),
        (CAT.read_bytes()[:200], "damaged or cut off"),
        (CAT.read_bytes()[:-20_000], "damaged or cut off"),
        (elf({54: 57}), "damaged or cut off"),
        (elf({56: 0, 57: 0}), "damaged or cut off"),
        (elf({56: 0xFF, 57: 0xFF}), "damaged or cut off"),
        (
            CAT.read_bytes().replace(b"/ld-linux-", b"/ld-other-"),
            r"needs the loader '/.*/ld-other-.*', which bots do not have; link it statically",
        ),
        (pack_files({"start.js": b"1"}), "there is no main.py"),
    ],
)
def test_a_mistake_in_a_program_of_another_language_is_named(content: bytes, words: str) -> None:
    with pytest.raises(BadProgram, match=words):
        read_program(content)


def test_an_executable_with_changed_bytes_is_read_or_refused() -> None:
    whole = CAT.read_bytes()
    random = Random(7)
    for _ in range(200):
        damaged = bytearray(whole)
        for _ in range(random.randrange(1, 5)):
            damaged[random.randrange(16, 700)] = random.randrange(256)
        with contextlib.suppress(BadProgram):
            check_executable(bytes(damaged))


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "runtimes.toml"
    monkeypatch.setenv("GOAT_RUNTIMES_FILE", str(path))
    return path


def test_an_operator_adds_a_language_and_changes_limits(table: Path) -> None:
    table.write_text(
        """
        [lua]
        main = "main.lua"
        command = ["/usr/bin/lua"]
        memory_mib = 32
        [python]
        threads = 20
        """
    )
    assert languages()["python"].policy == Policy(threads=20)
    assert languages()["lua"].policy.memory_bytes == 32 << 20
    assert languages()["lua"].policy.cgroup
    assert read_program(pack_files({"main.lua": b"print()"})).language.name == "lua"


def test_the_accepted_kinds_include_the_operators(table: Path) -> None:
    table.write_text(
        """
        [lua]
        main = "main.lua"
        command = ["/usr/bin/lua"]
        [shell]
        main = "run"
        command = ["/bin/sh"]
        """
    )
    assert accepted_text(["lua"]) == "a .lua file, or a zip with main.lua at its top level"
    assert accepted_text(["shell"]) == "a zip with run at its top level"
    assert accepted_text(["lua", "shell"]) == (
        "a .lua file, or a zip with main.lua or run at its top level"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("shell", "runtimes.toml: "),
        ("shell = 1", "shell is not a table"),
        ("[shell]", "needs main"),
        ('[shell]\nmain = "a/b"\ncommand = ["/bin/sh"]', "main must be a file name"),
        ('[shell]\nmain = "a"\ncommand = ["sh"]', "'sh' is not an absolute path"),
        ('[shell]\nmain = "a"\ncommand = "/bin/sh"', "command must be a list of strings"),
        (
            '[shell]\nmain = "a"\ncommand = ["/bin/sh"]\nmemory = 1',
            "unknown setting memory",
        ),
        ("[node]\nthreads = 0", "threads must be a whole number above 0"),
        ("[node]\nthreads = true", "threads must be a whole number above 0"),
        ("[node]\nmemory_mib = 1099511627777", "memory_mib must be a whole number"),
        ("[node]\nprocesses = 1", "processes must be true or false"),
        ("[python]\nprocesses = true", "needs a cgroup"),
        ('[python]\nmain = "x"', "only its limits can be changed"),
    ],
)
def test_a_mistake_in_the_operators_table_is_named(table: Path, text: str, words: str) -> None:
    table.write_text(text)
    with pytest.raises(BadRuntimes, match="GOAT_RUNTIMES_FILE: ") as caught:
        languages()
    assert words in str(caught.value)


def test_the_largest_number_of_a_setting_is_accepted(table: Path) -> None:
    table.write_text("[node]\ntmp_bytes = 1099511627776")
    assert languages()["node"].policy.tmp_bytes == 1 << 40


def test_a_file_without_a_suffix_can_be_run(tmp_path: Path) -> None:
    files = {"main": CAT.read_bytes(), "v1.0/engine": b"", "table.txt": b""}
    umask = os.umask(0)
    try:
        read_program(pack_files(files)).unpack(tmp_path)
    finally:
        os.umask(umask)
    modes = {name: stat.S_IMODE((tmp_path / name).stat().st_mode) for name in files}
    assert modes == {"main": 0o755, "v1.0/engine": 0o755, "table.txt": 0o644}


def test_address_space_is_limited_outside_a_cgroup_only() -> None:
    assert Policy().limits()["as"] == Policy().memory_bytes
    assert "as" not in Policy(cgroup=True).limits()


def test_several_processes_need_a_cgroup() -> None:
    with pytest.raises(ValueError, match="needs a cgroup"):
        Policy(processes=True)
