"""Files that are no program of an accepted kind are named as what they are, with a remedy."""

import marshal
from importlib.util import MAGIC_NUMBER
from pathlib import Path

import pytest

from referee.programs.archive import BadProgram, Limits
from referee.programs.packaging import pack_files
from referee.programs.program import load_program, read_program
from tests.referee.programs.zips import MAIN

PYTHON = ["python"]
ALL = ["python", "node", "native"]
ACCEPTED = "Submit a Python file (.py), or a zip with main.py at its top level"
NOTEBOOK = b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
PYC = MAGIC_NUMBER + bytes(12) + marshal.dumps(compile("1", "x", "exec"))
ELF = b"\x7fELF\x02\x01" + bytes(10) + b"\x02\x00\x3e\x00" + bytes(60)

FILES = {
    "a Bash script": ("bot.sh", b"while read line; do echo '{}'; done\n"),
    "a Bash script by its first line": ("bot", b"#!/usr/bin/env bash\necho\n"),
    "a shell script": ("bot", b"#!/bin/zsh -f\necho\n"),
    "an AWK script": ("bot.awk", b"{ print }\n"),
    "an AWK script by its first line": ("bot", b"#!/usr/bin/gawk -f\n{ print }\n"),
    "a Perl script": ("bot", b"#!/usr/bin/env -S perl -w\nprint 1;\n"),
    "a Python 2 script": ("bot.py", b"#!/usr/bin/env python2.7\nprint(1)\n"),
    "C source": ("main.c", b"int main(void) { return 0; }\n"),
    "C++ source": ("BOT.CPP", b"int main() {}\n"),
    "Rust source": ("main.rs", b"fn main() {}\n"),
    "Go source": ("main.go", b"package main\n"),
    "Java source": ("Main.java", b"class Main {}\n"),
    "a JavaScript module (.mjs)": ("bot.mjs", b"import fs from 'fs'\n"),
    "a JavaScript file (.cjs)": ("bot.cjs", b"require('fs')\n"),
    "TypeScript source": ("bot.ts", b"let x: number = 1\n"),
    "a Jupyter notebook": ("bot.ipynb", NOTEBOOK),
    "a Jupyter notebook with another name": ("bot.py", NOTEBOOK),
    "a file with macOS metadata": ("._main.py", b"\x00\x05\x16\x07" + bytes(80)),
    "a file with macOS metadata by its name": ("._main.py", b"Mac OS X\n"),
    "compiled Python (.pyc)": ("main.cpython-311.pyc", PYC),
    "compiled Python (.pyc) with another name": ("main.py", PYC),
    "compiled Java": ("Main.class", b"\xca\xfe\xba\xbe\0\0\0\x41" + bytes(40)),
    "a Windows executable": ("bot.exe", b"MZ\x90\x00" + bytes(100)),
    "a macOS executable": ("bot", b"\xcf\xfa\xed\xfe" + bytes(100)),
    "a macOS executable for two processors": ("bot", b"\xca\xfe\xba\xbe\0\0\0\x02" + bytes(40)),
    "a Linux executable": ("bot", ELF),
    "a gzip archive": ("bot.tar.gz", b"\x1f\x8b\x08" + bytes(40)),
    "a tar archive": ("bot.tar", bytes(257) + b"ustar\0" + bytes(249)),
    "a bzip2 archive": ("bot.tar.bz2", b"BZh9" + bytes(40)),
    "an xz archive": ("bot.txz", b"\xfd7zXZ\0" + bytes(40)),
    "a 7z archive": ("bot.7z", b"7z\xbc\xaf\x27\x1c" + bytes(40)),
    "a RAR archive": ("bot.rar", b"Rar!\x1a\x07\x01\0" + bytes(40)),
    "a Zstandard archive": ("bot.zst", b"\x28\xb5\x2f\xfd" + bytes(40)),
    "a Java archive (JAR)": (
        "bot.jar",
        pack_files({"META-INF/MANIFEST.MF": b"", "Main.class": b"x"}),
    ),
    "a Python wheel": (
        "bot-1-py3-none-any.whl",
        pack_files({"bot/__init__.py": b"", "bot-1.dist-info/RECORD": b""}),
    ),
    "a Python zip application (.pyz)": (
        "bot.pyz",
        b"#!/usr/bin/env python3\n" + pack_files({"__main__.py": MAIN}),
    ),
    "an Office document": ("bot.docx", pack_files({"[Content_Types].xml": b"", "word/a.xml": b""})),
    "a PDF document": ("bot.pdf", b"%PDF-1.7\n" + bytes(40)),
    "a WebAssembly module": ("bot.wasm", b"\0asm\1\0\0\0"),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_submitted_file_is_named_as(kind: str) -> None:
    name, content = FILES[kind]
    with pytest.raises(BadProgram) as caught:
        read_program(content, name=name, accepted=PYTHON)
    named = kind.split(" by its ")[0].split(" with another ")[0].split(" for two ")[0]
    assert str(caught.value).startswith(f"this is {named}")
    assert str(caught.value).endswith(ACCEPTED)


REMEDIES = {
    "main.c": "compile it to a 64-bit Linux executable",
    "bot.exe": "build it for 64-bit Linux",
    "bot.mjs": "name it main.js",
    "bot.ts": "compile it to main.js",
}


@pytest.mark.parametrize("name", REMEDIES)
def test_a_remedy_is_named_where_the_language_is_accepted(name: str) -> None:
    with pytest.raises(BadProgram) as caught:
        read_program(b"?", name=name, accepted=ALL)
    assert REMEDIES[name] in str(caught.value)
    assert str(caught.value).endswith(
        "Submit a Python file (.py), a JavaScript file (.js), a 64-bit Linux executable,"
        " or a zip with main.py or main.js or main at its top level"
    )
    with pytest.raises(BadProgram) as caught:
        read_program(b"?", name=name, accepted=PYTHON)
    assert REMEDIES[name] not in str(caught.value)


def test_a_program_in_a_language_that_is_not_accepted_is_refused() -> None:
    with pytest.raises(BadProgram) as caught:
        read_program(b"console.log(1)\n", name="bot.js", accepted=PYTHON)
    assert str(caught.value) == f"this is a node program (main.js). {ACCEPTED}"


ZIPS = {
    "main.c": "'main.c' is C source; compile it",
    "main.mjs": "'main.mjs' is a JavaScript module (.mjs); name it main.js",
    "bot.ipynb": "'bot.ipynb' is a Jupyter notebook; export it",
    "main.exe": "'main.exe' is a Windows executable; build it",
    "run.sh": "'run.sh' is a Bash script",
}


@pytest.mark.parametrize("name", ZIPS)
def test_what_a_zip_has_instead_of_a_main_file_is_named(name: str) -> None:
    with pytest.raises(BadProgram) as caught:
        read_program(pack_files({"readme.txt": b"", name: b"?"}), accepted=ALL)
    assert str(caught.value).startswith("there is no main.py or main.js or main at the top level")
    assert ZIPS[name] in str(caught.value)


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        (b"#include <stdio.h>\nint main(void) { puts(1); }\n", "C source"),
        (b"#include <iostream>\nint main() { std::cout << 1; }\n", "C++ source"),
        (b"use std::io;\nfn main() { }\n", "Rust source"),
        (b"const lines = require('readline')\n", "JavaScript source"),
        (b"import fs from 'fs'\nfs.read((x) => { })\n", "JavaScript source"),
        (b"while read line; do\n  echo ready\ndone\n", "a Bash script"),
        (b"BEGIN { FS = 1 }\n", "an AWK script"),
        (b"public class Main { }\n", "Java source"),
        (b"<!DOCTYPE html>\n<html></html>\n", "an HTML page"),
    ],
)
def test_pasted_source_of_another_language_is_recognised(source: bytes, kind: str) -> None:
    with pytest.raises(BadProgram) as caught:
        read_program(source, accepted=PYTHON)
    assert f". This looks like {kind}" in str(caught.value)
    assert str(caught.value).endswith(ACCEPTED)


def test_a_mistake_in_python_is_not_taken_for_another_language() -> None:
    with pytest.raises(BadProgram) as caught:
        read_program(b"import json\nfor line in input(:\n    print('echo', line)\n")
    assert "looks like" not in str(caught.value)


def test_a_syntax_error_names_the_arenas_python() -> None:
    with pytest.raises(
        BadProgram, match=r"^main.py, line 2: .+ \(bots run on Python 3\.\d+\): def"
    ):
        read_program(b"x = 1\ndef f(:\n")


@pytest.mark.parametrize(
    ("content", "remedy"),
    [
        (ELF + bytes(200), "strip it and pack it as a zip"),
        (b"#" * 300, "pack it as a zip"),
        (pack_files({"main.py": MAIN, "data": bytes(range(256))}), "leave out"),
    ],
)
def test_a_program_over_the_limit_is_told_what_to_do(
    content: bytes, remedy: str, tmp_path: Path
) -> None:
    with pytest.raises(BadProgram, match="at most 200 bytes are allowed: ") as caught:
        read_program(content, Limits(max_bytes=200), accepted=ALL)
    assert remedy in str(caught.value)
    path = tmp_path / "bot"
    path.write_bytes(content)
    with pytest.raises(BadProgram) as on_disk:
        load_program(path, Limits(max_bytes=200), ALL)
    assert remedy in str(on_disk.value)


def test_what_a_file_is_matters_more_than_its_size(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_bytes(ELF + bytes(200))
    with pytest.raises(BadProgram, match="this is a Linux executable"):
        load_program(path, Limits(max_bytes=200), PYTHON)
